import Testing

@testable import AvahiDiscovery

@Suite struct ExponentialBackoffTests {
    @Test func delayDoublesUpToFiveSeconds() {
        var backoff = ExponentialBackoff()
        #expect(
            (0..<7).map { _ in backoff.next() } == [200, 400, 800, 1600, 3200, 5000, 5000].map { .milliseconds($0) })
        backoff.reset()
        #expect(backoff.next() == .milliseconds(200))
    }
}

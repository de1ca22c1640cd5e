import Concurrency
import Testing

@Suite struct ExponentialBackoffTests {
    @Test func delayDoublesUpToTheLongestDelay() {
        var backoff = ExponentialBackoff(from: .milliseconds(200), upTo: .seconds(5))
        let delays = (0..<7).map { _ in backoff.next() }
        #expect(delays == [200, 400, 800, 1600, 3200, 5000, 5000].map { .milliseconds($0) })
        backoff.reset()
        #expect(backoff.next() == .milliseconds(200))
    }

    @Test func firstAttemptCanBeImmediate() {
        var backoff = ExponentialBackoff(from: .milliseconds(250), upTo: .seconds(30), isFirstImmediate: true)
        let delays = (0..<100).map { _ in backoff.next() }
        #expect(delays.prefix(3) == [.zero, .milliseconds(250), .milliseconds(500)])
        #expect(delays.last == .seconds(30))
    }

    @Test(arguments: [Int.min, -1, 0, 1, 5, 63, 64, Int.max])
    func randomDelayIsAtLeastHalfOfTheDelay(failures: Int) {
        let backoff = ExponentialBackoff(from: .milliseconds(100), upTo: .seconds(30))
        var same = backoff
        var delay = same.next()
        for _ in 1..<max(1, min(failures, 50)) { delay = same.next() }
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<100 {
            let random = backoff.delay(afterFailures: failures, using: &generator)
            #expect(random >= delay / 2 && random <= delay)
        }
    }

    @Test func nextDelayIsRandomInItsUpperHalf() {
        var backoff = ExponentialBackoff(from: .seconds(1), upTo: .seconds(120), isFirstImmediate: true)
        var same = backoff
        var generator = SystemRandomNumberGenerator()
        var delays: Set<Duration> = []
        for _ in 0..<50 {
            let (random, whole) = (backoff.next(using: &generator), same.next())
            #expect(random >= whole / 2 && random <= whole)
            delays.insert(random)
        }
        #expect(delays.contains(.zero) && delays.count > 10)
    }
}

import Dispatch
import Testing

@testable import Concurrency

@Suite struct BlockingExecutorTests {
    @Test(
        arguments: [
            (.milliseconds(1500), 1_500_000_000), (.nanoseconds(7), 7), (.zero, 0), (.seconds(-2), 0),
            (.seconds(60), 60_000_000_000), (.seconds(Int64.max), 3_153_600_000_000_000_000),
        ] as [(Duration, Int)])
    func delayKeepsItsFractionsOfASecond(delay: Duration, nanoseconds: Int) {
        #expect(DispatchTimeInterval(delay) == .nanoseconds(nanoseconds))
    }
}

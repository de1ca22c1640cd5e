/// Waiting times between attempts that double after each failure.
package struct ExponentialBackoff: Sendable {
    private let shortest: Duration
    private let longest: Duration
    private let isFirstImmediate: Bool
    private var failures = 0

    /// The first waiting time is `shortest`, or zero with `isFirstImmediate`; the waiting times double up to `longest`.
    package init(from shortest: Duration, upTo longest: Duration, isFirstImmediate: Bool = false) {
        self.shortest = shortest
        self.longest = longest
        self.isFirstImmediate = isFirstImmediate
    }

    /// Returns the waiting time before the next attempt, and counts a failure.
    package mutating func next() -> Duration {
        failures += 1
        let doublings = isFirstImmediate ? failures - 2 : failures - 1
        return doublings < 0 ? .zero : delay(doublings: doublings)
    }

    /// Returns the waiting time before the next attempt, of which the upper half is random, and counts a failure.
    package mutating func next(using generator: inout some RandomNumberGenerator) -> Duration {
        next() * Double.random(in: 0.5...1, using: &generator)
    }

    /// Starts again with the first waiting time, after an attempt that succeeded.
    package mutating func reset() { failures = 0 }

    /// Returns the waiting time after `failures` attempts that failed in a row (at least 1), of which the upper half is
    /// random, so that many clients of one server do not return at the same moment.
    package func delay(afterFailures failures: Int, using generator: inout some RandomNumberGenerator) -> Duration {
        delay(doublings: max(failures, 1) - 1) * Double.random(in: 0.5...1, using: &generator)
    }

    /// Sixteen doublings already turn 0.1 s into more than an hour.
    private func delay(doublings: Int) -> Duration { min(shortest * (1 << min(doublings, 16)), longest) }
}

/// Exponential back-off: waiting times of 0.1 s, doubling up to 30 s. The upper half of each is random, so that many
/// clients of one broker do not reconnect at the same moment.
enum ExponentialBackoff {
    static let shortest = Duration.milliseconds(100)
    static let longest = Duration.seconds(30)
    /// The number of failures from which on the waiting time does not grow any more.
    static let steps = 10

    /// Returns the waiting time before the next attempt.
    ///
    /// - Parameter failures: attempts that failed in a row, at least 1.
    static func delay(failures: Int, using generator: inout some RandomNumberGenerator) -> Duration {
        let doublings = min(max(failures, 1), steps) - 1
        let ceiling = min(shortest * (1 << doublings), longest)
        return ceiling * Double.random(in: 0.5...1, using: &generator)
    }
}

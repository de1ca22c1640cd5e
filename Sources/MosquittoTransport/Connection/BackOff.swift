/// Waiting times between attempts: 0.1 s doubling up to 30 s, the upper half of each drawn at random so that many
/// clients of one broker do not come back in step.
enum BackOff {
    static let shortest = Duration.milliseconds(100)
    static let longest = Duration.seconds(30)
    /// From this many failures on the ceiling does not grow any more.
    static let steps = 10

    /// - Parameter failures: attempts that failed in a row, at least 1.
    static func delay(failures: Int, using generator: inout some RandomNumberGenerator) -> Duration {
        let doublings = min(max(failures, 1), steps) - 1
        let ceiling = min(shortest * (1 << doublings), longest)
        return ceiling * Double.random(in: 0.5...1, using: &generator)
    }
}

/// Exponential back-off: the wait before the next attempt is 0.2 s, doubling up to 5 s.
struct ExponentialBackoff: Sendable {
    private static let shortest = Duration.milliseconds(200)
    private static let longest = Duration.seconds(5)

    private var upcoming = shortest

    mutating func next() -> Duration {
        defer { upcoming = min(upcoming * 2, Self.longest) }
        return upcoming
    }

    mutating func reset() { upcoming = Self.shortest }
}

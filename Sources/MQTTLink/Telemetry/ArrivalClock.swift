import HomeModel

/// Gives the time at which messages arrive. This time runs backwards only when the wall clock was set back.
///
/// It is the monotonic time since boot plus its offset from the wall clock. A small step of the wall clock, as time
/// services make them, is caught up slowly; after a large one the new wall time applies at once.
struct ArrivalClock {
    /// A step of this size or more means that the clock was set; a smaller one is a correction.
    static let largeStep = Duration.seconds(5)
    /// The fraction of the elapsed time by which the offset may change to catch up a small step.
    private static let slew = 0.01

    private var last: (uptime: Duration, distance: Duration)?

    mutating func time(wall: Timestamp, uptime: Duration) -> Timestamp {
        let seen = Duration.milliseconds(wall.milliseconds) - uptime
        var distance = seen
        if let last, abs(seen, last.distance) < Self.largeStep {
            let most = max(uptime - last.uptime, .zero) * Self.slew
            distance = last.distance + min(max(seen - last.distance, .zero - most), most)
        }
        last = (uptime, distance)
        return Timestamp(milliseconds: (distance + uptime).wholeMilliseconds)
    }

    private func abs(_ left: Duration, _ right: Duration) -> Duration { left < right ? right - left : left - right }
}

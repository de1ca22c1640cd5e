import HomeModel

/// The time at which something arrives. It never runs backwards, but when the wall clock was really set.
///
/// It is the time since boot, which nobody sets, and its distance from the wall clock. A small step of the wall clock,
/// as time services make them, is made up for slowly; after a large one the new time is the right one.
struct ArrivalClock {
    /// From here on the clock was set; less is a correction.
    static let largeStep = Duration.seconds(5)
    /// A small step is made up for in this share of the time that passes.
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

package import HomeModel

/// Gives the time at which messages arrive. This time runs backwards only when the wall clock was set back.
///
/// It is the monotonic time since boot plus its offset from the wall clock. A small step of the wall clock, as time
/// services make them, is caught up slowly; after a large one the new wall time applies at once.
package struct ArrivalClock {
    /// A step of this size or more means that the clock was set; a smaller one is a correction.
    package static let largeStep = Duration.seconds(5)
    /// The fraction of the elapsed time by which the offset may change to catch up a small step.
    private static let slew = 0.01

    private var last: (uptime: Duration, distance: Duration)?

    package init() {}

    package mutating func time(wall: Timestamp, uptime: Duration) -> Timestamp {
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

/// Gives a time to readings and states that carry none. Two of one series never get the same millisecond, because only
/// one of them would be stored.
package struct ArrivalTimestamps {
    private var last: [SeriesID: Timestamp] = [:]
    private var latest = Timestamp(milliseconds: .min)

    package init() {}

    package mutating func stamp(_ series: SeriesID, at now: Timestamp) -> Timestamp {
        if now < latest, latest - now >= ArrivalClock.largeStep { last = [:] }
        latest = now
        return Self.next(after: &last[series, default: Timestamp(milliseconds: .min)], at: now)
    }

    /// Returns `now`, or a millisecond after the last time if that is later. When a backlog arrives faster than one
    /// message a millisecond, the times run ahead of the clock.
    private static func next(after last: inout Timestamp, at now: Timestamp) -> Timestamp {
        last = max(now, last + .milliseconds(1))
        return last
    }

    /// Forgets all series except these, so that removed devices and properties use no memory.
    package mutating func retainOnly(_ series: Set<SeriesID>) { last = last.filter { series.contains($0.key) } }
}

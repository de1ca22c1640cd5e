import HomeModel

/// Gives a time to readings and states that carry none. Two of one series never get the same millisecond, because only
/// one of them would be stored.
struct ArrivalTimestamps {
    private var last: [SeriesID: Timestamp] = [:]
    private var latest = Timestamp(milliseconds: .min)

    mutating func stamp(_ series: SeriesID, at now: Timestamp) -> Timestamp {
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
    mutating func retainOnly(_ series: Set<SeriesID>) { last = last.filter { series.contains($0.key) } }
}

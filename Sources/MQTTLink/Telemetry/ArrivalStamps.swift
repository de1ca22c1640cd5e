import HomeModel

/// Stamps readings and states that carry no time of their own. Two of one series never share a millisecond: both would
/// be stored as one.
struct ArrivalStamps {
    private var last: [SeriesID: Timestamp] = [:]
    private var latest = Timestamp(milliseconds: .min)

    mutating func stamp(_ series: SeriesID, at now: Timestamp) -> Timestamp {
        if now < latest, latest - now >= ArrivalClock.largeStep { last = [:] }
        latest = now
        return Self.next(after: &last[series, default: Timestamp(milliseconds: .min)], at: now)
    }

    /// A backlog may come faster than one a millisecond: then the stamps run ahead of the clock.
    private static func next(after last: inout Timestamp, at now: Timestamp) -> Timestamp {
        last = max(now, last + .milliseconds(1))
        return last
    }

    /// Forgets the series of devices and properties that are no more.
    mutating func keep(_ series: Set<SeriesID>) { last = last.filter { series.contains($0.key) } }
}

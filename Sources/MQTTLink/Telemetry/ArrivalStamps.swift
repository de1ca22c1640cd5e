import HomeModel

/// Stamps readings and states that carry no time of their own. Two of one series never share a millisecond: both would
/// be stored as one.
struct ArrivalStamps {
    private var last: [SeriesID: Timestamp] = [:]
    private var latest = Timestamp(milliseconds: .min)

    mutating func stamp(_ series: SeriesID, at now: Timestamp) -> Timestamp {
        if now < latest, latest - now >= ArrivalClock.largeStep { last = [:] }
        latest = now
        var time = now
        // A backlog may come faster than one a millisecond: then the stamps run ahead of the clock.
        if let previous = last[series], previous >= now { time = previous + .milliseconds(1) }
        last[series] = time
        return time
    }

    /// Forgets the series of devices and properties that are no more.
    mutating func keep(_ series: Set<SeriesID>) { last = last.filter { series.contains($0.key) } }
}

import HomeModel

/// Stamps readings that carry no time of their own. Two of one series never share a millisecond: both would be stored
/// as one.
struct ArrivalStamps {
    /// Further back than this the clock was set, and the new time is the right one.
    private static let clockWasSet = Duration.seconds(5)

    private var last: [SeriesID: Timestamp] = [:]

    mutating func stamp(_ series: SeriesID, at now: Timestamp) -> Timestamp {
        var time = now
        if let previous = last[series], previous >= now, previous - now < Self.clockWasSet {
            time = previous + .milliseconds(1)
        }
        last[series] = time
        return time
    }
}

package import HomeModel

/// What is asked of the history of one series.
package struct HistoryQuery: Hashable, Sendable {
    package let series: SeriesID
    /// The first moment; roll-ups begin with the hour or the day in which it lies.
    package let from: Timestamp
    /// The first moment after.
    package let to: Timestamp
    package let resolution: HistoryResolution
    /// Raw readings are thinned to so many; a roll-up stands for its hour or day and is never left out.
    package let points: Int?
    /// At most so many rows, the oldest ones.
    package let limit: Int?

    package init(
        _ series: SeriesID, from: Timestamp, to: Timestamp, resolution: HistoryResolution = .raw, points: Int? = nil,
        limit: Int? = nil
    ) {
        self.series = series
        self.from = from
        self.to = to
        self.resolution = resolution
        self.points = points
        self.limit = limit
    }
}

/// A piece of an answer, oldest first.
package enum HistoryPage: Hashable, Sendable {
    case readings([Reading])
    case changes([StateChange])
    case rollUps([RollUp])
}

package import HomeModel

/// A query for the history of one series.
package struct HistoryQuery: Hashable, Sendable {
    package let series: SeriesID
    /// The first moment; roll-ups begin with the hour or the day that contains it.
    package let from: Timestamp
    /// The first moment after the time span.
    package let to: Timestamp
    package let resolution: HistoryResolution
    /// The number of points to which raw readings are thinned. Roll-ups are never thinned: each stands for its hour or
    /// day.
    package let points: Int?
    /// The maximum number of rows; the answer has the oldest ones.
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

/// A part of an answer, oldest first.
package enum HistoryPage: Hashable, Sendable {
    case readings([Reading])
    case changes([StateChange])
    case rollUps([RollUp])
}

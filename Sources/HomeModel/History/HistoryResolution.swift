/// The resolution of a history.
package enum HistoryResolution: String, Sendable, Codable, CaseIterable {
    /// The finest resolution that is useful for the length of the time span.
    case auto
    /// Every reading.
    case raw
    /// A roll-up of each hour.
    case hour
    /// A roll-up of each calendar day of the home.
    case day

    /// The resolution that `auto` selects for a time span of this length, of which about `points` points are to be
    /// shown. Other resolutions stay as they are.
    ///
    /// - Raw up to two days, or as long as a point stands for 15 minutes or less (but no longer than 31 days).
    /// - Hours up to 90 days, or as long as a point stands for 12 hours or less.
    /// - Days beyond.
    package func resolved(over span: Duration, points: Int?) -> HistoryResolution {
        guard self == .auto else { return self }
        let share = points.map { span / max($0, 1) }
        if span <= .days(2) || span <= .days(31) && share.map({ $0 <= .seconds(900) }) ?? false { return .raw }
        if span <= .days(90) || share.map({ $0 <= .hours(12) }) ?? false { return .hour }
        return .day
    }
}

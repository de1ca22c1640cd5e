/// The readings of a series to strike out: all readings of a time span, or only those beyond a value.
package struct StrikeQuery: Hashable, Sendable {
    package let series: SeriesID
    package let from: Timestamp
    /// The first moment after the span.
    package let to: Timestamp
    /// Only readings greater than this; in the canonical unit.
    package let above: Double?
    /// Only readings less than this.
    package let below: Double?

    package init(_ series: SeriesID, from: Timestamp, to: Timestamp, above: Double? = nil, below: Double? = nil) {
        self.series = series
        self.from = from
        self.to = to
        self.above = above
        self.below = below
    }

    /// With both bounds, a reading that is beyond either of them matches.
    package func matches(_ reading: Reading) -> Bool {
        guard reading.time >= from, reading.time < to else { return false }
        guard above != nil || below != nil else { return true }
        return above.map { reading.value > $0 } ?? false || below.map { reading.value < $0 } ?? false
    }
}

/// A summary of the readings that a strike removes from a history, or has removed.
package struct StrikeSummary: Hashable, Sendable {
    package private(set) var count = 0
    package private(set) var first: Timestamp?
    package private(set) var last: Timestamp?
    package private(set) var minimum: Double?
    package private(set) var maximum: Double?

    package init() {}

    package init(count: Int, first: Timestamp?, last: Timestamp?, minimum: Double?, maximum: Double?) {
        self.count = count
        self.first = first
        self.last = last
        self.minimum = minimum
        self.maximum = maximum
    }

    /// Adds one reading to the summary.
    package mutating func add(_ reading: Reading) {
        count += 1
        first = min(first ?? reading.time, reading.time)
        last = max(last ?? reading.time, reading.time)
        minimum = min(minimum ?? reading.value, reading.value)
        maximum = max(maximum ?? reading.value, reading.value)
    }
}

/// Readings that were struck out of a history. They are stored separately until their term is over, and can be
/// restored.
package struct Strike: Hashable, Sendable {
    package let id: Int64
    package let series: SeriesID
    package let struckAt: Timestamp
    package let readings: StrikeSummary

    package init(id: Int64, series: SeriesID, struckAt: Timestamp, readings: StrikeSummary) {
        self.id = id
        self.series = series
        self.struckAt = struckAt
        self.readings = readings
    }
}

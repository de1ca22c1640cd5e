package import HomeModel

/// The readings to strike out.
package struct NewStrikeBody: Codable, Sendable {
    /// `main` when absent.
    package let part: PartID?
    package let quantity: CapabilityName
    package let from: Timestamp
    /// The first moment after the span.
    package let to: Timestamp
    package let above: Double?
    package let below: Double?

    package init(_ query: StrikeQuery) {
        part = query.series.part
        quantity = query.series.capability
        from = query.from
        to = query.to
        above = query.above
        below = query.below
    }
}

/// A summary of the readings that a strike would remove from a history.
package struct StruckReadingsBody: Codable, Sendable {
    package let count: Int
    package let first: Timestamp?
    package let last: Timestamp?
    package let minimum: Double?
    package let maximum: Double?

    package init(_ readings: StrikeSummary) {
        count = readings.count
        first = readings.first
        last = readings.last
        minimum = readings.minimum
        maximum = readings.maximum
    }
}

/// Readings that were struck out and can be restored.
package struct StrikeBody: Codable, Sendable {
    package let id: String
    package let device: DeviceID
    package let part: PartID
    package let quantity: CapabilityName
    package let struckAt: Timestamp
    package let readings: StruckReadingsBody

    package init(_ strike: Strike) {
        id = String(strike.id)
        device = strike.series.device
        part = strike.series.part
        quantity = strike.series.capability
        struckAt = strike.struckAt
        readings = StruckReadingsBody(strike.readings)
    }

    package var series: SeriesID { SeriesID(device: device, part: part, capability: quantity) }
}

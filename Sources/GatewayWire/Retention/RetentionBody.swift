package import HomeModel

/// How long each kind of record is kept, what is kept otherwise, and what the last run removed.
package struct RetentionBody: Codable, Sendable {
    package let terms: RetentionTerms
    package let series: [SeriesRetentionBody]
    package let lastRun: RetentionReceipt?

    package init(terms: RetentionTerms, series: [SeriesRetentionBody], lastRun: RetentionReceipt?) {
        self.terms = terms
        self.series = series
        self.lastRun = lastRun
    }
}

/// How one series is kept otherwise than its kind; without days and hold, as its kind.
package struct SeriesRetentionBody: Codable, Sendable {
    package let device: DeviceID
    package let part: PartID
    package let quantity: CapabilityName
    package let days: Int?
    /// Why nothing of it is deleted.
    package let hold: String?

    package init(_ series: SeriesID, days: Int?, hold: String?) {
        device = series.device
        part = series.part
        quantity = series.capability
        self.days = days
        self.hold = hold
    }

    package var id: SeriesID { SeriesID(device: device, part: part, capability: quantity) }
}

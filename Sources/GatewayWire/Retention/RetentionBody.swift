package import HomeModel

/// How long each kind of record is kept, what is kept otherwise, and what the last run removed.
package struct RetentionBody: Codable, Sendable {
    package let terms: RetentionTerms
    package let series: [SeriesRetentionBody]
    package let lastRun: RetentionReceipt?
    package let disk: [DiskUseBody]

    package init(
        terms: RetentionTerms, series: [SeriesRetentionBody], lastRun: RetentionReceipt?, disk: [DiskUseBody]
    ) {
        self.terms = terms
        self.series = series
        self.lastRun = lastRun
        self.disk = disk
    }
}

/// What one kind of record costs now.
package struct DiskUseBody: Codable, Sendable {
    package enum Kind: String, Codable, Sendable, CaseIterable { case energy, environment, audit }

    package let kind: Kind
    package let bytes: Int
    /// The time of the oldest record; absent when there is none.
    package let oldest: Timestamp?

    package init(_ kind: Kind, bytes: Int, oldest: Timestamp?) {
        self.kind = kind
        self.bytes = bytes
        self.oldest = oldest
    }
}

/// How one series is kept otherwise than its kind; without days and hold, as its kind.
package struct SeriesRetentionBody: Codable, Sendable {
    package let device: DeviceID
    package let part: PartID
    package let quantity: CapabilityName
    package let days: Int?
    /// Of the hours; absent where they are kept as long as the readings.
    package let rollUpDays: Int?
    /// Why nothing of it is deleted.
    package let hold: String?

    package init(_ series: SeriesID, _ exception: RetentionException) {
        device = series.device
        part = series.part
        quantity = series.capability
        days = exception.days
        rollUpDays = exception.rollUpDays
        hold = exception.hold
    }

    package var id: SeriesID { SeriesID(device: device, part: part, capability: quantity) }
}

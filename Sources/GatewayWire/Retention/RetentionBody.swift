package import HomeModel

/// The retention terms of each kind of record, the series with other terms, the result of the last run, and the disk
/// use.
package struct RetentionBody: Codable, Sendable {
    package let terms: RetentionTerms
    package let series: [SeriesRetentionBody]
    package let lastRun: RetentionRunSummary?
    package let disk: [DiskUseBody]
    /// Absent from gateways of earlier versions.
    package let presence: PresenceRetentionBody?

    package init(
        terms: RetentionTerms, series: [SeriesRetentionBody], lastRun: RetentionRunSummary?, disk: [DiskUseBody],
        presence: PresenceRetentionBody?
    ) {
        self.terms = terms
        self.series = series
        self.lastRun = lastRun
        self.disk = disk
        self.presence = presence
    }

    /// The terms as they apply: with the one of presence, if it limits that of its series.
    package var effectiveTerms: RetentionTerms {
        var terms = terms
        terms.limitsPresence = presence?.isLimited ?? false
        return terms
    }
}

/// How long the history of motion and presence is kept.
package struct PresenceRetentionBody: Codable, Sendable {
    /// The longest term without the consent to keep it.
    package let days: Int
    /// Whether that term applies, because the consent is not given. Otherwise the terms of the environment do.
    package let isLimited: Bool

    package init(days: Int, isLimited: Bool) {
        self.days = days
        self.isLimited = isLimited
    }
}

/// The disk use of one kind of record.
package struct DiskUseBody: Codable, Sendable {
    /// The kind of a record.
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

/// The retention of one series that differs from its kind. Without days and hold, it is that of its kind.
package struct SeriesRetentionBody: Codable, Sendable {
    package let device: DeviceID
    package let part: PartID
    package let quantity: CapabilityName
    package let days: Int?
    /// The term of the hourly roll-ups; absent when the series has none of its own.
    package let rollUpDays: Int?
    /// The reason why no data of the series is deleted.
    package let hold: String?

    package init(_ series: SeriesID, exception: RetentionException) {
        device = series.device
        part = series.part
        quantity = series.capability
        days = exception.days
        rollUpDays = exception.rollUpDays
        hold = exception.hold
    }

    package var id: SeriesID { SeriesID(device: device, part: part, capability: quantity) }
}

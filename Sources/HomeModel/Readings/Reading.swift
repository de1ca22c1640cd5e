/// A number that a device reported, before validation.
package struct ReportedReading: Hashable, Sendable {
    package let series: SeriesID
    package let time: Timestamp
    package let value: Double
    /// The unit as the device wrote it; nil means the canonical one.
    package let unit: String?

    package init(series: SeriesID, time: Timestamp, value: Double, unit: String? = nil) {
        self.series = series
        self.time = time
        self.value = value
        self.unit = unit
    }
}

/// A reading as it is stored and shown, in the canonical unit.
package struct Reading: Hashable, Sendable, Codable {
    package let time: Timestamp
    package let value: Double

    package init(time: Timestamp, value: Double) {
        self.time = time
        self.value = value
    }
}

/// A value of a capability that is not a quantity, at the moment when it changed.
package struct StateChange: Hashable, Sendable, Codable {
    package let series: SeriesID
    package let time: Timestamp
    package let value: CapabilityValue

    package init(series: SeriesID, time: Timestamp, value: CapabilityValue) {
        self.series = series
        self.time = time
        self.value = value
    }
}

/// A period in which the gateway did not run, and devices published messages.
///
/// The broker kept these messages. Readings of a device that sends no time of its own are stored from `to` on, in the
/// order in which they were published: when each of them was measured is not known.
package struct Absence: Hashable, Sendable, Codable {
    /// A shorter absence is not recorded.
    package static let shortest = Duration.seconds(2)

    /// The last moment at which the gateway is known to have run.
    package let from: Timestamp
    /// The moment at which the gateway received the first message that was published in this period.
    package let to: Timestamp

    package init(from: Timestamp, to: Timestamp) {
        self.from = from
        self.to = to
    }
}

package import HomeModel

/// `POST /imports`: from then on readings may be sent, until its end.
package struct NewImportBody: Codable, Sendable {
    /// Where the past comes from, in one word for the audit: `home-assistant`.
    package let source: String

    package init(source: String) { self.source = source }
}

package struct ImportBody: Codable, Sendable {
    package let id: ImportID

    package init(id: ImportID) { self.id = id }
}

/// `POST /imports/{id}/devices`: things of which only the past is brought in. One that is there already stays as it
/// is, but for a flow that is said now.
package struct ArchivedDeviceBody: Codable, Sendable {
    /// What it is called where it comes from; the same origin is the same device the next time.
    package let origin: String
    /// Reduced to the name rule.
    package let name: String
    package let quantity: CapabilityName
    /// What power or energy means for the home's balance; without one, it is not counted.
    package let flow: EnergyFlow?

    package init(origin: String, name: String, quantity: CapabilityName, flow: EnergyFlow? = nil) {
        self.origin = origin
        self.name = name
        self.quantity = quantity
        self.flow = flow
    }
}

/// `POST /imports/{id}/readings`: at most `maximumReadings` in all. The answer has one `ImportCounts` for each series.
package struct ImportedReadingsBody: Codable, Sendable {
    package static let maximumBytes = 1 << 20
    package static let maximumReadings = 20_000
    package static let maximumSeries = 256

    package let series: [ImportedSeriesBody]

    package init(series: [ImportedSeriesBody]) { self.series = series }
}

/// Readings of one series, column by column: as one object each they would take four times as long to read.
package struct ImportedSeriesBody: Codable, Sendable {
    package let device: DeviceID
    package let part: PartID
    package let quantity: CapabilityName
    /// Nil is the canonical one.
    package let unit: String?
    /// Whether each stands for its hour, and is only wanted where no reading of that hour is there.
    package let isHourly: Bool?
    /// Milliseconds since 1970, UTC; in any order.
    package let times: [Int64]
    /// As many.
    package let values: [Double]

    package init(
        device: DeviceID, part: PartID = .main, quantity: CapabilityName, unit: String? = nil, isHourly: Bool = false,
        times: [Int64], values: [Double]
    ) {
        self.device = device
        self.part = part
        self.quantity = quantity
        self.unit = unit
        self.isHourly = isHourly ? true : nil
        self.times = times
        self.values = values
    }
}

/// `POST /imports/{id}/end`. The answer is the `ImportCounts` of the whole.
package struct ImportEndBody: Codable, Sendable {
    /// False when it ended before its source did.
    package let isComplete: Bool

    package init(isComplete: Bool) { self.isComplete = isComplete }
}

package import HomeModel

/// `POST /imports`: starts an import, to which readings may be sent until it ends.
package struct NewImportBody: Codable, Sendable {
    /// The source of the history, in one word for the audit log: `home-assistant`.
    package let source: String

    package init(source: String) { self.source = source }
}

/// The response to `NewImportBody`.
package struct ImportBody: Codable, Sendable {
    package let id: ImportID

    package init(id: ImportID) { self.id = id }
}

/// `POST /imports/{id}/devices`: a device of which only the history is imported. A device that already exists stays as
/// it is, except for a flow that the request states.
package struct ArchivedDeviceBody: Codable, Sendable {
    /// The name of the device in the source. The same origin means the same device in the next import.
    package let origin: String
    /// Reduced to the name rule.
    package let name: String
    package let quantity: CapabilityName
    /// The role of power or energy in the energy balance of the home; without a flow, it is not included there.
    package let flow: EnergyFlow?

    package init(origin: String, name: String, quantity: CapabilityName, flow: EnergyFlow? = nil) {
        self.origin = origin
        self.name = name
        self.quantity = quantity
        self.flow = flow
    }
}

/// `POST /imports/{id}/readings`: at most `maximumReadings` in all. The response has one `ImportCounts` for each
/// series.
package struct ImportedReadingsBody: Codable, Sendable {
    package static let maximumBytes = 1 << 20
    package static let maximumReadings = 20_000
    package static let maximumSeries = 256

    package let series: [ImportedSeriesBody]

    package init(series: [ImportedSeriesBody]) { self.series = series }
}

/// Readings of one series, column by column: as one object each they would take four times as long to parse.
package struct ImportedSeriesBody: Codable, Sendable {
    package let device: DeviceID
    package let part: PartID
    package let quantity: CapabilityName
    /// Nil means the canonical unit.
    package let unit: String?
    /// Whether each value applies to its whole hour. Such a value is stored only when there is no reading of that hour.
    package let isHourly: Bool?
    /// Milliseconds since 1970, UTC; in any order.
    package let times: [Int64]
    /// One value for each time.
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

/// `POST /imports/{id}/end`. The response is the `ImportCounts` of the whole import.
package struct ImportEndBody: Codable, Sendable {
    /// False when the import ended before all data of the source was sent.
    package let isComplete: Bool

    package init(isComplete: Bool) { self.isComplete = isComplete }
}

extension ImportedReadingsBody {
    /// The same JSON that `JSONEncoder` would produce, in a twentieth of the time.
    package var bytes: [UInt8] {
        var row = RowBuffer()
        row.append("{\"series\":[")
        for (index, part) in series.enumerated() {
            if index > 0 { row.append(",") }
            part.write(to: &row)
        }
        row.append("]}")
        return row.bytes
    }
}

extension ImportedSeriesBody {
    /// Appends the series. Ids need no escaping; a unit is written by its canonical symbol, and left out when it is
    /// unknown.
    fileprivate func write(to row: inout RowBuffer) {
        row.append("{\"device\":\"\(device)\",\"part\":\"\(part)\",\"quantity\":\"\(quantity)\"")
        if let unit = unit.flatMap(Unit.init(symbol:)) { row.append(",\"unit\":\"\(unit.rawValue)\"") }
        if isHourly == true { row.append(",\"isHourly\":true") }
        row.append(",\"times\":[")
        for (index, time) in times.enumerated() {
            if index > 0 { row.append(",") }
            row.append(time)
        }
        row.append("],\"values\":[")
        for (index, value) in values.enumerated() {
            if index > 0 { row.append(",") }
            row.append(value)
        }
        row.append("]}")
    }
}

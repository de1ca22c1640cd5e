package import Foundation
package import HomeModel

/// Writes the response to a request for one series row by row: a `ReadingsBody`, or comma-separated values.
package struct ReadingsResponseWriter: Sendable {
    /// The format of the response.
    package enum Format: Sendable {
        /// `ReadingsBody`.
        case json
        /// RFC 4180 with a header line, in UTC, values exactly as stored.
        case csv
    }

    /// The kind of the rows.
    package enum Kind: Sendable { case readings, changes, rollUps }

    private let head: ReadingsBody
    private let kind: Kind
    private let format: Format
    private let zone: TimeZone?
    private var isFirstRow = true

    /// `head` contains the fields beside the rows; its own rows are ignored. The times of the rows are those of the
    /// clocks in `zone`, or UTC.
    package init(_ head: ReadingsBody, of kind: Kind, as format: Format, in zone: TimeZone? = nil) {
        self.head = head
        self.kind = kind
        self.format = format
        self.zone = zone
    }

    package var contentType: String {
        switch format {
        case .json: "application/json"
        case .csv: "text/csv; charset=utf-8; header=present"
        }
    }

    /// The bytes before the first row.
    package func opening() throws -> [UInt8] {
        switch format {
        case .csv: return Array(heading.utf8)
        case .json:
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            let about = Head(
                device: head.device, part: head.part, quantity: head.quantity, unit: head.unit,
                resolution: head.resolution, absences: head.absences ?? [])
            let empty = [Kind.readings, .changes, .rollUps].filter { $0 != kind }.map { "\"\($0)\":[]," }
            return try encoder.encode(about).dropLast() + Array(",\(empty.joined())\"\(kind)\":[".utf8)
        }
    }

    /// The bytes after the last row.
    package var closing: [UInt8] { format == .json ? Array("]}".utf8) : [] }

    /// The bytes of the next rows.
    package mutating func rows(_ readings: [Reading]) -> [UInt8] {
        rows(readings) { reading, row in
            row.append(reading.time, as: "time")
            row.append(reading.value, as: "value")
        }
    }

    /// The bytes of the next rows.
    package mutating func rows(_ hours: [RollUp]) -> [UInt8] {
        rows(hours) { hour, row in
            row.append(hour.start, as: "start")
            row.append(Int64(hour.count), as: "count")
            row.append(hour.minimum, as: "minimum")
            row.append(hour.maximum, as: "maximum")
            row.append(hour.first, as: "first")
            row.append(hour.last, as: "last")
            row.append(hour.mean, as: "mean")
            row.append(hour.sum, as: "sum")
            row.append(hour.increase, as: "increase")
            row.append(hour.coverage.wholeMilliseconds, as: "coverageMilliseconds")
        }
    }

    /// The bytes of the next rows.
    package mutating func rows(_ changes: [ChangeBody]) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let values = try changes.map { change in
            switch format {
            case .json: String(decoding: try encoder.encode(change.value), as: UTF8.self)
            case .csv: Self.field(change.value.description)
            }
        }
        return rows(Array(zip(changes, values))) { change, row in
            row.append(change.0.time, as: "time")
            row.append(text: change.1, as: "value")
        }
    }

    private mutating func rows<Row>(_ values: [Row], write: (Row, inout RowWriter) -> Void) -> [UInt8] {
        var writer = RowWriter(
            format: format, unit: ",\(Self.field(head.unit ?? ""))\r\n", isFirst: isFirstRow, in: zone)
        for value in values { writer.row { write(value, &$0) } }
        if !values.isEmpty { isFirstRow = false }
        return writer.bytes
    }

    private var heading: String {
        switch kind {
        case .readings, .changes: "time,value,unit\r\n"
        case .rollUps:
            "start,count,minimum,maximum,first,last,mean,sum,increase,coverageMilliseconds,unit\r\n"
        }
    }

    private static func field(_ text: String) -> String { CSVCell(text, limit: 256).description }

    /// `ReadingsBody` without its rows.
    private struct Head: Encodable {
        let device: DeviceID
        let part: PartID
        let quantity: CapabilityName
        let unit: String?
        let resolution: HistoryResolution
        let absences: [Absence]
    }
}

/// Rows with named cells, in either format.
private struct RowWriter {
    let format: ReadingsResponseWriter.Format
    /// The last cell of each row of comma-separated values, and the row's end.
    let unit: String
    var isFirst: Bool
    private var isFirstCell = true
    private var row: RowBuffer

    init(format: ReadingsResponseWriter.Format, unit: String, isFirst: Bool, in zone: TimeZone?) {
        self.format = format
        self.unit = unit
        self.isFirst = isFirst
        row = RowBuffer(in: zone)
    }

    var bytes: [UInt8] { row.bytes }

    mutating func row(_ write: (inout RowWriter) -> Void) {
        if format == .json { row.append(isFirst ? "{" : ",{") }
        (isFirst, isFirstCell) = (false, true)
        write(&self)
        if format == .json { row.append("}") } else { row.append(unit) }
    }

    mutating func append(_ time: Timestamp, as name: StaticString) {
        begin(name)
        if format == .json { row.append("\"") }
        row.append(time)
        if format == .json { row.append("\"") }
    }

    mutating func append(_ number: Double, as name: StaticString) {
        begin(name)
        row.append(number)
    }

    mutating func append(_ number: Int64, as name: StaticString) {
        begin(name)
        row.append(number)
    }

    /// Appends a text that is already quoted where necessary.
    mutating func append(text: String, as name: StaticString) {
        begin(name)
        row.append(text)
    }

    private mutating func begin(_ name: StaticString) {
        if !isFirstCell { row.append(",") }
        isFirstCell = false
        guard format == .json else { return }
        row.append("\"")
        row.append(name)
        row.append("\":")
    }
}

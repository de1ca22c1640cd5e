import Foundation
import GatewayCore
import GatewayWire
import HomeModel

/// The text of one file of an export, row by row.
struct ExportFileText {
    private enum Content {
        case table(ExportSection, ExportFile.Form, isFirstRow: Bool)
        case series(ReadingsResponseWriter)
        /// A file that is no text.
        case none
    }

    private var content: Content
    private let zone: TimeZone?
    private let encoder = JSONEncoder.forResponses

    /// The times are those of the clocks in `zone`, or UTC.
    init(of file: ExportFile, in zone: TimeZone?) {
        self.zone = zone
        switch file {
        case .section(let section, let form): content = .table(section, form, isFirstRow: true)
        case .attachment: content = .none
        case .series(let exported):
            let series = exported.series
            let head = ReadingsBody(
                device: series.device, part: series.part, quantity: series.capability, unit: exported.unit,
                resolution: exported.resolution)
            content = .series(
                ReadingsResponseWriter(
                    head, of: .init(series, resolution: exported.resolution), as: .csv, in: zone))
        }
    }

    /// Tells a spreadsheet that the file is UTF-8. Without it, Excel reads the letters of an older encoding.
    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// The bytes before the first row.
    func opening() throws -> [UInt8] {
        switch content {
        case .table(_, .json, _): Array("[".utf8)
        case .table(let section, .csv, _):
            Self.byteOrderMark + Array((section.columns.joined(separator: ",") + "\r\n").utf8)
        case .series(let writer): Self.byteOrderMark + (try writer.opening())
        case .none: []
        }
    }

    /// The bytes after the last row.
    var closing: [UInt8] {
        switch content {
        case .table(_, .json, _): Array("\n]\n".utf8)
        case .table(_, .csv, _): []
        case .series(let writer): writer.closing
        case .none: []
        }
    }

    /// The bytes of the next rows, and their number. Parts that are no rows of this file have none.
    mutating func rows(_ part: ExportPart) throws -> (bytes: [UInt8], count: Int) {
        switch (content, part) {
        case (.series(var writer), .history(let page)):
            let bytes = try writer.rows(page)
            content = .series(writer)
            return (bytes, page.count)
        case (.table(_, .csv, _), .rows(let rows)):
            return (rows.flatMap { Array((line($0) + "\r\n").utf8) }, rows.count)
        case (.table(let section, .json, let isFirst), .rows(let rows)):
            var text = ""
            for (index, row) in rows.enumerated() {
                text += isFirst && index == 0 ? "\n" : ",\n"
                text += try object(row, columns: section.columns)
            }
            content = .table(section, .json, isFirstRow: isFirst && rows.isEmpty)
            return (Array(text.utf8), rows.count)
        default: return ([], 0)
        }
    }

    // MARK: CSV

    private func line(_ row: ExportRow) -> String {
        row.map { CSVCell(text($0)).description }.joined(separator: ",")
    }

    private func text(_ value: ExportValue) -> String {
        switch value {
        case .none: ""
        case .text(let text): text
        case .texts(let texts): texts.joined(separator: " ")
        case .integer(let number): "\(number)"
        case .boolean(let isTrue): "\(isTrue)"
        case .time(let time): text(time)
        case .facts(let facts): facts.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: " ")
        }
    }

    private func text(_ time: Timestamp) -> String { zone.map { time.rfc3339(in: $0) } ?? time.rfc3339 }

    // MARK: JSON

    /// An object with the columns in their order, without those that have no value.
    private func object(_ row: ExportRow, columns: [String]) throws -> String {
        let members = try zip(columns, row).compactMap { column, value in
            try json(value).map { "\"\(column)\":\($0)" }
        }
        return "{\(members.joined(separator: ","))}"
    }

    private func json(_ value: ExportValue) throws -> String? {
        switch value {
        case .none: nil
        case .text(let text): try encoded(text)
        case .texts(let texts): try encoded(texts)
        case .integer(let number): "\(number)"
        case .boolean(let isTrue): "\(isTrue)"
        case .time(let time): try encoded(text(time))
        case .facts(let facts): try encoded(facts)
        }
    }

    private func encoded(_ value: some Encodable) throws -> String {
        String(decoding: try encoder.encode(value), as: UTF8.self)
    }
}

extension HistoryPage {
    /// The number of rows.
    fileprivate var count: Int {
        switch self {
        case .readings(let readings): readings.count
        case .changes(let changes): changes.count
        case .rollUps(let hours): hours.count
        }
    }
}

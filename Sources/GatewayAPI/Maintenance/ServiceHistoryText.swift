import Foundation
import GatewayWire
import HomeModel

/// The text of an export of the service history, written in pieces: a JSON array, or CSV as RFC 4180 describes it, in which
/// no cell is a formula.
struct ServiceHistoryText: Sendable {
    enum Form: String, Sendable {
        case json, csv

        var contentType: String {
            switch self {
            case .json: "application/json"
            case .csv: "text/csv; charset=utf-8"
            }
        }
    }

    /// The first line of the CSV.
    static let heading = "day,about,title,cost,currency,doneBy,provider,note,appliance,device,id,addedBy,addedAt"

    private let form: Form
    private var isFirst = true

    init(_ form: Form) { self.form = form }

    /// The text before the first entry.
    var opening: String {
        switch form {
        case .json: "["
        case .csv: Self.heading + "\r\n"
        }
    }

    /// The text of the next entries.
    mutating func rows(_ entries: [ServiceEntryBody]) throws -> String {
        switch form {
        case .json:
            let encoder = JSONEncoder.forResponses
            let rows = try entries.map { String(decoding: try encoder.encode($0), as: UTF8.self) }
            guard !rows.isEmpty else { return "" }
            defer { isFirst = false }
            return (isFirst ? "" : ",") + rows.joined(separator: ",")
        case .csv:
            return entries.map { Self.row($0) + "\r\n" }.joined()
        }
    }

    /// The text after the last entry.
    var closing: String {
        switch form {
        case .json: "]"
        case .csv: ""
        }
    }

    private static func row(_ entry: ServiceEntryBody) -> String {
        let cells: [String?] = [
            entry.day.description, entry.name, entry.title, entry.cost?.amount.description,
            entry.cost?.currency.description, entry.doneByName ?? entry.doneBy, entry.provider,
            entry.note?.split(separator: "\n").joined(separator: " "),
            entry.appliance?.rawValue, entry.device?.rawValue, entry.id.rawValue, entry.addedByName ?? entry.addedBy,
            entry.addedAt.rfc3339,
        ]
        return cells.map { $0.map { CSVCell($0).description } ?? "" }.joined(separator: ",")
    }
}

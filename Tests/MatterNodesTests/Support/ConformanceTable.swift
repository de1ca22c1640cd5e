import Foundation
import HomeModel

@testable import MatterNodes

/// The tables of `devices/matter.md`, as the tables of the mapping determine them.
enum ConformanceTable {
    static let page = URL(filePath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent()
        .appending(path: "../../../devices/matter.md").standardizedFileURL

    /// The sections of the page that are compared with the code, by their markers.
    static var sections: [(marker: String, lines: [String])] {
        [("clusters", clusters), ("device types", deviceTypes), ("left out", leftOut)]
    }

    private static func table(_ titles: [String], rows: [[String]]) -> [String] {
        func line(_ cells: [String]) -> String { "| " + cells.joined(separator: " | ") + " |" }
        return [line(titles), "|" + titles.map { _ in "---" }.joined(separator: "|") + "|"] + rows.map(line)
    }

    private static var clusters: [String] {
        table(
            ["cluster", "attributes and events", "capability", "unit or values", "set by"],
            rows: ClusterMapping.all.sorted { $0.cluster < $1.cluster }.flatMap { mapping in
                mapping.rows.map { cells(of: $0, in: mapping.cluster) }
            })
    }

    private static func cells(of row: MappingRow, in id: UInt32) -> [String] {
        let cluster = ClusterTable[id]
        let attributes = row.elements.reported.map { cluster?.attribute($0)?.name ?? "?" }
        let events = row.elements.events.map { "event " + (cluster?.event($0)?.name ?? "?") }
        let alternative = row.alternative.map { ", or `\(row.kind.rawValue).\($0)`" } ?? ""
        let invoked = row.elements.invoked.compactMap { cluster?.command($0)?.name }
        let written = row.elements.written.map { "write " + (cluster?.attribute($0)?.name ?? "?") }
        let sources = (attributes + events).joined(separator: ", ")
        let setters = (invoked + written).joined(separator: ", ")
        return [
            "\(cluster?.name ?? "?") `\(hex(id))`", sources.isEmpty ? "–" : sources, "`\(row.name)`" + alternative,
            row.values, setters.isEmpty ? "–" : setters,
        ]
    }

    private static func hex(_ id: UInt32) -> String {
        let digits = String(id, radix: 16, uppercase: true)
        return "0x" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }

    private static var deviceTypes: [String] {
        table(
            ["device type", "part", "suggested purpose"],
            rows: DeviceType.all.map { ["\($0.name) `\(hex($0.id))`", "`\($0.part)`", $0.purpose?.rawValue ?? "–"] })
    }

    private static var leftOut: [String] {
        table(
            ["cluster", "why"],
            rows: ClusterMapping.unsupported.sorted { $0.key < $1.key }.map { ["`\(hex($0.key))`", $0.value] })
    }
}

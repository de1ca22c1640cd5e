import Foundation
import HomeModel

@testable import HomeKitAccessories

/// The table of `devices/homekit.md`, as the tables of the mapping determine it.
enum ConformanceTable {
    static let page = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../devices/homekit.md").standardizedFileURL

    /// The sections of the page that are compared with the code, by their markers.
    static var sections: [(marker: String, lines: [String])] {
        [
            ("services", services), ("settings", table(titles, rows: CommonMapping.settings.map(cells))),
            ("common", common), ("vendors", vendors), ("left out", leftOut),
        ]
    }

    private static func table(_ titles: [String], rows: [[String]]) -> [String] {
        func line(_ cells: [String]) -> String { "| " + cells.joined(separator: " | ") + " |" }
        return [line(titles), "|" + titles.map { _ in "---" }.joined(separator: "|") + "|"] + rows.map(line)
    }

    private static let titles = ["characteristic", "capability", "unit or values", "read, write", "confirmed by"]

    private static var services: [String] {
        table(
            ["service"] + titles,
            rows: ServiceMapping.all.filter { !$0.rows.isEmpty }.flatMap { mapping in
                mapping.rows.map { ["\(mapping.service.name) (`\(mapping.part)`)"] + cells(of: $0) }
            })
    }

    private static var common: [String] { table(titles, rows: CommonMapping.rows.map(cells)) }

    private static var vendors: [String] {
        table(
            ["maker", "characteristic", "capability", "unit or values", "read, write"],
            rows: VendorRow.all.map { row in
                let unit = row.words.isEmpty ? unit(of: row.kind, or: row.unit) : words(row.words)
                let isWritten = row.isSettable || row.target != nil
                return [row.vendor, "`\(row.type)`", "`\(row.name)`", unit, isWritten ? "read, write" : "read"]
            })
    }

    private static var leftOut: [String] {
        let unsupported = LeftOut.unsupportedServices.map { ($0.key.name, $0.value) }
        return table(["service", "why"], rows: unsupported.sorted { $0.0 < $1.0 }.map { [$0.0, $0.1] })
    }

    // MARK: Rows

    private static func cells(of row: MappingRow) -> [String] {
        let (reported, set) = characteristics(of: row.form)
        let names = reported + set.filter { !reported.contains($0) }
        let capability = "`\(row.name)`" + (row.alternative.map { ", or `\(row.kind.rawValue).\($0)`" } ?? "")
        let access: String =
            if case .press = row.form { "event" } else if set.isEmpty { "read" } else { "read, write" }
        return [
            names.map(\.name).joined(separator: ", "), capability, values(of: row), access,
            set.isEmpty ? "–" : confirmation(of: row, reported: reported),
        ]
    }

    /// The characteristics that report, and those that are set.
    static func characteristics(
        of form: MappingRow.Form
    ) -> (reported: [CharacteristicKind], set: [CharacteristicKind]) {
        switch form {
        case .boolean(let kind, _, let isSettable): ([kind], isSettable ? [kind] : [])
        case .number(let current, let target, let form):
            (
                [current] + (form.isZeroWhenOff ? [form.power].compactMap(\.self) : []),
                target.map { [$0] + [form.power].compactMap(\.self) } ?? []
            )
        case .color(let hue, let saturation, let power): ([hue, saturation], [hue, saturation, power])
        case .choice(let current, _, let target, _): (current, target.map { [$0] } ?? [])
        case .climateMode(let active, let mode, _): ([active, mode], [active, mode])
        case .press(let kind): ([kind], [])
        case .movement(let state, let hold): ([state], [hold])
        case .input(let kind): ([kind], [kind])
        }
    }

    private static func values(of row: MappingRow) -> String {
        switch row.form {
        case .boolean(_, let isInverted, _): isInverted ? "0 on, 1 off" : "on, off"
        case .number(_, _, let form):
            unit(of: row.kind, or: row.kind == .number ? "%" : nil) + scale(form.scale)
        case .color: "hue in °, saturation in %"
        case .choice(_, let words, _, _): Self.words(words)
        case .climateMode(_, _, let words): "off while inactive, " + Self.words(words)
        case .press: words(PressCoding.words)
        case .movement: words(MovementCoding.words)
        case .input: "the names of the linked inputs"
        }
    }

    private static func scale(_ scale: NumberForm.Scale) -> String {
        switch scale {
        case .same: ""
        case .level: ", 0 to the maximum of the device"
        case .span: ", the minimum to the maximum of the device"
        case .mired: ", from mired"
        }
    }

    private static func unit(of kind: CapabilityKind, or other: String?) -> String {
        kind.facts.unit?.rawValue ?? other ?? "–"
    }

    private static func words(_ words: [NumberedWord]) -> String {
        words.map { "\($0.number) \($0.word)" }.joined(separator: ", ")
    }

    private static func confirmation(of row: MappingRow, reported: [CharacteristicKind]) -> String {
        let names = reported.map(\.name).joined(separator: row.kind == .valve ? ", else " : ", ")
        guard case .number(_, _, let form) = row.form else {
            return row.kind == .color ? names + ", distance 4" : names
        }
        return switch form.tolerance {
        case .step: names + ", ±1 step"
        case .halfStep: names + ", ±½ step"
        case .fixed(let most): names + ", ±\(Int(most)) %"
        case .mired(let most): names + ", ±\(Int(most)) mired"
        }
    }
}

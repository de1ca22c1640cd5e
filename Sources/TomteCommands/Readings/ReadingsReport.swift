import Foundation
import GatewayWire
import HomeModel

/// A series as a table or as comma-separated values.
struct ReadingsReport {
    private let body: ReadingsBody
    private let zone: TimeZone

    init(_ body: ReadingsBody, zone: TimeZone = .current) {
        self.body = body
        self.zone = zone
    }

    func lines(title: String) -> [StyledText] {
        guard !body.readings.isEmpty || !body.changes.isEmpty else {
            return ["\(title) has no \(body.quantity) in that time."]
        }
        let unit = body.unit.map { " (\($0))" } ?? ""
        var table = Table([
            Table.Column("TIME", isWhole: true),
            Table.Column(body.quantity.description.uppercased() + unit, body.readings.isEmpty ? .leading : .trailing),
        ])
        for reading in body.readings {
            table.add([StyledText(LocalTime.full(reading.time, in: zone)), StyledText(ValueText.text(reading.value))])
        }
        for change in body.changes {
            table.add([
                StyledText(LocalTime.full(change.time, in: zone)), StyledText(ValueText.text(change.value, unit: nil)),
            ])
        }
        return table.lines() + [StyledText(summary, .faint)]
    }

    /// RFC 4180, times in UTC, values exactly as stored.
    var csv: String {
        let unit = Self.field(body.unit ?? "")
        let rows =
            body.readings.map { "\($0.time.rfc3339),\($0.value),\(unit)\r\n" }
            + body.changes.map { "\($0.time.rfc3339),\(Self.field($0.value.description)),\(unit)\r\n" }
        return "time,value,unit\r\n" + rows.joined()
    }

    private var summary: String {
        let values = body.readings.map(\.value)
        guard let low = values.min(), let high = values.max() else { return Self.count(body.changes.count, "change") }
        // Scaled before summed, so that the largest doubles do not overflow.
        let mean = values.reduce(0) { $0 + $1 / Double(values.count) }
        return
            "\(Self.count(values.count, "reading")) · min \(ValueText.text(low)) · mean \(ValueText.text(mean)) · max "
            + ValueText.text(high, unit: body.unit)
    }

    private static func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }

    /// Inert, and quoted where it must be. A text that a spreadsheet would take for a formula gets an apostrophe.
    private static func field(_ text: String) -> String {
        let inert = InertText(text).description
        let plain = inert.first.map { "=+-@".contains($0) } ?? false ? "'" + inert : inert
        guard plain.contains(where: { ",\"".contains($0) }) else { return plain }
        return "\"" + plain.replacing("\"", with: "\"\"") + "\""
    }
}

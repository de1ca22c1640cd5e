import Foundation
import GatewayWire
import HomeModel

/// Shows the history of a series as a table.
struct ReadingsReport {
    private static let maximumAbsences = 5

    private let body: ReadingsBody
    /// The maximum number of points to which the readings were thinned; nil when they were not thinned.
    private let points: Int?
    /// The maximum number of rows that was requested.
    private let limit: Int
    private let zone: TimeZone

    init(
        _ body: ReadingsBody, points: Int? = nil, limit: Int = ReadingsShow.tableLimit, zone: TimeZone = .current
    ) {
        self.body = body
        self.points = points
        self.limit = limit
        self.zone = zone
    }

    /// `width` is that of a line in columns; without it, lines are as long as their texts.
    func lines(title: String, width: Int? = nil) -> [StyledText] {
        guard !body.readings.isEmpty || !body.changes.isEmpty || !body.rollUps.isEmpty else {
            return ["\(title) has no \(body.quantity) in this period."]
        }
        let table =
            if body.rollUps.isEmpty { values } else if body.quantity.kind.isCounter { increases } else { means }
        let notes: [(String, Style)] = [(summary, Style.faint)] + (absences + cutNote).map { ($0, Style.warning) }
        return table.lines(limit: width) + notes.flatMap { WordWrap.lines($0.0, style: $0.1, limit: width) }
    }

    /// Says that there are more rows; empty when there are not.
    private var cutNote: [String] {
        guard max(body.readings.count + body.changes.count, body.rollUps.count) >= limit else { return [] }
        return limit >= ReadingsShow.tableLimit
            ? ["There are more; --format csv prints all of them."]
            : ["There may be more: these are the oldest \(limit) of this period."]
    }

    /// Warnings that the times of rows may be wrong, because the gateway was away.
    private var absences: [String] {
        (body.absences ?? []).suffix(Self.maximumAbsences).map { absence in
            let (from, to) = (LocalTime.full(absence.from, in: zone), LocalTime.full(absence.to, in: zone))
            return
                "! The gateway was away from \(from) to \(to): values measured then may have the time of its return."
        }
    }

    private var values: Table {
        var table = Table([
            Table.Column("TIME", isNeverTruncated: true),
            Table.Column(heading(body.quantity.description), alignment: body.readings.isEmpty ? .leading : .trailing),
        ])
        for reading in body.readings {
            table.add([StyledText(LocalTime.full(reading.time, in: zone)), StyledText(ValueText.text(reading.value))])
        }
        for change in body.changes {
            table.add([
                StyledText(LocalTime.full(change.time, in: zone)), StyledText(ValueText.text(change.value, unit: nil)),
            ])
        }
        return table
    }

    private var means: Table {
        rollUpTable(["READINGS", "MIN", heading("mean"), "MAX"]) { row in
            ["\(row.count)", ValueText.text(row.minimum), ValueText.text(row.mean), ValueText.text(row.maximum)]
        }
    }

    private var increases: Table {
        rollUpTable(["READINGS", heading("increase"), "LAST"]) { row in
            ["\(row.count)", ValueText.text(row.increase), ValueText.text(row.last)]
        }
    }

    private func rollUpTable(_ titles: [String], cells: (RollUp) -> [String]) -> Table {
        let isDaily = body.resolution == .day
        var table = Table(
            [Table.Column(isDaily ? "DAY" : "HOUR", isNeverTruncated: true)]
                + titles.map { .init($0, alignment: .trailing) })
        for row in body.rollUps {
            // The middle of the day has the right date even if the home's time zone differs from that of the terminal.
            let start =
                isDaily ? LocalTime.date(row.start + .hours(12), in: zone) : LocalTime.minute(row.start, in: zone)
            table.add([StyledText(start)] + cells(row).map { StyledText($0) })
        }
        return table
    }

    private func heading(_ title: String) -> String { title.uppercased() + (body.unit.map { " (\($0))" } ?? "") }

    private var summary: String {
        if !body.rollUps.isEmpty { return rollUpSummary }
        let values = body.readings.map(\.value)
        guard let low = values.min(), let high = values.max() else {
            return Self.count(body.changes.count, noun: "change")
        }
        // Thinning keeps the lowest and the highest value of each interval, so the mean of the points would be wrong.
        if let points {
            let count = "\(Self.count(values.count, noun: "reading")), thinned to at most \(points)"
            return "\(count) · min \(ValueText.text(low)) · max \(ValueText.text(high, unit: body.unit))"
        }
        // The values are scaled before they are summed, so that the largest doubles do not overflow.
        let mean = values.reduce(0) { $0 + $1 / Double(values.count) }
        return summary(Self.count(values.count, noun: "reading"), low: low, mean: mean, high: high)
    }

    private var rollUpSummary: String {
        let rows = body.rollUps
        let count = Self.count(rows.count, noun: body.resolution == .day ? "day" : "hour")
        if body.quantity.kind.isCounter {
            return "\(count) · \(ValueText.text(rows.reduce(0) { $0 + $1.increase }, unit: body.unit))"
        }
        let covered = rows.reduce(0) { $0 + $1.coverage.wholeMilliseconds }
        let mean = rows.reduce(0) { $0 + $1.mean * (Double($1.coverage.wholeMilliseconds) / Double(max(covered, 1))) }
        return summary(count, low: rows.map(\.minimum).min() ?? 0, mean: mean, high: rows.map(\.maximum).max() ?? 0)
    }

    private func summary(_ count: String, low: Double, mean: Double, high: Double) -> String {
        "\(count) · min \(ValueText.text(low)) · mean \(ValueText.text(mean)) · max "
            + ValueText.text(high, unit: body.unit)
    }

    private static func count(_ number: Int, noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }
}

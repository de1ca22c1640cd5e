import Foundation
import GatewayWire
import HomeModel

/// A series as a table.
struct ReadingsReport {
    private static let mostAbsences = 5

    private let body: ReadingsBody
    /// To how many points the readings were thinned.
    private let points: Int?
    /// How many rows were asked for at most.
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

    func lines(title: String) -> [StyledText] {
        guard !body.readings.isEmpty || !body.changes.isEmpty || !body.rollUps.isEmpty else {
            return ["\(title) has no \(body.quantity) in that time."]
        }
        let table =
            if body.rollUps.isEmpty { values } else if body.quantity.kind.isCounter { increases } else { means }
        let lines = table.lines() + [StyledText(summary, .faint)] + absences
        guard table.rows.count >= limit else { return lines }
        guard limit >= ReadingsShow.tableLimit else {
            return lines + [StyledText("There may be more: these are the oldest \(limit) of that time.", .warning)]
        }
        return lines + [StyledText("There is more; --format csv gives all of it.", .warning)]
    }

    /// What an absence of the gateway did to the times of these rows.
    private var absences: [StyledText] {
        (body.absences ?? []).suffix(Self.mostAbsences).map { absence in
            let (from, to) = (LocalTime.full(absence.from, in: zone), LocalTime.full(absence.to, in: zone))
            return StyledText(
                "! The gateway was away from \(from) to \(to): what was measured meanwhile may stand at its return.",
                .warning)
        }
    }

    private var values: Table {
        var table = Table([
            Table.Column("TIME", isWhole: true),
            Table.Column(heading(body.quantity.description), body.readings.isEmpty ? .leading : .trailing),
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

    private func rollUpTable(_ titles: [String], _ cells: (RollUp) -> [String]) -> Table {
        let isDaily = body.resolution == .day
        var table = Table([Table.Column(isDaily ? "DAY" : "HOUR", isWhole: true)] + titles.map { .init($0, .trailing) })
        for row in body.rollUps {
            // Its middle lies in the day that is meant, also where the home's clocks differ from those here.
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
        guard let low = values.min(), let high = values.max() else { return Self.count(body.changes.count, "change") }
        // Thinning keeps the lowest and the highest of each stretch of time, and so not the mean.
        if let points {
            let count = "\(Self.count(values.count, "reading")), thinned to at most \(points)"
            return "\(count) · min \(ValueText.text(low)) · max \(ValueText.text(high, unit: body.unit))"
        }
        // Scaled before summed, so that the largest doubles do not overflow.
        let mean = values.reduce(0) { $0 + $1 / Double(values.count) }
        return summary(Self.count(values.count, "reading"), low, mean, high)
    }

    private var rollUpSummary: String {
        let rows = body.rollUps
        let count = Self.count(rows.count, body.resolution == .day ? "day" : "hour")
        if body.quantity.kind.isCounter {
            return "\(count) · \(ValueText.text(rows.reduce(0) { $0 + $1.increase }, unit: body.unit))"
        }
        let covered = rows.reduce(0) { $0 + $1.coverage.wholeMilliseconds }
        let mean = rows.reduce(0) { $0 + $1.mean * (Double($1.coverage.wholeMilliseconds) / Double(max(covered, 1))) }
        return summary(count, rows.map(\.minimum).min() ?? 0, mean, rows.map(\.maximum).max() ?? 0)
    }

    private func summary(_ count: String, _ low: Double, _ mean: Double, _ high: Double) -> String {
        "\(count) · min \(ValueText.text(low)) · mean \(ValueText.text(mean)) · max "
            + ValueText.text(high, unit: body.unit)
    }

    private static func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }
}

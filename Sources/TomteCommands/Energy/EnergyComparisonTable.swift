import Foundation
import HomeModel

/// A comparison of energy as a table: the period itself, and a row for each other one.
struct EnergyComparisonTable {
    /// From this ratio on, a factor is easier to read than a percentage.
    private static let leastFactor = 3.0

    private let comparison: EnergyComparison
    private let zone: TimeZone

    /// `zone` is the time zone of the home.
    init(_ comparison: EnergyComparison, zone: TimeZone) {
        self.comparison = comparison
        self.zone = zone
    }

    func lines(limit: Int? = nil) -> [StyledText] {
        guard let use = comparison.use else { return ["No energy was counted in this period."] }
        var table = Table([
            Table.Column("PERIOD", isNeverTruncated: true), Table.Column("CONSUMED (kWh)", alignment: .trailing),
            Table.Column("COST", alignment: .trailing), Table.Column("COMPARED WITH IT"),
        ])
        let name = EnergyComparison.name(from: comparison.first, to: comparison.next)
        table.add([
            StyledText(name + until, style: .strong), energy(use.kilowattHours, isEstimated: use.isEstimated),
            EnergyTable.text(use.cost), "",
        ])
        var isEstimated = use.isEstimated
        if let before = comparison.before {
            isEstimated = isEstimated || before.use.isEstimated
            table.add([
                StyledText(EnergyComparison.name(from: before.first, to: before.next) + (isDay ? until : "")),
                energy(before.use.kilowattHours, isEstimated: before.use.isEstimated),
                EnergyTable.text(before.use.cost),
                difference(before.difference),
            ])
        }
        if let typical = comparison.typical {
            table.add([
                StyledText("typical \(weekday)\(until), median of \(typical.days) days"),
                energy(typical.kilowattHours, isEstimated: false), "", difference(typical.difference),
            ])
        }
        let note: [StyledText] = isEstimated ? [StyledText("~ estimated from power", style: .faint)] : []
        let isAlone = comparison.before == nil && comparison.typical == nil
        return table.lines(limit: limit) + note
            + (isAlone ? ["There is not enough earlier data to compare with."] : []) + partialNote
    }

    private var isDay: Bool { comparison.period == .day }

    /// The end of what is compared, if the period is not over.
    private var until: String {
        guard let time = comparison.until else { return "" }
        return isDay ? " until \(LocalTime.clock(time, in: zone).prefix(5))" : ", days that are over"
    }

    private var weekday: String {
        let names = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]
        return names[comparison.first.weekday - 1]
    }

    private var partialNote: [StyledText] {
        let costs = [comparison.use?.cost, comparison.before?.use.cost].compactMap(\.self).joined()
        return costs.contains(where: \.isPartial)
            ? [StyledText("* without energy whose price is not known", style: .faint)] : []
    }

    private func energy(_ kilowattHours: Double, isEstimated: Bool) -> StyledText {
        StyledText((isEstimated ? "~" : "") + String(format: "%.2f", kilowattHours))
    }

    private func difference(_ difference: EnergyDifference?) -> StyledText {
        guard let difference else { return "" }
        if difference.factor >= Self.leastFactor {
            return StyledText(String(format: "%.1f times as much", difference.factor))
        }
        switch difference.percent {
        case 0: return "about the same"
        case ..<0: return StyledText("\(-difference.percent) % less")
        default: return StyledText("\(difference.percent) % more")
        }
    }
}

extension EnergyComparison {
    /// `2026-11-22`, or `2026-11-16 to 2026-11-22`.
    fileprivate static func name(from first: LocalDate, to next: LocalDate) -> String {
        guard let last = next.adding(days: -1), last != first else { return "\(first)" }
        return "\(first) to \(last)"
    }
}

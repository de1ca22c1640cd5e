import Foundation
import GatewayWire
import HomeModel

/// The energy of a home as a table: a row for each device, room, hour or day, a column for each flow.
struct EnergyTable {
    /// Columns of the longest bar.
    private static let barWidth = 20

    private let body: EnergyBody
    private let zone: TimeZone
    private let decimals: Int

    init(_ body: EnergyBody, zone: TimeZone = .current) {
        self.body = body
        self.zone = zone
        let largest = body.totals.map { abs($0.kilowattHours) }.max() ?? 0
        decimals = largest < 10 ? 3 : largest < 1000 ? 2 : 1
    }

    func lines(limit: Int? = nil) -> [StyledText] {
        let flows = body.totals.map(\.flow)
        guard !flows.isEmpty else { return ["No energy was counted in this period."] }
        let flowColumns = flows.map { Table.Column("\(Self.name(of: $0)) (kWh)", alignment: .trailing) }
        var table = Table(
            [Table.Column(body.by.uppercased(), isNeverTruncated: isByTime)] + flowColumns + moneyColumns
                + [Table.Column("", isNeverTruncated: true)])
        for row in body.rows {
            var cells = [title(of: row)] + flows.map { cell(row.amounts, flow: $0) }
            cells += money(row.cost, revenue: row.revenue)
            table.add(cells + [bar(row.amounts, flow: flows.first)])
        }
        let totals = [StyledText("total", style: .strong)] + flows.map { cell(body.totals, flow: $0, style: .strong) }
        table.add(totals + money(body.cost, revenue: body.revenue))
        let note: [StyledText] =
            body.totals.contains(where: \.isEstimated) ? [StyledText("~ estimated from power", style: .faint)] : []
        let costs: [[EnergyCost]?] = [body.cost, body.revenue] + body.rows.flatMap { [$0.cost, $0.revenue] }
        let isPartial = costs.contains { $0?.contains(where: \.isPartial) ?? false }
        let moneyNote: [StyledText] =
            isPartial ? [StyledText("* without energy whose price is not known", style: .faint)] : []
        return table.lines(limit: limit) + note + moneyNote
    }

    private var hasCost: Bool { body.cost != nil || body.rows.contains { $0.cost != nil } }
    private var hasRevenue: Bool { body.revenue != nil || body.rows.contains { $0.revenue != nil } }

    private var moneyColumns: [Table.Column] {
        (hasCost ? [Table.Column("COST", alignment: .trailing)] : [])
            + (hasRevenue ? [Table.Column("REVENUE", alignment: .trailing)] : [])
    }

    private func money(_ cost: [EnergyCost]?, revenue: [EnergyCost]?) -> [StyledText] {
        (hasCost ? [Self.text(cost)] : []) + (hasRevenue ? [Self.text(revenue)] : [])
    }

    /// The amounts at two decimals, one for each currency.
    static func text(_ costs: [EnergyCost]?) -> StyledText {
        let texts = (costs ?? []).map { "\($0.amount.rounded(toDecimals: 2)) \($0.currency)\($0.isPartial ? "*" : "")" }
        return StyledText(texts.joined(separator: " + "))
    }

    private var isByTime: Bool { ["hour", "day"].contains(body.by) }

    private func title(of row: EnergyRowBody) -> StyledText {
        guard let start = row.start else {
            return row.name.map { StyledText($0) } ?? StyledText(row.device?.rawValue ?? "no room", style: .faint)
        }
        // The middle of the day has the right date even if the home's time zone differs from that of the terminal.
        return StyledText(
            body.by == "day" ? LocalTime.date(start + .hours(12), in: zone) : LocalTime.minute(start, in: zone))
    }

    private func cell(_ amounts: [EnergyAmount], flow: EnergyFlow, style: Style? = nil) -> StyledText {
        guard let amount = amounts.first(where: { $0.flow == flow }) else { return "" }
        let number = String(format: "%.\(decimals)f", amount.kilowattHours)
        return StyledText((amount.isEstimated ? "~" : "") + number, style: style)
    }

    /// A bar for the first flow, proportional to its amount. The bar of the largest row has the full width.
    private func bar(_ amounts: [EnergyAmount], flow: EnergyFlow?) -> StyledText {
        let largest = body.rows.map { amount($0.amounts, flow: flow) }.max() ?? 0
        guard largest > 0 else { return "" }
        let eighths = Int((max(amount(amounts, flow: flow), 0) / largest * Double(Self.barWidth * 8)).rounded())
        let parts = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]
        return StyledText(String(repeating: "█", count: eighths / 8) + parts[eighths % 8])
    }

    private func amount(_ amounts: [EnergyAmount], flow: EnergyFlow?) -> Double {
        amounts.first { $0.flow == flow }?.kilowattHours ?? 0
    }

    private static func name(of flow: EnergyFlow) -> String {
        switch flow {
        case .consumption: "CONSUMED"
        case .production: "PRODUCED"
        case .gridImport: "FROM GRID"
        case .gridExport: "TO GRID"
        case .charge: "CHARGED"
        case .discharge: "DISCHARGED"
        }
    }
}

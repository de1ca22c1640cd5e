import Foundation
import GatewayWire
import HomeModel

/// The energy of a home as a table: a row for each device, room, hour or day, a column for each flow.
struct EnergyTable {
    /// The width of the longest bar. Where there is less room than the least one, there are no bars.
    private static let barWidths = 6...20

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
        guard !body.totals.isEmpty else { return ["No energy was counted in this period."] }
        let plain = table(barWidth: nil)
        let room = min(limit.map { $0 - plain.width - 2 } ?? Self.barWidths.upperBound, Self.barWidths.upperBound)
        let lines = Self.barWidths.contains(room) ? table(barWidth: room).lines() : plain.lines(limit: limit)
        let note: [StyledText] =
            body.totals.contains(where: \.isEstimated) ? [StyledText("~ estimated from power", style: .faint)] : []
        let isPartial = costs.contains { $0?.contains(where: \.isPartial) ?? false }
        let moneyNote: [StyledText] =
            isPartial ? [StyledText("* without energy whose price is not known", style: .faint)] : []
        let zoneNote: [StyledText] =
            body.by == "hour" ? [StyledText(HomeClockText(zone: zone).note, style: .faint)] : []
        return lines + note + moneyNote + zoneNote
    }

    /// With bars if they have a width.
    private func table(barWidth: Int?) -> Table {
        let flows = body.totals.map(\.flow)
        let flowColumns = flows.map { Table.Column("\(Self.name(of: $0)) (kWh)", alignment: .trailing) }
        let barColumns = barWidth == nil ? [] : [Table.Column("", isNeverTruncated: true)]
        var table = Table(
            [Table.Column(body.by.uppercased(), isNeverTruncated: isByTime)] + flowColumns + moneyColumns + barColumns)
        for row in body.rows {
            var cells = [title(of: row)] + flows.map { cell(row.amounts, flow: $0) }
            cells += money(row.cost, revenue: row.revenue)
            if let barWidth { cells.append(bar(row.amounts, flow: flows.first, width: barWidth)) }
            table.add(cells)
        }
        let totals = [StyledText("total", style: .strong)] + flows.map { cell(body.totals, flow: $0, style: .strong) }
        table.add(totals + money(body.cost, revenue: body.revenue))
        return table
    }

    private var hasCost: Bool { body.cost != nil || body.rows.contains { $0.cost != nil } }
    private var hasRevenue: Bool { body.revenue != nil || body.rows.contains { $0.revenue != nil } }

    private var moneyColumns: [Table.Column] {
        let unit = onlyCurrency.map { " (\($0))" } ?? ""
        return (hasCost ? [Table.Column("COST\(unit)", alignment: .trailing)] : [])
            + (hasRevenue ? [Table.Column("REVENUE\(unit)", alignment: .trailing)] : [])
    }

    private func money(_ cost: [EnergyCost]?, revenue: [EnergyCost]?) -> [StyledText] {
        (hasCost ? [money(cost)] : []) + (hasRevenue ? [money(revenue)] : [])
    }

    /// Without the currency if the heading has it.
    private func money(_ costs: [EnergyCost]?) -> StyledText {
        guard onlyCurrency != nil else { return Self.text(costs) }
        let texts = (costs ?? []).map { "\($0.amount.rounded(toDecimals: 2))\($0.isPartial ? "*" : "")" }
        return StyledText(texts.joined(separator: " + "))
    }

    /// The currency of all amounts; nil if there are several.
    private var onlyCurrency: Currency? {
        let currencies = Set(costs.compactMap(\.self).joined().map(\.currency))
        return currencies.count == 1 ? currencies.first : nil
    }

    /// The costs and revenues of the home, and of each row.
    private var costs: [[EnergyCost]?] {
        [body.cost, body.revenue] + body.rows.flatMap { [$0.cost, $0.revenue] }
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
    private func bar(_ amounts: [EnergyAmount], flow: EnergyFlow?, width: Int) -> StyledText {
        let largest = body.rows.map { amount($0.amounts, flow: flow) }.max() ?? 0
        guard largest > 0 else { return "" }
        let eighths = Int((max(amount(amounts, flow: flow), 0) / largest * Double(width * 8)).rounded())
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

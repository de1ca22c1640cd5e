import GatewayWire
import HomeModel

/// Formats appliances for people.
enum ApplianceText {
    static func table(_ appliances: [ApplianceBody]) -> Table {
        var table = Table([
            Table.Column("ID", isNeverTruncated: true), Table.Column("NAME"), Table.Column("ROOM"),
            Table.Column("MAKER AND MODEL"), Table.Column("WARRANTY"),
        ])
        let sorted = appliances.sorted {
            ($0.room?.name ?? "~", $0.name, $0.id.rawValue) < ($1.room?.name ?? "~", $1.name, $1.id.rawValue)
        }
        for appliance in sorted {
            table.add([
                StyledText(appliance.id.rawValue), StyledText(appliance.name), StyledText(appliance.room?.name ?? ""),
                StyledText(product(appliance)), StyledText(warranty(appliance.warranty) ?? ""),
            ])
        }
        return table
    }

    /// Everything about one appliance.
    static func sheet(_ appliance: ApplianceBody) -> [StyledText] {
        let device = appliance.device.map { id in
            (appliance.deviceName ?? id.rawValue) + (appliance.part.map { "/\($0)" } ?? "")
        }
        let facts: [(String, String?)] = [
            ("Room", appliance.room?.name), ("Maker", appliance.maker), ("Model", appliance.model),
            ("Serial number", appliance.serialNumber), ("Bought on", appliance.boughtOn?.description),
            ("Bought from", appliance.boughtFrom), ("Price", appliance.price?.description),
            ("Warranty", warranty(appliance)), ("Manual", appliance.manual), ("Device", device),
        ]
        let known = facts.compactMap { fact in fact.1.map { (fact.0, $0) } }
        let width = known.map(\.0.count).max() ?? 0
        var lines: [StyledText] = ["\(appliance.name, .strong)  \(appliance.id, .faint)"]
        for (name, value) in known {
            lines.append(StyledText(name.padding(to: width) + "  ", style: .faint) + StyledText(value))
        }
        guard let note = appliance.note else { return lines }
        lines.append("")
        for line in note.split(separator: "\n", omittingEmptySubsequences: false) {
            lines.append(StyledText(String(line)))
        }
        return lines
    }

    /// “ends in 3 months”; nil without an end.
    static func warranty(_ warranty: WarrantyBody?) -> String? {
        guard let warranty else { return nil }
        let count = warranty.count ?? 0
        switch warranty.state {
        case .ended: return "ended"
        case .days where count == 0: return "ends today"
        case .days: return "ends in \(count) \(count == 1 ? "day" : "days")"
        case .months: return "ends in \(count) \(count == 1 ? "month" : "months")"
        case .years: return "ends in \(count) \(count == 1 ? "year" : "years")"
        }
    }

    private static func warranty(_ appliance: ApplianceBody) -> String? {
        guard let end = appliance.warrantyEnds else { return nil }
        return warranty(appliance.warranty).map { "\($0) (\(end))" } ?? end.description
    }

    private static func product(_ appliance: ApplianceBody) -> String {
        [appliance.maker, appliance.model].compactMap(\.self).joined(separator: " ")
    }
}

extension String {
    fileprivate func padding(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - count))
    }
}

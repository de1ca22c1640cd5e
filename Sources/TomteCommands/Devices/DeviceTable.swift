import GatewayWire
import HomeModel

/// The home's devices, one line each.
enum DeviceTable {
    /// More values would leave no space for the other columns.
    private static let shownValues = 4
    private static let separator = ", "
    /// The first value is shown as a whole up to this width, in columns of the terminal.
    private static let widestFirstValue = 18

    static func table(_ devices: [DeviceBody]) -> Table {
        let firstValues = devices.compactMap { values($0).first }.map { TextWidth.columns(of: $0) + 2 }
        let width = min(max(firstValues.max() ?? 0, 12), widestFirstValue)
        var table = Table([
            Table.Column("ID", isNeverTruncated: true), Table.Column("NAME", isNeverTruncated: true),
            Table.Column("ROOM"), Table.Column("STATUS", isNeverTruncated: true),
            // tomte devices show has all values.
            Table.Column("STATE", isWrapped: false, minimumWidth: width, separator: separator),
        ])
        for device in devices {
            table.add([
                StyledText(device.id.rawValue), StyledText(device.name), StyledText(device.room?.name ?? "–"),
                status(device.availability), StyledText(values(device).joined(separator: separator)),
            ])
        }
        return table
    }

    /// The devices whose parts need a purpose; empty when there are none.
    static func questions(_ devices: [DeviceBody], limit: Int?) -> [StyledText] {
        let asking = devices.filter { $0.parts.contains(where: \.asksForPurpose) }.map(\.id.rawValue)
        guard let first = asking.first else { return [] }
        return [""]
            + WordWrap.lines(
                "These devices need a purpose, and their commands need a PIN until then: "
                    + asking.joined(separator: ", "), after: "\("!", .warning) ", limit: limit)
            + WordWrap.lines("tomte devices purpose \(first) PURPOSE", after: "  → ", limit: limit)
    }

    static func status(_ availability: Availability) -> StyledText {
        switch availability {
        case .ready: StyledText(availability.rawValue, style: .good)
        case .sleeping, .starting, .archived: StyledText(availability.rawValue, style: .faint)
        case .unknown: StyledText(availability.rawValue, style: .warning)
        case .disconnected, .lost: StyledText(availability.rawValue, style: .bad)
        }
    }

    /// The first values, with the name of the capability where a value is unclear without it.
    private static func values(_ device: DeviceBody) -> [String] {
        let values = device.parts.flatMap { part in
            part.capabilities.compactMap { text($0) }.map { text in
                device.parts.count > 1 ? "\(part.id) \(text)" : text
            }
        }
        return Array(values.prefix(shownValues))
    }

    private static func text(_ capability: CapabilityBody) -> String? {
        guard let value = capability.state?.value else { return nil }
        switch value {
        case .number(let number): return ValueText.text(number, unit: capability.unit ?? capability.name.description)
        case .text(let text): return text
        case .boolean: return "\(capability.name) \(value)"
        case .color: return nil
        }
    }
}

import GatewayWire
import HomeModel

/// Describes a group command and its outcome.
struct GroupText {
    private let record: GroupCommandRecordBody
    private let names: [DeviceID: String]
    private let title: String

    /// `names` are the names of the devices that the caller may see.
    init(_ record: GroupCommandRecordBody, title: String, names: [DeviceID: String]) {
        self.record = record
        self.title = title
        self.names = names
    }

    static func mark(_ outcome: GroupOutcome?) -> StyledText {
        switch outcome {
        case .confirmed: StyledText("✓", style: .good)
        case .sent, .partial, nil: StyledText("!", style: .warning)
        case .failed: StyledText("✗", style: .bad)
        }
    }

    /// `18 confirmed, 1 refused`; the outcomes in a fixed order.
    static func text(_ counts: [String: Int]) -> String {
        CommandOutcome.allCases.compactMap { outcome in
            counts[outcome.rawValue].map { "\($0) \(outcome.rawValue)" }
        }.joined(separator: ", ")
    }

    /// One row for each command and for each part that was left out.
    var table: Table {
        var table = Table([Table.Column("DEVICE"), Table.Column("OUTCOME"), Table.Column("DETAIL")])
        for command in record.commands {
            let outcome = command.outcome?.rawValue ?? command.stage
            let code = command.code.map { $0 == outcome ? "" : " (\($0))" } ?? ""
            table.add([
                StyledText(name(command.device, part: command.part)),
                "\(OutcomeText.mark(command.outcome)) \(outcome)\(code)",
                StyledText(command.outcome == .confirmed ? "" : command.detail ?? ""),
            ])
        }
        for part in record.leftOut {
            table.add([StyledText(name(part.device, part: part.part)), StyledText("– left out (\(part.code))")])
        }
        return table
    }

    /// The summary, with the id of the command unless every part was confirmed.
    var sentence: String {
        let value = ValueText.text(record.value, unit: record.capability.kind.facts.unit?.rawValue)
        let earlier = record.isEarlier == true ? "This key was used before, so nothing was sent now. " : ""
        let open = record.commands.count { $0.outcome == nil }
        let pending = open > 0 ? [("\(open) not ended")] : []
        let counts = ([Self.text(record.counts)].filter { !$0.isEmpty } + pending).joined(separator: ", ")
        var text = "\(earlier)\(title): \(record.capability) \(value): \(counts)"
        if !record.leftOut.isEmpty { text += "; \(record.leftOut.count) left out" }
        text += "."
        for code in Set(record.leftOut.map(\.code)).sorted() {
            if let hint = LeftOutPart.hint(for: code) { text += " " + hint }
        }
        return record.outcome == .confirmed ? text : "\(text) Its command id is \(record.id)."
    }

    private func name(_ device: DeviceID, part: PartID) -> String {
        (names[device] ?? device.rawValue) + (part == .main ? "" : "/\(part)")
    }
}

extension ExitStatus {
    /// A group that has not ended has the code of a command that timed out.
    init(_ record: GroupCommandRecordBody) {
        guard let outcome = record.outcome else { self = .unreachable; return }
        self.init(outcome, outcomes: Set(record.commands.compactMap(\.outcome)))
    }
}

extension GroupTargetsBody {
    /// `Home`, or the ids of the rooms or devices.
    var title: String {
        if let rooms { return rooms.map(\.rawValue).joined(separator: ", ") }
        if let parts { return CountText.text(parts.count, one: "device") }
        return "Home"
    }
}

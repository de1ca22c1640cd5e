import GatewayWire
import HomeModel

/// Describes the outcome of a command in a sentence.
struct OutcomeText {
    private let record: CommandRecordBody
    private let target: CommandTarget
    private let took: Duration

    init(_ record: CommandRecordBody, target: CommandTarget, took: Duration) {
        self.record = record
        self.target = target
        self.took = took
    }

    var mark: StyledText { Self.mark(record.outcome) }

    static func mark(_ outcome: CommandOutcome?) -> StyledText {
        switch outcome {
        case .confirmed: StyledText("✓", style: .good)
        case .sent, .superseded, .timedOut, nil: StyledText("!", style: .warning)
        case .refused, .invalid, .unreachable, .failed: StyledText("✗", style: .bad)
        }
    }

    /// The outcome, with the id of the command unless it was confirmed now.
    var sentence: String {
        let earlier = record.isEarlier == true
        let text =
            earlier ? "This key was used before, so nothing was sent now. The earlier command: \(outcome)" : outcome
        let saysAll = record.outcome == .confirmed && !earlier || record.outcome == nil
        return saysAll ? text : "\(text) Its command id is \(record.id)."
    }

    private var outcome: String {
        let detail = record.detail.map { " " + $0 } ?? ""
        let wanted = "\(target.title): \(record.capability) \(text(record.value))"
        switch record.outcome {
        case .confirmed:
            // The duration of an earlier command is not recorded.
            let time = record.isEarlier == true ? "confirmed" : "confirmed in \(RelativeTime.text(took))"
            // Without a reported value, another report of the device proved that the command was carried out, but not
            // which value this capability has now.
            guard let reported = record.reported else { return "\(wanted) was done (\(time))." }
            let how = record.isEarlier == true ? "was" : "is"
            return "\(target.title): \(record.capability) \(how) \(text(reported)) (\(time))."
        case .sent: return "\(wanted) was sent.\(detail)"
        case .superseded: return "\(wanted) was superseded.\(detail)"
        // The command may not even have left the gateway; the detail says what is known.
        case .timedOut: return "\(wanted) timed out.\(detail)"
        case .refused: return "\(wanted) was refused.\(detail)"
        case .invalid: return "\(wanted) is not valid.\(detail)"
        case .unreachable: return "\(wanted): the device cannot be reached.\(detail)"
        case .failed: return "\(wanted) failed.\(detail)"
        case nil:
            return "\(wanted) is \(record.stage) and has not ended; tomte commands show \(record.id) shows its outcome."
        }
    }

    private func text(_ value: CapabilityValue) -> String { ValueText.text(value, unit: target.capability?.unit) }
}

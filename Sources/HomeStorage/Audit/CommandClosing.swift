package import HomeModel

/// How a command ended, as its closing entry says.
package struct CommandClosing: Hashable, Sendable {
    package let outcome: CommandOutcome
    /// One sentence for people, where the outcome alone does not say enough.
    package let detail: String?
    /// What the device said it is now.
    package let reported: CapabilityValue?
    /// False when the device certainly did not get it: then its idempotency key may be used again, also after a restart.
    package let mayHaveArrived: Bool
    /// True when the device does nothing more for it.
    package let isSettled: Bool

    package init(
        _ outcome: CommandOutcome, detail: String? = nil, reported: CapabilityValue? = nil,
        mayHaveArrived: Bool = true, isSettled: Bool = false
    ) {
        self.outcome = outcome
        self.detail = detail
        self.reported = reported
        self.mayHaveArrived = mayHaveArrived
        self.isSettled = isSettled
    }

    /// Of a command that an earlier run of the gateway left open.
    package static let interrupted = CommandClosing(
        .timedOut, detail: "The gateway stopped before the device had answered; its state is unknown.")
}

extension CommandClosing {
    /// Nil when the entry tells no outcome. `type` is that of the command's value.
    init?(_ entry: AuditEntry) {
        guard entry.event == .deviceOutcome, let outcome = entry.metadata[CommandField.outcome] else { return nil }
        self.init(
            CommandOutcome(rawValue: outcome) ?? .failed, detail: entry.metadata[CommandField.detail],
            reported: entry.metadata[CommandField.reported].map(CapabilityValue.text),
            mayHaveArrived: entry.metadata[CommandField.reason] != CommandRefusal.notSent.code,
            isSettled: entry.metadata[CommandField.settled] != nil)
    }

    var metadata: [String: String] {
        var metadata = [CommandField.outcome: outcome.rawValue]
        metadata[CommandField.detail] = detail.map(CommandField.detailText)
        metadata[CommandField.reported] = reported.map(CommandField.text)
        if isSettled, mayHaveArrived { metadata[CommandField.settled] = "true" }
        if !mayHaveArrived { metadata[CommandField.reason] = CommandRefusal.notSent.code }
        return metadata
    }
}

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
    /// For how long after this entry the device may still execute it; zero when it does nothing more for it. Nil where that is
    /// not known.
    package let executableFor: Duration?
    /// Whether the device said that it goes for it.
    package let isAccepted: Bool

    package init(
        _ outcome: CommandOutcome, detail: String? = nil, reported: CapabilityValue? = nil,
        mayHaveArrived: Bool = true, executableFor: Duration? = nil, isAccepted: Bool = false
    ) {
        self.outcome = outcome
        self.detail = detail
        self.reported = reported
        self.mayHaveArrived = mayHaveArrived
        self.executableFor = executableFor
        self.isAccepted = isAccepted
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
            executableFor: Self.executableFor(entry.metadata),
            isAccepted: entry.metadata[CommandField.accepted] != nil)
    }

    private static func executableFor(_ metadata: [String: String]) -> Duration? {
        if metadata[CommandField.settled] != nil { return .zero }
        return metadata[CommandField.executable].flatMap { Int64($0) }.map { .milliseconds($0) }
    }

    var metadata: [String: String] {
        var metadata = [CommandField.outcome: outcome.rawValue]
        metadata[CommandField.detail] = detail.map(CommandField.detailText)
        metadata[CommandField.reported] = reported.map(CommandField.text)
        if mayHaveArrived, let executableFor {
            metadata[executableFor > .zero ? CommandField.executable : CommandField.settled] =
                executableFor > .zero ? String(executableFor.wholeMilliseconds + 1) : "true"
        }
        if isAccepted { metadata[CommandField.accepted] = "true" }
        if !mayHaveArrived { metadata[CommandField.reason] = CommandRefusal.notSent.code }
        return metadata
    }
}

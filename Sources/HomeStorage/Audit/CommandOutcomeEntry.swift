package import HomeModel

/// The content of a command's outcome entry: how the command ended.
package struct CommandOutcomeEntry: Hashable, Sendable {
    package let outcome: CommandOutcome
    /// One sentence for people, where the outcome alone is not enough.
    package let detail: String?
    /// The value that the device reported.
    package let reported: CapabilityValue?
    /// False when the device certainly did not receive the command: then its idempotency key may be used again, also
    /// after a restart.
    package let mayHaveArrived: Bool
    /// The time after this entry during which the device may still execute the command; zero when it does nothing more
    /// for it, nil when the time is not known.
    package let executableFor: Duration?
    /// Whether the device announced that it executes the command.
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

    /// The outcome of a command that an earlier run of the gateway left without one.
    package static let interrupted = CommandOutcomeEntry(
        .timedOut, detail: "The gateway stopped before the device had answered; its state is unknown.")
}

extension CommandOutcomeEntry {
    /// Returns nil when the entry contains no outcome. The reported value is a text here; `CommandRecord` converts it
    /// to the type of the capability.
    init?(_ entry: AuditEntry) {
        guard entry.event == .deviceOutcome, let outcome = entry.metadata[CommandMetadataKey.outcome] else {
            return nil
        }
        self.init(
            CommandOutcome(rawValue: outcome) ?? .failed, detail: entry.metadata[CommandMetadataKey.detail],
            reported: entry.metadata[CommandMetadataKey.reported].map(CapabilityValue.text),
            mayHaveArrived: entry.metadata[CommandMetadataKey.reason] != CommandRefusal.notSent.code,
            executableFor: Self.executableFor(entry.metadata),
            isAccepted: entry.metadata[CommandMetadataKey.accepted] != nil)
    }

    private static func executableFor(_ metadata: [String: String]) -> Duration? {
        if metadata[CommandMetadataKey.settled] != nil { return .zero }
        return metadata[CommandMetadataKey.executable].flatMap { Int64($0) }.map { .milliseconds($0) }
    }

    var metadata: [String: String] {
        var metadata = [CommandMetadataKey.outcome: outcome.rawValue]
        metadata[CommandMetadataKey.detail] = detail.map(CommandMetadataKey.detailText)
        metadata[CommandMetadataKey.reported] = reported.map(CommandMetadataKey.text)
        if mayHaveArrived, let executableFor {
            metadata[executableFor > .zero ? CommandMetadataKey.executable : CommandMetadataKey.settled] =
                executableFor > .zero ? String(executableFor.wholeMilliseconds + 1) : "true"
        }
        if isAccepted { metadata[CommandMetadataKey.accepted] = "true" }
        if !mayHaveArrived { metadata[CommandMetadataKey.reason] = CommandRefusal.notSent.code }
        return metadata
    }
}

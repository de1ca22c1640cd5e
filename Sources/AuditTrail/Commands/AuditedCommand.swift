package import HomeModel

/// A command that is recorded in the audit log. Only `AuditLog.record` creates one, so no command without an entry can
/// be sent.
package struct AuditedCommand: Sendable {
    package let command: ValidCommand
    /// The record of its entry, whose event is `device.control`.
    package let record: AuditRecord

    fileprivate init(command: ValidCommand, record: AuditRecord) {
        self.command = command
        self.record = record
    }

    package var sequence: UInt64 { record.sequence }
}

/// A command whose entry has no outcome: the gateway died before the command ended.
package struct UnfinishedCommand: Hashable, Sendable {
    package let id: CommandID
    package let record: AuditRecord
}

extension AuditLog {
    /// Appends the entry of the command; only the value that this returns can be sent. `requestID` names the request
    /// that contained the command.
    package nonisolated func record(
        _ command: ValidCommand, requestID: String? = nil
    ) async throws(AuditError) -> AuditedCommand {
        AuditedCommand(
            command: command, record: try await append(AuditEntry(controlling: command, requestID: requestID)))
    }

    /// Appends the outcome of the command as a second entry.
    @discardableResult
    package nonisolated func close(
        _ command: AuditedCommand, closing: CommandOutcomeEntry
    ) async throws(AuditError) -> AuditRecord {
        try await append(AuditEntry(closing, of: command.record.entry))
    }

    /// Appends the entry that an earlier run of the gateway left the command without an outcome.
    @discardableResult
    package nonisolated func close(_ command: UnfinishedCommand) async throws(AuditError) -> AuditRecord {
        try await append(AuditEntry(.interrupted, of: command.record.entry))
    }
}

/// The keys of the metadata of a command's entries.
package enum CommandMetadataKey {
    package static let command = "command"
    /// The group command to which the command belongs.
    package static let parent = "parent"
    package static let part = "part"
    package static let capability = "capability"
    package static let value = "value"
    package static let deadline = "deadlineMilliseconds"
    package static let key = "idempotencyKey"
    package static let body = "body"
    package static let outcome = "outcome"
    /// The reason for which the command was not sent.
    package static let reason = "reason"
    /// The reason for its outcome: the sentence that the sender was shown.
    package static let detail = "detail"
    /// Set when the device does nothing more for the command.
    static let settled = "settled"
    /// The time in milliseconds after the entry during which the device may still execute the command.
    static let executable = "executableMilliseconds"
    static let accepted = "accepted"
    /// The value that the device reported.
    package static let reported = "reported"

    static let longestText = 256

    /// Returns the value as text, cut so that the entry of every command fits; the digest of the body covers the whole
    /// value.
    package static func text(_ value: CapabilityValue) -> String {
        EscapedText(value.description, limit: longestText).description
    }

    /// Escapes and cuts the sentence, because it may contain text from a device.
    package static func detailText(_ detail: String) -> String { EscapedText(detail, limit: longestText).description }
}

extension AuditEntry {
    fileprivate init(controlling command: ValidCommand, requestID: String?) {
        let request = command.request
        var metadata = [
            CommandMetadataKey.command: request.id.rawValue,
            CommandMetadataKey.part: request.part.rawValue,
            CommandMetadataKey.capability: request.capability.description,
            CommandMetadataKey.value: CommandMetadataKey.text(command.value),
            CommandMetadataKey.deadline: String(request.deadline.wholeMilliseconds),
        ]
        metadata[CommandMetadataKey.parent] = request.parent?.rawValue
        if let digest = IdempotencyDigest(request, by: command.identity) {
            metadata[CommandMetadataKey.key] = digest.key
            metadata[CommandMetadataKey.body] = digest.body
        }
        self.init(
            .deviceControl, actor: command.identity.description, role: command.authorized.role,
            client: command.identity.credential, target: command.device.id.rawValue, requestID: requestID,
            metadata: metadata)
    }

    fileprivate init(_ closing: CommandOutcomeEntry, of control: AuditEntry) {
        let metadata = control.metadata.filter {
            [CommandMetadataKey.command, CommandMetadataKey.part, CommandMetadataKey.parent].contains($0.key)
        }
        self.init(
            .deviceOutcome, severity: control.severity, actor: control.actor, role: control.role,
            client: control.client,
            target: control.target, success: closing.outcome == .confirmed || closing.outcome == .sent,
            requestID: control.requestID, metadata: metadata.merging(closing.metadata) { $1 })
    }
}

extension AuthorizedCommand {
    /// The role that permitted the command; nil when a grant did.
    fileprivate var role: Role? {
        switch reason {
        case .console: .owner
        case .role(let role): role
        case .grant, .ownTravel: nil
        }
    }
}

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

package import HomeModel

/// A command that stands in the audit log. Only `AuditLog.record` makes one: no entry, no effect.
package struct AuditedCommand: Sendable {
    package let command: ValidCommand
    /// Its entry, `device.control`.
    package let record: AuditRecord

    fileprivate init(command: ValidCommand, record: AuditRecord) {
        self.command = command
        self.record = record
    }

    package var sequence: UInt64 { record.sequence }
}

/// A command whose entry has no outcome: the gateway died while it was under way.
package struct OpenCommand: Hashable, Sendable {
    package let id: CommandID
    package let record: AuditRecord
}

extension AuditLog {
    /// Writes the command down; only what this returns can be sent. `requestID` is of the request that brought it.
    package nonisolated func record(
        _ command: ValidCommand, requestID: String? = nil
    ) async throws(AuditError) -> AuditedCommand {
        AuditedCommand(
            command: command, record: try await append(AuditEntry(controlling: command, requestID: requestID)))
    }

    /// Writes down how the command ended, as a second entry.
    @discardableResult
    package nonisolated func close(
        _ command: AuditedCommand, _ closing: CommandClosing
    ) async throws(AuditError) -> AuditRecord {
        try await append(AuditEntry(closing, of: command.record.entry))
    }

    /// Writes down that an earlier run of the gateway left the command open.
    @discardableResult
    package nonisolated func close(_ command: OpenCommand) async throws(AuditError) -> AuditRecord {
        try await append(AuditEntry(.interrupted, of: command.record.entry))
    }
}

/// The metadata of a command's entries.
package enum CommandField {
    package static let command = "command"
    package static let part = "part"
    package static let capability = "capability"
    package static let value = "value"
    package static let deadline = "deadlineMilliseconds"
    package static let key = "idempotencyKey"
    package static let body = "body"
    package static let outcome = "outcome"
    /// Why it was not sent.
    package static let reason = "reason"
    /// Why it ended as it did: the sentence that its sender was shown.
    package static let detail = "detail"
    /// That the device does nothing more for it.
    static let settled = "settled"
    /// For how long after the entry the device may still execute it.
    static let executable = "executableMilliseconds"
    static let accepted = "accepted"
    /// What the device said it is now.
    static let reported = "reported"

    static let longestText = 256

    /// Cut so that every command fits; the digest of the body covers all of it.
    package static func text(_ value: CapabilityValue) -> String {
        InertText(value.description, limit: longestText).description
    }

    /// A device may have had a say in it.
    package static func detailText(_ detail: String) -> String { InertText(detail, limit: longestText).description }
}

extension AuditEntry {
    fileprivate init(controlling command: ValidCommand, requestID: String?) {
        let request = command.request
        var metadata = [
            CommandField.command: request.id.rawValue,
            CommandField.part: request.part.rawValue,
            CommandField.capability: request.capability.description,
            CommandField.value: CommandField.text(command.value),
            CommandField.deadline: String(request.deadline.wholeMilliseconds),
        ]
        if let digest = IdempotencyDigest(request, by: command.identity) {
            metadata[CommandField.key] = digest.key
            metadata[CommandField.body] = digest.body
        }
        self.init(
            .deviceControl, actor: command.identity.description, role: command.authorized.role,
            client: command.identity.credential, target: command.device.id.rawValue, requestID: requestID,
            metadata: metadata)
    }

    fileprivate init(_ closing: CommandClosing, of control: AuditEntry) {
        let metadata = control.metadata.filter { [CommandField.command, CommandField.part].contains($0.key) }
        self.init(
            .deviceOutcome, control.severity, actor: control.actor, role: control.role, client: control.client,
            target: control.target, success: closing.outcome == .confirmed || closing.outcome == .sent,
            requestID: control.requestID, metadata: metadata.merging(closing.metadata) { $1 })
    }
}

extension AuthorizedCommand {
    /// The role whose rights allowed it; nil where a grant did.
    fileprivate var role: Role? {
        switch reason {
        case .console: .owner
        case .role(let role): role
        case .grant, .ownTravel: nil
        }
    }
}

package import HomeModel

/// A group command that is recorded in the audit log. Only `AuditLog.record` creates one, so that no child is submitted
/// before the log contains its parent.
package struct AuditedGroupCommand: Sendable {
    package let request: GroupCommandRequest
    package let children: [CommandRequest]
    fileprivate let control: AuditEntry

    fileprivate init(request: GroupCommandRequest, children: [CommandRequest], control: AuditEntry) {
        self.request = request
        self.children = children
        self.control = control
    }
}

extension AuditLog {
    /// Appends the entries of the group command: who sent what, and to which parts. The list of parts that does not fit
    /// into the entry of the command precedes it in further entries, so that a list is complete if its command is in
    /// the log.
    package nonisolated func record(
        _ request: GroupCommandRequest, selection: GroupSelection, by identity: Identity, role: Role?,
        requestID: String? = nil
    ) async throws(AuditError) -> AuditedGroupCommand {
        let pages = GroupPartList(selection).pages
        let control = AuditEntry(
            controlling: request, by: identity, role: role, pages: pages, requestID: requestID)
        for (index, page) in pages.enumerated().dropFirst() {
            _ = try await append(AuditEntry(page: page, number: index, of: control))
        }
        _ = try await append(control)
        return AuditedGroupCommand(request: request, children: selection.children, control: control)
    }

    /// Appends the outcome of the group command with the outcome of each child.
    package nonisolated func close(
        _ group: AuditedGroupCommand, record: GroupCommandRecord
    ) async throws(AuditError) {
        _ = try await append(AuditEntry(closing: record, of: group.control))
    }

    /// Appends the outcome of a group command that an earlier run of the gateway left without one.
    package nonisolated func close(_ group: RecentGroupCommand) async throws(AuditError) {
        guard let control = group.unfinished else { return }
        _ = try await append(AuditEntry(closing: group.record, of: control))
    }
}

/// The keys of the metadata of a group command's entries, besides those of `CommandMetadataKey`.
package enum GroupMetadataKey {
    package static let targets = "targets"
    package static let rooms = "rooms"
    package static let purposes = "purposes"
    package static let includesGuarded = "includesGuarded"
    /// A page of the list of parts.
    static let parts = "parts"
    /// The number of entries of the list of parts, including the one in the entry of the command.
    static let pages = "pages"
    /// The number of a further page, from 1.
    static let page = "page"
    /// The outcomes of the children.
    static let outcomes = "outcomes"
}

extension AuditEntry {
    fileprivate init(
        controlling request: GroupCommandRequest, by identity: Identity, role: Role?, pages: [String],
        requestID: String?
    ) {
        var metadata = [
            CommandMetadataKey.command: request.id.rawValue,
            CommandMetadataKey.capability: request.capability.description,
            CommandMetadataKey.value: CommandMetadataKey.text(request.value),
            CommandMetadataKey.deadline: String(request.deadline.wholeMilliseconds),
            GroupMetadataKey.targets: request.targets.kind,
            GroupMetadataKey.pages: String(pages.count),
        ]
        metadata[GroupMetadataKey.parts] = pages.first
        if case .rooms(let rooms) = request.targets {
            metadata[GroupMetadataKey.rooms] = rooms.map(\.rawValue).joined(separator: " ")
        }
        if !request.purposes.isEmpty {
            metadata[GroupMetadataKey.purposes] = request.purposes.map(\.rawValue).sorted().joined(separator: " ")
        }
        if request.includesGuarded { metadata[GroupMetadataKey.includesGuarded] = "true" }
        if let digest = IdempotencyDigest(request, by: identity) {
            metadata[CommandMetadataKey.key] = digest.key
            metadata[CommandMetadataKey.body] = digest.body
        }
        self.init(
            .groupControl, actor: identity.description, role: role, client: identity.credential, requestID: requestID,
            metadata: metadata)
    }

    fileprivate init(page: String, number: Int, of control: AuditEntry) {
        self.init(
            .groupParts, like: control,
            metadata: [GroupMetadataKey.page: String(number), GroupMetadataKey.parts: page])
    }

    fileprivate init(closing record: GroupCommandRecord, of control: AuditEntry) {
        let outcome = record.outcome ?? .failed
        self.init(
            .groupOutcome, like: control, success: outcome == .confirmed || outcome == .sent,
            metadata: [
                CommandMetadataKey.outcome: outcome.rawValue,
                GroupMetadataKey.outcomes: ChildOutcomes(of: record).description,
            ])
    }

    /// An entry of the same group command.
    private init(
        _ event: AuditEvent, like control: AuditEntry, success: Bool = true, metadata: [String: String]
    ) {
        var metadata = metadata
        metadata[CommandMetadataKey.command] = control.metadata[CommandMetadataKey.command]
        self.init(
            event, actor: control.actor, role: control.role, client: control.client, success: success,
            requestID: control.requestID, metadata: metadata)
    }
}

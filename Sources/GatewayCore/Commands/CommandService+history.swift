package import HomeModel
import AuditTrail

extension CommandService {
    package static let usualListing = 50

    /// Reads the newest commands that satisfy `isWanted` from the audit log, at most `limit`.
    typealias Earlier = (
        _ limit: Int, _ isWanted: @escaping @Sendable (CommandRecord) -> Bool
    ) async throws(AuditError) -> [CommandRecord]

    /// Returns the last commands to a device, newest first, that the asker sent or may see. Commands that the tracker does
    /// not remember come from the audit log.
    package func list(
        of id: DeviceID, atMost limit: Int, as identity: Identity
    ) async throws(ActionRefusal) -> [CommandRecord] {
        try await list(of: id, atMost: limit, as: identity) { limit, isWanted async throws(AuditError) in
            try await audit.commands(to: id, atMost: limit, where: isWanted)
        }
    }

    func list(
        of id: DeviceID, atMost limit: Int, as identity: Identity, earlier: Earlier
    ) async throws(ActionRefusal) -> [CommandRecord] {
        let view = try await view(of: id, as: identity)
        let recent = await tracker.records(of: id).filter(view.shows)
        guard recent.count < limit else { return Array(recent.prefix(limit)) }
        let logged: [CommandRecord]
        do throws(AuditError) {
            logged = try await earlier(limit, view.shows)
        } catch {
            throw .notAudited
        }
        // Meanwhile commands came in and changed, and rights may have ended.
        let viewNow = try await self.view(of: id, as: identity)
        let remembered = await tracker.records(of: id)
        let known = Set(remembered.map(\.id))
        let all = remembered + logged.filter { !known.contains($0.id) }
        return Array(all.filter(viewNow.shows).sorted { $0.receivedAt > $1.receivedAt }.prefix(limit))
    }

    /// Returns one command. Its sender always gets it; others get it if they may see it on its device. Throws
    /// `.notFound` otherwise.
    package func record(_ id: CommandID, as identity: Identity) async throws(ActionRefusal) -> CommandRecord {
        guard let record = await tracker.record(id) else { throw .notFound }
        if record.sender == "\(identity)" { return record }
        guard try await view(of: record.series.device, as: identity).shows(record) else { throw .notFound }
        return record
    }

    /// Returns which senders the asker may see on commands: itself, or all but children where it may read the whole audit
    /// log.
    package func senders(shownTo identity: Identity) async -> CommandSenders {
        let policy = await people.policy
        let reach = policy.auditVisibility(of: identity, at: clock.decisionTime())
        let children = policy.unnamedChildren(for: identity)
        return CommandSenders(
            asker: "\(identity)", areOthersShown: reach == .all,
            unnamed: Set(children.flatMap { [$0.rawValue, AuditEntry.consoleAs + $0.rawValue] }))
    }

    private func view(of id: DeviceID, as identity: Identity) async throws(ActionRefusal) -> CommandView {
        guard let device = await registry.snapshot[id] else { throw .notFound }
        let visibility = await people.policy.visibility(of: identity, in: [device], at: clock.decisionTime())
        guard visibility.shows(id) else { throw .notFound }
        return CommandView(asker: "\(identity)", visibility: visibility, adoptedAt: device.adoptedAt)
    }
}

/// The senders of commands that one asker may see.
package struct CommandSenders: Sendable {
    fileprivate let asker: String
    fileprivate let areOthersShown: Bool
    /// The senders that are shown only to themselves.
    fileprivate let unnamed: Set<String>

    /// Returns nil where the asker may not see the sender, or where the sender is not known.
    package func sender(of command: CommandRecord) -> String? { shown(command.sender) }

    /// The same for a group command.
    package func sender(of group: GroupCommandRecord) -> String? { shown(group.sender) }

    private func shown(_ sender: String?) -> String? {
        sender.flatMap { $0 == asker || areOthersShown && !unnamed.contains($0) ? $0 : nil }
    }
}

/// The commands to one device that one asker may see. Commands from before the adoption were sent to an earlier device
/// with the same id. A person who may control the device and not read its past sees only their own commands.
private struct CommandView: Sendable {
    let asker: String
    let visibility: Visibility
    let adoptedAt: Timestamp

    func shows(_ command: CommandRecord) -> Bool {
        let isOwn = command.sender == asker && command.passedChecks && visibility.shows(command.series)
        return command.receivedAt >= adoptedAt && (isOwn || visibility.shows(command))
    }
}

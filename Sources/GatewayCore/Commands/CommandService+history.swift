package import HomeModel
import HomeStorage

extension CommandService {
    package static let usualListing = 50

    /// The newest commands that the audit log knows, of those wanted.
    typealias Earlier = (
        _ limit: Int, _ isWanted: @escaping @Sendable (CommandRecord) -> Bool
    ) async throws(AuditError) -> [CommandRecord]

    /// What a device was told last, newest first: of the capabilities that the asker may see. What the ledger does not
    /// remember comes from the audit log.
    package func list(
        of id: DeviceID, atMost limit: Int, as identity: Identity
    ) async throws(ActRefusal) -> [CommandRecord] {
        try await list(of: id, atMost: limit, as: identity) { limit, isWanted async throws(AuditError) in
            try await audit.commands(to: id, atMost: limit, where: isWanted)
        }
    }

    func list(
        of id: DeviceID, atMost limit: Int, as identity: Identity, earlier: Earlier
    ) async throws(ActRefusal) -> [CommandRecord] {
        let view = try await view(of: id, as: identity)
        let recent = await ledger.records(of: id).filter(view.shows)
        guard recent.count < limit else { return Array(recent.prefix(limit)) }
        let logged: [CommandRecord]
        do throws(AuditError) {
            logged = try await earlier(limit, view.shows)
        } catch {
            throw .notAudited
        }
        // Meanwhile commands came in and went on, and rights may have gone.
        let viewNow = try await self.view(of: id, as: identity)
        let remembered = await ledger.records(of: id)
        let known = Set(remembered.map(\.id))
        let all = remembered + logged.filter { !known.contains($0.id) }
        return Array(all.filter(viewNow.shows).sorted { $0.receivedAt > $1.receivedAt }.prefix(limit))
    }

    /// One command. The sender sees it always, and others what they may see of its device; `.notFound` otherwise.
    package func record(_ id: CommandID, as identity: Identity) async throws(ActRefusal) -> CommandRecord {
        guard let record = await ledger.record(id) else { throw .notFound }
        if record.sender == "\(identity)" { return record }
        guard try await view(of: record.series.device, as: identity).shows(record) else { throw .notFound }
        return record
    }

    /// Whose names the asker may see on the commands shown to it: its own, and all where it may read the audit log.
    package func senders(shownTo identity: Identity) async -> CommandSenders {
        let reach = await people.policy.auditReach(of: identity, at: clock.decisionTime())
        return CommandSenders(asker: "\(identity)", areAllShown: reach == .all)
    }

    private func view(of id: DeviceID, as identity: Identity) async throws(ActRefusal) -> CommandView {
        guard let device = await registry.snapshot[id] else { throw .notFound }
        let visibility = await people.policy.visibility(of: identity, in: [device], at: clock.decisionTime())
        guard visibility.shows(id) else { throw .notFound }
        return CommandView(visibility: visibility, adoptedAt: device.adoptedAt)
    }
}

/// Which senders of commands one asker may see.
package struct CommandSenders: Sendable {
    fileprivate let asker: String
    fileprivate let areAllShown: Bool

    /// Nil where the asker may not see it, or where it is not known.
    package func sender(of command: CommandRecord) -> String? {
        areAllShown || command.sender == asker ? command.sender : nil
    }
}

/// What one asker may see of the commands to one device. Those of a device that had its id before are not its own.
private struct CommandView: Sendable {
    let visibility: Visibility
    let adoptedAt: Timestamp

    func shows(_ command: CommandRecord) -> Bool { command.receivedAt >= adoptedAt && visibility.shows(command) }
}

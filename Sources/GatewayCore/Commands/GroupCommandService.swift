import AuditTrail
package import HomeModel
package import Logging

/// Handles a group command: it selects the parts, writes the audit entry of the parent, and submits one command for each
/// part to `CommandService`, which decides, audits and confirms it like every other command.
package struct GroupCommandService: Sendable {
    let commands: CommandService
    let tracker: GroupCommandTracker
    private let logger: Logger
    private let arrivals: AsyncStream<SubmittedGroup>
    private let arrival: AsyncStream<SubmittedGroup>.Continuation

    package init(commands: CommandService, tracker: GroupCommandTracker, logger: Logger) {
        self.commands = commands
        self.tracker = tracker
        self.logger = logger
        (arrivals, arrival) = AsyncStream.makeStream(of: SubmittedGroup.self, bufferingPolicy: .bufferingOldest(256))
    }

    /// Performs submitted group commands until cancelled. It runs apart from the requests, so a client that disconnects
    /// does not stop its command half-way.
    package func run() async {
        await withDiscardingTaskGroup { group in
            for await next in arrivals {
                group.addTask { await RequestID.$current.withValue(next.requestID) { await perform(next) } }
            }
            group.cancelAll()
        }
    }

    /// Accepts a group command and returns its id once the audit log contains it. An idempotency key that was used before
    /// returns the id of the earlier group command, whatever it would select now.
    package func submit(
        _ request: GroupCommandRequest, by identity: Identity
    ) async throws(GroupCommandRefusal) -> CommandID {
        do throws(GroupCommandRefusal) {
            let digest = IdempotencyDigest(request, by: identity)
            if let earlier = try await id(for: digest) { return earlier }
            let selection = try await select(request, by: identity)
            return try await accept(request, selection: selection, digest: digest, by: identity)
        } catch {
            await recordRefusal(error, of: request, by: identity)
            throw error
        }
    }

    /// Waits until the children were sent, or with `.ended` until the group has ended, and returns its record. Throws
    /// `.notAudited` for a command that could not be written to the audit log.
    package func await(_ id: CommandID, until stage: GroupStage) async throws(CommandRefusal) -> GroupCommandRecord {
        guard let record = await tracker.await(id, until: stage) else { throw .notAudited }
        return await updated(record)
    }

    private func id(for digest: IdempotencyDigest?) async throws(GroupCommandRefusal) -> CommandID? {
        do throws(CommandRefusal) {
            return try await tracker.id(for: digest)
        } catch {
            throw .command(error)
        }
    }

    private func select(
        _ request: GroupCommandRequest, by identity: Identity
    ) async throws(GroupCommandRefusal) -> GroupSelection {
        let (home, policy) = (await commands.registry.snapshot, await commands.people.policy)
        let selection = Result { () throws(GroupCommandRefusal) in
            try policy.select(request, by: identity, among: home.ordered, at: commands.clock.decisionTime())
        }
        // A refused group counts as one command, so that a flood of them is refused too.
        guard await commands.admits(try? selection.get(), by: identity) else { throw .command(.tooFast) }
        return try selection.get()
    }

    private func accept(
        _ request: GroupCommandRequest, selection: GroupSelection, digest: IdempotencyDigest?, by identity: Identity
    ) async throws(GroupCommandRefusal) -> CommandID {
        let record = GroupCommandRecord(request, selection: selection, by: identity)
        do throws(CommandRefusal) {
            let id = try await tracker.open(record, digest: digest, by: identity)
            guard id == request.id else { return id }
        } catch {
            throw .command(error)
        }
        let role = await identity.role(in: commands.people.policy)
        do throws(AuditError) {
            let group = try await commands.audit.record(
                request, selection: selection, by: identity, role: role, requestID: RequestID.current)
            await begin(group, by: identity)
        } catch {
            await tracker.discard(request.id)
            throw .command(.notAudited)
        }
        return request.id
    }

    private func begin(_ group: AuditedGroupCommand, by identity: Identity) async {
        await tracker.setAudited(group.request.id)
        let submitted = SubmittedGroup(group: group, identity: identity, requestID: RequestID.current)
        if case .enqueued = arrival.yield(submitted) { return }
        for index in group.children.indices { await refuse(index, of: group, because: .busy) }
        await end(group)
    }

    private func perform(_ submitted: SubmittedGroup) async {
        let group = submitted.group
        await withDiscardingTaskGroup { tasks in
            for index in group.children.indices where !Task.isCancelled {
                do throws(CommandRefusal) {
                    try await commands.submit(childOf: group, number: index, by: submitted.identity)
                } catch {
                    await refuse(index, of: group, because: error)
                    continue
                }
                tasks.addTask { await follow(index, of: group) }
            }
        }
        // After a stop of the gateway, the next start writes the outcome from the entries of the children.
        if !Task.isCancelled { await end(group) }
    }

    /// Waits for the end of a child.
    private func follow(_ index: Int, of group: AuditedGroupCommand) async {
        let (id, parent) = (group.children[index].id, group.request.id)
        for milestone in [CommandTracker.Milestone.dispatched, .ended] {
            guard let record = await commands.tracker.await(id, until: milestone) else { continue }
            await tracker.update(record, number: index, of: parent)
        }
        guard !Task.isCancelled else { return }
        // Only a flood of other commands displaces the record of a command that ended just now.
        await tracker.end(
            child: index, of: parent, outcome: .timedOut, code: CommandOutcome.timedOut.rawValue,
            detail: "Its outcome is only in the audit log.")
    }

    private func refuse(_ index: Int, of group: AuditedGroupCommand, because refusal: CommandRefusal) async {
        await tracker.end(
            child: index, of: group.request.id, outcome: refusal.outcome, code: refusal.code,
            detail: refusal.description)
    }

    /// Writes the outcome of a group whose children have ended. Requests that wait get the outcome even if its entry
    /// cannot be written; the next start of the gateway then writes the entry.
    private func end(_ group: AuditedGroupCommand) async {
        let id = group.request.id
        if let record = await tracker.record(id) {
            do throws(AuditError) {
                try await commands.audit.close(group, record: record)
            } catch {
                logger.error(
                    "the outcome of a group command could not be written to the audit log",
                    metadata: [LogKey.command: "\(id)", LogKey.errorCode: "\(error)"])
            }
        }
        await tracker.end(id)
    }

    /// Writes a refusal to the audit log. The entry contains nothing that the asker can choose freely: otherwise each
    /// different word would be an entry of its own.
    private func recordRefusal(
        _ refusal: GroupCommandRefusal, of request: GroupCommandRequest, by identity: Identity
    ) async {
        let role = await identity.role(in: commands.people.policy)
        try? await commands.audit.appendRefusal(
            AuditEntry(
                .groupControl, severity: refusal.isWarning ? .warning : .informational, actor: identity.description,
                role: role, client: identity.credential, success: false, requestID: RequestID.current,
                metadata: [
                    CommandMetadataKey.reason: refusal.code,
                    CommandMetadataKey.capability: request.capability.kind.rawValue,
                    GroupMetadataKey.targets: request.targets.kind,
                ]))
    }
}

extension GroupCommandService {
    /// Whether the id is that of a group command.
    package func has(_ id: CommandID) async -> Bool { await tracker.record(id) != nil }

    /// Returns one group command. Its sender always gets it; others get it if they may read the whole audit log, with
    /// the parts that they may see. Throws `.notFound` otherwise.
    package func record(_ id: CommandID, as identity: Identity) async throws(ActionRefusal) -> GroupCommandRecord {
        guard let found = await tracker.record(id) else { throw .notFound }
        var record = await updated(found)
        if record.sender == "\(identity)" { return record }
        let (now, policy) = (commands.clock.decisionTime(), await commands.people.policy)
        guard policy.auditVisibility(of: identity, at: now) == .all else { throw .notFound }
        let devices = await commands.registry.snapshot.devices.values
        let visibility = policy.visibility(of: identity, in: devices, at: now)
        record.children.removeAll { !visibility.shows($0.device) }
        record.leftOut.removeAll { !visibility.shows($0.device) }
        guard !record.children.isEmpty else { throw .notFound }
        return record
    }

    /// The record with the present stages of the children that have not ended.
    private func updated(_ record: GroupCommandRecord) async -> GroupCommandRecord {
        var record = record
        for index in record.children.indices where record.children[index].outcome == nil {
            guard let child = await commands.tracker.record(record.children[index].id) else { continue }
            record.children[index].update(from: child)
        }
        return record
    }
}

/// A group command in the audit log, before its children are submitted.
private struct SubmittedGroup: Sendable {
    let group: AuditedGroupCommand
    let identity: Identity
    /// The request id; the command arrives in one task and is performed in another.
    let requestID: String?
}

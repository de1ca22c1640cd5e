import HomeModel
import HomeStorage

/// Sends what was decided, checked and written down, and listens for what the device says to it.
package struct CommandDispatcher: Sendable {
    private let links: [any DeviceLink]
    private let people: PeopleRegister
    private let pending: PendingCommands
    private let ledger: CommandLedger
    private let clock: HomeClock

    package init(
        links: [any DeviceLink], people: PeopleRegister, pending: PendingCommands, ledger: CommandLedger,
        clock: HomeClock
    ) {
        self.links = links
        self.people = people
        self.pending = pending
        self.ledger = ledger
        self.clock = clock
    }

    /// The end of a command that has an audit entry.
    func carryOut(_ audited: AuditedCommand) async -> CommandEnding {
        let command = audited.command
        let remaining = command.request.receivedAt + command.request.deadline - clock.now()
        guard remaining > .zero else { return CommandEnding(.timedOut, "Its turn did not come before its deadline.") }
        // A right that was taken back while the command waited is not used any more.
        if let refusal = await refusedMeanwhile(command) { return CommandEnding(refusal) }
        guard let link = links.first(where: { $0.kinds.contains(command.device.address.kind) }) else {
            return CommandEnding(.failed, "No link reaches this device.")
        }
        let id = command.request.id
        let expected = await link.reportedValue(of: command)
        let answers = await pending.expect(id, of: command.request.series, value: expected)
        let ending = await send(audited, over: link, within: remaining, answers)
        await pending.stopExpecting(id)
        return ending
    }

    private func send(
        _ audited: AuditedCommand, over link: any DeviceLink, within remaining: Duration,
        _ answers: AsyncStream<PendingCommands.Answer>
    ) async -> CommandEnding {
        let evidence: Evidence
        do throws(LinkError) {
            evidence = try await link.send(audited, expiringIn: remaining)
        } catch {
            return CommandEnding(error.outcome, error.description)
        }
        await ledger.move(audited.command.request.id, to: .dispatched)
        guard case .reported = evidence else {
            return CommandEnding(.sent, "This device never reports; nothing more can be known.")
        }
        return await hear(answers, of: audited.command.request.id, within: remaining)
    }

    /// What the device says first counts: its answer, or its silence until the deadline.
    private func hear(
        _ answers: AsyncStream<PendingCommands.Answer>, of id: CommandID, within remaining: Duration
    ) async -> CommandEnding {
        await withTaskGroup(of: CommandEnding?.self) { group in
            group.addTask {
                for await answer in answers {
                    switch answer {
                    case .acknowledged: await ledger.move(id, to: .acknowledged)
                    case .confirmed(let value): return CommandEnding(.confirmed, reported: value)
                    case .failed(let reason): return CommandEnding(.failed, reason)
                    }
                }
                return nil
            }
            group.addTask {
                await clock.sleep(for: remaining)
                return CommandEnding(.timedOut, "The device did not report the new state in time; its state is unknown.")
            }
            defer { group.cancelAll() }
            for await ending in group {
                if let ending { return ending }
            }
            return CommandEnding(.timedOut)
        }
    }

    private func refusedMeanwhile(_ command: ValidCommand) async -> CommandRefusal? {
        let policy = await people.policy
        guard policy.epoch != command.authorized.policyEpoch else { return nil }
        do throws(CommandRefusal) {
            _ = try policy.authorize(command.request, by: command.identity, for: command.device, at: clock.now())
            return nil
        } catch {
            return error
        }
    }
}

extension LinkError {
    fileprivate var outcome: CommandOutcome {
        switch self {
        case .notConnected, .notListening: .unreachable
        case .notExpressible: .invalid
        case .refused: .failed
        }
    }
}

package import HomeModel
import HomeStorage

/// Sends what was decided, checked and written down, and listens for what the device says to it.
package struct CommandDispatcher: Sendable {
    private let links: [any DeviceLink]
    private let people: PeopleRegister
    private let registry: HomeRegistry
    private let holds: @Sendable (Identity) async -> Bool
    private let pending: PendingCommands
    private let ledger: CommandLedger
    private let clock: HomeClock

    /// `holds` says whether the client or token of an asker was not taken back.
    package init(
        links: [any DeviceLink], people: PeopleRegister, registry: HomeRegistry, pending: PendingCommands,
        ledger: CommandLedger, clock: HomeClock, holds: @escaping @Sendable (Identity) async -> Bool
    ) {
        self.links = links
        self.people = people
        self.registry = registry
        self.holds = holds
        self.pending = pending
        self.ledger = ledger
        self.clock = clock
    }

    /// The end of a command that has an audit entry, at the uptime `deadline` at the latest.
    func carryOut(_ audited: AuditedCommand, _ turn: CommandTurn, until deadline: Duration) async -> CommandEnding {
        let command = audited.command
        guard clock.uptime() < deadline else { return CommandEnding(CommandRefusal.notSent) }
        // A right that was taken back while the command waited is not used any more.
        if let refusal = await refusedMeanwhile(command) { return CommandEnding(refusal) }
        guard let link = links.first(where: { $0.kinds.contains(command.device.address.kind) }) else {
            return CommandEnding(.failed, "No link reaches this device.", mayHaveArrived: false)
        }
        guard let expectation = await link.expectation(of: command) else {
            return CommandEnding(LinkError.notExpressible)
        }
        let remaining = deadline - clock.uptime()
        guard remaining > .zero else { return CommandEnding(CommandRefusal.notSent) }
        let (id, proof) = (command.request.id, CommandProof(command, expectation))
        let answers = await pending.expect(
            id, proof, expectation.evidence, isOrdered: command.answersBeforeNext, within: remaining)
        var ending = await send(audited, over: link, expectation.evidence, proof, turn, answers, until: deadline)
        if command.isStop, ending.outcome == .confirmed || ending.outcome == .sent {
            await pending.stopped(by: id, of: proof.series, isCertain: ending.outcome == .confirmed)
        }
        (ending.executableFor, ending.isAccepted) = await pending.stopExpecting(
            id, of: proof.series, mayBeExecuted: ending.mayHaveArrived)
        return ending
    }

    private func send(
        _ audited: AuditedCommand, over link: any DeviceLink, _ evidence: Evidence, _ proof: CommandProof,
        _ turn: CommandTurn,
        _ answers: AsyncStream<PendingCommands.Answer>, until deadline: Duration
    ) async -> CommandEnding {
        var doubt: String?
        do throws(LinkError) {
            try await link.send(audited, expiringIn: deadline - clock.uptime())
        } catch {
            // The device may have it all the same, and say so.
            guard case .unanswered = error, evidence != .none else { return CommandEnding(error) }
            doubt = error.description
        }
        await turn.sent()
        if doubt == nil { await ledger.move(audited.command.request.id, to: .dispatched) }
        guard evidence != .none else {
            return CommandEnding(.sent, "This device never reports; nothing more can be known.")
        }
        let hearing = DeviceHearing(
            command: audited.command, evidence: evidence, proof: proof, link: link, pending: pending, ledger: ledger,
            turn: turn, clock: clock, doubt: doubt)
        return await hearing.ending(answers, until: deadline)
    }

    private func refusedMeanwhile(_ command: ValidCommand) async -> CommandRefusal? {
        guard await holds(command.identity) else { return .denied(.takenBack) }
        var policy = await people.policy
        // That very use is counted already.
        if case .grant(let id) = command.authorized.reason { policy = policy.beforeUse(of: id) }
        let device = await registry.snapshot[command.device.id]
        do throws(CommandRefusal) {
            _ = try policy.authorize(command.request, by: command.identity, for: device, at: clock.decisionTime())
            return nil
        } catch {
            return error
        }
    }
}

extension ValidCommand {
    /// Whether the device must answer this command before a newer one for the same capability is sent.
    var answersBeforeNext: Bool {
        guard !isStop else { return false }
        return device.description[request.part]?.answersBeforeNext(request.capability.kind) ?? false
    }

    /// Whether it stops what its part has in motion.
    var isStop: Bool { device.description[request.part]?.isStop(of: request.capability.kind, value) ?? false }
}

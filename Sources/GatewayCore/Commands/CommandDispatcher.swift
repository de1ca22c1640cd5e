package import HomeModel
import HomeStorage

/// Sends what was decided, checked and written down, and listens for what the device says to it.
package struct CommandDispatcher: Sendable {
    private static let graceAfterNo = Duration.seconds(1)

    private enum Heard: Sendable {
        case ended(CommandEnding)
        case declined(CapabilityValue)
    }

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

    /// The end of a command that has an audit entry. `sent` is called as soon as it is out.
    func carryOut(_ audited: AuditedCommand, sent: () async -> Void) async -> CommandEnding {
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
        let ending = await send(audited, over: link, within: remaining, answers, sent: sent)
        await pending.stopExpecting(id)
        return ending
    }

    private func send(
        _ audited: AuditedCommand, over link: any DeviceLink, within remaining: Duration,
        _ answers: AsyncStream<PendingCommands.Answer>, sent: () async -> Void
    ) async -> CommandEnding {
        let evidence: Evidence
        do throws(LinkError) {
            evidence = try await link.send(audited, expiringIn: remaining)
        } catch {
            return CommandEnding(error.outcome, error.description)
        }
        await sent()
        await ledger.move(audited.command.request.id, to: .dispatched)
        guard case .reported = evidence else {
            return CommandEnding(.sent, "This device never reports; nothing more can be known.")
        }
        return await hear(answers, of: audited.command.request.id, within: remaining)
    }

    /// The device's answer, or its silence until the deadline.
    private func hear(
        _ answers: AsyncStream<PendingCommands.Answer>, of id: CommandID, within remaining: Duration
    ) async -> CommandEnding {
        await withTaskGroup(of: Heard.self) { group in
            group.addTask { await listen(answers, for: id) }
            group.addTask {
                await clock.sleep(for: remaining)
                return .ended(.silence)
            }
            defer { group.cancelAll() }
            var isDeclined = false
            for await heard in group {
                switch heard {
                case .ended(let ending): return ending
                case .declined(let value):
                    // Someone at the device itself may have crossed our command: ours may still come.
                    group.addTask { await listen(answers, for: id) }
                    // One wait, however often the device says no.
                    if isDeclined { continue }
                    isDeclined = true
                    group.addTask {
                        await clock.sleep(for: Self.graceAfterNo)
                        return .ended(CommandEnding(.failed, "The device kept to \(value)."))
                    }
                }
            }
            return .silence
        }
    }

    private func listen(_ answers: AsyncStream<PendingCommands.Answer>, for id: CommandID) async -> Heard {
        for await answer in answers {
            switch answer {
            case .acknowledged: await ledger.move(id, to: .acknowledged)
            case .declined(let value): return .declined(value)
            case .confirmed(let value): return .ended(CommandEnding(.confirmed, reported: value))
            case .failed(let reason): return .ended(CommandEnding(.failed, reason))
            }
        }
        // The stream ends with us; whoever waits for the deadline decides.
        return .ended(.silence)
    }

    private func refusedMeanwhile(_ command: ValidCommand) async -> CommandRefusal? {
        guard await holds(command.identity) else { return .denied(.takenBack) }
        var policy = await people.policy
        // That very use is counted already.
        if case .grant(let id) = command.authorized.reason { policy = policy.beforeUse(of: id) }
        let device = await registry.snapshot[command.device.id]
        do throws(CommandRefusal) {
            _ = try policy.authorize(command.request, by: command.identity, for: device, at: clock.now())
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
        case .unanswered: .timedOut
        }
    }
}

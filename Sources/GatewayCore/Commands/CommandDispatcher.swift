package import HomeModel
import HomeStorage

/// Sends commands that are authorized, validated and written to the audit log, and waits for the device's confirmation.
package struct CommandDispatcher: Sendable {
    private let links: [any DeviceLink]
    private let people: PeopleRegistry
    private let registry: HomeRegistry
    private let isStillValid: @Sendable (Identity) async -> Bool
    private let pending: PendingCommands
    private let tracker: CommandTracker
    private let clock: HomeClock

    /// `isStillValid` returns whether the client or token of an asker is still valid, and not revoked.
    package init(
        links: [any DeviceLink], people: PeopleRegistry, registry: HomeRegistry, pending: PendingCommands,
        tracker: CommandTracker, clock: HomeClock, isStillValid: @escaping @Sendable (Identity) async -> Bool
    ) {
        self.links = links
        self.people = people
        self.registry = registry
        self.isStillValid = isStillValid
        self.pending = pending
        self.tracker = tracker
        self.clock = clock
    }

    /// Sends a command that has an audit entry, before the uptime `deadline`, and returns its result. The result of a
    /// command that moves a part may come after the deadline, see `CommandConfirmation`.
    func carryOut(_ audited: AuditedCommand, turn: CommandProgress, until deadline: Duration) async -> CommandResult {
        let command = audited.command
        guard clock.uptime() < deadline else { return CommandResult(CommandRefusal.notSent) }
        // A command is refused if its sender's right was revoked while the command waited.
        if let refusal = await currentRefusal(command) { return CommandResult(refusal) }
        guard let link = links.first(where: { $0.kinds.contains(command.device.address.kind) }) else {
            return CommandResult(.failed, detail: "No link reaches this device.", mayHaveArrived: false)
        }
        guard let expectation = await link.expectation(of: command) else {
            return CommandResult(LinkError.notExpressible)
        }
        let remaining = deadline - clock.uptime()
        guard remaining > .zero else { return CommandResult(CommandRefusal.notSent) }
        let (id, expectedEffect) = (command.request.id, ExpectedEffect(command, expectation: expectation))
        let answers = await pending.expect(
            id, expectedEffect: expectedEffect, confirmationMode: expectation.confirmationMode,
            isOrdered: command.needsAnswerBeforeNext,
            within: remaining)
        var result = await send(
            audited, over: link, confirmationMode: expectation.confirmationMode, expectedEffect: expectedEffect,
            turn: turn, answers: answers, until: deadline)
        if command.isStop, result.outcome == .confirmed || result.outcome == .sent {
            await pending.stopped(by: id, of: expectedEffect.series, isCertain: result.outcome == .confirmed)
        }
        (result.executableFor, result.isAccepted) = await pending.stopExpecting(
            id, of: expectedEffect.series, mayBeExecuted: result.mayHaveArrived)
        return result
    }

    private func send(
        _ audited: AuditedCommand, over link: any DeviceLink, confirmationMode: ConfirmationMode,
        expectedEffect: ExpectedEffect,
        turn: CommandProgress,
        answers: AsyncStream<PendingCommands.DeviceResponse>, until deadline: Duration
    ) async -> CommandResult {
        var uncertainty: String?
        do throws(LinkError) {
            try await link.send(audited, expiringIn: deadline - clock.uptime())
        } catch {
            // The device may have received it all the same, and may report that.
            guard case .unanswered = error, confirmationMode != .none else { return CommandResult(error) }
            uncertainty = error.description
        }
        await turn.sent()
        if uncertainty == nil { await tracker.move(audited.command.request.id, to: .dispatched) }
        guard confirmationMode != .none else {
            return CommandResult(
                .sent, detail: "This device never reports its state, so the command cannot be confirmed.")
        }
        let confirmation = CommandConfirmation(
            command: audited.command, confirmationMode: confirmationMode, expectedEffect: expectedEffect, link: link,
            pending: pending, tracker: tracker,
            turn: turn, clock: clock, uncertainty: uncertainty)
        return await confirmation.result(answers, until: deadline)
    }

    private func currentRefusal(_ command: ValidCommand) async -> CommandRefusal? {
        guard await isStillValid(command.identity) else { return .denied(.revoked) }
        var policy = await people.policy
        // The policy counts this very use of the grant already.
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
    var needsAnswerBeforeNext: Bool {
        guard !isStop else { return false }
        return device.description[request.part]?.needsAnswerBeforeNext(request.capability.kind) ?? false
    }

    /// Whether the command stops the movement of its part.
    var isStop: Bool { device.description[request.part]?.isStop(of: request.capability.kind, value) ?? false }
}

/// The result of a command, with a sentence where the outcome alone does not say enough.
struct CommandResult: Sendable {
    let outcome: CommandOutcome
    let detail: String?
    let reported: CapabilityValue?
    let refusal: CommandRefusal?
    /// A stable code for programs.
    let code: String
    /// False when the device certainly did not receive the command.
    let mayHaveArrived: Bool
    /// How long the device may still execute the command; nil when that is not known.
    var executableFor: Duration?
    /// Whether the device reported that it accepted the command.
    var isAccepted = false

    init(
        _ outcome: CommandOutcome, detail: String? = nil, reported: CapabilityValue? = nil,
        mayHaveArrived: Bool = true
    ) {
        self.outcome = outcome
        self.detail = detail
        self.reported = reported
        self.mayHaveArrived = mayHaveArrived
        refusal = nil
        code = outcome.rawValue
    }

    /// The device did not answer. The gateway assumes nothing about its state.
    static let unanswered = CommandResult(
        .timedOut, detail: "The device did not report the new state in time; its state is unknown.")

    /// The gateway stopped while it waited for the device.
    static let interrupted = CommandResult(.timedOut, detail: CommandOutcomeEntry.interrupted.detail)

    /// The command was sent, and then the device executed a newer command that excludes it.
    static let overtaken = CommandResult(
        .superseded, detail: "A newer command replaced it before the device reported that it was done.")

    /// The command was sent and then stopped. The device did not report where its part is, or a newer command moves the
    /// part.
    static let halted = CommandResult(
        .superseded, detail: "It was stopped before the device reported that it was done.")

    /// The bridge accepted the command and reports a value that it assumes; the device itself reported nothing.
    static let assumption = CommandResult(
        .sent, detail: "The bridge accepted the command; the device itself did not report that it was done.")

    init(_ refusal: CommandRefusal) {
        outcome = refusal.outcome
        detail = refusal.description
        reported = nil
        mayHaveArrived = false
        code = refusal.code
        // A command that came too late, or that a newer one replaced, was itself valid.
        self.refusal = refusal == .superseded || refusal == .notSent ? nil : refusal
    }

    init(_ error: LinkError) {
        let (outcome, mayHaveArrived) = error.meaning
        self.init(outcome, detail: error.description, mayHaveArrived: mayHaveArrived)
    }
}

extension LinkError {
    fileprivate var meaning: (CommandOutcome, mayHaveArrived: Bool) {
        switch self {
        case .notConnected, .notListening: (.unreachable, false)
        case .notExpressible: (.invalid, false)
        case .refused: (.failed, false)
        case .unanswered: (.timedOut, true)
        }
    }
}

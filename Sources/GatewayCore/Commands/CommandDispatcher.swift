import HomeModel
import AuditTrail

/// Sends commands that are authorized, validated and written to the audit log, and waits for the device's confirmation.
package struct CommandDispatcher: Sendable {
    private let links: [any DeviceLink]
    private let authorization: CommandAuthorization
    private let pending: PendingCommands
    private let tracker: CommandTracker
    private let clock: HomeClock

    package init(
        links: [any DeviceLink], authorization: CommandAuthorization, pending: PendingCommands,
        tracker: CommandTracker, clock: HomeClock
    ) {
        self.links = links
        self.authorization = authorization
        self.pending = pending
        self.tracker = tracker
        self.clock = clock
    }

    /// Sends a command that has an audit entry, before the uptime `deadline`, and returns its result. The result of a
    /// command that moves a part may come after the deadline, see `CommandConfirmation`.
    func carryOut(_ audited: AuditedCommand, progress: CommandProgress, until deadline: Duration) async -> CommandResult
    {
        let command = audited.command
        guard clock.uptime() < deadline else { return CommandResult(CommandRefusal.notSent) }
        do throws(CommandRefusal) {
            try await authorization.confirm(command)
        } catch {
            return CommandResult(error)
        }
        guard let link = links.first(where: { $0.kinds.contains(command.device.address.kind) }) else {
            return CommandResult(.failed, detail: "No link reaches this device.", mayHaveArrived: false)
        }
        guard let prepared = await link.prepare(audited) else { return CommandResult(LinkError.notExpressible) }
        let remaining = deadline - clock.uptime()
        guard remaining > .zero else { return CommandResult(CommandRefusal.notSent) }
        let (id, expectedEffect) = (command.request.id, ExpectedEffect(command, expectation: prepared.expectedReport))
        let answers = await pending.expect(
            id, expectedEffect: expectedEffect, isOrdered: command.needsAnswerBeforeNext, within: remaining)
        let confirmation = CommandConfirmation(
            command: command, prepared: prepared, expectedEffect: expectedEffect, pending: pending, tracker: tracker,
            progress: progress, clock: clock)
        var result = await send(prepared, awaiting: confirmation, answers: answers, until: deadline)
        if command.isStop, result.outcome == .confirmed || result.outcome == .sent {
            await pending.stopped(by: id, of: expectedEffect.series, isCertain: result.outcome == .confirmed)
        }
        (result.executableFor, result.isAccepted) = await pending.stopExpecting(
            id, of: expectedEffect.series, mayBeExecuted: result.mayHaveArrived)
        return result
    }

    private func send(
        _ prepared: any PreparedCommand, awaiting confirmation: CommandConfirmation,
        answers: AsyncStream<PendingCommands.DeviceResponse>, until deadline: Duration
    ) async -> CommandResult {
        var confirmation = confirmation
        let neverReports = prepared.expectedReport.confirmationMode == .none
        let (authorization, command) = (authorization, confirmation.command)
        do throws(LinkError) {
            try await prepared.send(expiringIn: deadline - clock.uptime()) {
                do throws(CommandRefusal) { try await authorization.confirm(command) } catch { return false }
                return true
            }
        } catch {
            guard case .unanswered = error else {
                // Its sender may have lost the right while it waited.
                do throws(CommandRefusal) { try await authorization.confirm(command) } catch {
                    return CommandResult(error)
                }
                return CommandResult(error)
            }
            guard !neverReports else { return CommandResult(error) }
            // The device may have received it all the same, and may report that.
            confirmation.uncertainty = error.description
        }
        await confirmation.progress.sent()
        if confirmation.uncertainty == nil { await tracker.move(confirmation.command.request.id, to: .dispatched) }
        guard !neverReports else {
            return CommandResult(
                .sent, detail: "This device never reports its state, so the command cannot be confirmed.")
        }
        return await confirmation.result(answers, until: deadline)
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
        _ outcome: CommandOutcome, code: String? = nil, detail: String? = nil, reported: CapabilityValue? = nil,
        mayHaveArrived: Bool = true
    ) {
        self.outcome = outcome
        self.detail = detail
        self.reported = reported
        self.mayHaveArrived = mayHaveArrived
        refusal = nil
        self.code = code ?? outcome.rawValue
    }

    /// The device did not answer. The gateway assumes nothing about its state.
    static let unanswered = CommandResult(
        .timedOut, detail: "The device did not report the new state in time; its state is unknown.")

    /// The gateway stopped while it waited for the device.
    static let interrupted = CommandResult(
        .timedOut, code: "interrupted", detail: CommandOutcomeEntry.interrupted.detail)

    /// The command was sent, and then the device executed a newer command that excludes it.
    static let overtaken = CommandResult(
        .superseded, detail: "A newer command replaced it before the device reported that it was done.")

    /// The command was sent and then stopped. The device did not report where its part is, or a newer command moves the
    /// part.
    static let halted = CommandResult(
        .superseded, code: "halted", detail: "It was stopped before the device reported that it was done.")

    /// The bridge accepted the command and reports a value that it assumes; the device itself reported nothing.
    static let assumption = CommandResult(
        .sent, code: "assumed",
        detail: "The bridge accepted the command; the device itself did not report that it was done.")

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
        self.init(outcome, code: error.code, detail: error.description, mayHaveArrived: mayHaveArrived)
    }
}

extension LinkError {
    fileprivate var meaning: (CommandOutcome, mayHaveArrived: Bool) {
        switch self {
        case .notConnected, .notListening: (.unreachable, false)
        case .notExpressible: (.invalid, false)
        case .refused, .lockPINNeeded, .lockPINRefused: (.failed, false)
        case .unanswered: (.timedOut, true)
        }
    }

    /// A code that says more than the outcome; nil where the outcome is enough.
    fileprivate var code: String? {
        switch self {
        case .lockPINNeeded: "lockPINNeeded"
        case .lockPINRefused: "lockPINRefused"
        default: nil
        }
    }
}

/// The reports that confirm a command.
struct ExpectedEffect: Sendable {
    /// The series that confirms the command: the command's own series, or the switch of a lamp that was set to the
    /// brightness 0.
    let series: SeriesID
    let value: CapabilityValue
    /// The series and value that the command names. A device that reports the value it is going for reports this one.
    let target: Target
    /// Other values that must be true as well: a lamp that has its brightness is on.
    let companions: [SeriesID: CapabilityValue]
    /// The values of `companions` that the device had last reported.
    let known: [SeriesID: CapabilityValue]
    let goals: Goals
    let travel: Travel?
    let confirmationMode: ConfirmationMode
    let tolerance: ConfirmationTolerance

    /// All values that the confirming reports show together.
    var shown: [SeriesID: CapabilityValue] { companions.merging([series: value]) { $1 } }

    struct Target: Sendable {
        let series: SeriesID
        let value: CapabilityValue
    }

    /// Nil for a command that sets nothing in motion.
    struct Travel: Sendable {
        /// The series that report whether the part is moving, besides the command's own series.
        let movements: Set<SeriesID>
        /// See `ExpectedReport.travelTime`.
        var time: Duration?
    }

    /// The state that a command gives its part, in every series of the part that shows it.
    struct Goals: Sendable {
        let values: [SeriesID: CapabilityValue]
        /// Whether the command stops the movement of its part.
        let isStop: Bool
        /// Whether the command sets its part in motion.
        let travels: Bool

        init(of series: SeriesID, becoming value: CapabilityValue, by part: Part?) {
            let values = part?.targetValues(of: series.capability, becoming: value) ?? [series.capability: value]
            self.values = Dictionary(
                values.map { (SeriesID(device: series.device, part: series.part, capability: $0.key), $0.value) }
            ) { $1 }
            isStop = part?.isStop(of: series.capability.kind, value) ?? false
            travels = series.capability.kind.travels && !isStop
        }

        /// Whether executing this command may end the state that `newer` has reached. A stop ends no state that was
        /// reached.
        func undoes(_ newer: Goals) -> Bool { !isStop && excludes(newer) }

        /// Whether the part cannot execute both commands and keep the states of both.
        func excludes(_ other: Goals) -> Bool {
            if isStop && other.travels || travels && other.isStop { return true }
            return values.contains { series, value in other.values[series].map { !value.isMet(by: $0) } ?? false }
        }
    }

    init(_ command: ValidCommand, expectation: ExpectedReport) {
        let (request, part) = (command.request, command.device.description[command.request.part])
        func series(_ name: CapabilityName) -> SeriesID {
            SeriesID(device: request.device, part: request.part, capability: name)
        }
        let (shown, effects) = Self.shown(by: part, request.capability, becoming: expectation.value)
        (self.series, value) = (series(shown.name), shown.value)
        target = Target(series: request.series, value: expectation.value)
        companions = Dictionary(effects.map { (series($0.key), $0.value) }) { $1 }
        known = Dictionary(effects.keys.compactMap { name in command.known[name].map { (series(name), $0) } }) { $1 }
        goals = Goals(of: request.series, becoming: expectation.value, by: part)
        let movements =
            part?.capabilities.filter { $0.isReported && $0.kind.reportsMovement }.map { series($0.name) } ?? []
        confirmationMode = expectation.confirmationMode
        // The link states the tolerance of the commanded capability, and another one may confirm the command.
        tolerance = shown.name == request.capability ? expectation.tolerance : .exact
        travel =
            goals.travels
            ? Travel(movements: Set(movements).subtracting([series(shown.name)]), time: expectation.travelTime) : nil
    }

    /// Returns the report of `part` that shows that `name` became `value`, and the other values that are then true. A
    /// part that is no longer known shows it by `name` itself.
    private static func shown(
        by part: Part?, _ name: CapabilityName, becoming value: CapabilityValue
    ) -> (report: (name: CapabilityName, value: CapabilityValue), companions: [CapabilityName: CapabilityValue]) {
        var effects = part?.effects(of: name, becoming: value) ?? [:]
        if let own = effects.removeValue(forKey: name) { return ((name, own), effects) }
        guard let (other, effect) = effects.popFirst() else { return ((name, value), [:]) }
        return ((other, effect), effects)
    }

    /// Returns the series and value that confirm a command of an earlier run, and the goals of that command.
    static func report(
        of record: CommandRecord, by device: Device?
    ) -> (series: SeriesID, value: CapabilityValue, goals: Goals) {
        let (series, part) = (record.series, device?.description[record.series.part])
        let (report, _) = shown(by: part, series.capability, becoming: record.value)
        return (
            SeriesID(device: series.device, part: series.part, capability: report.name), report.value,
            Goals(of: series, becoming: record.value, by: part)
        )
    }
}

extension CapabilityKind {
    /// Whether values of this kind report that a part moves, and that it does not.
    fileprivate var reportsMovement: Bool { self == .movement || self == .garageDoor }
}

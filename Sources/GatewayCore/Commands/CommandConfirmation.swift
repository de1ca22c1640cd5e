import HomeModel

/// Waits for the reports of the device on one command that was sent, until the command has ended.
struct CommandConfirmation: Sendable {
    /// A silent device is asked for its state after this share of its time.
    private static let queryDelayFraction = 0.6
    /// How often a bridge that reports what it assumes is asked. The second question is needed because a report that
    /// arrives while the first question leaves may be its answer, or not.
    private static let maximumQueries = 2
    /// The longest time of a movement, however often the device reports that it moves.
    static let longestMovement = Duration.seconds(180)
    /// After each report of a movement, the next one may take `movementTimeout`. A part that stands still may take
    /// `standstillTimeout` to report its position.
    static let movementTimeout = Duration.seconds(15)
    static let standstillTimeout = Duration.seconds(3)

    let command: ValidCommand
    let prepared: any PreparedCommand
    let expectedEffect: ExpectedEffect
    let pending: PendingCommands
    let tracker: CommandTracker
    let progress: CommandProgress
    let clock: HomeClock
    /// Why it is not known whether the device received the command; nil where there is no such doubt.
    var uncertainty: String?

    /// An event that the wait for a command's result processes.
    private enum ConfirmationEvent: Sendable {
        case answer(PendingCommands.DeviceResponse)
        case late, asked
        /// The time that a task waited for has come.
        case reached(Duration)
        /// No more answers can come.
        case closed
    }

    /// A target that the device reported instead of the commanded one.
    private struct Refusal {
        let sentence: String
        let certainFrom: Duration
    }

    /// What is known so far about the command, and how long the wait for more lasts.
    private struct Wait {
        let deadline: Duration
        /// The wait never lasts beyond this uptime.
        let bound: Duration
        /// The uptime at which the wait ends if nothing more is reported.
        var end: Duration
        var uncertainty: String?
        var refusal: Refusal?
        /// The part reported its position, and may still move on.
        var isArriving = false
        /// The number of questions because a bridge reported what it assumes.
        private(set) var questions = 0
        /// The questions to ask now: for each, whether the reports after it show what the device did.
        private var due: [Bool] = []
        /// The number of questions that the link has not sent yet.
        private var unsent = 0
        /// Whether another question follows the one that is being sent.
        private var asksAgain = false
        /// The earliest uptime that a task waits for; nil once it has come.
        private var nextLook: Duration?

        init(from start: Duration, until deadline: Duration, uncertainty: String?) {
            self.deadline = deadline
            self.uncertainty = uncertainty
            bound = max(deadline, start + CommandConfirmation.longestMovement)
            (end, nextLook) = (deadline, deadline)
        }

        mutating func ask(provingReports: Bool) {
            unsent += 1
            due.append(provingReports)
        }

        /// Asks what the device did, because a bridge reported what it assumes. The second question waits for the first:
        /// until that is sent, no answer counts.
        mutating func askAfterAssumption() {
            questions += 1
            asksAgain = unsent > 0
            if !asksAgain { ask(provingReports: true) }
        }

        mutating func questionWasSent() {
            unsent -= 1
            guard unsent == 0, asksAgain else { return }
            asksAgain = false
            ask(provingReports: true)
        }

        mutating func takeDueQuestions() -> [Bool] {
            defer { due = [] }
            return due
        }

        /// Records that `time` has come. Returns false when the wait goes on because its end was moved beyond `time`.
        mutating func hasEnded(at time: Duration) -> Bool {
            guard time < end else { return true }
            if time == nextLook { nextLook = nil }
            return false
        }

        /// Returns the uptime for which a new task must wait; nil when a task waits for an earlier one already.
        mutating func nextUptimeToWaitFor() -> Duration? {
            guard nextLook.map({ end < $0 }) ?? true else { return nil }
            nextLook = end
            return end
        }
    }

    /// Returns the result that follows from the device's answers, or from its silence at the uptime `deadline`. The
    /// wait goes on after `deadline` while the part moves, or is about to report its position.
    func result(_ answers: AsyncStream<PendingCommands.DeviceResponse>, until deadline: Duration) async -> CommandResult
    {
        await withTaskGroup(of: ConfirmationEvent.self) { group in
            let start = clock.uptime()
            let remaining = deadline - start
            var wait = Wait(from: start, until: deadline, uncertainty: uncertainty)
            group.addTask { await next(of: answers) }
            group.addTask { await sleep(remaining * Self.queryDelayFraction, before: .late) }
            group.addTask { await sleep(remaining, before: .reached(deadline)) }
            defer { group.cancelAll() }
            for await event in group {
                switch event {
                case .answer(let answer):
                    if let result = result(of: answer) { return result }
                    await process(answer, during: &wait)
                    group.addTask { await next(of: answers) }
                case .late:
                    // The next report may still be a value that the bridge assumes.
                    if wait.questions == 0 { wait.ask(provingReports: expectedEffect.confirmationMode == .report) }
                case .asked: wait.questionWasSent()
                case .reached(let time):
                    if await hasEnded(&wait, at: time) { return await resultWithoutAnswer(at: time, after: wait) }
                case .closed: return await resultWithoutAnswer(at: clock.uptime(), after: wait)
                }
                for provingReports in wait.takeDueQuestions() {
                    group.addTask { await ask(before: deadline, provingReports: provingReports) }
                }
                if let look = wait.nextUptimeToWaitFor() {
                    group.addTask { await sleep(look - clock.uptime(), before: .reached(look)) }
                }
            }
            return .unanswered
        }
    }

    /// Processes an answer that does not end the command.
    private func process(_ answer: PendingCommands.DeviceResponse, during wait: inout Wait) async {
        switch answer {
        case .confirmed, .failed, .overtaken: break
        case .travelling(let isUntilStopped):
            wait.isArriving = false
            await tracker.move(command.request.id, to: .acknowledged)
            // The movement may be that of an older command, which a lock or valve must finish first.
            if !command.needsAnswerBeforeNext { await progress.answered() }
            let movementEnd = max(wait.end, clock.uptime() + Self.movementTimeout)
            wait.end = isUntilStopped ? wait.bound : min(wait.bound, movementEnd)
        case .standing where wait.isArriving, .arrived where wait.isArriving: break
        case .standing(let certainFrom):
            let standstillEnd = clock.uptime() + Self.standstillTimeout
            // Shortly afterwards it may be certain that the part does not begin to move any more.
            let isNear = certainFrom <= wait.deadline + Self.standstillTimeout
            wait.end = max(wait.deadline, min(wait.bound, isNear ? max(standstillEnd, certainFrom) : standstillEnd))
        case .halted:
            await progress.answered()
            wait.end = clock.uptime() + Self.standstillTimeout
        case .arrived:
            wait.isArriving = true
            wait.end = clock.uptime() + Self.standstillTimeout
        case .acknowledged:
            wait.refusal = nil
            if let time = expectedEffect.travel?.time {
                wait.end = max(wait.end, min(wait.bound, clock.uptime() + time))
            }
            await tracker.move(command.request.id, to: .acknowledged)
            await progress.answered()
        case .unproven:
            // The device may have accepted this command after all.
            wait.refusal = nil
            await tracker.move(command.request.id, to: .acknowledged)
        case .provable: wait.ask(provingReports: true)
        case .assumed where wait.questions < Self.maximumQueries:
            if wait.questions == 0 { await tracker.move(command.request.id, to: .acknowledged) }
            wait.askAfterAssumption()
        case .assumed: break
        case .declined(let value, let wasAccepted, let certainFrom):
            // The device may only repeat its earlier target, and execute the command later.
            wait.refusal = Refusal(
                sentence: wasAccepted
                    ? "The device accepted the command, and then reported the target \(value)."
                    : "The device reported another target: \(value).",
                certainFrom: certainFrom)
            if certainFrom <= wait.deadline + Self.standstillTimeout { wait.end = max(wait.end, certainFrom) }
            await progress.answered()
        case .unanswered(let reason): wait.uncertainty = reason
        }
    }

    /// Returns whether the wait is over when `time` has come.
    private func hasEnded(_ wait: inout Wait, at time: Duration) async -> Bool {
        guard wait.hasEnded(at: time), await !pending.arrive(command.request.id, in: expectedEffect.series) else {
            return false
        }
        guard wait.isArriving, clock.uptime() < wait.deadline else { return true }
        // The part moved on, and the command has the rest of its time.
        wait.isArriving = false
        wait.end = wait.deadline
        return false
    }

    private func result(of answer: PendingCommands.DeviceResponse) -> CommandResult? {
        switch answer {
        case .confirmed(let value):
            // The switch of a lamp that was set to the brightness 0 says nothing about its brightness.
            return CommandResult(.confirmed, reported: expectedEffect.series == command.request.series ? value : nil)
        case .failed(let reason): return CommandResult(.failed, detail: reason)
        case .overtaken: return .overtaken
        default: return nil
        }
    }

    /// Returns the result at the end of the wait, at `uptime`, or when the gateway stops.
    private func resultWithoutAnswer(at uptime: Duration, after wait: Wait) async -> CommandResult {
        // An answer that came at the same moment counts.
        let answer = await pending.conclusion(of: command.request.id, in: expectedEffect.series)
        if let result = answer.flatMap(result) { return result }
        // The gateway stops before the wait is over.
        if Task.isCancelled { return .interrupted }
        if let refusal = wait.refusal {
            return CommandResult(uptime >= refusal.certainFrom ? .failed : .timedOut, detail: refusal.sentence)
        }
        if let fallbackResult = await pending.fallbackResult(
            of: command.request.id, in: expectedEffect.series, at: uptime)
        {
            return fallbackResult
        }
        if let uncertainty = wait.uncertainty { return CommandResult(.timedOut, detail: uncertainty) }
        return wait.questions > 0 ? .assumption : .unanswered
    }

    private func next(of answers: AsyncStream<PendingCommands.DeviceResponse>) async -> ConfirmationEvent {
        for await answer in answers { return .answer(answer) }
        // The stream ends with this command.
        return .closed
    }

    private func sleep(_ time: Duration, before event: ConfirmationEvent) async -> ConfirmationEvent {
        await clock.sleep(for: time)
        return event
    }

    /// Asks the device for its state. With `provingReports`, the reports that follow show what the device did.
    private func ask(before deadline: Duration, provingReports: Bool) async -> ConfirmationEvent {
        do throws(LinkError) {
            try await prepared.queryState(expiringIn: deadline - clock.uptime())
            // The question has left only now: reports from before are no answer to it.
            if provingReports { await pending.acceptReportsAsProof(command.request.id, of: expectedEffect.series) }
        } catch {}
        return .asked
    }
}

extension PendingCommands {
    /// Returns the result of a command whose value was not reported in time, from the other reports of the device; nil
    /// where those do not decide.
    fileprivate func fallbackResult(of id: CommandID, in series: SeriesID, at uptime: Duration) -> CommandResult? {
        guard let all = entries[PartKey(series)], let index = all.firstIndex(where: { $0.id == id }) else { return nil }
        let (entry, noun) = (all[index], Self.noun(of: series))
        // The position says nothing about this command where a bridge only assumes it, or where a newer command may
        // have moved the part.
        let isOwn = entry.reportsCount && !entry.hasNewerTravel
        guard entry.travel != nil, let position = isOwn ? entry.position : nil else {
            return entry.isHalted ? .halted : nil
        }
        if entry.isMet(by: position) || entry.isNear(position) {
            if isMoving(entry) {
                return entry.isHalted
                    ? .halted
                    : CommandResult(
                        .timedOut, code: "stillMoving",
                        detail: "\(noun) is at its target, but still reports that it moves.")
            }
            return entry.isHalted ? .halted : nil
        }
        if entry.isHalted {
            return CommandResult(
                .failed, code: "stopped", detail: "\(noun) was stopped\(Self.text("at", position: position)).",
                reported: position)
        }
        if entry.isStanding, !Self.hasConflict(with: entry, in: all[..<index]) {
            if entry.hasMoved {
                return CommandResult(
                    .failed, code: "stopped", detail: "\(noun) stopped\(Self.text("at", position: position)).",
                    reported: position)
            }
            // A command that the device accepted may still be executed.
            if uptime >= entry.expires, !entry.isAcknowledged, !entry.hasTarget {
                return CommandResult(
                    .failed, code: "notMoved", detail: "\(noun) did not move\(Self.text("from", position: position)).",
                    reported: position)
            }
        }
        return CommandResult(
            .timedOut, code: "elsewhere",
            detail: "The device did not report the new state in time. It last reported \(Self.text(position)).",
            reported: position)
    }

    private static func noun(of series: SeriesID) -> String {
        switch series.capability.kind {
        case .position: "The cover"
        case .tilt: "The slat"
        case .valve: "The valve"
        default: "The door"
        }
    }

    /// For example ` at 43 %`; empty where the position is not a number.
    private static func text(_ preposition: String, position: CapabilityValue) -> String {
        guard case .number = position else { return "" }
        return " \(preposition) \(text(position))"
    }

    private static func text(_ position: CapabilityValue) -> String {
        guard case .number(let percent) = position else { return "“\(position)”" }
        return "\(CapabilityValue.number(percent.rounded())) %"
    }
}

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
    let confirmationMode: ConfirmationMode
    let expectedEffect: ExpectedEffect
    let link: any DeviceLink
    let pending: PendingCommands
    let tracker: CommandTracker
    let turn: CommandProgress
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

    /// Returns the result that follows from the device's answers, or from its silence at the uptime `deadline`. The
    /// wait goes on after `deadline` while the part moves, or is about to report its position.
    func result(_ answers: AsyncStream<PendingCommands.DeviceResponse>, until deadline: Duration) async -> CommandResult
    {
        await withTaskGroup(of: ConfirmationEvent.self) { group in
            let start = clock.uptime()
            let remaining = deadline - start
            var end = deadline
            let bound = max(deadline, start + Self.longestMovement)
            // The earliest uptime that a task waits for; nil once it has come.
            var nextLook: Duration? = deadline
            group.addTask { await next(of: answers) }
            group.addTask { await wait(remaining * Self.queryDelayFraction, for: .late) }
            group.addTask { await wait(remaining, for: .reached(deadline)) }
            defer { group.cancelAll() }
            var questions = 0
            // Questions that the link has not sent yet, and whether another one follows them.
            var unsent = 0
            var asksAgain = false
            var uncertainty = uncertainty
            var refusal: Refusal?
            var isArriving = false
            for await heard in group {
                if case .answer(let answer) = heard, let result = result(of: answer) { return result }
                switch heard {
                case .answer(.confirmed), .answer(.failed), .answer(.overtaken): break
                case .reached(let time) where time < end: if time == nextLook { nextLook = nil }
                case .answer(.travelling(let isUntilStopped)):
                    isArriving = false
                    await tracker.move(command.request.id, to: .acknowledged)
                    // The movement may be that of an older command, which a lock or valve must finish first.
                    if !command.needsAnswerBeforeNext { await turn.answered() }
                    end = isUntilStopped ? bound : min(bound, max(end, clock.uptime() + Self.movementTimeout))
                case .answer(.standing) where isArriving, .answer(.arrived) where isArriving: break
                case .answer(.standing(let certainFrom)):
                    let standstillEnd = clock.uptime() + Self.standstillTimeout
                    // Shortly afterwards it may be certain that the part does not begin to move any more.
                    let isNear = certainFrom <= deadline + Self.standstillTimeout
                    end = max(deadline, min(bound, isNear ? max(standstillEnd, certainFrom) : standstillEnd))
                case .answer(.halted):
                    await turn.answered()
                    end = clock.uptime() + Self.standstillTimeout
                case .answer(.arrived):
                    isArriving = true
                    end = clock.uptime() + Self.standstillTimeout
                case .reached where await pending.arrive(command.request.id, in: expectedEffect.series): break
                case .reached where isArriving && clock.uptime() < deadline:
                    // The part moved on, and the command has the rest of its time.
                    isArriving = false
                    end = deadline
                case .reached(let time):
                    return await resultWithoutAnswer(
                        at: time, afterQuestions: questions, refusal, uncertainty: uncertainty)
                case .closed:
                    return await resultWithoutAnswer(
                        at: clock.uptime(), afterQuestions: questions, refusal, uncertainty: uncertainty)
                case .asked:
                    unsent -= 1
                    guard unsent == 0, asksAgain else { continue }
                    asksAgain = false
                    unsent = 1
                    group.addTask { await ask(before: deadline, provingReports: true) }
                case .answer(.acknowledged):
                    refusal = nil
                    await tracker.move(command.request.id, to: .acknowledged)
                    await turn.answered()
                case .answer(.unproven):
                    // The device may have accepted this command after all.
                    refusal = nil
                    await tracker.move(command.request.id, to: .acknowledged)
                case .answer(.provable):
                    unsent += 1
                    group.addTask { await ask(before: deadline, provingReports: true) }
                case .answer(.assumed) where questions < Self.maximumQueries:
                    if questions == 0 { await tracker.move(command.request.id, to: .acknowledged) }
                    questions += 1
                    // The second question waits for the first: until that is sent, no answer counts.
                    asksAgain = unsent > 0
                    guard !asksAgain else { break }
                    unsent = 1
                    group.addTask { await ask(before: deadline, provingReports: true) }
                case .answer(.assumed): break
                case .answer(.declined(let value, let wasAccepted, let certainFrom)):
                    // The device may only repeat its earlier target, and execute the command later.
                    refusal = Refusal(
                        sentence: wasAccepted
                            ? "The device accepted the command, and then reported the target \(value)."
                            : "The device reported another target: \(value).",
                        certainFrom: certainFrom)
                    if certainFrom <= deadline + Self.standstillTimeout { end = max(end, certainFrom) }
                    await turn.answered()
                case .answer(.unanswered(let reason)): uncertainty = reason
                case .late where questions == 0:
                    // The next report may still be a value that the bridge assumes.
                    unsent += 1
                    group.addTask { await ask(before: deadline, provingReports: confirmationMode == .report) }
                case .late: break
                }
                if case .answer = heard { group.addTask { await next(of: answers) } }
                guard nextLook.map({ end < $0 }) ?? true else { continue }
                let look = end
                nextLook = look
                group.addTask { await wait(look - clock.uptime(), for: .reached(look)) }
            }
            return .unanswered
        }
    }

    /// A target that the device reported instead of the commanded one.
    private struct Refusal {
        let sentence: String
        let certainFrom: Duration
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
    private func resultWithoutAnswer(
        at uptime: Duration, afterQuestions questions: Int, _ refusal: Refusal?, uncertainty: String?
    ) async -> CommandResult {
        // An answer that came at the same moment counts.
        let answer = await pending.conclusion(of: command.request.id, in: expectedEffect.series)
        if let result = answer.flatMap(result) { return result }
        // The gateway stops before the wait is over.
        if Task.isCancelled { return .interrupted }
        if let refusal {
            return CommandResult(uptime >= refusal.certainFrom ? .failed : .timedOut, detail: refusal.sentence)
        }
        if let fallbackResult = await pending.fallbackResult(
            of: command.request.id, in: expectedEffect.series, at: uptime)
        {
            return fallbackResult
        }
        if let uncertainty { return CommandResult(.timedOut, detail: uncertainty) }
        return questions > 0 ? .assumption : .unanswered
    }

    private func next(of answers: AsyncStream<PendingCommands.DeviceResponse>) async -> ConfirmationEvent {
        for await answer in answers { return .answer(answer) }
        // The stream ends with this command.
        return .closed
    }

    private func wait(_ time: Duration, for heard: ConfirmationEvent) async -> ConfirmationEvent {
        await clock.sleep(for: time)
        return heard
    }

    /// Asks the device for its state. With `provingReports`, the reports that follow show what the device did.
    private func ask(before deadline: Duration, provingReports: Bool) async -> ConfirmationEvent {
        do throws(LinkError) {
            try await link.query(about: command, expiringIn: deadline - clock.uptime())
            // The question has left only now: reports from before are no answer to it.
            if provingReports { await pending.acceptReportsAsProof(command.request.id, of: expectedEffect.series) }
        } catch {}
        return .asked
    }
}

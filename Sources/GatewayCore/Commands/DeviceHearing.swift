import HomeModel

/// Hears what a device says to one command that was sent, until that has ended.
struct DeviceHearing: Sendable {
    /// A device that has said nothing by this part of its time is asked for its state.
    private static let patience = 0.6
    /// A bridge that reports what it assumes is asked; once more, because what comes while the question leaves may have
    /// been its answer, or not.
    private static let mostQuestions = 2
    /// What moves may take so long in all, however often it says that it is on its way.
    static let longestTravel = Duration.seconds(180)
    /// After each step of the way the next one may take so long; what stands may take as long to say where.
    static let travelPatience = Duration.seconds(15)
    static let standingPatience = Duration.seconds(3)

    let command: ValidCommand
    let evidence: Evidence
    let proof: CommandProof
    let link: any DeviceLink
    let pending: PendingCommands
    let ledger: CommandLedger
    let turn: CommandTurn
    let clock: HomeClock
    /// Why it is not known whether the device got the command; nil where nothing speaks against that.
    var doubt: String?

    private enum Heard: Sendable {
        case answer(PendingCommands.Answer)
        case late, asked
        /// The uptime that was waited for has come.
        case reached(Duration)
        /// No answer comes any more.
        case closed
    }

    /// The device's answer, or its silence until the uptime `deadline`.
    func ending(_ answers: AsyncStream<PendingCommands.Answer>, until deadline: Duration) async -> CommandEnding {
        await withTaskGroup(of: Heard.self) { group in
            let start = clock.uptime()
            let remaining = deadline - start
            var end = deadline
            let bound = max(deadline, start + Self.longestTravel)
            // The earliest uptime that a task waits for; nil once it has come.
            var nextLook: Duration? = deadline
            group.addTask { await next(of: answers) }
            group.addTask { await wait(remaining * Self.patience, for: .late) }
            group.addTask { await wait(remaining, for: .reached(deadline)) }
            defer { group.cancelAll() }
            var questions = 0
            // Questions that the link has not sent yet, and whether another one follows them.
            var unsent = 0
            var asksAgain = false
            var doubt = doubt
            var refusal: Refusal?
            var isArriving = false
            for await heard in group {
                if case .answer(let answer) = heard, let ending = ending(of: answer) { return ending }
                switch heard {
                case .answer(.confirmed), .answer(.failed), .answer(.overtaken): break
                case .reached(let time) where time < end: if time == nextLook { nextLook = nil }
                case .answer(.travelling(let isUntilStopped)):
                    isArriving = false
                    await ledger.move(command.request.id, to: .acknowledged)
                    // The way may be that of an older command, which a lock or valve has to end first.
                    if !command.answersBeforeNext { await turn.answered() }
                    end = isUntilStopped ? bound : min(bound, max(end, clock.uptime() + Self.travelPatience))
                case .answer(.standing) where isArriving, .answer(.arrived) where isArriving: break
                case .answer(.standing(let certainFrom)):
                    let patience = clock.uptime() + Self.standingPatience
                    // A little later it may be certain that the part does not begin to move any more.
                    let isNear = certainFrom <= deadline + Self.standingPatience
                    end = max(deadline, min(bound, isNear ? max(patience, certainFrom) : patience))
                case .answer(.halted):
                    await turn.answered()
                    end = clock.uptime() + Self.standingPatience
                case .answer(.arrived):
                    isArriving = true
                    end = clock.uptime() + Self.standingPatience
                case .reached where await pending.arrive(command.request.id, in: proof.series): break
                case .reached where isArriving && clock.uptime() < deadline:
                    // It went on, and has its time.
                    isArriving = false
                    end = deadline
                case .reached(let time): return await silence(at: time, afterQuestions: questions, refusal, doubt)
                case .closed: return await silence(at: clock.uptime(), afterQuestions: questions, refusal, doubt)
                case .asked:
                    unsent -= 1
                    guard unsent == 0, asksAgain else { continue }
                    asksAgain = false
                    unsent = 1
                    group.addTask { await ask(before: deadline, provingReports: true) }
                case .answer(.acknowledged):
                    refusal = nil
                    await ledger.move(command.request.id, to: .acknowledged)
                    await turn.answered()
                case .answer(.unproven):
                    // It may have accepted this one after all.
                    refusal = nil
                    await ledger.move(command.request.id, to: .acknowledged)
                case .answer(.provable):
                    unsent += 1
                    group.addTask { await ask(before: deadline, provingReports: true) }
                case .answer(.assumed) where questions < Self.mostQuestions:
                    if questions == 0 { await ledger.move(command.request.id, to: .acknowledged) }
                    questions += 1
                    // The second question waits for the first: its answer would not count either before that is sent.
                    asksAgain = unsent > 0
                    guard !asksAgain else { break }
                    unsent = 1
                    group.addTask { await ask(before: deadline, provingReports: true) }
                case .answer(.assumed): break
                case .answer(.declined(let value, let wasAccepted, let certainFrom)):
                    // The device may only repeat its target from before, and execute the command later.
                    refusal = Refusal(
                        sentence: wasAccepted
                            ? "The device accepted it, and then went for \(value)." : "The device kept to \(value).",
                        certainFrom: certainFrom)
                    if certainFrom <= deadline + Self.standingPatience { end = max(end, certainFrom) }
                    await turn.answered()
                case .answer(.unanswered(let reason)): doubt = reason
                case .late where questions == 0:
                    // What then comes first may still be what the bridge assumes.
                    unsent += 1
                    group.addTask { await ask(before: deadline, provingReports: evidence == .report) }
                case .late: break
                }
                if case .answer = heard { group.addTask { await next(of: answers) } }
                guard nextLook.map({ end < $0 }) ?? true else { continue }
                let look = end
                nextLook = look
                group.addTask { await wait(look - clock.uptime(), for: .reached(look)) }
            }
            return .silence
        }
    }

    private struct Refusal {
        let sentence: String
        let certainFrom: Duration
    }

    private func ending(of answer: PendingCommands.Answer) -> CommandEnding? {
        switch answer {
        case .confirmed(let value):
            // The switch of a lamp that was told the brightness 0 says nothing of its brightness.
            return CommandEnding(.confirmed, reported: proof.series == command.request.series ? value : nil)
        case .failed(let reason): return CommandEnding(.failed, reason)
        case .overtaken: return .overtaken
        default: return nil
        }
    }

    /// How it ends at this uptime, at which it was waited for long enough, or when the gateway stops.
    private func silence(
        at uptime: Duration, afterQuestions questions: Int, _ refusal: Refusal?, _ doubt: String?
    ) async -> CommandEnding {
        // An answer that came at the same moment counts.
        let answer = await pending.conclusion(of: command.request.id, in: proof.series)
        if let ending = answer.flatMap(ending) { return ending }
        // Nothing was waited for long enough.
        if Task.isCancelled { return .interrupted }
        if let refusal {
            return CommandEnding(uptime >= refusal.certainFrom ? .failed : .timedOut, refusal.sentence)
        }
        if let rest = await pending.rest(of: command.request.id, in: proof.series, at: uptime) { return rest }
        if let doubt { return CommandEnding(.timedOut, doubt) }
        return questions > 0 ? .assumption : .silence
    }

    private func next(of answers: AsyncStream<PendingCommands.Answer>) async -> Heard {
        for await answer in answers { return .answer(answer) }
        // The stream ends with this command.
        return .closed
    }

    private func wait(_ time: Duration, for heard: Heard) async -> Heard {
        await clock.sleep(for: time)
        return heard
    }

    /// With `provingReports` what the device reports from then on shows what it did.
    private func ask(before deadline: Duration, provingReports: Bool) async -> Heard {
        do throws(LinkError) {
            try await link.ask(about: command, expiringIn: deadline - clock.uptime())
            // Only now the question is out: what came before it is no answer.
            if provingReports { await pending.provesByReports(command.request.id, of: proof.series) }
        } catch {}
        return .asked
    }
}

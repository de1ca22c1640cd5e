import HomeModel
import TestSupport
import Testing

@testable import GatewayCore

@Suite struct CommandQueueTests {
    private let time = SettableTime()

    private func entry(
        _ capability: CapabilityKind, isSafe: Bool = false, isOrdered: Bool = false
    ) -> CommandQueue.Entry {
        let series = SeriesID(device: DeviceID("lamp"), part: .main, capability: CapabilityName(capability))
        return CommandQueue.Entry(series: series, isSafe: isSafe, isOrdered: isOrdered)
    }

    /// An entry for a garage door that is commanded by a word or by a position.
    private func entry(_ kind: CapabilityKind, becoming value: CapabilityValue) -> CommandQueue.Entry {
        let part = Part(
            id: .main,
            capabilities: [.garageDoor, .position].map { Capability(CapabilityName($0), isCommanded: true) },
            purpose: nil)
        let series = SeriesID(device: DeviceID("door"), part: .main, capability: CapabilityName(kind))
        return CommandQueue.Entry(
            series: series, isSafe: part.isSafeDirection(of: kind, becoming: value),
            isOrdered: part.needsAnswerBeforeNext(kind) && !part.isStop(of: kind, value),
            goals: ExpectedEffect.Goals(of: series, becoming: value, by: part))
    }

    /// Records the commands that were sent, in their order, and how each command ended.
    private actor Log {
        var sent: [Int] = []
        var ends: [Int: CommandRefusal?] = [:]
        func send(_ number: Int) { sent.append(number) }
        func end(_ number: Int, refusal: CommandRefusal?) { ends[number] = refusal }
    }

    /// Adds a command that stays open after it is sent until the test cancels the group, like one without an answer.
    private func add(
        _ number: Int, entry: CommandQueue.Entry, to queue: CommandQueue, log: Log,
        in group: inout ThrowingTaskGroup<Void, any Error>, deadline: Duration = .seconds(1000),
        isRefused: Bool = false, isAnswered: Bool = false
    ) async throws {
        let ticket = try await queue.ticket(for: entry)
        let end = time.clock.uptime() + deadline
        group.addTask {
            do throws(CommandRefusal) {
                try await queue.run(ticket, until: end) { progress async throws(CommandRefusal) in
                    if isRefused { throw .notAudited }
                    await log.send(number)
                    await progress.sent()
                    if isAnswered { await progress.answered() }
                    // The command stays open until the test cancels it.
                    try? await Task.sleep(for: .seconds(1000))
                }
                await log.end(number, refusal: nil)
            } catch {
                await log.end(number, refusal: error)
            }
        }
    }

    private func withQueue(
        _ body: (CommandQueue, Log, inout ThrowingTaskGroup<Void, any Error>) async throws -> Void
    ) async throws {
        let (queue, log) = (CommandQueue(clock: time.clock), Log())
        try await withThrowingTaskGroup(of: Void.self) { group in
            try await body(queue, log, &group)
            group.cancelAll()
        }
    }

    @Test func unansweredCommandsOfASeriesDoNotBlockOtherCommands() async throws {
        try await withQueue { queue, log, group in
            for number in 0..<12 {
                try await add(number, entry: entry(.brightness), to: queue, log: log, in: &group)
                time.advance(by: CommandQueue.pause)
                try await eventually("the commands are sent or ended") { await log.sent.count == number + 1 }
            }
            try await add(12, entry: entry(.switch), to: queue, log: log, in: &group)
            try await eventually("the commands are sent or ended") { await log.sent.last == 12 }
        }
    }

    @Test func safeCommandIsSentWhenTheSeriesLimitIsReached() async throws {
        try await withQueue { queue, log, group in
            let kinds: [CapabilityKind] = [
                .brightness, .colorTemperature, .color, .position, .fanSpeed, .targetTemperature, .thermostatMode,
                .siren,
            ]
            #expect(kinds.count == CommandQueue.mostSeries)
            for (number, kind) in kinds.enumerated() {
                try await add(number, entry: entry(kind), to: queue, log: log, in: &group)
            }
            try await add(8, entry: entry(.media), to: queue, log: log, in: &group)
            try await add(9, entry: entry(.switch, isSafe: true), to: queue, log: log, in: &group)
            try await eventually("the commands are sent or ended") { await log.sent.contains(9) }
            #expect(await !log.sent.contains(8))
        }
    }

    /// A series has at most `maximumInFlight` unanswered commands at its device, and one more after each `pause`.
    @Test(arguments: [false, true]) func commandsOfOneSeriesAreSpaced(isSafe: Bool) async throws {
        try await withQueue { queue, log, group in
            let most = CommandQueue.maximumInFlight
            for number in 0..<most {
                try await add(number, entry: entry(.switch, isSafe: isSafe), to: queue, log: log, in: &group)
                try await eventually("the commands are sent or ended") { await log.sent.count == number + 1 }
            }
            for number in most..<most + 20 {
                try await add(number, entry: entry(.switch, isSafe: isSafe), to: queue, log: log, in: &group)
            }
            #expect(await queue.depth == (20, most))
            time.advance(by: CommandQueue.pause)
            try await eventually("the commands are sent or ended") { await log.sent.last == most + 19 }
            #expect(await log.sent.count == most + 1)
        }
    }

    @Test func answeredCommandsDoNotBlockOtherSeries() async throws {
        try await withQueue { queue, log, group in
            let kinds: [CapabilityKind] = [
                .brightness, .colorTemperature, .color, .position, .fanSpeed, .targetTemperature, .thermostatMode,
                .siren, .media, .switch,
            ]
            #expect(kinds.count > CommandQueue.mostSeries)
            for (number, kind) in kinds.enumerated() {
                try await add(number, entry: entry(kind), to: queue, log: log, in: &group, isAnswered: true)
            }
            try await eventually("the commands are sent or ended") { await log.sent.count == kinds.count }
        }
    }

    /// A person taps *lock* again and again while the lock does not answer to *unlock*.
    @Test func repeatedSafeCommandWaitsNoLongerThanTheFirstOne() async throws {
        try await withQueue { queue, log, group in
            try await add(0, entry: entry(.lock, isOrdered: true), to: queue, log: log, in: &group)
            try await eventually("the commands are sent or ended") { await log.sent == [0] }
            try await add(1, entry: entry(.lock, isSafe: true, isOrdered: true), to: queue, log: log, in: &group)
            for number in 2...4 {
                time.advance(by: CommandQueue.safeCommandTimeout / 3)
                try await add(
                    number, entry: entry(.lock, isSafe: true, isOrdered: true), to: queue, log: log, in: &group)
            }
            try await eventually("the commands are sent or ended") { await log.sent == [0, 4] }
        }
    }

    @Test func waitingCommandEndsAtItsDeadlineWithoutBeingSent() async throws {
        try await withQueue { queue, log, group in
            try await add(0, entry: entry(.lock, isOrdered: true), to: queue, log: log, in: &group)
            try await eventually("the commands are sent or ended") { await log.sent == [0] }
            try await add(
                1, entry: entry(.lock, isOrdered: true), to: queue, log: log, in: &group, deadline: .milliseconds(50))
            try await eventually("the commands are sent or ended") { await log.ends[1] == .some(.notSent) }
            #expect(await log.sent == [0])
            #expect(await queue.depth == (0, 1))
        }
    }

    @Test func nextCommandOfALockWaitsForTheAnswer() async throws {
        try await withQueue { queue, log, group in
            try await add(0, entry: entry(.lock, isOrdered: true), to: queue, log: log, in: &group, isAnswered: true)
            try await add(1, entry: entry(.lock, isOrdered: true), to: queue, log: log, in: &group)
            try await eventually("the commands are sent or ended") { await log.sent == [0, 1] }
            try await add(2, entry: entry(.lock, isOrdered: true), to: queue, log: log, in: &group)
            try await add(3, entry: entry(.lock, isSafe: true, isOrdered: true), to: queue, log: log, in: &group)
            #expect(await queue.depth == (2, 2))
            // A *lock* command does not wait forever.
            time.advance(by: CommandQueue.safeCommandTimeout)
            try await eventually("the commands are sent or ended") { await log.sent == [0, 1, 3] }
            try await eventually("the commands are sent or ended") { await log.ends[2] == .some(.superseded) }
        }
    }

    /// Otherwise the older command would decide where the door stops.
    @Test func onlyTheNewestOfConflictingCommandsIsSent() async throws {
        try await withQueue { queue, log, group in
            try await add(0, entry: entry(.garageDoor, becoming: .text("open")), to: queue, log: log, in: &group)
            try await eventually("the commands are sent or ended") { await log.sent == [0] }
            try await add(1, entry: entry(.garageDoor, becoming: .text("closed")), to: queue, log: log, in: &group)
            try await add(2, entry: entry(.position, becoming: .number(50)), to: queue, log: log, in: &group)
            // A stop is sent before the waiting commands and supersedes them.
            #expect(await queue.depth == (2, 1))
            try await add(3, entry: entry(.garageDoor, becoming: .text("stopped")), to: queue, log: log, in: &group)
            try await eventually("the commands are sent or ended") { await log.sent == [0, 3] }
            for number in 1...2 {
                try await eventually("the commands are sent or ended") {
                    await log.ends[number] == .some(.superseded)
                }
            }
        }
    }

    /// A door that does not move does not answer a stop.
    @Test func unansweredStopDelaysOtherCommandsOnlyBriefly() async throws {
        try await withQueue { queue, log, group in
            try await add(0, entry: entry(.garageDoor, becoming: .text("stopped")), to: queue, log: log, in: &group)
            try await eventually("the commands are sent or ended") { await log.sent == [0] }
            try await add(1, entry: entry(.garageDoor, becoming: .text("closed")), to: queue, log: log, in: &group)
            #expect(await queue.depth == (1, 1))
            time.advance(by: CommandQueue.safeCommandTimeout)
            try await eventually("the commands are sent or ended") { await log.sent == [0, 1] }
        }
    }

    /// The older command is sent when the newer one turns out to be refused.
    @Test func refusedCommandSupersedesNoOlderCommand() async throws {
        try await withQueue { queue, log, group in
            try await add(0, entry: entry(.lock, isOrdered: true), to: queue, log: log, in: &group)
            try await eventually("the commands are sent or ended") { await log.sent == [0] }
            try await add(1, entry: entry(.lock, isSafe: true, isOrdered: true), to: queue, log: log, in: &group)
            try await add(
                2, entry: entry(.lock, isSafe: true, isOrdered: true), to: queue, log: log, in: &group, isRefused: true)
            time.advance(by: CommandQueue.safeCommandTimeout)
            try await eventually("the commands are sent or ended") { await log.ends[2] == .some(.notAudited) }
            try await eventually("the commands are sent or ended") { await log.sent == [0, 1] }
        }
    }

    @Test func newCommandReplacesAnOlderOneOfItsSeriesInAFullQueue() async throws {
        try await withQueue { queue, log, group in
            try await add(0, entry: entry(.lock, isOrdered: true), to: queue, log: log, in: &group)
            try await eventually("the commands are sent or ended") { await log.sent == [0] }
            for number in 1...(CommandQueue.maximumWaiting + 10) {
                try await add(number, entry: entry(.lock, isOrdered: true), to: queue, log: log, in: &group)
            }
            #expect(await queue.depth.waiting == CommandQueue.maximumWaiting)
        }
    }

    /// Each command belongs to another series, so that none supersedes another.
    @Test func fullQueueIsBusyWhenNoWaitingCommandIsSuperseded() async throws {
        try await withQueue { queue, log, group in
            func labelled(_ number: Int) -> CommandQueue.Entry {
                let name = CapabilityName(.switch, label: PartID("relay-\(number)"))
                return CommandQueue.Entry(series: SeriesID(device: DeviceID("lamp"), part: .main, capability: name))
            }
            let full = CommandQueue.mostSeries + CommandQueue.maximumWaiting
            for number in 0..<full { try await add(number, entry: labelled(number), to: queue, log: log, in: &group) }
            #expect(await queue.depth == (CommandQueue.maximumWaiting, CommandQueue.mostSeries))
            await #expect(throws: CommandRefusal.busy) { _ = try await queue.ticket(for: labelled(full)) }
            // A command that is sent at once does not wait, and a new command replaces the waiting command of its series.
            _ = try await queue.ticket(for: entry(.siren, isSafe: true))
            _ = try await queue.ticket(for: labelled(full - 1))
            #expect(await queue.depth == (CommandQueue.maximumWaiting, CommandQueue.mostSeries + 1))
        }
    }
}

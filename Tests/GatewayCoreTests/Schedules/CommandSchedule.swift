import HomeModel
import Synchronization

@testable import GatewayCore

/// One random course of events, and what was told about it.
struct CommandSchedule {
    private enum Event {
        case submit(Int)
        case arrive(CommandID)
        case pass(CommandID)
        case execute(CommandID)
        case say([ModelledDevice.Statement])
        case question
        case repetition
        case hand(ModelledPart.State)
        case kill, stop
    }

    struct Wish {
        let key: String
        let command: ModelledPart.Command
        let asker: Identity
        let deadline: Duration
    }

    struct Told {
        let time: Int
        let record: CommandRecord
    }

    struct Report {
        let emittedAt: Int
        let heardAt: Int
        let kind: CapabilityKind
        let value: CapabilityValue
    }

    let seed: UInt64
    let home: ScheduledHome
    let part: ModelledPart
    /// Nothing happens that could keep the last command from being confirmed.
    let isTame: Bool
    private(set) var device: ModelledDevice
    private(set) var wishes: [Wish] = []
    private(set) var keys: [CommandID: String] = [:]
    private(set) var reports: [Report] = []
    private(set) var kills = 0
    private let told = Mutexed<[Told]>([])
    private var generator: SeededGenerator
    private var agenda: [(time: Int, order: Int, event: Event)] = []
    private var eventsGiven = 0
    private var run: ScheduledRun
    private let network = ScheduledNetwork()
    private let latency: Int
    private var end = 0
    private var idsGiven = 0
    private var lastArrival = 0

    init(seed: UInt64, home: ScheduledHome) async throws {
        self.seed = seed
        self.home = home
        var generator = SeededGenerator(seed: seed)
        home.time.advance(to: home.time.uptime + .hours(25))
        part = ModelledPart.all[Int.random(in: ModelledPart.all.indices, using: &generator)]
        isTame = Int.random(in: 0..<6, using: &generator) == 0
        let manners = isTame ? ModelledDevice.Manners() : Self.manners(using: &generator)
        latency = Int.random(in: 2...60, using: &generator)
        let now = Int(home.time.uptime.wholeMilliseconds)
        let state = part.states.randomElement(using: &generator) ?? part.states[0]
        device = ModelledDevice(manners, part: part, state: state, at: now)
        run = try await Self.start(home, network: network, manners: device.manners, seed: seed)
        self.generator = generator
        plan(from: now)
    }

    private static func start(
        _ home: ScheduledHome, network: ScheduledNetwork, manners: ModelledDevice.Manners, seed: UInt64
    ) async throws -> ScheduledRun {
        let link = ScheduledLink(
            network: network, confirmationMode: manners.isAssumed ? .reportAfterQuery : .report,
            isAskable: manners.isAskable)
        return try await ScheduledRun(of: home, link: link, seed: seed)
    }

    private static func manners(using generator: inout SeededGenerator) -> ModelledDevice.Manners {
        func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &generator) < percent }
        var manners = ModelledDevice.Manners()
        manners.lateness = [10...100, 500...2500, 10...9000][Int.random(in: 0..<3, using: &generator)]
        manners.deafness = chance(40) ? Int.random(in: 0...60, using: &generator) : 0
        manners.reports = !chance(10)
        manners.tellsTarget = chance(40)
        manners.answersByID = chance(25)
        manners.isAskable = chance(40)
        manners.repetition = chance(60) ? Int.random(in: 100...3000, using: &generator) : nil
        manners.ignoresWhileMoving = chance(30)
        manners.coalesces = chance(20)
        manners.isAssumed = chance(10)
        manners.isSleepy = chance(15)
        manners.missingAnswers = chance(15) ? 30 : 0
        // Bridges that assume pass on no word of the device.
        if manners.isAssumed { (manners.tellsTarget, manners.answersByID) = (false, false) }
        return manners
    }

    private mutating func plan(from now: Int) {
        let count = Int.random(in: 1...6, using: &generator)
        var time = now + 1000
        for index in 0..<count {
            time += [5, 150, 800, 4000][Int.random(in: 0..<4, using: &generator)]
            wishes.append(
                Wish(
                    key: "\(seed)-\(index)",
                    command: part.commands.randomElement(using: &generator) ?? part.commands[0],
                    asker: home.askers[Int.random(in: 0..<2, using: &generator)],
                    deadline: .seconds(isTame ? 10 : [1, 3, 10][Int.random(in: 0..<3, using: &generator)])))
            add(.submit(index), at: time)
            guard !isTame else { continue }
            // The same request again: the client did not hear the answer.
            if chance(25) { add(.submit(index), at: time + Int.random(in: 0...15_000, using: &generator)) }
            if chance(15), let state = part.states.randomElement(using: &generator) {
                add(.hand(state), at: time + Int.random(in: 0...5000, using: &generator))
            }
            if chance(12) { add(.kill, at: time + Int.random(in: 0...8000, using: &generator)) }
            if chance(6) { add(.stop, at: time + Int.random(in: 0...8000, using: &generator)) }
        }
        end = time + 30_000
        if let repetition = device.manners.repetition { add(.repetition, at: now + repetition) }
        let (chances, isTame) = (Mutexed(SeededGenerator(seed: seed &+ 1)), isTame)
        network.decide {
            let number = chances.withLock { Int.random(in: 0..<100, using: &$0) }
            return isTame || number >= 8 ? .delivered : number < 4 ? .notListening : .unanswered
        }
    }

    private mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &generator) < percent }

    private mutating func add(_ event: Event, at time: Int) {
        eventsGiven += 1
        agenda.append((time, eventsGiven, event))
    }

    private var now: Int { Int(home.time.uptime.wholeMilliseconds) }

    var outcomes: [Told] { told.withLock { $0 } }

    /// Plays it to its end and gives what the gateway knows of all commands after one more start.
    mutating func play() async throws -> [CommandID: CommandRecord] {
        while let next = nextTime, next <= end {
            home.time.advance(to: .milliseconds(next))
            let due = agenda.filter { $0.time <= next }.sorted { ($0.time, $0.order) < ($1.time, $1.order) }
            agenda.removeAll { $0.time <= next }
            for item in due { try await fire(item.event) }
            await run.settle()
            carry()
        }
        try await restart()
        var records: [CommandID: CommandRecord] = [:]
        for id in keys.keys { records[id] = await run.tracker.record(id) }
        for sleeper in home.time.forgetSleepers() { Graveyard.keep(sleeper) }
        Graveyard.keep(run)
        return records
    }

    private var nextTime: Int? {
        let waking = home.time.nextWaking.map { Int(($0 + .microseconds(999)).wholeMilliseconds) }
        return [agenda.map(\.time).min(), waking].compactMap(\.self).min()
    }

    private mutating func fire(_ event: Event) async throws {
        switch event {
        case .submit(let index): submit(wishes[index])
        case .arrive(let id):
            let (said, executesAt) = device.receive(id, at: now, using: &generator)
            say(said, isAssumed: device.manners.isAssumed)
            if let executesAt {
                add(.pass(id), at: (now + executesAt) / 2)
                add(.execute(id), at: executesAt)
            }
        case .pass(let id): say(device.pass(id, at: now, using: &generator))
        case .execute(let id):
            // Later than that a command has expired, unless the device gave its word.
            guard let order = device.orders.first(where: { $0.id == id }),
                order.acceptedAt != nil || now < order.sentAt + 10_000
            else { return }
            say(device.execute(id, at: now, using: &generator))
        case .say(let statements): run.hear(statements, of: part)
        case .question: say(device.answer())
        case .repetition:
            say(device.repeated())
            if let repetition = device.manners.repetition, now < end { add(.repetition, at: now + repetition) }
        case .hand(let state): say(device.moveByHand(to: state, at: now))
        case .kill:
            // Between any two steps of whatever it was about to do.
            _ = run.executor.run(atMost: Int.random(in: 0...60, using: &generator))
            carry()
            kills += 1
            try await restart()
        case .stop:
            await run.stop()
            carry()
            kills += 1
            try await restart()
        }
    }

    private mutating func restart() async throws {
        for sleeper in home.time.forgetSleepers() { Graveyard.keep(sleeper) }
        Graveyard.keep(run)
        // What was handed to the disk before the kill is on it.
        await home.settleAudit()
        run = try await Self.start(home, network: network, manners: device.manners, seed: generator.next())
    }

    private mutating func submit(_ wish: Wish) {
        idsGiven += 1
        let id = CommandID(slugging: "s\(seed)-c\(idsGiven)", fallback: CommandID("command"))
        keys[id] = wish.key
        let request = CommandRequest(
            id: id, device: part.device, capability: CapabilityName(wish.command.kind), value: wish.command.value,
            idempotencyKey: wish.key, receivedAt: home.time.clock.now(), deadline: wish.deadline)
        run.submit(request, as: wish.asker) { [told, home] record in
            told.withLock { $0.append(Told(time: Int(home.time.uptime.wholeMilliseconds), record: record)) }
        }
    }

    /// Takes what the gateway put on the network to the device.
    private mutating func carry() {
        for message in network.takeAll() {
            switch message {
            case .command(let id, let series, let value):
                let isLost = chance(device.manners.deafness)
                let command = ModelledPart.Command(kind: series.capability.kind, value: value)
                device.note(id, command: command, at: now, isLost: isLost)
                // What was not fetched by then has expired.
                let deadline = Int((wish(id)?.deadline ?? .zero).wholeMilliseconds)
                let longest = device.manners.isSleepy ? max(deadline, latency) : latency
                // In the order in which they were sent.
                lastArrival = max(lastArrival, now + Int.random(in: latency...longest, using: &generator))
                let hasExpired = lastArrival > now + max(deadline, latency)
                if !isLost, !hasExpired { add(.arrive(id), at: lastArrival) }
                if chance(device.manners.missingAnswers) {
                    say([.unanswered(series.capability.kind)], after: Int.random(in: 0...10_000, using: &generator))
                }
            case .question: add(.question, at: now + latency)
            }
        }
    }

    private func wish(_ id: CommandID) -> Wish? { wishes.first { $0.key == keys[id] } }

    private mutating func say(
        _ statements: [ModelledDevice.Statement], isAssumed: Bool = false, after delay: Int = 0
    ) {
        guard !statements.isEmpty else { return }
        for case .state(let kind, let value) in statements where !isAssumed {
            reports.append(Report(emittedAt: now, heardAt: now + latency, kind: kind, value: value))
        }
        add(.say(statements), at: now + delay + latency)
    }
}

/// Tasks of killed runs wait for ever; what they wait for is kept, because a lost continuation is reported.
enum Graveyard {
    private static let kept = Mutexed<[any Sendable]>([])
    static func keep(_ object: any Sendable) { kept.withLock { $0.append(object) } }
}

/// A value that tasks of any executor may change.
final class Mutexed<Value: Sendable>: Sendable {
    private let mutex: Mutex<Value>

    init(_ value: Value) { mutex = Mutex(value) }

    func withLock<Result: Sendable>(_ body: (inout Value) -> Result) -> Result {
        mutex.withLock { value in body(&value) }
    }
}

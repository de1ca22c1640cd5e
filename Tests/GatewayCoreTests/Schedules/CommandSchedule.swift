import SeededRandom
@testable import GatewayCore
import HomeModel

/// A random sequence of events, and the responses of the gateway to its commands. All times are uptimes in milliseconds.
struct CommandSchedule {
    private enum Event {
        case submit(Int)
        case arrive(CommandID)
        case reachHalfway(CommandID)
        case execute(CommandID)
        case receive([ModelledDevice.Message])
        case query
        case repeatReport
        case moveByHand(ModelledPart.State)
        case kill, stop
    }

    struct PlannedCommand {
        let key: String
        let command: ModelledPart.Command
        let sender: Identity
        let deadline: Duration
    }

    /// The answer that the sender of a command got.
    struct Response {
        let time: Int
        let record: CommandRecord
    }

    /// A value that the device reported, without values that a bridge assumed.
    struct Report {
        let sentAt: Int
        let receivedAt: Int
        let kind: CapabilityKind
        let value: CapabilityValue
    }

    let seed: UInt64
    let home: ScheduledHome
    let part: ModelledPart
    /// Whether the schedule has no fault that could prevent the confirmation of the last command.
    let isFaultless: Bool
    private(set) var device: ModelledDevice
    private(set) var plannedCommands: [PlannedCommand] = []
    /// The idempotency keys of the submitted commands.
    private(set) var keys: [CommandID: String] = [:]
    private(set) var reports: [Report] = []
    /// How often the gateway was killed or stopped.
    private(set) var interruptions = 0
    private let receivedResponses = MutexBox<[Response]>([])
    private var generator: SeededGenerator
    private var pendingEvents: [(time: Int, number: Int, event: Event)] = []
    private var eventCount = 0
    private var run: ScheduledRun
    private let network = ScheduledNetwork()
    private let latency: Int
    private var end = 0
    private var idCount = 0
    private var lastArrival = 0

    init(seed: UInt64, home: ScheduledHome) async throws {
        self.seed = seed
        self.home = home
        var generator = SeededGenerator(seed: seed)
        home.time.advance(to: home.time.uptime + .hours(25))
        part = ModelledPart.all[Int.random(in: ModelledPart.all.indices, using: &generator)]
        isFaultless = Int.random(in: 0..<6, using: &generator) == 0
        let behaviour = isFaultless ? ModelledDevice.Behaviour() : Self.behaviour(using: &generator)
        latency = Int.random(in: 2...60, using: &generator)
        let now = Int(home.time.uptime.wholeMilliseconds)
        let state = part.initialStates.randomElement(using: &generator) ?? part.initialStates[0]
        device = ModelledDevice(behaviour, part: part, state: state, at: now)
        run = try await Self.start(home, network: network, behaviour: device.behaviour, seed: seed)
        self.generator = generator
        plan(from: now)
    }

    private static func start(
        _ home: ScheduledHome, network: ScheduledNetwork, behaviour: ModelledDevice.Behaviour, seed: UInt64
    ) async throws -> ScheduledRun {
        let link = ScheduledLink(
            network: network, confirmationMode: behaviour.hasAssumingBridge ? .reportAfterQuery : .report,
            isQueryable: behaviour.isQueryable)
        return try await ScheduledRun(of: home, link: link, seed: seed)
    }

    private static func behaviour(using generator: inout SeededGenerator) -> ModelledDevice.Behaviour {
        func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &generator) < percent }
        var behaviour = ModelledDevice.Behaviour()
        behaviour.executionDelay = [10...100, 500...2500, 10...9000][Int.random(in: 0..<3, using: &generator)]
        behaviour.lostPercentage = chance(40) ? Int.random(in: 0...60, using: &generator) : 0
        behaviour.reportsState = !chance(10)
        behaviour.reportsTarget = chance(40)
        behaviour.repliesByID = chance(25)
        behaviour.isQueryable = chance(40)
        behaviour.repeatInterval = chance(60) ? Int.random(in: 100...3000, using: &generator) : nil
        behaviour.ignoresWhileMoving = chance(30)
        behaviour.coalesces = chance(20)
        behaviour.hasAssumingBridge = chance(10)
        behaviour.isSleepy = chance(15)
        behaviour.missingAnswerPercentage = chance(15) ? 30 : 0
        // Bridges that assume values do not forward targets and replies of the device.
        if behaviour.hasAssumingBridge { (behaviour.reportsTarget, behaviour.repliesByID) = (false, false) }
        return behaviour
    }

    private mutating func plan(from now: Int) {
        let count = Int.random(in: 1...6, using: &generator)
        var time = now + 1000
        for index in 0..<count {
            time += [5, 150, 800, 4000][Int.random(in: 0..<4, using: &generator)]
            plannedCommands.append(
                PlannedCommand(
                    key: "\(seed)-\(index)",
                    command: part.commands.randomElement(using: &generator) ?? part.commands[0],
                    sender: home.senders[Int.random(in: 0..<2, using: &generator)],
                    deadline: .seconds(isFaultless ? 10 : [1, 3, 10][Int.random(in: 0..<3, using: &generator)])))
            add(.submit(index), at: time)
            guard !isFaultless else { continue }
            // The client got no answer and repeats the request.
            if chance(25) { add(.submit(index), at: time + Int.random(in: 0...15_000, using: &generator)) }
            if chance(15), let state = part.initialStates.randomElement(using: &generator) {
                add(.moveByHand(state), at: time + Int.random(in: 0...5000, using: &generator))
            }
            if chance(12) { add(.kill, at: time + Int.random(in: 0...8000, using: &generator)) }
            if chance(6) { add(.stop, at: time + Int.random(in: 0...8000, using: &generator)) }
        }
        end = time + 30_000
        if let interval = device.behaviour.repeatInterval { add(.repeatReport, at: now + interval) }
        let (networkGenerator, isFaultless) = (MutexBox(SeededGenerator(seed: seed &+ 1)), isFaultless)
        network.setResult {
            let number = networkGenerator.withLock { Int.random(in: 0..<100, using: &$0) }
            return isFaultless || number >= 8 ? .delivered : number < 4 ? .notListening : .unanswered
        }
    }

    private mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &generator) < percent }

    private mutating func add(_ event: Event, at time: Int) {
        eventCount += 1
        pendingEvents.append((time, eventCount, event))
    }

    private var now: Int { Int(home.time.uptime.wholeMilliseconds) }

    var responses: [Response] { receivedResponses.withLock { $0 } }

    /// Runs the schedule to its end, restarts the gateway, and returns its records of all commands.
    mutating func play() async throws -> [CommandID: CommandRecord] {
        while let next = nextTime, next <= end {
            home.time.advance(to: .milliseconds(next))
            let due = pendingEvents.filter { $0.time <= next }.sorted { ($0.time, $0.number) < ($1.time, $1.number) }
            pendingEvents.removeAll { $0.time <= next }
            for item in due { try await handle(item.event) }
            await run.settle()
            deliverMessages()
        }
        try await restart()
        var records: [CommandID: CommandRecord] = [:]
        for id in keys.keys { records[id] = await run.tracker.record(id) }
        for sleeper in home.time.removeSleepers() { RetainedObjects.retain(sleeper) }
        RetainedObjects.retain(run)
        return records
    }

    private var nextTime: Int? {
        let waking = home.time.nextWaking.map { Int(($0 + .microseconds(999)).wholeMilliseconds) }
        return [pendingEvents.map(\.time).min(), waking].compactMap(\.self).min()
    }

    private mutating func handle(_ event: Event) async throws {
        switch event {
        case .submit(let index): submit(plannedCommands[index])
        case .arrive(let id):
            let (messages, executesAt) = device.receive(id, at: now, using: &generator)
            sendFromDevice(messages, isAssumed: device.behaviour.hasAssumingBridge)
            if let executesAt {
                add(.reachHalfway(id), at: (now + executesAt) / 2)
                add(.execute(id), at: executesAt)
            }
        case .reachHalfway(let id): sendFromDevice(device.reachHalfway(id, at: now, using: &generator))
        case .execute(let id):
            // A later command has expired, unless the device has accepted it.
            guard let sent = device.sentCommands.first(where: { $0.id == id }),
                sent.acceptedAt != nil || now < sent.sentAt + 10_000
            else { return }
            sendFromDevice(device.execute(id, at: now, using: &generator))
        case .receive(let messages): run.receive(messages, from: part)
        case .query: sendFromDevice(device.answerToQuery())
        case .repeatReport:
            sendFromDevice(device.repeatedReport())
            if let interval = device.behaviour.repeatInterval, now < end { add(.repeatReport, at: now + interval) }
        case .moveByHand(let state): sendFromDevice(device.moveByHand(to: state, at: now))
        case .kill:
            // The kill may come between any two steps of the gateway.
            _ = run.executor.run(atMost: Int.random(in: 0...60, using: &generator))
            deliverMessages()
            interruptions += 1
            try await restart()
        case .stop:
            await run.stop()
            deliverMessages()
            interruptions += 1
            try await restart()
        }
    }

    private mutating func restart() async throws {
        for sleeper in home.time.removeSleepers() { RetainedObjects.retain(sleeper) }
        RetainedObjects.retain(run)
        // Entries that were given to the audit log before the kill are on the disk.
        await home.settleAudit()
        run = try await Self.start(home, network: network, behaviour: device.behaviour, seed: generator.next())
    }

    private mutating func submit(_ planned: PlannedCommand) {
        idCount += 1
        let id = CommandID(slugging: "s\(seed)-c\(idCount)", fallback: CommandID("command"))
        keys[id] = planned.key
        let request = CommandRequest(
            id: id, device: part.device, capability: CapabilityName(planned.command.kind),
            value: planned.command.value, idempotencyKey: planned.key, receivedAt: home.time.clock.now(),
            deadline: planned.deadline)
        run.submit(request, as: planned.sender) { [receivedResponses, home] record in
            let response = Response(time: Int(home.time.uptime.wholeMilliseconds), record: record)
            receivedResponses.withLock { $0.append(response) }
        }
    }

    /// Takes the messages that the gateway sent, and schedules their arrival at the device.
    private mutating func deliverMessages() {
        for message in network.takeMessages() {
            switch message {
            case .command(let id, let series, let value):
                let isLost = chance(device.behaviour.lostPercentage)
                let command = ModelledPart.Command(kind: series.capability.kind, value: value)
                device.recordSent(id, command: command, at: now, isLost: isLost)
                // A command that the device does not fetch before its deadline expires.
                let deadline = Int((planned(id)?.deadline ?? .zero).wholeMilliseconds)
                let longest = device.behaviour.isSleepy ? max(deadline, latency) : latency
                // Commands arrive in the order in which they were sent.
                lastArrival = max(lastArrival, now + Int.random(in: latency...longest, using: &generator))
                let hasExpired = lastArrival > now + max(deadline, latency)
                if !isLost, !hasExpired { add(.arrive(id), at: lastArrival) }
                if chance(device.behaviour.missingAnswerPercentage) {
                    let delay = Int.random(in: 0...10_000, using: &generator)
                    sendFromDevice([.unanswered(series.capability.kind)], after: delay)
                }
            case .query: add(.query, at: now + latency)
            }
        }
    }

    private func planned(_ id: CommandID) -> PlannedCommand? { plannedCommands.first { $0.key == keys[id] } }

    /// Schedules the arrival of the device's messages at the gateway. With `isAssumed` a bridge assumed the values, so that
    /// they are no reports of the device.
    private mutating func sendFromDevice(
        _ messages: [ModelledDevice.Message], isAssumed: Bool = false, after delay: Int = 0
    ) {
        guard !messages.isEmpty else { return }
        for case .state(let kind, let value) in messages where !isAssumed {
            reports.append(Report(sentAt: now, receivedAt: now + latency, kind: kind, value: value))
        }
        add(.receive(messages), at: now + delay + latency)
    }
}

/// Keeps the tasks and continuations of killed runs forever. They never resume, and the runtime would report a continuation
/// that is released without a resumption.
enum RetainedObjects {
    private static let objects = MutexBox<[any Sendable]>([])
    static func retain(_ object: any Sendable) { objects.withLock { $0.append(object) } }
}

import HomeDialects
import HomeModel

/// One device of a running simulation: its inside, its schedule and its faults. What it says, its speaker puts into the
/// words of its dialect.
struct DeviceRuntime: Sendable {
    let described: ScenarioDevice
    var inside: any SimulatedDevice
    var faults: FaultPlan
    private var schedule: ReportSchedule
    private var outbox: FaultyOutbox
    private var random: SeededGenerator

    init(_ described: ScenarioDevice, room: Int?, scenario: Scenario, seed: UInt64) {
        self.described = described
        inside = DeviceFactory.device(described, room: room, seed: seed)
        faults = FaultPlan(scenario.faults.filter { $0.device == described.id })
        random = SeededGenerator(seed: seed, stream: "runtime-\(described.id)")
        let interval = described.interval / scenario.rate
        schedule = ReportSchedule(interval: interval, offset: interval * random.unit())
        outbox = FaultyOutbox(random: random.split())
    }

    /// All that it shows.
    var state: [SpokenValue] { inside.observations.map(SpokenValue.init) }

    /// What the device has to say after a step, a command or a touch; `answers` go first.
    mutating func report(
        _ answers: [DialectMessage] = [], through speaker: any DialectSpeaker, at elapsed: Duration, time: Timestamp
    ) -> [OutgoingMessage] {
        let active = faults.active(at: elapsed)
        let changed = schedule.reports(of: inside.observations, at: elapsed).map(SpokenValue.init)
        let values = changed.isEmpty ? [] : speaker.report(described.id, changed: changed, state: state)
        return outbox.pass(answers + values, under: active, at: elapsed, time: time)
    }

    /// Does what it is told and gives the answer to it. Nil means that the device keeps silent about it.
    mutating func obey(
        _ order: SpeakerOrder, answeringThrough speaker: any DialectSpeaker, at elapsed: Duration
    ) -> [DialectMessage]? {
        let address = ValueAddress(part: order.wanted.part, capability: order.wanted.capability)
        guard !isHit(by: .stick, at: elapsed) else { return nil }
        guard !isHit(by: .reject, at: elapsed),
            case .accepted(let goal) = inside.command(address, to: order.wanted.value)
        else { return speaker.answer(order, isAccepted: false, state: state) }
        schedule.promise(goal, at: address)
        return speaker.answer(order, isAccepted: true, state: state)
    }

    private mutating func isHit(by kind: Fault.Kind, at elapsed: Duration) -> Bool {
        faults.active(at: elapsed).contains { $0.kind == kind && random.unit() < $0.share }
    }
}

extension SpokenValue {
    fileprivate init(_ observation: Observation) {
        self.init(observation.address.part, observation.address.capability, observation.value)
    }
}

import HomeDialects
import HomeModel

/// One device of a running simulation: its inside, its dialect, its schedule and its faults.
struct DeviceRuntime: Sendable {
    let described: ScenarioDevice
    let homie: HomieDevice
    var inside: any SimulatedDevice
    var faults: FaultPlan
    private var schedule: ReportSchedule
    private var outbox: FaultyOutbox
    private var random: SeededGenerator

    init(_ described: ScenarioDevice, room: Int?, scenario: Scenario, seed: UInt64) {
        self.described = described
        inside = DeviceFactory.device(described, room: room, seed: seed)
        homie = HomieDevice(
            domain: described.root, id: described.id,
            description: DeviceDescription(
                name: described.name.text, manufacturer: "Tomte", model: described.kind.rawValue, parts: inside.parts),
            version: 1)
        faults = FaultPlan(scenario.faults.filter { $0.device == described.id })
        random = SeededGenerator(seed: seed, stream: "runtime-\(described.id)")
        let interval = described.interval / scenario.rate
        schedule = ReportSchedule(interval: interval, offset: interval * random.unit())
        outbox = FaultyOutbox(random: random.split())
    }

    /// Said once after every connect: the description between `init` and `ready`, and every value.
    func announcement(time: Timestamp) -> [OutgoingMessage] {
        let values = inside.observations.compactMap { message(for: $0) }
        return (homie.announcement() + values + [homie.state(.ready)].compactMap { $0 })
            .map { OutgoingMessage(message: $0, deviceTime: time) }
    }

    func farewell(time: Timestamp) -> [OutgoingMessage] {
        homie.farewell().map { OutgoingMessage(message: $0, deviceTime: time) }
    }

    /// What the device has to say after a step, a command or a touch; `answers` go first.
    mutating func report(
        _ answers: [DialectMessage] = [], at elapsed: Duration, time: Timestamp
    ) -> [OutgoingMessage] {
        let active = faults.active(at: elapsed)
        let values = schedule.reports(of: inside.observations, at: elapsed).compactMap { message(for: $0) }
        return outbox.pass(answers + values, under: active, at: elapsed, time: time)
    }

    /// Takes a message from `…/set`. Nil means that the device keeps silent about it.
    mutating func receive(topic: String, payload: [UInt8], at elapsed: Duration) -> [DialectMessage]? {
        guard let command = try? homie.command(topic: topic, payload: payload) else { return nil }
        let address = ValueAddress(part: command.part, capability: command.capability)
        guard !isHit(by: .stick, at: elapsed) else { return nil }
        guard !isHit(by: .reject, at: elapsed), case .accepted(let goal) = inside.command(address, to: command.value)
        else { return refusal(address) }
        schedule.promise(goal, at: address)
        return [homie.acceptance(topic: topic, payload: payload)].compactMap { $0 }
    }

    /// Homie has no word for no: the target stays what the device is, and that is what it says.
    private func refusal(_ address: ValueAddress) -> [DialectMessage] {
        guard let current = inside.observations.first(where: { $0.address == address }) else { return [] }
        let target = homie.target(address.part, address.capability, current.value)
        return [target, message(for: current)].compactMap { $0 }
    }

    private mutating func isHit(by kind: Fault.Kind, at elapsed: Duration) -> Bool {
        faults.active(at: elapsed).contains { $0.kind == kind && random.unit() < $0.share }
    }

    private func message(for observation: Observation) -> DialectMessage? {
        homie.value(observation.address.part, observation.address.capability, observation.value)
    }
}

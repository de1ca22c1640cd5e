import SeededRandom
import DeviceEmulators
import DeviceProtocols
import HomeModel

/// One device of a running simulation: its physical model, its report schedule and its faults. The emulator of its
/// dialect turns its reports into messages.
struct DeviceRuntime: Sendable {
    let described: ScenarioDevice
    var model: any SimulatedDevice
    var faults: FaultPlan
    /// The values that the device shows over a server of its own.
    private(set) var shownState = ShownState()
    private var schedule: ReportSchedule
    private var outbox: FaultyOutbox
    private var random: SeededGenerator

    init(_ described: ScenarioDevice, room: Int?, scenario: Scenario, seed: UInt64) {
        self.described = described
        model = DeviceFactory.device(described, room: room, seed: seed)
        faults = FaultPlan(scenario.faults.filter { $0.device == described.id })
        random = SeededGenerator(seed: seed, stream: "runtime-\(described.id)")
        let interval = described.interval / scenario.rate
        schedule = ReportSchedule(interval: interval, offset: interval * random.unit())
        outbox = FaultyOutbox(random: random.split())
    }

    /// All values that the device shows.
    var state: [EmulatedValue] { model.observations.map(EmulatedValue.init) }

    /// Returns the messages of the device after a step, a command or a manual change; `answers` go first.
    mutating func report(
        _ answers: [DialectMessage] = [], through emulator: any DeviceEmulator, at elapsed: Duration, time: Timestamp
    ) -> [OutgoingMessage] {
        let active = faults.active(at: elapsed)
        let changed = schedule.reports(of: model.observations, at: elapsed).map(EmulatedValue.init)
        let values = changed.isEmpty ? [] : emulator.report(described.id, changed: changed, state: state)
        return outbox.apply(answers + values, under: active, at: elapsed, time: time)
    }

    /// Carries out a command and returns the answer. Nil when the device does not answer.
    mutating func execute(
        _ command: EmulatorCommand, answeringThrough emulator: any DeviceEmulator, at elapsed: Duration
    ) -> [DialectMessage]? {
        let address = ValueAddress(part: command.wanted.part, capability: command.wanted.capability)
        guard !isAffected(by: .stick, at: elapsed) else { return nil }
        guard !isAffected(by: .reject, at: elapsed),
            case .accepted(let goal) = model.command(address, to: command.wanted.value)
        else { return emulator.reply(command, isAccepted: false, state: state) }
        schedule.requireReport(goal, at: address)
        return emulator.reply(command, isAccepted: true, state: state)
    }

    /// Carries out a command that arrived without a dialect. Nil when the device does not act on it.
    mutating func execute(
        _ address: ValueAddress, to value: CapabilityValue, at elapsed: Duration
    ) -> DeviceResponse? {
        guard !isAffected(by: .stick, at: elapsed) else { return nil }
        guard !isAffected(by: .reject, at: elapsed) else { return .rejected }
        let response = model.command(address, to: value)
        if case .accepted(let goal) = response { expect(goal, at: address) }
        return response
    }

    /// Notes the value that the device will reach.
    mutating func expect(_ goal: CapabilityValue, at address: ValueAddress) {
        schedule.requireReport(goal, at: address)
        shownState.expect(goal, at: address)
    }

    /// Returns the values that the server of the device shows, if a report is due that changes them.
    mutating func stateReport(at elapsed: Duration) -> ShownState? {
        let before = shownState
        for observation in schedule.reports(of: model.observations, at: elapsed) { shownState.show(observation) }
        return shownState == before ? nil : shownState
    }

    /// Returns all values that the server of the device shows, whether or not a report is due.
    mutating func completeState() -> ShownState {
        for observation in model.observations { shownState.show(observation) }
        return shownState
    }

    private mutating func isAffected(by kind: Fault.Kind, at elapsed: Duration) -> Bool {
        faults.active(at: elapsed).contains { $0.kind == kind && random.unit() < $0.share }
    }
}

extension EmulatedValue {
    fileprivate init(_ observation: Observation) {
        self.init(observation.address.part, capability: observation.address.capability, value: observation.value)
    }
}

/// Decides when a device reports: states when they change, quantities at the interval, results of commands at once.
struct ReportSchedule: Sendable {
    private let interval: Duration
    private var nextDue: Duration
    private var shown: [ValueAddress: CapabilityValue] = [:]
    /// The values of accepted commands that have not been reported yet.
    private var requiredReports: [ValueAddress: CapabilityValue] = [:]

    /// `offset` spreads the reports of the devices of a home over the interval.
    init(interval: Duration, offset: Duration) {
        self.interval = interval
        nextDue = offset
    }

    /// Returns the observations that the device must report now.
    mutating func reports(of observations: [Observation], at elapsed: Duration) -> [Observation] {
        let isDue = elapsed >= nextDue
        if isDue { nextDue = max(nextDue + interval, elapsed - interval) }
        return observations.filter { observation in
            let isFulfilled = requiredReports[observation.address] == observation.value
            guard isFulfilled || isWanted(observation, isDue: isDue) else { return false }
            if isFulfilled { requiredReports[observation.address] = nil }
            shown[observation.address] = observation.value
            return true
        }
    }

    /// Makes the schedule report the value of an accepted command even when nothing changes.
    mutating func requireReport(_ value: CapabilityValue, at address: ValueAddress) { requiredReports[address] = value }

    private func isWanted(_ observation: Observation, isDue: Bool) -> Bool {
        if case .reading = observation.address.capability.kind.facts.recording { return isDue }
        return shown[observation.address] != observation.value
    }
}

import HomeModel

/// When a device speaks: states as they change, quantities at the interval, answers at once.
struct ReportSchedule: Sendable {
    private let interval: Duration
    private var nextDue: Duration
    private var shown: [ValueAddress: CapabilityValue] = [:]
    /// Accepted commands whose value has not been reported since.
    private var promised: [ValueAddress: CapabilityValue] = [:]

    /// `offset` spreads the devices of a home over the interval.
    init(interval: Duration, offset: Duration) {
        self.interval = interval
        nextDue = offset
    }

    /// What is to be said of `observations` at this moment.
    mutating func reports(of observations: [Observation], at elapsed: Duration) -> [Observation] {
        let isDue = elapsed >= nextDue
        if isDue { nextDue = max(nextDue + interval, elapsed - interval) }
        return observations.filter { observation in
            let isFulfilled = promised[observation.address] == observation.value
            guard isFulfilled || isWanted(observation, isDue: isDue) else { return false }
            if isFulfilled { promised[observation.address] = nil }
            shown[observation.address] = observation.value
            return true
        }
    }

    /// A command was accepted: its value is reported also when nothing changes.
    mutating func promise(_ value: CapabilityValue, at address: ValueAddress) { promised[address] = value }

    private func isWanted(_ observation: Observation, isDue: Bool) -> Bool {
        if case .reading = observation.address.capability.kind.facts.recording { return isDue }
        return shown[observation.address] != observation.value
    }
}

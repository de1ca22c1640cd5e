import HomeModel

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

package import HomeModel

/// The simulated history of a scenario: the same home with the same physics, computed as fast as possible.
///
/// The same scenario, seed and start give the same history. Its readings are at whole minutes, so importing a history a
/// second time adds nothing. Only quantities have a history; states have none.
package struct SimulatedHistory: Sendable {
    /// The time between two readings, and the step of the simulation.
    package static let interval = Duration.seconds(60)

    /// The readings of one capability of one device.
    package struct Column: Sendable {
        /// The id of the device in the scenario.
        package let device: String
        package let address: ValueAddress
        package var readings: [Reading]
    }

    package let start: Timestamp
    package let end: Timestamp
    private var simulation: HomeSimulation
    private let columns: [(device: String, place: Int, address: ValueAddress)]

    /// Prepares the history from the beginning of the day of `from`, so that two histories that begin on the same day
    /// are equal, to the last full minute before `to`.
    package init(_ scenario: Scenario, seed: UInt64? = nil, from: Timestamp, to: Timestamp) {
        start = from.rounded(down: .days(1))
        end = to.rounded(down: Self.interval)
        simulation = HomeSimulation(scenario, seed: seed, start: start)
        var columns: [(String, Int, ValueAddress)] = []
        for device in scenario.devices {
            for (place, observation) in (simulation.observations(of: device.id) ?? []).enumerated() {
                guard case .reading = observation.address.capability.kind.facts.recording else { continue }
                columns.append((device.id, place, observation.address))
            }
        }
        self.columns = columns
    }

    /// The fraction of the history that `next` has returned, 0 to 1.
    package var progress: Double {
        let whole = end - start
        return whole > .zero ? (simulation.time - start) / whole : 1
    }

    /// Returns the next `length` of the history, a column for each series; nil at the end.
    package mutating func next(_ length: Duration) -> [Column]? {
        guard simulation.time < end else { return nil }
        let stop = min(end, simulation.time + length)
        var result = columns.map { Column(device: $0.device, address: $0.address, readings: []) }
        while simulation.time < stop {
            simulation.advanceSilently(Self.interval)
            var shown: (device: String, observations: [Observation]) = ("", [])
            for (index, column) in columns.enumerated() {
                if shown.device != column.device {
                    shown = (column.device, simulation.observations(of: column.device) ?? [])
                }
                guard case .number(let value) = shown.observations[column.place].value else { continue }
                result[index].readings.append(Reading(time: simulation.time, value: value))
            }
        }
        return result
    }

    /// Returns the home at the end of its history, ready to continue from there: its counters keep their values.
    package func simulationAtEnd() -> HomeSimulation {
        var home = simulation
        while home.time < end { home.advanceSilently(Self.interval) }
        home.resetStart()
        return home
    }
}

extension Timestamp {
    fileprivate func rounded(down unit: Duration) -> Timestamp {
        let length = unit.wholeMilliseconds
        let rest = milliseconds % length
        return Timestamp(milliseconds: milliseconds - (rest < 0 ? rest + length : rest))
    }
}

package import HomeModel

/// The past of a scenario: the same home with the same physics, lived through at one stroke.
///
/// The same scenario, seed and beginning give the same past. Its readings lie on a grid of whole minutes, so one that is
/// told a second time says nothing new. States have no past: only quantities are told.
package struct HomePast: Sendable {
    /// Between two readings; also how finely the home lives.
    package static let interval = Duration.seconds(60)

    /// What one capability of one device said.
    package struct Column: Sendable {
        /// As the scenario calls it.
        package let device: String
        package let address: ValueAddress
        package var readings: [Reading]
    }

    package let start: Timestamp
    package let end: Timestamp
    private var simulation: HomeSimulation
    private let columns: [(device: String, place: Int, address: ValueAddress)]

    /// From the beginning of the day in which `from` lies, so that two of one day are alike, to the last minute before
    /// `to`.
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

    /// How much of it has been told, 0 to 1.
    package var share: Double {
        let whole = end - start
        return whole > .zero ? (simulation.time - start) / whole : 1
    }

    /// Tells the next stretch of time, a column for each series; nil at the end.
    package mutating func next(_ length: Duration) -> [Column]? {
        guard simulation.time < end else { return nil }
        let stop = min(end, simulation.time + length)
        var told = columns.map { Column(device: $0.device, address: $0.address, readings: []) }
        while simulation.time < stop {
            simulation.pass(Self.interval)
            var shown: (device: String, observations: [Observation]) = ("", [])
            for (index, column) in columns.enumerated() {
                if shown.device != column.device {
                    shown = (column.device, simulation.observations(of: column.device) ?? [])
                }
                guard case .number(let value) = shown.observations[column.place].value else { continue }
                told[index].readings.append(Reading(time: simulation.time, value: value))
            }
        }
        return told
    }

    /// The home as it is at the end, ready to live on: its counters go on where its past ends.
    package func livedThrough() -> HomeSimulation {
        var home = simulation
        while home.time < end { home.pass(Self.interval) }
        home.beginHere()
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

import SeededRandom
import HomeModel

/// The three-phase meter of the electricity supplier. It counts import and export separately, from the sum of the
/// phases.
struct GridMeter: SimulatedDevice {
    private static let limitWatts = 60_000.0
    private static let imported = PartID.named("import")
    private static let exported = PartID.named("export")
    private static let phases = ["l1", "l2", "l3"].map { PartID.named($0) }

    private var random: SeededGenerator
    private var grid = PhasePower()
    private var volts = [230.0, 230.0, 230.0]
    private var taken = EnergyCounter()
    private var given = EnergyCounter()

    init(place: SimulatedPlacement) { random = place.random }

    var stage: StepStage { .metering }

    var parts: [Part] {
        let power = Capability.measured(.power, range: -Self.limitWatts...Self.limitWatts, flow: .gridImport)
        return [
            Part(id: .main, capabilities: [power]),
            Part(id: Self.imported, capabilities: [.measured(.energy, flow: .gridImport)]),
            Part(id: Self.exported, capabilities: [.measured(.energy, flow: .gridExport)]),
        ] + Self.phases.map { Part(id: $0, capabilities: [power, .measured(.voltage), .measured(.current)]) }
    }

    var observations: [Observation] {
        [
            Observation(.power, value: .number(grid.total, decimals: 1)),
            Observation(Self.imported, kind: .energy, value: .number(taken.kilowattHours, decimals: 3)),
            Observation(Self.exported, kind: .energy, value: .number(given.kilowattHours, decimals: 3)),
        ]
            + Self.phases.indices.flatMap { index in
                [
                    Observation(Self.phases[index], kind: .power, value: .number(grid.phases[index], decimals: 1)),
                    Observation(Self.phases[index], kind: .voltage, value: .number(volts[index], decimals: 1)),
                    Observation(
                        Self.phases[index], kind: .current,
                        value: .number(abs(grid.phases[index]) / volts[index], decimals: 2)),
                ]
            }
    }

    mutating func advance(by step: Duration, in home: inout Surroundings) {
        grid = home.balance.grid
        // The load lowers the voltage by about 0.25 Ω of cable.
        volts = grid.phases.map { 231 - $0 / 230 * 0.25 + 0.4 * random.gaussian() }
        taken.add(watts: grid.total, for: step)
        given.add(watts: -grid.total, for: step)
    }
}

import HomeModel

/// A solar inverter: power and energy produced, never consumed.
struct SolarInverter: SimulatedDevice {
    private let array: SolarArray
    private var watts = 0.0
    private var produced = EnergyCounter()

    init(peakWatts: Double) { array = SolarArray(peakWatts: peakWatts) }

    var stage: StepStage { .producing }

    var parts: [Part] {
        [
            Part(
                id: .main,
                capabilities: [.measured(.power, flow: .production), .measured(.energy, flow: .production)])
        ]
    }

    var observations: [Observation] {
        [
            Observation(.power, value: .number(watts, decimals: 1)),
            Observation(.energy, value: .number(produced.kilowattHours, decimals: 3)),
        ]
    }

    mutating func advance(by step: Duration, in home: inout Surroundings) {
        watts = array.power(irradiance: home.weather.irradiance, outside: home.weather.temperatureCelsius)
        produced.add(watts: watts, for: step)
        home.balance.produce(watts)
    }
}

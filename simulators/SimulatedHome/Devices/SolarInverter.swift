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

/// Solar panels and their inverter.
package struct SolarArray: Hashable, Sendable {
    package let peakWatts: Double
    package let inverterWatts: Double

    package init(peakWatts: Double) {
        self.peakWatts = peakWatts
        inverterWatts = peakWatts * 0.85
    }

    /// Returns W of alternating current at this irradiance (W/m²). Warm panels produce less.
    package func power(irradiance: Double, outside celsius: Double) -> Double {
        let cell = celsius + irradiance * 0.03
        let direct = peakWatts * irradiance / 1000 * (1 - 0.0037 * (cell - 25))
        let alternating = direct * 0.96
        return alternating < 5 ? 0 : min(inverterWatts, alternating)
    }
}

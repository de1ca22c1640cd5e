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

/// An air-to-water heat pump: computes the electricity that the heat needs.
package struct HeatSource: Hashable, Sendable {
    package static let flowCelsius = 38.0

    package let maximumHeatWatts: Double

    package init(maximumHeatWatts: Double) { self.maximumHeatWatts = maximumHeatWatts }

    /// The coefficient of performance: 45 % of the Carnot efficiency, as such machines reach.
    package func performance(outside celsius: Double) -> Double {
        let lift = max(8, Self.flowCelsius - celsius)
        return min(5.5, max(1.5, 0.45 * (Self.flowCelsius + 273.15) / lift))
    }

    /// Returns W of electricity, and the fraction of `demand` (W of heat) that is met.
    package func supply(_ demand: Double, outside celsius: Double) -> (watts: Double, delivered: Double) {
        let heat = min(max(0, demand), maximumHeatWatts)
        return (14 + heat / performance(outside: celsius), demand > 0 ? heat / demand : 1)
    }
}

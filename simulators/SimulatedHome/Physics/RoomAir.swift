import Foundation

/// The air of a room: people add carbon dioxide and water, ventilation removes them.
package struct RoomAir: Sendable {
    package private(set) var carbonDioxidePPM = 520.0
    private var waterGramsPerCubicMetre = 7.5

    private static let outsidePPM = 420.0
    private static let airChangesPerHour = 0.6

    mutating func advance(by step: Duration, people: Int, use: RoomUse, volume: Double, in weather: Weather) {
        let kept = exp(-step.inSeconds * Self.airChangesPerHour / 3600)
        // A person adds 18 L of CO₂ and 50 g of water per hour, and more water in a bathroom.
        let breathed = Double(people) * 0.018 / volume * 1e6 / Self.airChangesPerHour
        let steam = Double(people) * (use == .bathroom ? 600 : 50) / volume / Self.airChangesPerHour
        let outside = Self.saturation(at: weather.temperatureCelsius) * weather.humidityPercent / 100
        carbonDioxidePPM = Self.outsidePPM + breathed + (carbonDioxidePPM - Self.outsidePPM - breathed) * kept
        waterGramsPerCubicMetre = outside + steam + (waterGramsPerCubicMetre - outside - steam) * kept
    }

    func humidityPercent(at celsius: Double) -> Double {
        min(100, max(0, waterGramsPerCubicMetre / Self.saturation(at: celsius) * 100))
    }

    /// The water that the air can hold, in g/m³. Source: Magnus.
    private static func saturation(at celsius: Double) -> Double {
        let pascal = 611.2 * exp(17.62 * celsius / (243.12 + celsius))
        return pascal / (461.5 * (celsius + 273.15)) * 1000
    }
}

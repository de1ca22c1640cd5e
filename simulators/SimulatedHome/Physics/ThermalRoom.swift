import Foundation

/// The use of a room, which decides when people are in it.
package enum RoomUse: String, Sendable, CaseIterable {
    case living, kitchen, hall, bedroom, bathroom, office, utility, garage
}

/// A room that loses heat to the outside and is heated by radiators, people, appliances and sun.
package struct ThermalRoom: Sendable {
    package let use: RoomUse
    package let areaSquareMetres: Double
    package private(set) var temperatureCelsius: Double
    package private(set) var air = RoomAir()
    /// The maximum heat of the room's radiators, in W.
    package let radiatorWatts: Double
    package var people = 0
    /// How far the covers are open, 0…100.
    package var openCoverPercent = 100.0

    /// The heat that is demanded from the radiators in this step, in W.
    var heatDemand = 0.0
    /// The heat from appliances and lights in this step, in W.
    var gains = 0.0

    private var lossWattsPerKelvin: Double { areaSquareMetres * 1.4 }
    private var capacityJoulesPerKelvin: Double { areaSquareMetres * 150_000 }
    private var windowSquareMetres: Double { areaSquareMetres * 0.12 }

    package init(use: RoomUse, areaSquareMetres: Double, temperatureCelsius: Double = 19.5) {
        self.use = use
        self.areaSquareMetres = areaSquareMetres
        self.temperatureCelsius = temperatureCelsius
        radiatorWatts = areaSquareMetres * 70
    }

    /// Advances the room; exact for constant heat over the step. `delivered` is the fraction of the demand that the
    /// heat source could meet.
    package mutating func advance(by step: Duration, in weather: Weather, delivered: Double) {
        let sun = weather.irradiance * windowSquareMetres * 0.35 * (0.1 + 0.9 * openCoverPercent / 100)
        let heat = heatDemand * delivered + gains + sun + Double(people) * 80
        let goal = weather.temperatureCelsius + heat / lossWattsPerKelvin
        let kept = exp(-step.inSeconds * lossWattsPerKelvin / capacityJoulesPerKelvin)
        temperatureCelsius = goal + (temperatureCelsius - goal) * kept
        air.advance(by: step, people: people, use: use, volume: areaSquareMetres * 2.5, in: weather)
        heatDemand = 0
        gains = 0
    }

    package var humidityPercent: Double { air.humidityPercent(at: temperatureCelsius) }

    /// Returns the daylight in the middle of the room in lx.
    package func daylight(in weather: Weather) -> Double { weather.irradiance * 1.2 * openCoverPercent / 100 }
}

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

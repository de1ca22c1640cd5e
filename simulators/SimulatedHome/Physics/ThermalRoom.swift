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

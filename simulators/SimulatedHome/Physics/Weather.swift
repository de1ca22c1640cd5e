import SeededRandom
import Foundation
package import HomeModel

/// The weather outside: seasons, days, and slow seeded variations of clouds and temperature.
package struct Weather: Sendable {
    package let place: GeographicLocation
    package private(set) var temperatureCelsius = 10.0
    /// Cloud cover: 0 is clear, 1 is overcast.
    package private(set) var cloudCover = 0.5
    /// The irradiance in W/m² on level ground.
    package private(set) var irradiance = 0.0
    package private(set) var humidityPercent = 75.0

    private var cloudDrift: OrnsteinUhlenbeckProcess
    private var warmthDrift: OrnsteinUhlenbeckProcess
    private var random: SeededGenerator

    package init(place: GeographicLocation, seed: UInt64, at time: Timestamp) {
        self.place = place
        random = SeededGenerator(seed: seed, stream: "weather")
        cloudDrift = OrnsteinUhlenbeckProcess(hours: 5, deviation: 1.6, from: &random)
        warmthDrift = OrnsteinUhlenbeckProcess(hours: 48, deviation: 2.5, from: &random)
        settle(at: time)
    }

    package mutating func advance(by step: Duration, at time: Timestamp) {
        cloudDrift.advance(by: step, using: &random)
        warmthDrift.advance(by: step, using: &random)
        settle(at: time)
    }

    private mutating func settle(at time: Timestamp) {
        cloudCover = 1 / (1 + exp(-cloudDrift.value))
        let sine = Sun.sineOfElevation(at: time, place: place)
        // The formula of Kasten and Czeplak.
        irradiance = Sun.clearSky(sineOfElevation: sine) * (1 - 0.75 * pow(cloudCover, 3.4))
        let season = -cos(2 * .pi * (Sun.yearFraction(at: time) - 0.055))
        let day = -cos(2 * .pi * (place.solarHour(at: time) - 3) / 24)
        temperatureCelsius = 7.5 + 10 * season + day * (1.5 + 3 * (1 - cloudCover)) + warmthDrift.value
        humidityPercent = min(98, max(25, 72 + 18 * cloudCover - 10 * day))
    }
}

/// A random value that varies around 0 (an Ornstein-Uhlenbeck process, exact for any step).
struct OrnsteinUhlenbeckProcess: Sendable {
    private(set) var value: Double
    private let seconds: Double
    private let deviation: Double

    init(hours: Double, deviation: Double, from random: inout SeededGenerator) {
        seconds = hours * 3600
        self.deviation = deviation
        value = deviation * random.gaussian()
    }

    mutating func advance(by step: Duration, using random: inout SeededGenerator) {
        let kept = exp(-step.inSeconds / seconds)
        value = value * kept + deviation * (1 - kept * kept).squareRoot() * random.gaussian()
    }
}

/// A location on earth, in degrees. Its time of day is solar time.
package struct GeographicLocation: Hashable, Sendable {
    package let latitude: Double
    package let longitude: Double

    package init(latitude: Double, longitude: Double) {
        self.latitude = latitude
        self.longitude = longitude
    }

    /// Returns the hours since solar midnight, 0..<24.
    package func solarHour(at time: Timestamp) -> Double {
        let hours = Double(time.milliseconds) / 3_600_000 + longitude / 15
        return hours - (hours / 24).rounded(.down) * 24
    }
}

/// The position of the sun, and its irradiance under a clear sky.
package enum Sun {
    /// Returns the fraction of the year, 0 at the first of January (to within a day).
    static func yearFraction(at time: Timestamp) -> Double {
        let days = Double(time.milliseconds) / 86_400_000
        return days / 365.2425 - (days / 365.2425).rounded(.down)
    }

    /// Returns the sine of the elevation above the horizon; negative at night. Source: Cooper's equation for the
    /// declination.
    package static func sineOfElevation(at time: Timestamp, place: GeographicLocation) -> Double {
        let tilt = -23.44 * Double.pi / 180
        let declination = tilt * cos(2 * .pi * (yearFraction(at: time) + 10 / 365.2425))
        let latitude = place.latitude * .pi / 180
        let hourAngle = (place.solarHour(at: time) - 12) * .pi / 12
        return sin(latitude) * sin(declination) + cos(latitude) * cos(declination) * cos(hourAngle)
    }

    /// Returns W/m² on level ground without clouds. Source: Haurwitz.
    package static func clearSky(sineOfElevation sine: Double) -> Double {
        sine > 0.001 ? 1098 * sine * exp(-0.057 / sine) : 0
    }
}

import Foundation
package import HomeModel

/// The air outside: seasons, days, and slow seeded drifts of cloud and warmth.
package struct Weather: Sendable {
    package let place: Place
    package private(set) var temperatureCelsius = 10.0
    /// 0 clear to 1 overcast.
    package private(set) var cloudCover = 0.5
    /// W/m² on level ground.
    package private(set) var irradiance = 0.0
    package private(set) var humidityPercent = 75.0

    private var cloudDrift: Drift
    private var warmthDrift: Drift
    private var random: SeededGenerator

    package init(place: Place, seed: UInt64, at time: Timestamp) {
        self.place = place
        random = SeededGenerator(seed: seed, stream: "weather")
        cloudDrift = Drift(hours: 5, deviation: 1.6, from: &random)
        warmthDrift = Drift(hours: 48, deviation: 2.5, from: &random)
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
        // Source: Kasten and Czeplak.
        irradiance = Sun.clearSky(sineOfElevation: sine) * (1 - 0.75 * pow(cloudCover, 3.4))
        let season = -cos(2 * .pi * (Sun.yearFraction(at: time) - 0.055))
        let day = -cos(2 * .pi * (place.solarHour(at: time) - 3) / 24)
        temperatureCelsius = 7.5 + 10 * season + day * (1.5 + 3 * (1 - cloudCover)) + warmthDrift.value
        humidityPercent = min(98, max(25, 72 + 18 * cloudCover - 10 * day))
    }
}

/// A value that wanders about 0 (Ornstein-Uhlenbeck, exact for any step).
struct Drift: Sendable {
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

import Foundation
package import HomeModel

/// A place on earth, in degrees; its clock is the sun's.
package struct Place: Hashable, Sendable {
    package let latitude: Double
    package let longitude: Double

    package init(latitude: Double, longitude: Double) {
        self.latitude = latitude
        self.longitude = longitude
    }

    /// Hours since solar midnight, 0..<24.
    package func solarHour(at time: Timestamp) -> Double {
        let hours = Double(time.milliseconds) / 3_600_000 + longitude / 15
        return hours - (hours / 24).rounded(.down) * 24
    }
}

/// Where the sun stands and what it gives under a clear sky.
package enum Sun {
    /// Fraction of the year, 0 at the first of January (to within a day).
    static func yearFraction(at time: Timestamp) -> Double {
        let days = Double(time.milliseconds) / 86_400_000
        return days / 365.2425 - (days / 365.2425).rounded(.down)
    }

    /// Sine of the elevation above the horizon; negative at night. Source: Cooper's equation for the declination.
    package static func sineOfElevation(at time: Timestamp, place: Place) -> Double {
        let tilt = -23.44 * Double.pi / 180
        let declination = tilt * cos(2 * .pi * (yearFraction(at: time) + 10 / 365.2425))
        let latitude = place.latitude * .pi / 180
        let hourAngle = (place.solarHour(at: time) - 12) * .pi / 12
        return sin(latitude) * sin(declination) + cos(latitude) * cos(declination) * cos(hourAngle)
    }

    /// W/m² on level ground without clouds. Source: Haurwitz.
    package static func clearSky(sineOfElevation sine: Double) -> Double {
        sine > 0.001 ? 1098 * sine * exp(-0.057 / sine) : 0
    }
}

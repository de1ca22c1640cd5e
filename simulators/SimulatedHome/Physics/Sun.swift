import Foundation
package import HomeModel

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

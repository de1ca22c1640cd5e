import Foundation

/// Converts between hue and saturation and the coordinates of CIE 1931, with the primaries and the white of sRGB.
enum ColorSpace {
    /// Returns the hue in degrees and the saturation in per cent; nil for coordinates that are no colour.
    static func hueAndSaturation(x: Double, y: Double) -> (hue: Double, saturation: Double)? {
        guard x >= 0, y > 0, x + y <= 1 else { return nil }
        // The brightest colour with these coordinates, in linear light.
        let (red, green, blue) = linear(x / y, luminance: 1, z: (1 - x - y) / y)
        let most = max(red, green, blue)
        guard most > 0 else { return nil }
        let values = [red, green, blue].map { companded(max(0, $0) / most) }
        let high = values.max() ?? 1
        let span = high - (values.min() ?? 0)
        guard high > 0, span > 1e-9 else { return (0, 0) }
        let sector: Double
        if values[0] == high {
            sector = (values[1] - values[2]) / span
        } else if values[1] == high {
            sector = (values[2] - values[0]) / span + 2
        } else {
            sector = (values[0] - values[1]) / span + 4
        }
        return ((sector * 60 + 360).truncatingRemainder(dividingBy: 360), span / high * 100)
    }

    /// Returns the coordinates of a colour with a hue in degrees and a saturation in per cent.
    static func coordinates(hue: Double, saturation: Double) -> (x: Double, y: Double) {
        let share = min(max(saturation, 0), 100) / 100
        let sector = (hue / 60).truncatingRemainder(dividingBy: 6)
        func channel(_ shift: Double) -> Double {
            let position = (sector + shift + 6).truncatingRemainder(dividingBy: 6)
            return expanded(1 - share * max(0, min(position, 4 - position, 1)))
        }
        let (red, green, blue) = (channel(5), channel(3), channel(1))
        let first = 0.4124564 * red + 0.3575761 * green + 0.1804375 * blue
        let second = 0.2126729 * red + 0.7151522 * green + 0.0721750 * blue
        let third = 0.0193339 * red + 0.1191920 * green + 0.9503041 * blue
        let sum = first + second + third
        guard sum > 0 else { return (0.3127, 0.3290) }
        return (first / sum, second / sum)
    }

    private static func linear(
        _ x: Double, luminance: Double, z: Double
    ) -> (red: Double, green: Double, blue: Double) {
        (
            3.2404542 * x - 1.5371385 * luminance - 0.4985314 * z,
            -0.9692660 * x + 1.8760108 * luminance + 0.0415560 * z,
            0.0556434 * x - 0.2040259 * luminance + 1.0572252 * z
        )
    }

    private static func companded(_ value: Double) -> Double {
        value <= 0.0031308 ? value * 12.92 : 1.055 * pow(value, 1 / 2.4) - 0.055
    }

    private static func expanded(_ value: Double) -> Double {
        value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
}

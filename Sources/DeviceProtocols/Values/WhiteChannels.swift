import Foundation

/// Conversions for lamps with white channels beside red, green and blue: the share of a colour that the white channels
/// emit. Values are 0–255. Source: Home Assistant `util/color.py`.
enum WhiteChannels {
    /// Red, green, blue and white for a colour.
    static func rgbw(ofRGB rgb: [Double]) -> [Double] {
        let white = rgb.min() ?? 0
        return scaled(rgb.map { $0 - white } + [white], like: rgb)
    }

    static func rgb(ofRGBW channels: [Double]) -> [Double] {
        scaled(channels.prefix(3).map { $0 + channels[3] }, like: channels)
    }

    /// Red, green, blue, cold white and warm white for a colour. `whites` are the colour temperatures of the two whites
    /// in kelvin.
    static func rgbww(ofRGB rgb: [Double], whites: ClosedRange<Double>) -> [Double] {
        let middle = white(kelvin: kelvin(warm: 0.5, whites))
        let level = zip(rgb, middle).map { $1 > 0 ? $0 / $1 : 0 }.min() ?? 0
        let share = (level * 255).rounded()
        return scaled(zip(rgb, middle).map { $0 - $1 * level } + [share, share], like: rgb)
    }

    static func rgb(ofRGBWW channels: [Double], whites: ClosedRange<Double>) -> [Double] {
        let (cold, warm) = (channels[3], channels[4])
        let ratio = cold + warm > 0 ? warm / (cold + warm) : 0.5
        let white = white(kelvin: kelvin(warm: ratio, whites))
        let level = max(cold, warm) / 255
        return scaled(zip(channels, white).map { $0 + $1 * level }, like: channels)
    }

    /// Scales the channels so that their maximum is the maximum of `model`, and rounds them to whole numbers.
    private static func scaled(_ channels: [Double], like model: [Double]) -> [Double] {
        let (most, wanted) = (channels.max() ?? 0, model.max() ?? 0)
        return channels.map { most > 0 ? ($0 * wanted / most).rounded() : 0 }
    }

    /// Interpolates between the two whites, linearly in mired.
    private static func kelvin(warm ratio: Double, _ whites: ClosedRange<Double>) -> Double {
        let (coldest, warmest) = (1e6 / whites.upperBound, 1e6 / whites.lowerBound)
        return 1e6 / (coldest + ratio * (warmest - coldest))
    }

    /// The red, green and blue values of a white light. Source: T. Helland, “How to convert temperature (K) to RGB”.
    private static func white(kelvin: Double) -> [Double] {
        let hundreds = min(max(kelvin, 1000), 40_000) / 100
        let red = hundreds <= 66 ? 255 : 329.698727446 * pow(hundreds - 60, -0.1332047592)
        let green =
            hundreds <= 66
            ? 99.4708025861 * log(hundreds) - 161.1195681661 : 288.1221695283 * pow(hundreds - 60, -0.0755148492)
        let blue =
            hundreds >= 66 ? 255 : hundreds <= 19 ? 0 : 138.5177312231 * log(hundreds - 10) - 305.0447927307
        return [red, green, blue].map { min(max($0, 0), 255) }
    }
}

import HomeModel

/// The JSON form of a colour.
enum ColorFormat: Hashable, Sendable {
    /// `{"hue": 0–360, "saturation": 0–100}`
    case hueSaturation
    /// `{"h": 0–360, "s": 0–100}`
    case hs
    /// `{"x": 0–1, "y": 0–1}`
    case xy(ColorSpace.Transfer)
    /// `{"r": 0–255, "g": …, "b": …}`
    case rgb
    /// The same as `rgb`, with `w`.
    case rgbw
    /// The same as `rgb`, with `c` and `w`. The range contains the colour temperatures of the two whites in kelvin.
    case rgbww(ClosedRange<Double>)

    /// Returns nil if a member is missing or outside its range.
    func decode(_ value: JSONValue) -> (hue: Double, saturation: Double)? {
        let numbers = keys.compactMap { value[$0]?.numericValue }
        guard numbers.count == keys.count else { return nil }
        switch self {
        case .hueSaturation, .hs:
            guard (0...360).contains(numbers[0]), (0...100).contains(numbers[1]) else { return nil }
            return (numbers[0], numbers[1])
        case .xy(let transfer):
            guard numbers.allSatisfy((0...1).contains) else { return nil }
            return ColorSpace.hueAndSaturation(x: numbers[0], y: numbers[1], transfer)
        case .rgb, .rgbw, .rgbww:
            return channels(value).map { ColorSpace.hueAndSaturation(ofRGB: $0) }
        }
    }

    /// The brightness in percent that the red, green and blue channels carry; nil for shapes without channels.
    func brightness(_ value: JSONValue) -> Double? {
        channels(value)?.max().map { $0 / 255 * 100 }
    }

    /// `brightness` is in percent and scales the channels; shapes without channels ignore it. Returns nil for values
    /// out of range.
    func encode(hue: Double, saturation: Double, brightness: Double = 100) -> JSONValue? {
        guard (0...360).contains(hue), (0...100).contains(saturation), (0...100).contains(brightness) else {
            return nil
        }
        let numbers: [Double] =
            switch self {
            case .hueSaturation, .hs: [hue, saturation]
            case .xy(let transfer): ColorSpace.chromaticity(hue: hue, saturation: saturation, transfer)
            case .rgb, .rgbw, .rgbww: channels(hue, saturation: saturation).map { ($0 * brightness / 100).rounded() }
            }
        let values = numbers.compactMap(JSONValue.init(shortest:))
        return .object(JSONObject(zip(keys, values).map { JSONObject.Member(key: $0, value: $1) }))
    }

    var keys: [String] {
        switch self {
        case .hueSaturation: ["hue", "saturation"]
        case .hs: ["h", "s"]
        case .xy: ["x", "y"]
        case .rgb: ["r", "g", "b"]
        case .rgbw: ["r", "g", "b", "w"]
        case .rgbww: ["r", "g", "b", "c", "w"]
        }
    }

    /// Whether the channels can also carry the brightness of the lamp.
    var hasChannels: Bool {
        switch self {
        case .rgb, .rgbw, .rgbww: true
        case .hueSaturation, .hs, .xy: false
        }
    }

    private func channels(_ hue: Double, saturation: Double) -> [Double] {
        let rgb = ColorSpace.rgb(hue: hue, saturation: saturation).map { ($0 * 255).rounded() }
        return switch self {
        case .rgbw: WhiteChannels.rgbw(ofRGB: rgb)
        case .rgbww(let whites): WhiteChannels.rgbww(ofRGB: rgb, whites: whites)
        default: rgb
        }
    }

    /// The red, green and blue values of a reported colour; nil for shapes without channels and for invalid values.
    private func channels(_ value: JSONValue) -> [Double]? {
        guard hasChannels else { return nil }
        let numbers = keys.compactMap { value[$0]?.numericValue }
        guard numbers.count == keys.count, numbers.allSatisfy((0...255).contains) else { return nil }
        return switch self {
        case .rgbw: WhiteChannels.rgb(ofRGBW: numbers)
        case .rgbww(let whites): WhiteChannels.rgb(ofRGBWW: numbers, whites: whites)
        default: numbers
        }
    }
}

extension ColorFormat: CustomStringConvertible {
    var description: String { keys.joined(separator: ", ") }
}

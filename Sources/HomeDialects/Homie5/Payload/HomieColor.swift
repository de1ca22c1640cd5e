import Foundation

/// Colours between Homie's three spellings and hue and saturation; brightness is a capability of its own.
enum HomieColor {
    /// Hue 0–360 and saturation 0–100 of `rgb,…`, `hsv,…` or `xyz,…`; nil when it is none of `formats`.
    static func decode(_ payload: [UInt8], _ formats: [HomieColorFormat]) -> (hue: Double, saturation: Double)? {
        guard payload.count <= 256 else { return nil }
        let pieces = payload.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
        guard let name = pieces.first, let format = HomieColorFormat(rawValue: String(decoding: name, as: UTF8.self)),
            formats.contains(format)
        else { return nil }
        let numbers = pieces.dropFirst().compactMap { HomieNumber.float($0) }
        guard numbers.count == pieces.count - 1 else { return nil }
        switch (format, numbers.count) {
        case (.hsv, 3):
            guard (0...360).contains(numbers[0]), numbers[1...].allSatisfy((0...100).contains) else { return nil }
            return (numbers[0], numbers[1])
        case (.rgb, 3) where numbers.allSatisfy((0...255).contains):
            return hueAndSaturation(ofRGB: numbers)
        case (.xyz, 2) where numbers.allSatisfy((0...1).contains):
            return hueAndSaturation(ofRGB: rgb(x: numbers[0], y: numbers[1]))
        default:
            return nil
        }
    }

    /// The payload in the first of `hsv`, `rgb`, `xyz` that the device speaks: only `hsv` loses nothing.
    static func encode(hue: Double, saturation: Double, _ formats: [HomieColorFormat]) -> String? {
        guard (0...360).contains(hue), (0...100).contains(saturation) else { return nil }
        if formats.contains(.hsv) { return list("hsv", [hue, saturation, 100]) }
        let rgb = rgb(hue: hue, saturation: saturation)
        if formats.contains(.rgb) { return list("rgb", rgb.map { rounded($0 * 255) }) }
        return formats.contains(.xyz) ? list("xyz", chromaticity(rgb).map(rounded)) : nil
    }

    private static func list(_ name: String, _ numbers: [Double]) -> String {
        ([name] + numbers.map(HomieNumber.text)).joined(separator: ",")
    }

    private static func rounded(_ value: Double) -> Double { (value * 1e9).rounded() / 1e9 }

    /// Full brightness, each 0–1.
    private static func rgb(hue: Double, saturation: Double) -> [Double] {
        [5.0, 3, 1].map { offset in
            let position = (offset + hue / 60).truncatingRemainder(dividingBy: 6)
            return 1 - saturation / 100 * max(0, min(position, 4 - position, 1))
        }
    }

    private static func hueAndSaturation(ofRGB rgb: [Double]) -> (hue: Double, saturation: Double) {
        let (red, green, blue) = (rgb[0], rgb[1], rgb[2])
        let most = max(red, green, blue)
        let span = most - min(red, green, blue)
        guard most > 0, span > 0 else { return (0, 0) }
        let sextant =
            switch most {
            case red: ((green - blue) / span + 6).truncatingRemainder(dividingBy: 6)
            case green: (blue - red) / span + 2
            default: (red - green) / span + 4
            }
        return ((sextant * 60 * 1e4).rounded() / 1e4, (span / most * 100 * 1e4).rounded() / 1e4)
    }

    /// CIE 1931 x and y of an sRGB colour.
    private static func chromaticity(_ rgb: [Double]) -> [Double] {
        let linear = rgb.map { $0 <= 0.04045 ? $0 / 12.92 : pow(($0 + 0.055) / 1.055, 2.4) }
        let xyz = toXYZ.map { row in zip(row, linear).map(*).reduce(0, +) }
        let sum = xyz.reduce(0, +)
        return sum > 0 ? [xyz[0] / sum, xyz[1] / sum] : [0.3127, 0.3290]
    }

    /// The brightest sRGB colour of that chromaticity; colours outside sRGB are moved to its edge.
    private static func rgb(x: Double, y: Double) -> [Double] {
        guard y > 0 else { return [0, 0, 1] }
        let xyz = [x / y, 1, max(0, 1 - x - y) / y]
        let linear = fromXYZ.map { row in max(0, zip(row, xyz).map(*).reduce(0, +)) }
        let most = max(linear.max() ?? 1, .leastNormalMagnitude)
        return linear.map { $0 / most }.map { $0 <= 0.0031308 ? $0 * 12.92 : 1.055 * pow($0, 1 / 2.4) - 0.055 }
    }

    /// Source: IEC 61966-2-1 (sRGB, D65).
    private static let toXYZ = [
        [0.4123907992659595, 0.357584339383878, 0.1804807884018343],
        [0.2126390058715104, 0.715168678767756, 0.0721923153607337],
        [0.0193308187155918, 0.119194779794626, 0.9505321522496607],
    ]
    private static let fromXYZ = [
        [3.2409699419045213, -1.5373831775700935, -0.4986107602930033],
        [-0.9692436362808798, 1.8759675015077206, 0.0415550574071756],
        [0.0556300796969936, -0.2039769588889766, 1.0569715142428786],
    ]
}

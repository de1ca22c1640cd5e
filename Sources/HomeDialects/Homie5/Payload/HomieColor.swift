/// Colours between Homie's three spellings and hue and saturation; brightness is a capability of its own.
enum HomieColor {
    /// Hue 0–360 and saturation 0–100 of `rgb,…`, `hsv,…` or `xyz,…`; nil when it is none of `formats`.
    static func decode(_ payload: [UInt8], _ formats: [HomieColorFormat]) -> (hue: Double, saturation: Double)? {
        guard payload.count <= 256 else { return nil }
        let pieces = payload.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
        guard let name = pieces.first, let format = HomieColorFormat(rawValue: String(decoding: name, as: UTF8.self)),
            formats.contains(format)
        else { return nil }
        let numbers = pieces.dropFirst().compactMap { NumberText.float($0) }
        guard numbers.count == pieces.count - 1 else { return nil }
        switch (format, numbers.count) {
        case (.hsv, 3):
            guard (0...360).contains(numbers[0]), numbers[1...].allSatisfy((0...100).contains) else { return nil }
            return (numbers[0], numbers[1])
        case (.rgb, 3) where numbers.allSatisfy((0...255).contains):
            return ColorSpace.hueAndSaturation(ofRGB: numbers)
        case (.xyz, 2) where numbers.allSatisfy((0...1).contains):
            return ColorSpace.hueAndSaturation(ofRGB: ColorSpace.rgb(x: numbers[0], y: numbers[1]))
        default:
            return nil
        }
    }

    /// The payload in the first of `hsv`, `rgb`, `xyz` that the device speaks: only `hsv` loses nothing.
    static func encode(hue: Double, saturation: Double, _ formats: [HomieColorFormat]) -> String? {
        guard (0...360).contains(hue), (0...100).contains(saturation) else { return nil }
        if formats.contains(.hsv) { return list("hsv", [hue, saturation, 100]) }
        let rgb = ColorSpace.rgb(hue: hue, saturation: saturation)
        if formats.contains(.rgb) { return list("rgb", rgb.map { rounded($0 * 255) }) }
        return formats.contains(.xyz) ? list("xyz", ColorSpace.chromaticity(rgb).map(rounded)) : nil
    }

    private static func list(_ name: String, _ numbers: [Double]) -> String {
        ([name] + numbers.map(NumberText.text)).joined(separator: ",")
    }

    private static func rounded(_ value: Double) -> Double { (value * 1e9).rounded() / 1e9 }
}

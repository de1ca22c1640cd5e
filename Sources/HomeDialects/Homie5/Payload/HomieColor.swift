/// Colours between Homie's three spellings and hue and saturation; brightness is a capability of its own.
enum HomieColor {
    /// Hue 0–360 and saturation 0–100 of `rgb,…`, `hsv,…` or `xyz,…`; nil when it is none of the formats.
    static func decode(_ payload: [UInt8], _ spelling: HomieColorSpelling) -> (hue: Double, saturation: Double)? {
        guard payload.count <= 256 else { return nil }
        let pieces = payload.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
        let format = spelling.isNamed ? pieces.first.flatMap(HomieColorFormat.init) : spelling.formats.first
        guard let format, spelling.formats.contains(format) else { return nil }
        let texts = pieces.dropFirst(spelling.isNamed ? 1 : 0)
        let numbers = texts.compactMap { NumberText.float($0) }
        guard numbers.count == texts.count else { return nil }
        switch (format, numbers.count) {
        case (.hsv, 3):
            guard (0...360).contains(numbers[0]), numbers[1...].allSatisfy((0...100).contains) else { return nil }
            return (numbers[0], numbers[1])
        case (.rgb, 3) where numbers.allSatisfy((0...255).contains):
            return ColorSpace.hueAndSaturation(ofRGB: numbers)
        case (.xyz, 2) where numbers.allSatisfy((0...1).contains):
            return ColorSpace.hueAndSaturation(x: numbers[0], y: numbers[1], .exact)
        default:
            return nil
        }
    }

    /// The payload in the first of `hsv`, `rgb`, `xyz` that the device speaks: only `hsv` loses nothing.
    static func encode(hue: Double, saturation: Double, _ spelling: HomieColorSpelling) -> String? {
        guard (0...360).contains(hue), (0...100).contains(saturation) else { return nil }
        let (formats, isNamed) = (spelling.formats, spelling.isNamed)
        func list(_ format: HomieColorFormat, _ numbers: [Double]) -> String {
            ((isNamed ? [format.rawValue] : []) + numbers.map(NumberText.text)).joined(separator: ",")
        }
        if formats.contains(.hsv) { return list(.hsv, [hue, saturation, 100]) }
        if formats.contains(.rgb) {
            return list(.rgb, ColorSpace.rgb(hue: hue, saturation: saturation).map { rounded($0 * 255) })
        }
        guard formats.contains(.xyz) else { return nil }
        return list(.xyz, ColorSpace.chromaticity(hue: hue, saturation: saturation, .exact))
    }

    private static func rounded(_ value: Double) -> Double { (value * 1e9).rounded() / 1e9 }
}

extension HomieColorFormat {
    fileprivate init?(_ name: ArraySlice<UInt8>) { self.init(rawValue: String(decoding: name, as: UTF8.self)) }
}

/// Converts between Homie's three colour formats and hue and saturation. Brightness is a separate capability.
enum HomieColor {
    /// Decodes `rgb,…`, `hsv,…` or `xyz,…` to hue 0–360 and saturation 0–100; nil if the payload has none of the
    /// allowed formats.
    static func decode(_ payload: [UInt8], encoding: HomieColorEncoding) -> (hue: Double, saturation: Double)? {
        guard payload.count <= 256 else { return nil }
        let pieces = payload.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
        let format = encoding.isNamed ? pieces.first.flatMap(HomieColorFormat.init) : encoding.formats.first
        guard let format, encoding.formats.contains(format) else { return nil }
        let texts = pieces.dropFirst(encoding.isNamed ? 1 : 0)
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

    /// Encodes in the first of `hsv`, `rgb` and `xyz` that the device supports. Only `hsv` is lossless.
    static func encode(hue: Double, saturation: Double, _ encoding: HomieColorEncoding) -> String? {
        guard (0...360).contains(hue), (0...100).contains(saturation) else { return nil }
        let (formats, isNamed) = (encoding.formats, encoding.isNamed)
        func list(_ format: HomieColorFormat, numbers: [Double]) -> String {
            ((isNamed ? [format.rawValue] : []) + numbers.map(NumberText.text)).joined(separator: ",")
        }
        if formats.contains(.hsv) { return list(.hsv, numbers: [hue, saturation, 100]) }
        if formats.contains(.rgb) {
            return list(.rgb, numbers: ColorSpace.rgb(hue: hue, saturation: saturation).map { rounded($0 * 255) })
        }
        guard formats.contains(.xyz) else { return nil }
        return list(.xyz, numbers: ColorSpace.chromaticity(hue: hue, saturation: saturation, .exact))
    }

    private static func rounded(_ value: Double) -> Double { (value * 1e9).rounded() / 1e9 }
}

extension HomieColorFormat {
    fileprivate init?(_ name: ArraySlice<UInt8>) { self.init(rawValue: String(decoding: name, as: UTF8.self)) }
}

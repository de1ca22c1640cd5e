import Foundation

/// Conversions between hue and saturation, red, green and blue, and CIE 1931 x and y. Brightness is a separate
/// capability, so every colour here has full brightness.
enum ColorSpace {
    /// The transfer function between red, green and blue values and light intensity, used for the conversion to x and
    /// y. The programs that control lamps use different ones, and a device's reports must be decoded in the same way as
    /// its commands were encoded.
    enum Transfer: Hashable, Sendable {
        /// Proportional to the light intensity. Source: zigbee-herdsman-converters `src/lib/color.ts`.
        case linear
        /// Companded as in sRGB, in 255 steps. Source: Home Assistant `util/color.py`.
        case companded
        /// The sRGB function without rounding, for devices that neither program controls.
        case exact
    }

    /// Red, green and blue, each from 0 to 1.
    static func rgb(hue: Double, saturation: Double) -> [Double] {
        [5.0, 3, 1].map { offset in
            let position = (offset + hue / 60).truncatingRemainder(dividingBy: 6)
            return 1 - saturation / 100 * max(0, min(position, 4 - position, 1))
        }
    }

    /// The input may have any brightness. Grey has hue 0 and saturation 0.
    static func hueAndSaturation(ofRGB rgb: [Double]) -> (hue: Double, saturation: Double) {
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

    // MARK: Chromaticity

    /// CIE 1931 x and y of a colour, rounded as the corresponding program does.
    static func chromaticity(hue: Double, saturation: Double, _ transfer: Transfer) -> [Double] {
        let rgb = rgb(hue: hue, saturation: saturation)
        let xyz = (transfer == .exact ? standardToXYZ : toXYZ).map { row in
            zip(row, rgb.map { light($0, transfer: transfer) }).map(*).reduce(0, +)
        }
        let sum = xyz.reduce(0, +)
        let factor = transfer == .companded ? 1e3 : transfer == .linear ? 1e4 : 1e9
        return [xyz[0] / sum, xyz[1] / sum].map { ($0 * factor).rounded() / factor }
    }

    /// Hue and saturation of a chromaticity. Negative components of a colour outside the gamut become 0, which yields a
    /// colour at the edge of the gamut.
    static func hueAndSaturation(x: Double, y: Double, _ transfer: Transfer) -> (hue: Double, saturation: Double) {
        let y = max(y, 1e-11)
        let xyz = [x / y, 1, (1 - x - y) / y]
        let light = (transfer == .exact ? standardFromXYZ : fromXYZ).map { row in
            max(0, zip(row, xyz).map(*).reduce(0, +))
        }
        switch transfer {
        case .linear:
            let read = hueAndSaturation(ofRGB: light)
            // x and y have four decimals, which allows no finer resolution.
            let hue = (read.hue * 10).rounded() / 10
            return (hue == 360 ? 0 : hue, (read.saturation * 10).rounded() / 10)
        case .exact:
            let most = light.max() ?? 1
            return hueAndSaturation(ofRGB: light.map { companded($0 / max(most, .leastNormalMagnitude)) })
        case .companded:
            let companded = light.map(companded)
            let most = max(1, companded.max() ?? 1)
            return hueAndSaturation(ofRGB: companded.map { ($0 / most * 255).rounded(.down) })
        }
    }

    private static func companded(_ light: Double) -> Double {
        light <= 0.0031308 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055
    }

    private static func light(_ value: Double, transfer: Transfer) -> Double {
        guard transfer != .linear else { return value }
        let value = transfer == .companded ? (value * 255).rounded() / 255 : value
        return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }

    /// Source: Philips Hue, “Color conversion formulas RGB to XY and back” (wide gamut, D65). Both programs use these
    /// values.
    private static let toXYZ = [
        [0.664511, 0.154324, 0.162028], [0.283881, 0.668433, 0.047685], [0.000088, 0.072310, 0.986039],
    ]
    private static let fromXYZ = [
        [1.656492, -0.354851, -0.255038], [-0.707196, 1.655397, 0.036152], [0.051713, -0.121364, 1.011530],
    ]

    /// Source: IEC 61966-2-1 (sRGB, D65).
    private static let standardToXYZ = [
        [0.4123907992659595, 0.357584339383878, 0.1804807884018343],
        [0.2126390058715104, 0.715168678767756, 0.0721923153607337],
        [0.0193308187155918, 0.119194779794626, 0.9505321522496607],
    ]
    private static let standardFromXYZ = [
        [3.2409699419045213, -1.5373831775700935, -0.4986107602930033],
        [-0.9692436362808798, 1.8759675015077206, 0.0415550574071756],
        [0.0556300796969936, -0.2039769588889766, 1.0569715142428786],
    ]
}

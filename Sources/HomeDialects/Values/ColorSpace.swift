import Foundation

/// Colours as hue and saturation, as sRGB, and as CIE 1931 x and y; brightness is a capability of its own.
enum ColorSpace {
    /// Full brightness, each 0–1.
    static func rgb(hue: Double, saturation: Double) -> [Double] {
        [5.0, 3, 1].map { offset in
            let position = (offset + hue / 60).truncatingRemainder(dividingBy: 6)
            return 1 - saturation / 100 * max(0, min(position, 4 - position, 1))
        }
    }

    /// Of any brightness; grey has hue 0 and saturation 0.
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

    /// CIE 1931 x and y of an sRGB colour.
    static func chromaticity(_ rgb: [Double]) -> [Double] {
        let linear = rgb.map { $0 <= 0.04045 ? $0 / 12.92 : pow(($0 + 0.055) / 1.055, 2.4) }
        let xyz = toXYZ.map { row in zip(row, linear).map(*).reduce(0, +) }
        let sum = xyz.reduce(0, +)
        return sum > 0 ? [xyz[0] / sum, xyz[1] / sum] : [0.3127, 0.3290]
    }

    /// The brightest sRGB colour of that chromaticity; colours outside sRGB are moved to its edge.
    static func rgb(x: Double, y: Double) -> [Double] {
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

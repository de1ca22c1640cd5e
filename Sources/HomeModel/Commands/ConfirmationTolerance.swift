import Foundation

/// How far a reported value may be from the commanded one and still confirm the command.
package enum ConfirmationTolerance: Hashable, Sendable {
    case exact
    /// In the canonical unit of the capability.
    case number(Double)
    /// A colour temperature in kelvin, compared in mired: the unit of the device.
    case mired(Double)
    /// The distance of two colours in the plane of hue and saturation; 100 is the distance of white from a pure colour.
    case color(Double)

    /// Whether `reported` confirms a command to `target`.
    package func accepts(_ reported: CapabilityValue, for target: CapabilityValue) -> Bool {
        switch (self, reported, target) {
        case (.number(let most), .number(let left), .number(let right)):
            abs(left - right) <= most + max(1, abs(right)) * 1e-6
        case (.mired(let most), .number(let left), .number(let right)):
            left > 0 && right > 0 && abs(1_000_000 / left - 1_000_000 / right) <= most + 0.25
        case (.color(let most), .color(let hue, let saturation), .color(let otherHue, let otherSaturation)):
            Self.distance(hue: hue - otherHue, saturation: saturation, other: otherSaturation) <= most
        default: reported == target
        }
    }

    /// The distance of two colours whose hues differ by `hue` degrees.
    private static func distance(hue: Double, saturation: Double, other: Double) -> Double {
        let square =
            saturation * saturation + other * other - 2 * saturation * other * cos(hue * .pi / 180)
        return max(0, square).squareRoot()
    }
}

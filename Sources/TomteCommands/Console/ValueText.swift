import Foundation
import HomeModel

/// Formats values for people, with their unit and at most three decimals; percent and kelvin have fewer.
enum ValueText {
    static func text(_ value: CapabilityValue, unit: String?) -> String {
        guard case .number(let number) = value else { return value.description }
        return text(number, unit: unit)
    }

    static func text(_ number: Double, unit: String?) -> String {
        text(number, in: unit) + (unit.map { " \($0)" } ?? "")
    }

    /// The factor by which values of a unit are rounded: a lamp that counts in 254 steps or in mireds reports 59.843 %
    /// and 3003.003 K.
    private static let factors = [Unit.percent.rawValue: 10.0, Unit.kelvin.rawValue: 1]

    /// The number without its unit.
    static func text(_ number: Double, in unit: String? = nil) -> String {
        let factor = unit.flatMap { factors[$0] } ?? 1000
        let rounded = abs(number) < 1e12 ? (number * factor).rounded() / factor : number
        // −0.0001 must not be printed as “-0”.
        return CapabilityValue.number(rounded == 0 ? 0 : rounded).description
    }
}

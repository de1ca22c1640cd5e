import Foundation
import HomeModel

/// Values as people read them, with their unit: at most three decimals, fewer where nobody reads more.
enum ValueText {
    static func text(_ value: CapabilityValue, unit: String?) -> String {
        guard case .number(let number) = value else { return value.description }
        return text(number, unit: unit)
    }

    static func text(_ number: Double, unit: String?) -> String {
        text(number, in: unit) + (unit.map { " \($0)" } ?? "")
    }

    /// A lamp that counts in 254 steps or in mireds says 59.843 % and 3003.003 K.
    private static let factors = [Unit.percent.rawValue: 10.0, Unit.kelvin.rawValue: 1]

    /// The number alone.
    static func text(_ number: Double, in unit: String? = nil) -> String {
        let factor = unit.flatMap { factors[$0] } ?? 1000
        let rounded = abs(number) < 1e12 ? (number * factor).rounded() / factor : number
        // −0.0001 must not read as “-0”.
        return CapabilityValue.number(rounded == 0 ? 0 : rounded).description
    }
}

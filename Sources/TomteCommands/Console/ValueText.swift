import Foundation
import HomeModel

/// Values as people read them: at most three decimals, with their unit.
enum ValueText {
    static func text(_ value: CapabilityValue, unit: String?) -> String {
        guard case .number(let number) = value else { return value.description }
        return text(number, unit: unit)
    }

    static func text(_ number: Double, unit: String?) -> String { text(number) + (unit.map { " \($0)" } ?? "") }

    static func text(_ number: Double) -> String {
        let rounded = abs(number) < 1e12 ? (number * 1000).rounded() / 1000 : number
        // −0.0001 must not read as “-0”.
        return CapabilityValue.number(rounded == 0 ? 0 : rounded).description
    }
}

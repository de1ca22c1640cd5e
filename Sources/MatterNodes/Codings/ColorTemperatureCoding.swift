import HomeModel
import MatterProtocol

/// The colour temperature of a lamp, which has it in mired. While the lamp shows a colour, it has none.
struct ColorTemperatureCoding: ValueCoding {
    let mireds: AttributePath
    /// The range of the lamp. Its ends change places: the fewest mired are the most kelvin.
    let range: ClosedRange<Double>
    /// Nil for a lamp that has only a colour temperature.
    let mode: AttributePath?
    let power: AttributePath?

    /// What lamps have that do not say what they have.
    static let usual = 153.0...500.0

    var reported: [AttributePath] { [mireds] + [mode].compactMap(\.self) }
    var isCommanded: Bool { true }
    var tolerance: ConfirmationTolerance { .mired(1) }

    var kelvin: ClosedRange<Double> {
        let low = ValueScale.reciprocal.canonical(range.upperBound) ?? 2_000
        let high = ValueScale.reciprocal.canonical(range.lowerBound) ?? 6_536
        return min(low, high)...max(low, high)
    }

    func value(in values: AttributeValues) -> CapabilityValue? {
        if let mode, let number = values.whole(at: mode), number != 2 { return nil }
        guard let mireds = values.number(at: mireds), mireds >= 1, mireds <= 65_279 else { return nil }
        return ValueScale.reciprocal.canonical(mireds).map { .number($0) }
    }

    func command(
        to value: CapabilityValue, in values: AttributeValues, pin: String?
    ) throws(NodeCommandError) -> CommandDraft {
        guard case .number(let kelvin) = value, kelvin.isFinite, let exact = ValueScale.reciprocal.device(kelvin),
            let whole = UInt64(exactly: min(max(exact, range.lowerBound.rounded(.up)), range.upperBound.rounded(.down)))
        else { throw .valueNotAccepted }
        let step = NodeCommandStep.invoke(
            0x0A, of: mireds.cluster, endpoint: mireds.endpoint,
            fields: [0: .unsigned(whole), 1: .unsigned(0), 2: .unsigned(1), 3: .unsigned(1)])
        let switchOn = power.map { [NodeCommandStep.invoke(0x01, of: $0.cluster, endpoint: $0.endpoint)] } ?? []
        return CommandDraft(
            [step] + switchOn, value: ValueScale.reciprocal.canonical(Double(whole)).map { .number($0) },
            others: [power].compactMap(\.self))
    }
}

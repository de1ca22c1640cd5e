import HomeModel
import MatterProtocol

/// The brightness of a lamp, in per cent from its lowest to its highest level. A brightness above 0 switches the lamp
/// on, and 0 switches it off. The level that a lamp keeps while it is off is reported beside its switch.
struct BrightnessCoding: ValueCoding {
    let level: AttributePath
    /// The lowest and the highest level.
    let levels: ClosedRange<Double>
    /// The switch of the lamp; nil when it has none.
    let power: AttributePath?

    /// 1 % is the lowest level, because 0 % is off. A lamp with a level 0 has it at 0 %.
    private var lowest: Double { levels.lowerBound == 0 ? 0 : 1 }
    private var percentOfStep: Double { (100 - lowest) / (levels.upperBound - levels.lowerBound) }

    var reported: [AttributePath] { [level] }
    var isCommanded: Bool { true }
    /// A lamp may miss a level by one, and its levels may be more than 1 % apart.
    var tolerance: ConfirmationTolerance { .number(percentOfStep <= 1 ? max(percentOfStep, 0.5) : percentOfStep / 2) }

    func value(in values: AttributeValues) -> CapabilityValue? {
        guard let level = values.number(at: level), (0...254).contains(level) else { return nil }
        // Some lamps that are off report 0, below their lowest level.
        return .number(level == 0 ? 0 : percent(min(max(level, levels.lowerBound), levels.upperBound)))
    }

    private func percent(_ level: Double) -> Double {
        ((lowest + (level - levels.lowerBound) * percentOfStep) * 10).rounded() / 10
    }

    func command(
        to value: CapabilityValue, in values: AttributeValues, pin: String?
    ) throws(NodeCommandError) -> CommandDraft {
        guard case .number(let percent) = value, percent.isFinite, percent >= 0 else { throw .valueNotAccepted }
        if percent == 0, let power {
            return CommandDraft(
                [.invoke(0x00, of: power.cluster, endpoint: power.endpoint)],
                others: [power])
        }
        let exact = levels.lowerBound + (min(percent, 100) - lowest) / percentOfStep
        let nearest = min(max(exact.rounded(), levels.lowerBound), levels.upperBound)
        guard let whole = UInt64(exactly: nearest) else { throw .valueNotAccepted }
        // The command *with on/off* switches the lamp on. The other one has an effect also while the device is off, such
        // as a speaker that is muted, with the option *execute if off*. The time 0 makes the report follow at once.
        let option: UInt64 = power == nil ? 1 : 0
        let step = NodeCommandStep.invoke(
            power == nil ? 0x00 : 0x04, of: level.cluster, endpoint: level.endpoint,
            fields: [0: .unsigned(whole), 1: .unsigned(0), 2: .unsigned(option), 3: .unsigned(option)])
        return CommandDraft(
            [step], value: .number(self.percent(nearest)),
            others: [power].compactMap(\.self))
    }
}

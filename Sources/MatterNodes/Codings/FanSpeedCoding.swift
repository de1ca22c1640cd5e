import HomeModel
import MatterProtocol

/// The speed of a fan. *PercentCurrent* is the speed that it has; *PercentSetting* is what it shall have, and null
/// while the fan decides itself.
struct FanSpeedCoding: ValueCoding {
    let current: AttributePath?
    let setting: AttributePath?
    /// The number of speeds; 100 for a fan that takes every percentage.
    let speeds: Double
    /// The switch of the endpoint; while it is off, the speed is 0.
    let power: AttributePath?

    var step: Double { 100 / speeds }
    var reported: [AttributePath] { [current ?? setting, power].compactMap(\.self) }
    var isCommanded: Bool { setting != nil }
    /// With few speeds, the next one is another speed.
    var tolerance: ConfirmationTolerance { .number(step <= 1 ? 1 : step / 2) }

    func value(in values: AttributeValues) -> CapabilityValue? {
        if let power, values.truth(at: power) == false { return .number(0) }
        for path in [current, setting].compactMap(\.self) {
            if let percent = values.number(at: path), (0...100).contains(percent) { return .number(percent) }
        }
        return nil
    }

    func command(
        to value: CapabilityValue, in values: AttributeValues, pin: String?
    ) throws(NodeCommandError) -> CommandDraft {
        guard let setting, case .number(let percent) = value, (0...100).contains(percent) else {
            throw .valueNotAccepted
        }
        // A fan takes the next higher speed of a percentage, and reports the percentage of that speed, rounded down.
        var speed = (percent / step).rounded()
        if speed == 0, percent > 0 { speed = 1 }
        let device = (speed * step + 1e-9).rounded(.down)
        let content = TLVValue.unsigned(UInt64(min(max(device, 0), 100)))
        var steps = [NodeCommandStep.write(setting, value: content)]
        if let power, device > 0, values.truth(at: power) == false {
            steps.insert(.invoke(0x01, of: power.cluster, endpoint: power.endpoint), at: 0)
        }
        return CommandDraft(
            steps, value: .number(device),
            others: [setting, AttributePath(endpoint: setting.endpoint, cluster: setting.cluster, attribute: 0)])
    }
}

import HomeModel
import MatterProtocol

/// The colour of a lamp, which has it as hue and saturation, as coordinates, or both. *ColorMode* says which of them is
/// true; while the lamp shows a colour temperature, it has no colour.
struct ColorCoding: ValueCoding {
    let endpoint: UInt16
    let hasHue: Bool
    let hasCoordinates: Bool
    let hasEnhancedHue: Bool
    /// The mode is in *EnhancedColorMode* too, where a hue of 16 bits has a number of its own.
    let mode: AttributePath?
    let power: AttributePath?

    private static let cluster: UInt32 = 0x300

    private func path(_ attribute: UInt32) -> AttributePath {
        AttributePath(endpoint: endpoint, cluster: Self.cluster, attribute: attribute)
    }

    var reported: [AttributePath] {
        (hasHue ? [path(0), path(1)] : []) + (hasEnhancedHue ? [path(0x4000)] : [])
            + (hasCoordinates ? [path(3), path(4)] : []) + [mode].compactMap(\.self)
    }

    var isCommanded: Bool { true }
    /// The steps of a hue with 8 bits are 1.4°.
    var tolerance: ConfirmationTolerance { .color(4) }

    func value(in values: AttributeValues) -> CapabilityValue? {
        switch mode.flatMap({ values.whole(at: $0) }) {
        case 0?, 3?: return hueAndSaturation(in: values)
        case 1?: return coordinates(in: values)
        case nil where mode == nil: return hasHue ? hueAndSaturation(in: values) : coordinates(in: values)
        default: return nil
        }
    }

    private func hueAndSaturation(in values: AttributeValues) -> CapabilityValue? {
        guard let saturation = values.number(at: path(1)), (0...254).contains(saturation) else { return nil }
        let enhanced = hasEnhancedHue ? values.number(at: path(0x4000)) : nil
        let hue: Double
        if let enhanced, (0...65_535).contains(enhanced) {
            hue = enhanced * 360 / 65_536
        } else if let plain = values.number(at: path(0)), (0...254).contains(plain) {
            hue = plain * 360 / 254
        } else {
            return nil
        }
        return .color(hue: Self.rounded(hue), saturation: Self.rounded(saturation * 100 / 254))
    }

    private func coordinates(in values: AttributeValues) -> CapabilityValue? {
        guard let x = values.number(at: path(3)), let y = values.number(at: path(4)), (0...65_279).contains(x),
            (0...65_279).contains(y), let color = ColorSpace.hueAndSaturation(x: x / 65_536, y: y / 65_536)
        else { return nil }
        return .color(hue: Self.rounded(color.hue), saturation: Self.rounded(color.saturation))
    }

    private static func rounded(_ number: Double) -> Double { (number * 100).rounded() / 100 }

    func command(
        to value: CapabilityValue, in values: AttributeValues, pin: String?
    ) throws(NodeCommandError) -> CommandDraft {
        guard case .color(let hue, let saturation) = value, (0...360).contains(hue), (0...100).contains(saturation)
        else { throw .valueNotAccepted }
        // The options make a lamp that is off take the colour; then it is switched on.
        let step: NodeCommandStep
        if hasHue {
            let steps = (UInt64((hue * 254 / 360).rounded()), UInt64((saturation * 254 / 100).rounded()))
            step = .invoke(
                0x06, of: Self.cluster, endpoint: endpoint,
                fields: [
                    0: .unsigned(steps.0), 1: .unsigned(steps.1), 2: .unsigned(0), 3: .unsigned(1), 4: .unsigned(1),
                ])
        } else {
            let color = ColorSpace.coordinates(hue: hue, saturation: saturation)
            step = .invoke(
                0x07, of: Self.cluster, endpoint: endpoint,
                fields: [
                    0: .unsigned(UInt64((color.x * 65_536).rounded())),
                    1: .unsigned(UInt64((color.y * 65_536).rounded())), 2: .unsigned(0), 3: .unsigned(1),
                    4: .unsigned(1),
                ])
        }
        let switchOn = power.map { [NodeCommandStep.invoke(0x01, of: $0.cluster, endpoint: endpoint)] } ?? []
        return CommandDraft([step] + switchOn, others: [power].compactMap(\.self))
    }
}

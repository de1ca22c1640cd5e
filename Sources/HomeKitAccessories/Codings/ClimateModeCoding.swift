import HomeModel

/// The mode of a heater or air conditioner: whether it is active, and what it does then.
struct ClimateModeCoding: ValueCoding {
    static let off = "off"

    let active: MappedCharacteristic
    /// The mode while it is active.
    let mode: ChoiceCoding

    var reported: [MappedCharacteristic] {
        active.isReported && !mode.reported.isEmpty ? [active] + mode.reported : []
    }

    /// A device whose power cannot be switched has no mode to set.
    var written: [MappedCharacteristic] {
        active.isWritable && !mode.written.isEmpty ? [active] + mode.written : []
    }

    func value(in values: CharacteristicValues) -> CapabilityValue? {
        switch active.whole(in: values) {
        case 0: .text(Self.off)
        case 1: mode.value(in: values)
        default: nil
        }
    }

    func writes(for value: CapabilityValue) -> [CharacteristicSetting]? {
        if value == .text(Self.off) { return [active.write(0)] }
        return mode.writes(for: value).map { $0 + [active.write(1)] }
    }
}

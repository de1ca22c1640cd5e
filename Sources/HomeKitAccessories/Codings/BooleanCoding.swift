import HomeModel

/// A boolean that one characteristic reports and receives.
struct BooleanCoding: ValueCoding {
    let characteristic: MappedCharacteristic
    /// Whether the device's 0 is `true` here.
    let isInverted: Bool

    var reported: [MappedCharacteristic] { characteristic.isReported ? [characteristic] : [] }
    var written: [MappedCharacteristic] { characteristic.isWritable ? [characteristic] : [] }

    func value(in values: CharacteristicValues) -> CapabilityValue? {
        switch characteristic.whole(in: values) {
        case 0: .boolean(isInverted)
        case 1: .boolean(!isInverted)
        default: nil
        }
    }

    func writes(for value: CapabilityValue) -> [CharacteristicSetting]? {
        guard case .boolean(let isOn) = value else { return nil }
        return [characteristic.write(isOn == isInverted ? 0 : 1)]
    }
}

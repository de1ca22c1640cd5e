import HomeModel

/// Converts between the values of characteristics and the value of one capability.
protocol ValueCoding: Sendable {
    /// The characteristics from which the value is computed: those that confirm a command.
    var reported: [MappedCharacteristic] { get }
    /// The characteristics that a command writes.
    var written: [MappedCharacteristic] { get }
    var tolerance: ConfirmationTolerance { get }

    /// Returns the value; nil when it is null, unknown or outside the metadata.
    func value(in values: CharacteristicValues) -> CapabilityValue?

    /// Returns the writes for `value`; nil when the accessory cannot be set to it.
    func writes(for value: CapabilityValue) -> [CharacteristicSetting]?

    /// The value that the accessory will report after the writes for `value`.
    func nearest(to value: CapabilityValue) -> CapabilityValue
}

extension ValueCoding {
    var written: [MappedCharacteristic] { [] }
    var tolerance: ConfirmationTolerance { .exact }

    func writes(for value: CapabilityValue) -> [CharacteristicSetting]? { nil }

    func nearest(to value: CapabilityValue) -> CapabilityValue { value }
}

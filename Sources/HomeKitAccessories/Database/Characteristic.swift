/// A characteristic of a service, as the accessory describes it.
package struct Characteristic: Hashable, Sendable {
    package let iid: UInt64
    package let type: HAPType
    /// Nil when the accessory announces none.
    package let permissions: CharacteristicPermissions?
    /// Nil when the accessory announces none, or an unknown one.
    package let format: ValueFormat?
    package let unit: String?
    package let minimum: Double?
    package let maximum: Double?
    package let step: Double?
    package let maximumLength: Int?
    /// The values that are valid; empty when the accessory does not list them.
    package let validValues: [Double]
    package let validRanges: [ClosedRange<Double>]
    /// The value at the time of the request; nil for null and for a value that cannot be read.
    package let value: HAPValue?
    /// The name that the manufacturer gives to the characteristic.
    package let label: String?

    package init(
        iid: UInt64, type: HAPType, permissions: CharacteristicPermissions? = nil, format: ValueFormat? = nil,
        unit: String? = nil,
        minimum: Double? = nil, maximum: Double? = nil, step: Double? = nil, maximumLength: Int? = nil,
        validValues: [Double] = [], validRanges: [ClosedRange<Double>] = [], value: HAPValue? = nil,
        label: String? = nil
    ) {
        self.iid = iid
        self.type = type
        self.permissions = permissions
        self.format = format
        self.unit = unit
        self.minimum = minimum
        self.maximum = maximum
        self.step = step
        self.maximumLength = maximumLength
        self.validValues = validValues
        self.validRanges = validRanges
        self.value = value
        self.label = label
    }

    package var kind: CharacteristicKind? { type.characteristic }

    package var isHidden: Bool { permissions?.contains(.hidden) ?? false }
}

package import HomeModel

/// What a device said, in the model's words; the same for every dialect.
package enum DeviceStatement: Hashable, Sendable {
    case described(DeviceDescription)
    case availability(Availability)
    case removed
    /// A recorded quantity; a nil unit means the canonical one.
    case reading(PartID, CapabilityName, value: Double, unit: String?)
    /// Any other value, in the canonical unit.
    case state(PartID, CapabilityName, CapabilityValue)
    /// The device took a command over; whether it gets there, its state says.
    case accepted(PartID, CapabilityName, CapabilityValue)
    /// For the caller to count; never a reason to stop.
    case unreadable(PartID?, CapabilityName?, DialectError)
}

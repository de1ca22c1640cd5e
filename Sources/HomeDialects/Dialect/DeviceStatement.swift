package import HomeModel

/// What a device said, in the model's words; the same for every dialect.
package enum DeviceStatement: Hashable, Sendable {
    case availability(Availability)
    /// A recorded quantity; a nil unit means the canonical one.
    case reading(PartID, CapabilityName, value: Double, unit: String?)
    /// Any other value, in the canonical unit.
    case state(PartID, CapabilityName, CapabilityValue)
    /// A number beyond the range of its capability, as it is shown: at the end of the range. Devices send such numbers where
    /// they do not know (a cover that is not calibrated says -1), so it proves nothing.
    case beyondRange(PartID, CapabilityName, shown: CapabilityValue)
    /// The device took a command over; whether it gets there, its state says.
    case accepted(PartID, CapabilityName, CapabilityValue)
    /// The answer to the order with this number: done or begun, or why not.
    case answered(UInt32, failure: InertText?)
    /// The device did not do something that it was told; it does not say what.
    case failed(InertText)
    /// For the caller to count; never a reason to stop.
    case unreadable(PartID?, CapabilityName?, DialectError)
}

package import HomeModel

/// One decoded statement of a device in the terms of the gateway's model, independent of the dialect.
package enum DeviceUpdate: Hashable, Sendable {
    case availability(Availability)
    /// A recorded quantity. A nil unit means that the value is in the canonical unit.
    case reading(PartID, CapabilityName, value: Double, unit: String?)
    /// Any other value, in the canonical unit.
    case state(PartID, CapabilityName, CapabilityValue)
    /// A number far outside the range of its capability; `shown` is the nearest end of the range. Devices send such
    /// numbers for unknown values (a cover that is not calibrated reports -1), so the statement confirms no command.
    case beyondRange(PartID, CapabilityName, shown: CapabilityValue)
    /// The device accepted a command. Its later state reports show whether it reaches the value.
    case accepted(PartID, CapabilityName, CapabilityValue)
    /// The reply to the command with this number: done or started, or the reason for the failure.
    case replied(UInt32, failure: EscapedText?)
    /// The device reports that it did not carry out a command, but not which one.
    case failed(EscapedText)
    /// A payload that cannot be decoded. Callers count it and continue.
    case unreadable(PartID?, CapabilityName?, DialectError)
}

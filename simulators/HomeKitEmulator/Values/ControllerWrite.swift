package import HomeKitAccessories
package import HomeKitProtocol

/// A value that a controller wrote, or its request to identify the accessory.
package struct ControllerWrite: Hashable, Sendable {
    package let id: CharacteristicID
    package let value: HAPValue
    /// The identifier of the controller; nil for a request to identify an accessory that is not paired.
    package let controller: String?
}

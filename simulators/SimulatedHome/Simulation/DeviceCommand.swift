import HomeModel

/// A command of a controller to the physical model of a device.
struct DeviceCommand: Hashable, Sendable {
    let address: ValueAddress
    let value: CapabilityValue
}

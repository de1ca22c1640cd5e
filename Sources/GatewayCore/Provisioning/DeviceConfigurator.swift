package import HomeModel

/// Configures devices through their own interface on the local network. The module that knows the device families
/// implements it.
package protocol DeviceConfigurator: Sendable {
    /// Asks the device at an address what it is. Sends nothing secret. Throws `.notAttached` before it sends anything
    /// if the address is in no network of the gateway's own interfaces. Without a `family`, it tries each one.
    func identify(_ target: SetupTarget, as family: DeviceFamily?) async throws(SetupFailure) -> IdentifiedDevice

    /// Everything that a setup of the device would set.
    func settings(of device: IdentifiedDevice, root: DeviceID, port: Int) -> [SetupSetting]

    /// Checks once more that it is this device, and sends it the requests with this effect; calls `check` directly
    /// before each of them, and sends nothing more when it throws. If it is another device, throws `.otherDevice`, or
    /// `.otherDeviceAfterPassword` when the password was sent already.
    func send(
        _ requests: [DeviceRequest], effect: DeviceRequest.Effect, to device: IdentifiedDevice,
        ifPermitted check: @Sendable () async throws(SetupFailure) -> Void
    ) async throws(SetupFailure)

    /// Whether a device that can be configured announces itself under this name.
    func isConfigurable(announcedAs name: String) -> Bool
}

/// A device that can be configured, and where it is.
package struct IdentifiedDevice: Hashable, Sendable {
    package let target: SetupTarget
    package let terms: DeviceFamilyTerms
    package let identity: DeviceIdentity
    /// The address of the gateway in the network of the device.
    package let gatewayAddress: IPv4Address

    package init(
        target: SetupTarget, terms: DeviceFamilyTerms, identity: DeviceIdentity, gatewayAddress: IPv4Address
    ) {
        self.target = target
        self.terms = terms
        self.identity = identity
        self.gatewayAddress = gatewayAddress
    }
}

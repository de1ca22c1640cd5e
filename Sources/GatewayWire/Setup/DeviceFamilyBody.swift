package import HomeModel

/// `GET /device-families`: one family of devices, and how its devices are set up.
package struct DeviceFamilyBody: Codable, Sendable {
    package let dialect: DeviceFamily
    /// Whether the gateway can configure devices of the family itself; see `POST /devices/{id}/setup`.
    package let isConfigurable: Bool
    /// Whether a credential needs the MAC address of the device.
    package let needsMAC: Bool

    package init(dialect: DeviceFamily, isConfigurable: Bool, needsMAC: Bool) {
        self.dialect = dialect
        self.isConfigurable = isConfigurable
        self.needsMAC = needsMAC
    }
}

/// What a device reports of itself over its own web server. Its texts come from the device and are shown only escaped.
package struct DeviceIdentity: Hashable, Sendable {
    /// The name under which the device announces itself: its id or its host name.
    package let id: String
    package let mac: MACAddress
    package let model: String?
    package let firmware: String?

    package init(id: String, mac: MACAddress, model: String?, firmware: String?) {
        self.id = id
        self.mac = mac
        self.model = model
        self.firmware = firmware
    }
}

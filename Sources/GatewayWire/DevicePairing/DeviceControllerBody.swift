/// `GET /device-pairings/{id}/controllers`: a controller that may command a paired device.
package struct DeviceControllerBody: Codable, Sendable {
    /// As the device stores it, escaped.
    package let identifier: String
    /// The name that it gave to itself, escaped; absent if it gave none.
    package let name: String?
    /// Hexadecimal. HomeKit: the Ed25519 key, 64 digits. Matter: the root key of the fabric, 130 digits.
    package let publicKey: String
    package let isAdministrator: Bool
    /// Whether it is this gateway.
    package let isOwn: Bool

    package init(identifier: String, name: String? = nil, publicKey: String, isAdministrator: Bool, isOwn: Bool) {
        self.identifier = identifier
        self.name = name
        self.publicKey = publicKey
        self.isAdministrator = isAdministrator
        self.isOwn = isOwn
    }
}

/// `POST /device-pairings/{id}/controllers`: the controller that may command a paired device from now on.
package struct NewDeviceControllerBody: Codable, Sendable {
    package let identifier: String
    package let publicKey: String
    /// False if absent.
    package let isAdministrator: Bool?

    package init(identifier: String, publicKey: String, isAdministrator: Bool? = nil) {
        self.identifier = identifier
        self.publicKey = publicKey
        self.isAdministrator = isAdministrator
    }
}

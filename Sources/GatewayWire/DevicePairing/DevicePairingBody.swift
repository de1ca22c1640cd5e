package import HomeModel

/// `GET /device-pairings`: a pairing of the gateway with a device, or with a bridge that has several devices. Its texts
/// are escaped, because they come from the network.
package struct DevicePairingBody: Codable, Sendable {
    /// The id of the announced service too, so that it stays the same when a device is paired.
    package let id: DeviceID
    package let link: LinkKind
    /// The id that the device announces, such as `aa:bb:cc:dd:ee:ff`.
    package let address: String
    package let name: String
    package let model: String?
    package let category: String?
    package let state: DevicePairing.State
    /// Why the gateway has no connection; absent while it has one.
    package let trouble: DevicePairingTroubleBody?
    /// Its devices, adopted or not.
    package let devices: [PairedDeviceBody]
    /// Whether the device says that it has no pairing any more: it can be paired again, and its devices stay.
    package let canBePairedAgain: Bool
    package let pairedAt: Timestamp

    package init(
        id: DeviceID, link: LinkKind, address: String, name: String, model: String?, category: String?,
        state: DevicePairing.State, trouble: DevicePairingTroubleBody?, devices: [PairedDeviceBody],
        canBePairedAgain: Bool = false, pairedAt: Timestamp
    ) {
        self.id = id
        self.link = link
        self.address = address
        self.name = name
        self.model = model
        self.category = category
        self.state = state
        self.trouble = trouble
        self.devices = devices
        self.canBePairedAgain = canBePairedAgain
        self.pairedAt = pairedAt
    }
}

/// Why the gateway has no connection to a paired device.
package struct DevicePairingTroubleBody: Codable, Sendable {
    /// Stable, for programs.
    package let code: String
    package let detail: String

    package init(code: String, detail: String) {
        self.code = code
        self.detail = detail
    }
}

/// A device that a pairing reaches.
package struct PairedDeviceBody: Codable, Sendable {
    /// The id in the home if it is adopted, else that of `GET /discovered`.
    package let id: DeviceID
    package let name: String
    package let isAdopted: Bool

    package init(id: DeviceID, name: String, isAdopted: Bool) {
        self.id = id
        self.name = name
        self.isAdopted = isAdopted
    }
}

/// `POST /discovered/{id}/pair`: the code is a secret, which is never stored.
package struct DevicePairingCodeBody: Codable, Sendable, CustomStringConvertible {
    package let code: String
    /// The obstacles to which the person has agreed: `unknownMaker`, `testDevice`.
    package let accepts: [DevicePairingObstacle]?

    package init(code: String, accepts: [DevicePairingObstacle]? = nil) {
        self.code = code
        self.accepts = accepts
    }

    package var description: String { "DevicePairingCodeBody(hidden)" }
}

/// `GET /device-pairings/{id}/controllers`: a controller that may command a paired device.
package struct DeviceControllerBody: Codable, Sendable {
    /// As the device stores it, escaped.
    package let identifier: String
    /// The Ed25519 key, as 64 hexadecimal digits.
    package let publicKey: String
    package let isAdministrator: Bool
    /// Whether it is this gateway.
    package let isOwn: Bool

    package init(identifier: String, publicKey: String, isAdministrator: Bool, isOwn: Bool) {
        self.identifier = identifier
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

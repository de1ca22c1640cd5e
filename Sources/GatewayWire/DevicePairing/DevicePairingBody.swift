package import HomeModel

/// `GET /device-pairings`: a pairing of the gateway with a device, or with a bridge that has several devices. Its texts
/// are escaped, because they come from the network.
package struct DevicePairingBody: Codable, Sendable {
    /// HomeKit: the id of the announced service too, so that it stays the same when a device is paired. A Matter node is
    /// announced under another name before it is paired.
    package let id: DeviceID
    package let link: LinkKind
    /// HomeKit: the id that the device announces, such as `aa:bb:cc:dd:ee:ff`. Matter: its node id.
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
    /// Since when; absent where that is not known.
    package let since: Timestamp?

    package init(code: String, detail: String, since: Timestamp? = nil) {
        self.code = code
        self.detail = detail
        self.since = since
    }
}

/// A device that a pairing reaches.
package struct PairedDeviceBody: Codable, Sendable {
    /// The id in the home if it is adopted, else that of `GET /discovered`.
    package let id: DeviceID
    package let name: String
    package let isAdopted: Bool
    /// Whether the gateway has the PIN that the lock demands; absent for a device that demands none.
    package let lockPIN: LockPIN.State?

    package init(id: DeviceID, name: String, isAdopted: Bool, lockPIN: LockPIN.State? = nil) {
        self.id = id
        self.name = name
        self.isAdopted = isAdopted
        self.lockPIN = lockPIN
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

/// A pairing of the gateway with a device, or with a bridge that has several devices: the root of their addresses.
package struct DevicePairing: Hashable, Sendable {
    package enum State: String, Hashable, Sendable, Codable, CaseIterable {
        case paired
        /// Pairing was interrupted. The pairing is completed, or removed at the device, as soon as that can be reached.
        case unfinished
        /// A person removed the pairing. It is removed at the device as soon as that can be reached.
        case removing
    }

    /// Why the gateway has no connection to the device.
    package struct Trouble: Hashable, Sendable {
        /// A stable code for programs.
        package let code: String
        /// A sentence for people.
        package let detail: String
        /// Since when; nil where that is not known.
        package let since: Timestamp?

        package init(code: String, detail: String, since: Timestamp? = nil) {
            self.code = code
            self.detail = detail
            self.since = since
        }
    }

    package let kind: LinkKind
    package let root: String
    /// As the device announced it, unchecked.
    package let announcedName: String
    package let model: String?
    package let category: String?
    package let state: State
    /// Nil while the gateway has a connection.
    package let trouble: Trouble?
    /// The service that the device announces while it is paired.
    package let service: NetworkService.ID
    /// The addresses of its devices, adopted or not, in their order.
    package let devices: [LinkAddress]
    /// Whether it can have several devices. Further ones may come later.
    package let isBridge: Bool
    /// The locks among its devices that demand a PIN for commands over the network, or whose PIN the gateway has.
    package let lockPINs: [LinkAddress: LockPIN]
    /// Whether the device says that it has no pairing any more, so that it can be paired again. Its devices stay.
    package let canBePairedAgain: Bool
    package let pairedAt: Timestamp

    package init(
        kind: LinkKind, root: String, service: NetworkService.ID, announcedName: String, model: String?,
        category: String?, state: State, trouble: Trouble?, devices: [LinkAddress], isBridge: Bool = false,
        lockPINs: [LinkAddress: LockPIN] = [:], canBePairedAgain: Bool = false, pairedAt: Timestamp
    ) {
        self.kind = kind
        self.root = root
        self.service = service
        self.announcedName = announcedName
        self.model = model
        self.category = category
        self.state = state
        self.trouble = trouble
        self.devices = devices
        self.isBridge = isBridge
        self.lockPINs = lockPINs
        self.canBePairedAgain = canBePairedAgain
        self.pairedAt = pairedAt
    }

    /// The id in the API. For HomeKit it is that of the announced service too, so that it stays the same when a device is
    /// paired; a Matter node announces itself under another name before it is paired.
    package var id: DeviceID { NetworkService.deviceID(of: kind.rawValue, identity: root) }

    /// The announced name, escaped for inspection.
    package var name: EscapedText { EscapedText(announcedName, limit: 64) }
}

/// A code with which another controller can pair with a device. It is shown once, and never stored or logged.
package struct SharingCode: Sendable {
    /// As people type it.
    package let digits: Secret
    /// As a QR code contains it.
    package let payload: Secret
    package let expiresAt: Timestamp

    package init(digits: Secret, payload: Secret, expiresAt: Timestamp) {
        self.digits = digits
        self.payload = payload
        self.expiresAt = expiresAt
    }
}

/// A controller that may command a paired device.
package struct DeviceController: Hashable, Sendable {
    package let identifier: String
    /// HomeKit: the Ed25519 key of the controller, 32 bytes. Matter: the P-256 key of the root of its fabric, 65 bytes.
    package let publicKey: [UInt8]
    /// Whether the controller may add and remove controllers.
    package let isAdministrator: Bool
    /// Whether it is this gateway.
    package let isOwn: Bool
    /// The name that it gave to itself, unchecked. Matter: the label of its fabric.
    package let name: String?

    package init(
        identifier: String, publicKey: [UInt8], isAdministrator: Bool, isOwn: Bool = false, name: String? = nil
    ) {
        self.identifier = identifier
        self.name = name
        self.publicKey = publicKey
        self.isAdministrator = isAdministrator
        self.isOwn = isOwn
    }
}

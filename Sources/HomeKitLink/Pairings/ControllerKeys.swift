import GatewayCore
import HomeKitProtocol

/// An identity of the gateway towards one accessory, as it is stored.
struct ControllerKeys: Codable, Hashable, Sendable {
    let identifier: String
    /// The private key.
    let key: [UInt8]
    /// The rotation for which they were made; nil for keys that no rotation has made.
    let rotation: KeyRotationID?

    init(identifier: String, key: [UInt8], rotation: KeyRotationID?) {
        self.identifier = identifier
        self.key = key
        self.rotation = rotation
    }

    init(_ identity: ControllerIdentity, rotation: KeyRotationID) {
        self.init(identifier: identity.identifier, key: identity.key.exposedBytes, rotation: rotation)
    }

    /// Nil if the stored key is damaged.
    var identity: ControllerIdentity? {
        LongTermKey(bytes: key).map { ControllerIdentity(identifier: identifier, key: $0) }
    }

    /// The keys as the accessory knows them, for an administrator; nil if the stored key is damaged.
    var administrator: PairedController? {
        identity.map {
            PairedController(identifier: identifier, publicKey: $0.key.publicKey, permissions: .administrator)
        }
    }

    /// Whether a controller in the list of an accessory has these keys. One with the same identifier and another key is
    /// another controller.
    func belong(to controller: PairedController) -> Bool {
        controller.identifier == identifier && controller.publicKey == identity?.key.publicKey
    }
}

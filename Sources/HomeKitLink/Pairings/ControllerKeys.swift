import HomeKitProtocol
import HomeModel

/// An identity of the gateway towards one accessory, as it is stored.
struct ControllerKeys: Codable, Hashable, Sendable {
    let identifier: String
    /// The private key.
    let key: [UInt8]
    let madeAt: Timestamp

    init(identifier: String, key: [UInt8], madeAt: Timestamp) {
        self.identifier = identifier
        self.key = key
        self.madeAt = madeAt
    }

    init(_ identity: ControllerIdentity, madeAt: Timestamp) {
        self.init(identifier: identity.identifier, key: identity.key.exposedBytes, madeAt: madeAt)
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

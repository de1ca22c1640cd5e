import Foundation
import HomeKitProtocol
import HomeModel

/// A pairing with an accessory, as it is stored, sealed: the identity of the gateway towards this accessory, and the key
/// of the accessory.
struct PairingRecord: Codable, Sendable {
    /// The id that the accessory announces, in lower case.
    let accessoryID: String
    /// The order of the writes makes it true after a crash too: it is `unfinished` before the accessory receives the
    /// identity (M5), `paired` before success is reported, and `removing` until the accessory has removed the pairing.
    var state: DevicePairing.State
    let controllerID: String
    let controllerKey: [UInt8]
    /// The identifier as the accessory spells it, and its key; nil while the pairing is unfinished.
    var accessory: Accessory?
    /// The announced name, model and category, for lists while the accessory is away.
    let name: String
    let model: String?
    let category: String
    let pairedAt: Timestamp
    /// The other controllers that a person has made, or has seen and cleared; a new one is a finding.
    var knownControllers: Set<KnownController> = []

    struct Accessory: Codable, Sendable {
        let identifier: String
        let publicKey: [UInt8]
    }

    init(
        accessoryID: String, identity: ControllerIdentity, announced service: NetworkService, record: HomeKitRecord,
        at now: Timestamp
    ) {
        self.accessoryID = accessoryID
        state = .unfinished
        controllerID = identity.identifier
        controllerKey = identity.key.exposedBytes
        name = service.announcedName
        model = record.model?.description
        category = "\(record.category)"
        pairedAt = now
    }

    /// A record in place of a stored one that cannot be read. It has no keys, and is never stored.
    init(unreadable accessoryID: String) {
        self.accessoryID = accessoryID
        state = .paired
        (controllerID, controllerKey) = ("", [])
        (name, model, category) = (accessoryID, nil, "other")
        pairedAt = Timestamp(Date(timeIntervalSince1970: 0))
    }
}

/// Another controller of an accessory, with all that it may do.
struct KnownController: Hashable, Codable, Sendable {
    let identifier: String
    let publicKey: [UInt8]
    let isAdministrator: Bool

    init(_ controller: PairedController) {
        identifier = controller.identifier
        publicKey = controller.publicKey.bytes
        isAdministrator = controller.permissions.contains(.administrator)
    }

    /// The controller as the subject of a finding.
    var subject: String {
        let key = publicKey.map { String($0, radix: 16) }.joined(separator: ":")
        return "\(identifier) \(isAdministrator) \(key)"
    }
}

extension PairingRecord {
    /// The public part of the gateway's own key; nil if the stored key is damaged.
    var ownPublicKey: [UInt8]? { identity?.key.publicKey.bytes }

    /// Nil if the stored key is damaged.
    var identity: ControllerIdentity? {
        LongTermKey(bytes: controllerKey).map { ControllerIdentity(identifier: controllerID, key: $0) }
    }

    /// The procedure that verifies both sides, or for a pairing without the key of the accessory only this one. Nil if a
    /// stored key is damaged.
    var verification: PairVerifyController? {
        guard let identity else { return nil }
        guard let accessory else {
            return PairVerifyController(unfinishedIdentity: identity, accessoryIdentifier: accessoryID)
        }
        guard let key = try? LongTermPublicKey(bytes: accessory.publicKey) else { return nil }
        return PairVerifyController(
            identity: identity, accessory: PairedAccessory(identifier: accessory.identifier, publicKey: key))
    }

    mutating func finish(with paired: PairedAccessory) {
        accessory = Accessory(identifier: paired.identifier, publicKey: paired.publicKey.bytes)
        state = .paired
    }
}

import Foundation
import HomeKitProtocol
import HomeModel

/// A pairing with an accessory, as it is stored, sealed: the identity of the gateway towards this accessory, and the key
/// of the accessory. While the keys are rotated, the gateway has several identities.
struct PairingRecord: Codable, Sendable {
    /// The id that the accessory announces, in lower case.
    let accessoryID: String
    /// The order of the writes makes it true after a crash too: it is `unfinished` before the accessory receives the
    /// identity (M5), `paired` before success is reported, and `removing` until the accessory has removed the pairing.
    var state: DevicePairing.State
    private(set) var controllerID: String
    private(set) var controllerKey: [UInt8]
    /// When the keys in use were made; nil for those of the pairing.
    private var keysMadeAt: Timestamp?
    /// The keys that the accessory must be given. They are stored before it receives them, and replace those in use once it
    /// has accepted a connection with them.
    private(set) var nextKeys: ControllerKeys?
    /// The keys that the accessory must forget, the oldest first. Each is stored until the accessory has removed it.
    private var replacedKeys: [ControllerKeys]?
    /// Why the accessory refused new keys, in a sentence.
    private(set) var keyRefusal: String?
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
    /// The procedure that verifies both sides, or for a pairing without the key of the accessory only this one. Nil if a
    /// stored key is damaged.
    var verification: PairVerifyController? { verification(with: keys) }

    /// The same procedure with other keys of the gateway.
    func verification(with keys: ControllerKeys) -> PairVerifyController? {
        guard let identity = keys.identity else { return nil }
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

/// The rotation of the gateway's keys. Each step is stored before the next one begins, so that after a crash at any moment
/// the stored keys open the accessory.
extension PairingRecord {
    /// The keys in use.
    var keys: ControllerKeys {
        ControllerKeys(identifier: controllerID, key: controllerKey, madeAt: keysMadeAt ?? pairedAt)
    }

    /// The keys that the accessory must forget.
    var formerKeys: [ControllerKeys] { replacedKeys ?? [] }

    /// All keys that the accessory may know: those in use, the next ones, and the former ones.
    var allKeys: [ControllerKeys] { [keys] + [nextKeys].compactMap(\.self) + formerKeys }

    /// Whether the accessory may know other keys than those in use, or must be given new ones.
    var isRotating: Bool { nextKeys != nil || !formerKeys.isEmpty }

    /// Whether a controller in the list of the accessory is the gateway.
    func isGateway(_ controller: PairedController) -> Bool { allKeys.contains { $0.belong(to: controller) } }

    /// Makes new keys if those in use, and those that are to replace them, are from before `start`. Without effect on a
    /// pairing that is unfinished or being removed, and if new keys exist.
    mutating func makeNextKeys(inPlaceOfKeysBefore start: Timestamp, at now: Timestamp) {
        // On a clock that was set back, the new keys would count as old.
        let latest = max(now, start)
        // Keys from the future were made while the clock was wrong, so that their age is unknown.
        func mustBeReplaced(_ keys: ControllerKeys) -> Bool { keys.madeAt < start || keys.madeAt > latest }
        guard state == .paired, mustBeReplaced(keys), nextKeys.map(mustBeReplaced) ?? true else { return }
        // The accessory may have received them already.
        if let nextKeys { replacedKeys = formerKeys + [nextKeys] }
        nextKeys = ControllerKeys(.fresh(), madeAt: latest)
        keyRefusal = nil
    }

    /// Uses these keys, with which the accessory has accepted a connection. Those that were in use until now are forgotten
    /// later; if the accessory does not know them, because it lost what it had confirmed, it must be given them again.
    mutating func use(_ accepted: ControllerKeys) {
        let replaced = keys
        guard accepted != replaced else { return }
        let isRotation = accepted == nextKeys
        if isRotation { (nextKeys, keyRefusal) = (nil, nil) }
        let isGivenAgain = !isRotation && nextKeys == nil
        if isGivenAgain { nextKeys = replaced }
        let former = formerKeys.filter { $0 != accepted } + (isGivenAgain ? [] : [replaced])
        replacedKeys = former.isEmpty ? nil : former
        (controllerID, controllerKey, keysMadeAt) = (accepted.identifier, accepted.key, accepted.madeAt)
    }

    /// Deletes keys that the accessory has forgotten.
    mutating func remove(_ former: ControllerKeys) {
        let left = formerKeys.filter { $0 != former }
        (replacedKeys, keyRefusal) = (left.isEmpty ? nil : left, nil)
    }

    /// Remembers why the accessory refused new keys.
    mutating func noteRefusal(_ reason: String) { keyRefusal = reason }
}

import Crypto

/// The controller's side of Pair-Verify, which gives the keys of a session. The steps are strictly ordered; after a
/// failure the caller starts again with a new value.
package struct PairVerifyController: Sendable {
    /// What the caller does next.
    package enum Step: Sendable {
        /// Send these bytes to `/pair-verify` and pass the body of the answer to `receive`.
        case send([UInt8])
        /// All bytes after this answer are encrypted with these keys.
        case verified(SessionKeys)
        /// The accessory accepted this controller, but it was not known whether it is the right accessory. The session
        /// serves only to remove the controller's own pairing.
        case acceptedByUnknownAccessory(SessionKeys)
    }

    private enum State: Sendable {
        case ready
        case awaitingM2(EphemeralKey)
        case awaitingM4(SymmetricKey)
        case ended
    }

    private let identity: ControllerIdentity
    private let accessoryIdentifier: String
    /// Nil if the controller never received it.
    private let accessoryKey: LongTermPublicKey?
    private var state = State.ready

    package init(identity: ControllerIdentity, accessory: PairedAccessory) {
        self.identity = identity
        accessoryIdentifier = accessory.identifier
        accessoryKey = accessory.publicKey
    }

    /// A procedure that ends a pairing whose M6 was lost: the accessory may have stored this identity, and the
    /// controller does not have the key of the accessory. It checks the identifier alone and gives
    /// `.acceptedByUnknownAccessory`, or the failure `.controllerUnknown` if the accessory does not know the identity; without any
    /// pairing, most accessories refuse the first message.
    package init(unfinishedIdentity identity: ControllerIdentity, accessoryIdentifier: String) {
        self.identity = identity
        self.accessoryIdentifier = accessoryIdentifier
        accessoryKey = nil
    }

    /// Returns M1. It has no method: aiohomekit sends none, and accessories do not ask for one.
    package mutating func start() throws(PairingFailure) -> [UInt8] { try start(key: EphemeralKey()) }

    mutating func start(key: EphemeralKey) throws(PairingFailure) -> [UInt8] {
        guard case .ready = state else {
            state = .ended
            throw .outOfOrder
        }
        state = .awaitingM2(key)
        return PairingMessage(state: 1, [(.publicKey, key.publicKey)]).bytes
    }

    /// Takes the body of an answer.
    package mutating func receive(_ bytes: [UInt8]) throws(PairingFailure) -> Step {
        let current = state
        state = .ended
        switch current {
        case .awaitingM2(let key): return .send(try receiveM2(PairingMessage(decoding: bytes), key: key))
        case .awaitingM4(let secret):
            do throws(PairingFailure) {
                try PairingMessage(decoding: bytes).check(state: 4)
            } catch {
                if case .refused(.authentication, _) = error { throw .controllerUnknown }
                throw error
            }
            let keys = SessionKeys(sharedSecret: secret, role: .controller)
            return accessoryKey == nil ? .acceptedByUnknownAccessory(keys) : .verified(keys)
        case .ready, .ended: throw .outOfOrder
        }
    }

    /// The accessory is checked by its identifier and then by its signature, before this controller reveals its own
    /// identifier in M3.
    private mutating func receiveM2(_ message: PairingMessage, key: EphemeralKey) throws(PairingFailure) -> [UInt8] {
        try message.check(state: 2)
        let ephemeralKey = try message.requiredValue(of: .publicKey, count: EphemeralKey.byteCount)
        let secret = try key.sharedSecret(with: ephemeralKey)
        let encryptionKey = KeyLabel.verifyEncryption.key(from: secret)
        let inner = try PairingCipher.open(
            message.requiredValue(of: .encryptedData), key: encryptionKey, nonce: .verifyM2)
        let identifier = try inner.requiredText(of: .identifier)
        guard PairedAccessory.isSameIdentifier(identifier, accessoryIdentifier) else {
            throw .otherAccessory(identifier: identifier)
        }
        let signature = try inner.requiredValue(of: .signature, count: LongTermPublicKey.signatureBytes)
        if let accessoryKey {
            let signed = ephemeralKey + Array(identifier.utf8) + key.publicKey
            guard accessoryKey.isValidSignature(signature, for: signed) else { throw .wrongSignature }
        }
        let own = Array(identity.identifier.utf8)
        let answer = PairingMessage(inner: [
            (.identifier, own), (.signature, try identity.key.signature(for: key.publicKey + own + ephemeralKey)),
        ])
        let encrypted = try PairingCipher.seal(answer, key: encryptionKey, nonce: .verifyM3)
        state = .awaitingM4(secret)
        return PairingMessage(state: 3, [(.encryptedData, encrypted)]).bytes
    }
}

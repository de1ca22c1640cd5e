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
    }

    private enum State: Sendable {
        case ready
        case awaitingM2(EphemeralKey)
        case awaitingM4(SymmetricKey)
        case ended
    }

    private let identity: ControllerIdentity
    private let accessory: PairedAccessory
    private var state = State.ready

    package init(identity: ControllerIdentity, accessory: PairedAccessory) {
        self.identity = identity
        self.accessory = accessory
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
            try PairingMessage(decoding: bytes).check(state: 4)
            return .verified(SessionKeys(sharedSecret: secret, role: .controller))
        case .ready, .ended: throw .outOfOrder
        }
    }

    /// The accessory is checked by its identifier and then by its signature, before this controller reveals its own
    /// identifier in M3.
    private mutating func receiveM2(_ message: PairingMessage, key: EphemeralKey) throws(PairingFailure) -> [UInt8] {
        try message.check(state: 2)
        let accessoryKey = try message.requiredValue(of: .publicKey, count: EphemeralKey.byteCount)
        let secret = try key.sharedSecret(with: accessoryKey)
        let encryptionKey = KeyLabel.verifyEncryption.key(from: secret)
        let inner = try PairingCipher.open(
            message.requiredValue(of: .encryptedData), key: encryptionKey, nonce: .verifyM2)
        let identifier = try inner.requiredText(of: .identifier)
        guard PairedAccessory.isSameIdentifier(identifier, accessory.identifier) else {
            throw .otherAccessory(identifier: identifier)
        }
        let signature = try inner.requiredValue(of: .signature, count: LongTermPublicKey.signatureBytes)
        let signed = accessoryKey + Array(identifier.utf8) + key.publicKey
        guard accessory.publicKey.isValidSignature(signature, for: signed) else { throw .wrongSignature }
        let own = Array(identity.identifier.utf8)
        let answer = PairingMessage(inner: [
            (.identifier, own), (.signature, try identity.key.signature(for: key.publicKey + own + accessoryKey)),
        ])
        let encrypted = try PairingCipher.seal(answer, key: encryptionKey, nonce: .verifyM3)
        state = .awaitingM4(secret)
        return PairingMessage(state: 3, [(.encryptedData, encrypted)]).bytes
    }
}

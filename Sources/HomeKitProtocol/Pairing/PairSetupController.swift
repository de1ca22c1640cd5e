import Crypto

/// The controller's side of Pair-Setup: it turns each answer of the accessory into the next step.
///
/// The steps are strictly ordered. After a failure every further call throws `.outOfOrder`, and the caller starts again
/// with a new value. The accessory's proof in M4 is checked before the caller is asked to store its identity, and its
/// signature in M6 before the pairing is returned, as aiohomekit does. M4 of certified accessories also has an
/// encrypted certificate of Apple; it is not looked at, because the setup code authenticates the accessory.
package struct PairSetupController: Sendable {
    /// What the caller does next.
    package enum Step: Sendable {
        /// Send these bytes to `/pair-setup` and pass the body of the answer to `receive`.
        case send([UInt8])
        /// Write the controller's identity to durable storage, then call `identityIsStored`. The accessory accepts the
        /// identity as soon as it has M5, even if its answer is lost.
        case storeIdentity
        case paired(PairedAccessory)
    }

    private enum State: Sendable {
        case ready
        case awaitingM2
        case awaitingM4(SRPClient)
        case awaitingStorage(SymmetricKey)
        case awaitingM6(SymmetricKey)
        case ended
    }

    private let method: PairingMethod
    private let code: SetupCode
    private let identity: ControllerIdentity
    private let expectedAccessory: String?
    private var state = State.ready

    /// `expectedAccessory` is the value `id` of the TXT record of the accessory that the person chose. Another one is
    /// refused in M6. It has a pairing by then, which `PairVerifyController` can reach to remove it.
    package init(
        method: PairingMethod, code: SetupCode, identity: ControllerIdentity, expectedAccessory: String?
    ) {
        self.method = method
        self.code = code
        self.identity = identity
        self.expectedAccessory = expectedAccessory
    }

    /// A procedure that has checked M4, for tests of M6.
    init(
        method: PairingMethod, code: SetupCode, identity: ControllerIdentity, expectedAccessory: String?,
        sessionKeyAfterM4 sessionKey: SymmetricKey
    ) {
        self.init(method: method, code: code, identity: identity, expectedAccessory: expectedAccessory)
        state = .awaitingStorage(sessionKey)
    }

    /// Returns M1. It has no flags: those ask for a transient or split Pair-Setup.
    package mutating func start() throws(PairingFailure) -> [UInt8] {
        guard case .ready = state else { throw fail(.outOfOrder) }
        state = .awaitingM2
        return PairingMessage(state: 1, [(.method, [method.rawValue])]).bytes
    }

    /// Takes the body of an answer.
    package mutating func receive(_ bytes: [UInt8]) throws(PairingFailure) -> Step {
        let current = state
        state = .ended
        switch current {
        case .awaitingM2: return .send(try receiveM2(PairingMessage(decoding: bytes)))
        case .awaitingM4(let client):
            try receiveM4(PairingMessage(decoding: bytes), client: client)
            return .storeIdentity
        case .awaitingM6(let sessionKey):
            return .paired(try receiveM6(PairingMessage(decoding: bytes), sessionKey: sessionKey))
        case .ready, .awaitingStorage, .ended: throw .outOfOrder
        }
    }

    /// Returns M5. Callers must have stored the identity durably.
    package mutating func identityIsStored() throws(PairingFailure) -> [UInt8] {
        guard case .awaitingStorage(let sessionKey) = state else { throw fail(.outOfOrder) }
        state = .ended
        let publicKey = identity.key.publicKey.bytes
        let identifier = Array(identity.identifier.utf8)
        let prefix = KeyLabel.setupControllerSignature.key(from: sessionKey).withUnsafeBytes { Array($0) }
        let inner = PairingMessage(inner: [
            (.identifier, identifier), (.publicKey, publicKey),
            (.signature, try identity.key.signature(for: prefix + identifier + publicKey)),
        ])
        let encrypted = try PairingCipher.seal(
            inner, key: KeyLabel.setupEncryption.key(from: sessionKey), nonce: .setupM5)
        state = .awaitingM6(sessionKey)
        return PairingMessage(state: 5, [(.encryptedData, encrypted)]).bytes
    }

    private mutating func receiveM2(_ message: PairingMessage) throws(PairingFailure) -> [UInt8] {
        try message.check(state: 2)
        let salt = try message.requiredValue(of: .salt)
        let serverKey = try message.requiredValue(of: .publicKey)
        let client: SRPClient
        do throws(SRPError) {
            client = try SRPClient(code: code, salt: salt, serverPublicKey: serverKey)
        } catch {
            throw .keyExchange(error)
        }
        state = .awaitingM4(client)
        return PairingMessage(state: 3, [(.publicKey, client.publicKey), (.proof, client.proof)]).bytes
    }

    private mutating func receiveM4(_ message: PairingMessage, client: SRPClient) throws(PairingFailure) {
        try message.check(state: 4)
        let proof = try message.requiredValue(of: .proof)
        do throws(SRPError) {
            try client.check(serverProof: proof)
        } catch {
            throw .wrongAccessoryProof
        }
        state = .awaitingStorage(client.sessionKey)
    }

    private func receiveM6(
        _ message: PairingMessage, sessionKey: SymmetricKey
    ) throws(PairingFailure) -> PairedAccessory {
        try message.check(state: 6)
        let inner = try PairingCipher.open(
            message.requiredValue(of: .encryptedData), key: KeyLabel.setupEncryption.key(from: sessionKey),
            nonce: .setupM6)
        let identifier = try inner.requiredText(of: .identifier)
        let publicKey = try LongTermPublicKey(bytes: inner.requiredValue(of: .publicKey))
        let signature = try inner.requiredValue(of: .signature, count: LongTermPublicKey.signatureBytes)
        let prefix = KeyLabel.setupAccessorySignature.key(from: sessionKey).withUnsafeBytes { Array($0) }
        guard publicKey.isValidSignature(signature, for: prefix + Array(identifier.utf8) + publicKey.bytes) else {
            throw .wrongSignature
        }
        if let expectedAccessory, !PairedAccessory.isSameIdentifier(expectedAccessory, identifier) {
            throw .otherAccessory(identifier: identifier)
        }
        return PairedAccessory(identifier: identifier, publicKey: publicKey)
    }

    private mutating func fail(_ failure: PairingFailure) -> PairingFailure {
        state = .ended
        return failure
    }
}

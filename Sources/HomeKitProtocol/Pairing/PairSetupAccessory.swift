import Crypto

/// The accessory's side of Pair-Setup on one connection, for simulated accessories.
package struct PairSetupAccessory: Sendable {
    /// The body of an answer, and what it means for the accessory.
    package struct Answer: Sendable {
        package let body: [UInt8]
        package let event: Event
    }

    package enum Event: Hashable, Sendable {
        /// The controller has to send the next message.
        case continues
        /// The procedure is over, and the controller may start again.
        case refused(PairingErrorCode)
        /// The accessory must store the controller before it sends the answer.
        case paired(PairedController)
    }

    private enum State: Sendable {
        case awaitingM1
        case awaitingM3(SRPServer)
        case awaitingM5(SymmetricKey)
    }

    private let identity: AccessoryIdentity
    private let verifier: SRPVerifier
    private var state = State.awaitingM1

    package init(identity: AccessoryIdentity, verifier: SRPVerifier) {
        self.identity = identity
        self.verifier = verifier
    }

    /// Whether a controller is in the middle of Pair-Setup on this connection.
    package var isActive: Bool {
        if case .awaitingM1 = state { false } else { true }
    }

    /// Takes the body of a request to `/pair-setup`. A wrong code is counted in `admission`, a right one resets the
    /// count.
    package mutating func respond(to body: [UInt8], admission: inout PairSetupAdmission) -> Answer {
        let current = state
        state = .awaitingM1
        guard let message = try? PairingMessage(decoding: body), let step = message.integer(of: .state),
            (1...5).contains(step)
        else { return refusal(.unknown, state: 2) }
        let answerState = UInt8(step + 1)
        guard !admission.isPaired else { return refusal(.unavailable, state: answerState) }
        switch (step, current) {
        case (1, _): return respondToM1(message, admission: admission)
        case (3, .awaitingM3(let server)): return respondToM3(message, server: server, admission: &admission)
        case (5, .awaitingM5(let sessionKey)): return respondToM5(message, sessionKey: sessionKey)
        default: return refusal(.unknown, state: answerState)
        }
    }

    private mutating func respondToM1(_ message: PairingMessage, admission: PairSetupAdmission) -> Answer {
        if let code = admission.refusal { return refusal(code, state: 2, retryDelay: admission.retryDelay) }
        guard let method = message.integer(of: .method), method <= 1,
            let server = try? SRPServer(verifier: verifier)
        else { return refusal(.unknown, state: 2) }
        state = .awaitingM3(server)
        let answer = PairingMessage(state: 2, [(.publicKey, server.publicKey), (.salt, server.salt)])
        return Answer(body: answer.bytes, event: .continues)
    }

    private mutating func respondToM3(
        _ message: PairingMessage, server: SRPServer, admission: inout PairSetupAdmission
    ) -> Answer {
        guard let publicKey = message.value(of: .publicKey), let proof = message.value(of: .proof) else {
            return refusal(.unknown, state: 4)
        }
        guard let acceptance = try? server.accept(clientPublicKey: publicKey, proof: proof) else {
            admission.failedAttempts = min(admission.failedAttempts + 1, PairSetupAdmission.maximumFailedAttempts)
            return refusal(.authentication, state: 4)
        }
        admission.failedAttempts = 0
        state = .awaitingM5(acceptance.sessionKey)
        return Answer(
            body: PairingMessage(state: 4, [(.proof, acceptance.proof)]).bytes, event: .continues)
    }

    private mutating func respondToM5(_ message: PairingMessage, sessionKey: SymmetricKey) -> Answer {
        do throws(PairingFailure) {
            let encryptionKey = KeyLabel.setupEncryption.key(from: sessionKey)
            let inner = try PairingCipher.open(
                message.requiredValue(of: .encryptedData), key: encryptionKey, nonce: .setupM5)
            let controller = try Self.controller(in: inner, sessionKey: sessionKey)
            let encrypted = try PairingCipher.seal(
                try innerM6(sessionKey: sessionKey), key: encryptionKey, nonce: .setupM6)
            return Answer(
                body: PairingMessage(state: 6, [(.encryptedData, encrypted)]).bytes, event: .paired(controller))
        } catch {
            return refusal(.authentication, state: 6)
        }
    }

    private static func controller(
        in inner: PairingMessage, sessionKey: SymmetricKey
    ) throws(PairingFailure) -> PairedController {
        let identifier = try inner.requiredText(of: .identifier)
        let publicKey = try LongTermPublicKey(bytes: inner.requiredValue(of: .publicKey))
        let signature = try inner.requiredValue(of: .signature, count: LongTermPublicKey.signatureBytes)
        let prefix = KeyLabel.setupControllerSignature.key(from: sessionKey).withUnsafeBytes { Array($0) }
        guard publicKey.isValidSignature(signature, for: prefix + Array(identifier.utf8) + publicKey.bytes) else {
            throw .wrongSignature
        }
        return PairedController(identifier: identifier, publicKey: publicKey, permissions: .administrator)
    }

    private func innerM6(sessionKey: SymmetricKey) throws(PairingFailure) -> PairingMessage {
        let identifier = Array(identity.identifier.utf8)
        let publicKey = identity.key.publicKey.bytes
        let prefix = KeyLabel.setupAccessorySignature.key(from: sessionKey).withUnsafeBytes { Array($0) }
        return PairingMessage(inner: [
            (.identifier, identifier), (.publicKey, publicKey),
            (.signature, try identity.key.signature(for: prefix + identifier + publicKey)),
        ])
    }

    private func refusal(_ code: PairingErrorCode, state: UInt8, retryDelay: UInt8? = nil) -> Answer {
        var message = PairingMessage(state: state, [(.error, [code.rawValue])])
        if code == .backoff, let retryDelay { message.append(.retryDelay, value: [retryDelay]) }
        return Answer(body: message.bytes, event: .refused(code))
    }
}

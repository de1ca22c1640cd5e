import Crypto

/// The accessory's side of Pair-Verify on one connection, for simulated accessories.
package struct PairVerifyAccessory: Sendable {
    /// The body of an answer, and what it means for the connection.
    package struct Answer: Sendable {
        package let body: [UInt8]
        package let event: Event
    }

    package enum Event: Sendable {
        case continues
        case refused(PairingErrorCode)
        /// All bytes after this answer are encrypted with these keys.
        case verified(PairedController, SessionKeys)
    }

    private struct Exchange: Sendable {
        let controllerKey: [UInt8]
        let ownKey: [UInt8]
        let secret: SymmetricKey
    }

    private let identity: AccessoryIdentity
    private var exchange: Exchange?

    package init(identity: AccessoryIdentity) { self.identity = identity }

    /// Takes the body of a request to `/pair-verify`. `controllers` are those that are paired now.
    package mutating func respond(to body: [UInt8], controllers: [PairedController]) -> Answer {
        let current = exchange
        exchange = nil
        guard let message = try? PairingMessage(decoding: body), let state = message.integer(of: .state) else {
            return refusal(.unknown, state: 2)
        }
        switch (state, current) {
        // An unpaired HAP-python answers M1 with this error, HomeSpan with `unknown`.
        case (1, _) where controllers.isEmpty: return refusal(.authentication, state: 2)
        case (1, _): return respondToM1(message)
        case (3, .some(let current)): return respondToM3(message, exchange: current, controllers: controllers)
        default: return refusal(.unknown, state: state == 3 ? 4 : 2)
        }
    }

    private mutating func respondToM1(_ message: PairingMessage) -> Answer {
        do throws(PairingFailure) {
            let controllerKey = try message.requiredValue(of: .publicKey, count: EphemeralKey.byteCount)
            let key = EphemeralKey()
            let secret = try key.sharedSecret(with: controllerKey)
            let identifier = Array(identity.identifier.utf8)
            let inner = PairingMessage(inner: [
                (.identifier, identifier),
                (.signature, try identity.key.signature(for: key.publicKey + identifier + controllerKey)),
            ])
            let encrypted = try PairingCipher.seal(
                inner, key: KeyLabel.verifyEncryption.key(from: secret), nonce: .verifyM2)
            exchange = Exchange(controllerKey: controllerKey, ownKey: key.publicKey, secret: secret)
            let answer = PairingMessage(state: 2, [(.publicKey, key.publicKey), (.encryptedData, encrypted)])
            return Answer(body: answer.bytes, event: .continues)
        } catch {
            return refusal(.unknown, state: 2)
        }
    }

    private func respondToM3(
        _ message: PairingMessage, exchange: Exchange, controllers: [PairedController]
    ) -> Answer {
        do throws(PairingFailure) {
            let inner = try PairingCipher.open(
                message.requiredValue(of: .encryptedData), key: KeyLabel.verifyEncryption.key(from: exchange.secret),
                nonce: .verifyM3)
            let identifier = try inner.requiredText(of: .identifier)
            let signature = try inner.requiredValue(of: .signature, count: LongTermPublicKey.signatureBytes)
            let signed = exchange.controllerKey + Array(identifier.utf8) + exchange.ownKey
            guard let controller = controllers.first(where: { $0.identifier == identifier }),
                controller.publicKey.isValidSignature(signature, for: signed)
            else { return refusal(.authentication, state: 4) }
            return Answer(
                body: PairingMessage(state: 4).bytes,
                event: .verified(controller, SessionKeys(sharedSecret: exchange.secret, role: .accessory)))
        } catch {
            return refusal(.authentication, state: 4)
        }
    }

    private func refusal(_ code: PairingErrorCode, state: UInt8) -> Answer {
        Answer(
            body: PairingMessage(state: state, [(.error, [code.rawValue])]).bytes, event: .refused(code))
    }
}

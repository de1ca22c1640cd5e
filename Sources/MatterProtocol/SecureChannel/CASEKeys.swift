import Crypto

/// The keys of CASE. Source: Matter core specification 1.4, section 4.14.2.6.
enum CASEKeys {
    /// The nonces of the parts that a key of its own encrypts.
    enum Nonce: String {
        case sigma2 = "NCASE_Sigma2N"
        case sigma3 = "NCASE_Sigma3N"
        case resume1 = "NCASE_SigmaS1"
        case resume2 = "NCASE_SigmaS2"
    }

    /// S2K, which encrypts the responder's certificates.
    static func sigma2(
        secret: SymmetricKey, identityProtectionKey: SymmetricKey, responderRandom: [UInt8],
        responderPublicKey: [UInt8], sigma1: [UInt8]
    ) -> SymmetricKey {
        let salt = bytes(of: identityProtectionKey) + responderRandom + responderPublicKey + hash(sigma1)
        return MatterKDF.derive(from: secret, salt: salt, info: "Sigma2")
    }

    /// S3K, which encrypts the initiator's certificates.
    static func sigma3(
        secret: SymmetricKey, identityProtectionKey: SymmetricKey, sigma1: [UInt8], sigma2: [UInt8]
    ) -> SymmetricKey {
        let salt = bytes(of: identityProtectionKey) + hash(sigma1, sigma2)
        return MatterKDF.derive(from: secret, salt: salt, info: "Sigma3")
    }

    static func session(
        secret: SymmetricKey, identityProtectionKey: SymmetricKey, sigma1: [UInt8], sigma2: [UInt8], sigma3: [UInt8]
    ) -> SessionKeys {
        let salt = bytes(of: identityProtectionKey) + hash(sigma1, sigma2, sigma3)
        return SessionKeys(secret: secret, salt: salt, info: "SessionKeys")
    }

    /// The keys of a session that is resumed. `resumptionID` is the one that Sigma1 names.
    static func resumedSession(secret: SymmetricKey, initiatorRandom: [UInt8], resumptionID: [UInt8]) -> SessionKeys {
        SessionKeys(secret: secret, salt: initiatorRandom + resumptionID, info: "SessionResumptionKeys")
    }

    /// The code with which a side proves that it knows the secret of the earlier session: that of an empty text.
    static func resumptionMIC(
        secret: SymmetricKey, initiatorRandom: [UInt8], resumptionID: [UInt8], nonce: Nonce
    ) throws(SessionEstablishmentFailure) -> [UInt8] {
        let info = nonce == .resume1 ? "Sigma1_Resume" : "Sigma2_Resume"
        let key = MatterKDF.derive(from: secret, salt: initiatorRandom + resumptionID, info: info)
        return try seal([], key: key, nonce: nonce)
    }

    static func seal(
        _ text: [UInt8], key: SymmetricKey, nonce: Nonce
    ) throws(SessionEstablishmentFailure) -> [UInt8] {
        do throws(MessageError) {
            return try AES128CCM(key: key).seal(text, nonce: Array(nonce.rawValue.utf8))
        } catch {
            throw .cryptography
        }
    }

    /// Throws `.undecryptable` with the kind of the message if the data was changed or encrypted with another key.
    static func open(
        _ data: [UInt8], key: SymmetricKey, nonce: Nonce, of opcode: SecureChannelOpcode
    ) throws(SessionEstablishmentFailure) -> [UInt8] {
        do throws(MessageError) {
            return try AES128CCM(key: key).open(data, nonce: Array(nonce.rawValue.utf8))
        } catch {
            throw error == .cryptography ? .cryptography : .undecryptable(opcode)
        }
    }

    private static func hash(_ messages: [UInt8]...) -> [UInt8] {
        var hash = SHA256()
        for message in messages { hash.update(data: message) }
        return Array(hash.finalize())
    }

    private static func bytes(of key: SymmetricKey) -> [UInt8] { key.withUnsafeBytes { Array($0) } }
}

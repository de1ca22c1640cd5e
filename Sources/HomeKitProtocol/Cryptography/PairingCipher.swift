import Crypto

/// Encrypts the inner messages of pairing with ChaCha20-Poly1305, without additional authenticated data.
enum PairingCipher {
    /// The nonce of each encrypted message: four zero bytes and eight characters.
    enum Nonce: String {
        case setupM5 = "PS-Msg05"
        case setupM6 = "PS-Msg06"
        case verifyM2 = "PV-Msg02"
        case verifyM3 = "PV-Msg03"

        fileprivate var bytes: [UInt8] { [0, 0, 0, 0] + Array(rawValue.utf8) }
    }

    static let tagBytes = 16

    /// The encrypted message, with the tag at its end.
    static func seal(_ message: PairingMessage, key: SymmetricKey, nonce: Nonce) throws(PairingFailure) -> [UInt8] {
        guard let chachaNonce = try? ChaChaPoly.Nonce(data: nonce.bytes),
            let box = try? ChaChaPoly.seal(message.bytes, using: key, nonce: chachaNonce)
        else { throw .cryptography }
        return Array(box.ciphertext) + Array(box.tag)
    }

    /// The decrypted message. Throws `.undecryptable` if it was changed or encrypted with another key.
    static func open(_ data: [UInt8], key: SymmetricKey, nonce: Nonce) throws(PairingFailure) -> PairingMessage {
        guard data.count >= tagBytes, let chachaNonce = try? ChaChaPoly.Nonce(data: nonce.bytes),
            let box = try? ChaChaPoly.SealedBox(
                nonce: chachaNonce, ciphertext: data.dropLast(tagBytes), tag: data.suffix(tagBytes)),
            let plain = try? ChaChaPoly.open(box, using: key)
        else { throw .undecryptable(.encryptedData) }
        return try PairingMessage(decoding: Array(plain))
    }
}

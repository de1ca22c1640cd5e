package import Crypto

/// The keys of a session: 16 bytes each. No description contains them.
package struct SessionKeys: Sendable, CustomStringConvertible, CustomReflectable {
    /// Encrypts what the initiator of the session sends.
    package let initiatorToResponder: SymmetricKey
    /// Encrypts what the responder sends.
    package let responderToInitiator: SymmetricKey
    /// A number that only both sides know. The node signs it together with its attestation.
    package let attestationChallenge: [UInt8]

    init(secret: SymmetricKey, salt: [UInt8], info: String) {
        let bytes = MatterKDF.derive(from: secret, salt: salt, info: info, byteCount: 48)
        let parts = bytes.withUnsafeBytes { buffer in
            (SymmetricKey(data: buffer[0..<16]), SymmetricKey(data: buffer[16..<32]), Array(buffer[32..<48]))
        }
        (initiatorToResponder, responderToInitiator, attestationChallenge) = parts
    }

    package var description: String { "SessionKeys(hidden)" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}

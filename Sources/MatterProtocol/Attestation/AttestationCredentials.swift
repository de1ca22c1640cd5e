package import Crypto
import Foundation

/// What a node needs to prove who made it, and its answers to the requests of a commissioner.
package struct AttestationCredentials: Sendable, CustomStringConvertible {
    /// What the node signed, and the signature: r and s, each 32 bytes.
    package struct Answer: Hashable, Sendable {
        package let elements: [UInt8]
        package let signature: [UInt8]
    }

    /// The DER of the DAC.
    package let deviceCertificate: [UInt8]
    /// The DER of the PAI.
    package let intermediateCertificate: [UInt8]
    /// The certification declaration in its envelope.
    package let declaration: [UInt8]
    private let key: P256.Signing.PrivateKey

    package init(
        deviceCertificate: [UInt8], intermediateCertificate: [UInt8], declaration: [UInt8], key: P256.Signing.PrivateKey
    ) {
        self.deviceCertificate = deviceCertificate
        self.intermediateCertificate = intermediateCertificate
        self.declaration = declaration
        self.key = key
    }

    package var description: String { "AttestationCredentials(hidden)" }

    /// The answer to AttestationRequest. `challenge` is the attestation challenge of the session.
    package func answer(nonce: [UInt8], challenge: [UInt8]) throws(AttestationFailure) -> Answer {
        try sign(AttestationElements(declaration: declaration, nonce: nonce).encoded, challenge: challenge)
    }

    /// The answer to CSRRequest. `request` asks for a certificate for the operational key that the node made.
    package func answer(
        request: [UInt8], nonce: [UInt8], challenge: [UInt8]
    ) throws(AttestationFailure) -> Answer {
        try sign(NOCSRElements(request: request, nonce: nonce).encoded, challenge: challenge)
    }

    private func sign(_ elements: [UInt8], challenge: [UInt8]) throws(AttestationFailure) -> Answer {
        guard let signature = try? key.signature(for: elements + challenge) else { throw .wrongSignature }
        return Answer(elements: elements, signature: Array(signature.rawRepresentation))
    }
}

package import Crypto
import Foundation
import SwiftASN1
import X509

/// The certificate signing request with which a node asks for its operational certificate: the node made a key, and
/// proves that it has the private half. The subject and all attributes are ignored.
package struct NOCRequest: Hashable, Sendable {
    /// The most bytes that a request may have.
    package static let maximumBytes = 600

    /// The uncompressed point of the key.
    package let publicKey: [UInt8]

    /// Reads the DER of PKCS#10. Throws `.invalidPublicKey` for something else than a request with a key on P-256, and
    /// `.wrongSignature` if the signature does not belong to that key.
    package init(decoding bytes: [UInt8]) throws(CertificateFailure) {
        guard bytes.count <= Self.maximumBytes else { throw .tooManyBytes(limit: Self.maximumBytes) }
        guard let request = try? CertificateSigningRequest(derEncoded: bytes),
            let key = P256.Signing.PublicKey(request.publicKey)
        else { throw .invalidPublicKey }
        guard request.signatureAlgorithm == .ecdsaWithSHA256 else { throw .unknownAlgorithm }
        guard request.publicKey.isValidSignature(request.signature, for: request) else {
            throw .wrongSignature(.node)
        }
        publicKey = Array(key.x963Representation)
    }

    /// The DER of a request for this key, which a node sends.
    package static func encode(for key: P256.Signing.PrivateKey) throws(CertificateFailure) -> [UInt8] {
        do {
            let request = try CertificateSigningRequest(
                version: .v1, subject: DistinguishedName { OrganizationName("CSR") },
                privateKey: Certificate.PrivateKey(key), attributes: CertificateSigningRequest.Attributes(),
                signatureAlgorithm: .ecdsaWithSHA256)
            var serializer = DER.Serializer()
            try serializer.serialize(request)
            return serializer.serializedBytes
        } catch {
            throw .cryptography
        }
    }
}

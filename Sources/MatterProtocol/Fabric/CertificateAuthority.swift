import Crypto
import Foundation

/// The root of a fabric: a key and a certificate that signed itself. It issues the certificates of the nodes.
///
/// All certificates are valid from a fixed day in the past and do not expire, so that neither the gateway nor a node
/// needs a clock.
package struct CertificateAuthority: Sendable, CustomStringConvertible {
    package let certificate: MatterCertificate
    private let key: P256.Signing.PrivateKey

    /// Makes a root with a random key and id.
    package init() throws(CertificateFailure) {
        key = P256.Signing.PrivateKey()
        let name = MatterName([.number(.rootID, UInt64.random(in: 1...UInt64.max))])
        let publicKey = Array(key.publicKey.x963Representation)
        let keyID = KeyIdentifier.identifier(of: publicKey)
        certificate = try MatterCertificate(
            signing: MatterCertificate.Body(
                serialNumber: Self.randomSerialNumber(), issuer: name, notBefore: .fixedStart, notAfter: .noExpiry,
                subject: name, publicKey: publicKey,
                extensions: [
                    .basicConstraints(isAuthority: true, pathLength: nil), .keyUsage([.keyCertSign, .crlSign]),
                    .subjectKeyID(keyID), .authorityKeyID(keyID),
                ]),
            with: key)
    }

    /// The root that was made before. Throws `.wrongKind` or `.wrongSignature` if the certificate is no root, and
    /// `.invalidPublicKey` if the key is not its own.
    package init(certificate: MatterCertificate, exposedKey: [UInt8]) throws(CertificateFailure) {
        guard let key = try? P256.Signing.PrivateKey(rawRepresentation: exposedKey),
            Array(key.publicKey.x963Representation) == certificate.publicKey
        else { throw .invalidPublicKey }
        try CertificateChain.validateRoot(certificate)
        self.certificate = certificate
        self.key = key
    }

    /// The 32 bytes of the private key, for the store of secrets.
    package var exposedKey: [UInt8] { Array(key.rawRepresentation) }

    package var description: String { "CertificateAuthority(\(certificate.subject.rootID ?? 0))" }

    /// Issues the certificate of a node. Throws `.invalidName` if the node id cannot belong to a node, or if there are
    /// more than three tags or two with the same identifier, and `.invalidPublicKey` if `publicKey` is no point.
    package func issue(
        nodeID: NodeID, fabricID: FabricID, tags: [CASEAuthenticatedTag] = [], publicKey: [UInt8]
    ) throws(CertificateFailure) -> MatterCertificate {
        guard (try? P256.Signing.PublicKey(x963Representation: publicKey)) != nil else { throw .invalidPublicKey }
        let attributes: [MatterName.Attribute] = [
            .number(.nodeID, nodeID.rawValue), .number(.fabricID, fabricID.rawValue),
        ]
        let subject = MatterName(attributes + tags.map { .number(.caseAuthenticatedTag, UInt64($0.rawValue)) })
        guard subject.kind == .node else { throw .invalidName }
        return try MatterCertificate(
            signing: MatterCertificate.Body(
                serialNumber: Self.randomSerialNumber(), issuer: certificate.subject, notBefore: .fixedStart,
                notAfter: .noExpiry, subject: subject, publicKey: publicKey,
                extensions: [
                    .basicConstraints(isAuthority: false, pathLength: nil), .keyUsage(.digitalSignature),
                    .extendedKeyUsage([.clientAuth, .serverAuth]),
                    .subjectKeyID(KeyIdentifier.identifier(of: publicKey)),
                    .authorityKeyID(certificate.subjectKeyID ?? []),
                ]),
            with: key)
    }

    /// Eight bytes whose number is positive and has no leading zeros.
    private static func randomSerialNumber() -> [UInt8] {
        var bytes = HandshakeRandom.bytes(8)
        bytes[0] = bytes[0] & 0x7F | 0x40
        return bytes
    }
}

/// Why a Matter certificate or a chain of them is refused.
package enum CertificateFailure: Error, Hashable, Sendable {
    /// The bytes are no TLV certificate.
    case malformed(TLVFieldError)
    case tooManyBytes(limit: Int)
    /// The certificate uses another signature, key or curve than ECDSA with SHA-256 on P-256.
    case unknownAlgorithm
    case invalidPublicKey
    /// A name contains an attribute with a wrong type, or one that the certificate may not have.
    case invalidName
    /// The name contains more attributes than the specification permits.
    case tooManyAttributes(limit: Int)
    case invalidExtensions
    /// A certificate of the chain is of another kind than its place demands.
    case wrongKind(expected: CertificateKind)
    /// The issuer of a certificate is not the subject of the one above it, or the key ids differ.
    case otherIssuer(CertificateKind)
    case wrongSignature(CertificateKind)
    /// The certificate belongs to another fabric than the one above or below it.
    case otherFabric(CertificateKind)
    /// The start of the validity is after its end.
    case invalidValidity(CertificateKind)
    /// The cryptographic library could not sign or encode.
    case cryptography
}

/// The place of a certificate in a chain.
package enum CertificateKind: Hashable, Sendable {
    case root
    case intermediate
    case node
}

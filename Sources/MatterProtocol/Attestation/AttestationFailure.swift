/// Which check of a node's attestation failed. Except for `.malformed`, each means that the node is not what it claims to
/// be.
package enum AttestationFailure: Error, Hashable, Sendable {
    /// The certificates that a node shows.
    package enum Certificate: Hashable, Sendable {
        /// The device attestation certificate (DAC).
        case device
        /// The certificate of the product attestation intermediate (PAI).
        case intermediate
        /// The certificate of the product attestation authority (PAA).
        case authority
    }

    /// A part that the node sent has another form than Matter demands.
    case malformed(TLVFieldError)
    case malformedCertificate(Certificate)
    case malformedDeclaration
    /// A certificate has an extension that does not fit its place in the chain.
    case wrongUsage(Certificate)
    /// The issuer that a certificate names is not the one above it.
    case otherIssuer(Certificate)
    /// The key above it did not sign a certificate.
    case wrongCertificateSignature(Certificate)
    /// A certificate names no vendor, or the DAC no product.
    case missingVendor(Certificate)
    /// A certificate names another vendor or product than the DAC.
    case otherVendor(Certificate)

    case wrongDeclarationSignature
    /// The certification declaration is for another vendor or product than the DAC.
    case declarationForOtherProduct
    /// The certification declaration permits only other authorities.
    case declarationForOtherAuthority
    /// The node calls itself another vendor or product than its certificates do.
    case otherBasicInformation

    /// The answer contains another nonce than the request.
    case otherNonce
    /// The key of the DAC did not sign the answer, or for another session.
    case wrongSignature
    /// The certificate signing request is wrong.
    case request(CertificateFailure)
}

extension AttestationFailure {
    /// What the failure means, for a person.
    package var explanation: String {
        switch self {
        case .malformed, .malformedCertificate, .malformedDeclaration, .missingVendor, .wrongUsage:
            "The device sent certificates that Matter does not allow. Update its firmware, or return it to its maker."
        case .otherIssuer, .wrongCertificateSignature, .wrongDeclarationSignature, .wrongSignature:
            "The device cannot prove who made it: a signature is wrong. It may be a counterfeit. Do not add it."
        case .otherVendor, .declarationForOtherProduct, .declarationForOtherAuthority, .otherBasicInformation:
            "The device shows certificates of another product. It may be a counterfeit. Do not add it."
        case .otherNonce:
            "The device answered with an old proof. Another device may answer in its place. Do not add it."
        case .request:
            "The device could not prove that it has the key for which it asks a certificate. Restart it, then try again."
        }
    }
}

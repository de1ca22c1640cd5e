/// What the attestation of a node proves. Whether a certificate was revoked is not checked, because that needs lists
/// from the internet; the validity of certificates is not checked either, because a gateway may have no clock.
package enum AttestationVerdict: Hashable, Sendable {
    /// A maker that the trust store knows made the node.
    case trusted(AttestedProduct)
    /// All signatures are right, but the trust store lacks the maker's authority or the signer of the declaration: it
    /// may be older than they are.
    case unknownMaker(AttestedProduct, missing: AttestationMissingEntry)
    /// The certificates are those for tests, which anyone can make.
    case testCertificate(AttestedProduct)
    case forged(AttestationFailure)
}

/// The entry that the trust store would need.
package enum AttestationMissingEntry: Hashable, Sendable {
    case authority(keyID: [UInt8])
    case declarationSigner(keyID: [UInt8])
}

/// What the certificates of a node say.
package struct AttestedProduct: Hashable, Sendable {
    package let vendorID: UInt16
    package let productID: UInt16
    package let declaration: CertificationDeclaration
    /// The subject of the authority, if the trust store has it.
    package let authority: String?
}

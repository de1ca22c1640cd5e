package import Crypto
package import MatterProtocol

/// The maker of all nodes in tests.
package struct SampleAttestation: Sendable {
    package let authority: AttestationAuthority
    package let credentials: AttestationCredentials
    package let declarationKey: P256.Signing.PrivateKey

    package static let shared = Result { try SampleAttestation() }

    /// `keyID` names the key that signs the certification declaration.
    package init(
        declarationKey: P256.Signing.PrivateKey = P256.Signing.PrivateKey(),
        keyID: [UInt8] = Array(repeating: 7, count: 20)
    ) throws {
        self.declarationKey = declarationKey
        authority = try AttestationAuthority(vendorID: 0xFFF1, name: "Tomte test")
        let declaration = try SignedDeclaration(
            signing: CertificationDeclaration(vendorID: 0xFFF1, productIDs: [0x8000], deviceTypeID: 0x0101),
            with: declarationKey, keyID: keyID)
        credentials = try authority.credentials(
            productID: 0x8000, name: "Tomte test node", declaration: declaration.encoded())
    }
}

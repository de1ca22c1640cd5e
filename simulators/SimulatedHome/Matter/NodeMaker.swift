import Crypto
import MatterProtocol

/// The maker of the simulated nodes of a home, with random keys. It signs the certification declaration itself, with a key
/// that no controller knows, so that controllers see test devices of an unknown maker.
struct NodeMaker: Sendable {
    /// A vendor for tests.
    private static let vendorID: UInt16 = 0xFFF1
    private static let keyIDBytes = 20

    private let authority: AttestationAuthority
    private let declarationKey = P256.Signing.PrivateKey()

    init() throws(AttestationFailure) {
        authority = try AttestationAuthority(vendorID: Self.vendorID, name: "Tomte simulation")
    }

    /// The certificates and the declaration of a node.
    func credentials(
        productID: UInt16, deviceType: UInt32
    ) throws(AttestationFailure) -> AttestationCredentials {
        let declaration = CertificationDeclaration(
            vendorID: Self.vendorID, productIDs: [productID], deviceTypeID: deviceType)
        let keyID = Array(Insecure.SHA1.hash(data: declarationKey.publicKey.x963Representation))
        let signed = try SignedDeclaration(
            signing: declaration, with: declarationKey, keyID: Array(keyID.prefix(Self.keyIDBytes)))
        return try authority.credentials(
            productID: productID, name: "Tomte simulated node", declaration: signed.encoded())
    }
}

import Crypto
import Foundation
import SwiftASN1
import X509

@testable import MatterProtocol

/// An intermediate that names the authority of a maker as its issuer and is signed with another key, and the
/// certificate of a node that the intermediate issued.
struct ForgedIntermediate {
    let intermediate: [UInt8]
    let device: [UInt8]
    let key = P256.Signing.PrivateKey()

    init(of maker: AttestationAuthority, vendorID: UInt16, productID: UInt16) throws {
        let authority = try Certificate(derEncoded: maker.authority)
        let intermediateKey = P256.Signing.PrivateKey()
        let vendor = HexadecimalText.digits(of: vendorID, count: 4)
        let product = HexadecimalText.digits(of: productID, count: 4)
        let name = try DistinguishedName { CommonName("Forged PAI Mvid:\(vendor)") }
        let keyID = KeyIdentifier.identifier(of: Array(intermediateKey.publicKey.x963Representation))
        let authorityID = try authority.extensions.subjectKeyIdentifier?.keyIdentifier ?? []
        intermediate = try Self.certificate(
            of: intermediateKey.publicKey, subject: name, isAuthority: true, issuer: authority.subject,
            issuerID: authorityID, issuerKey: P256.Signing.PrivateKey())
        device = try Self.certificate(
            of: key.publicKey, subject: DistinguishedName { CommonName("Forged Mvid:\(vendor) Mpid:\(product)") },
            isAuthority: false, issuer: name, issuerID: keyID[...], issuerKey: intermediateKey)
    }

    private static func certificate(
        of key: P256.Signing.PublicKey, subject: DistinguishedName, isAuthority: Bool, issuer: DistinguishedName,
        issuerID: ArraySlice<UInt8>, issuerKey: P256.Signing.PrivateKey
    ) throws -> [UInt8] {
        let keyID = KeyIdentifier.identifier(of: Array(key.x963Representation))
        let certificate = try Certificate(
            version: .v3, serialNumber: Certificate.SerialNumber(), publicKey: Certificate.PublicKey(key),
            notValidBefore: Date(timeIntervalSince1970: 1_577_836_800),
            notValidAfter: Date(timeIntervalSince1970: 2_000_000_000), issuer: issuer, subject: subject,
            signatureAlgorithm: .ecdsaWithSHA256,
            extensions: Certificate.Extensions {
                Critical(
                    isAuthority
                        ? BasicConstraints.isCertificateAuthority(maxPathLength: 0)
                        : BasicConstraints.notCertificateAuthority)
                Critical(KeyUsage(digitalSignature: !isAuthority, keyCertSign: isAuthority))
                SubjectKeyIdentifier(keyIdentifier: keyID[...])
                AuthorityKeyIdentifier(keyIdentifier: issuerID)
            },
            issuerPrivateKey: Certificate.PrivateKey(issuerKey))
        var serializer = DER.Serializer()
        try serializer.serialize(certificate)
        return serializer.serializedBytes
    }
}

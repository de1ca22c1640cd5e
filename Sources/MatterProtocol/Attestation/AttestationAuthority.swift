import Crypto
import Foundation
import SwiftASN1
import X509

/// A maker's public key infrastructure for simulated nodes: an authority (PAA) and an intermediate (PAI), made at run
/// time with random keys. No controller trusts it unless it is given the authority.
package struct AttestationAuthority: Sendable {
    /// The DER of the authority's certificate (PAA).
    package let authority: [UInt8]
    /// The DER of the intermediate's certificate (PAI).
    package let intermediate: [UInt8]
    private let vendorID: UInt16
    private let intermediateKey: P256.Signing.PrivateKey
    private let intermediateName: DistinguishedName

    /// Throws `.malformedCertificate` if the cryptographic library fails.
    package init(vendorID: UInt16, name: String) throws(AttestationFailure) {
        let rootKey = P256.Signing.PrivateKey()
        let key = P256.Signing.PrivateKey()
        do {
            let rootName = try Self.name("\(name) PAA", vendorID: vendorID, productID: nil)
            intermediateName = try Self.name("\(name) PAI", vendorID: vendorID, productID: nil)
            authority = try Self.certificate(
                of: rootKey.publicKey, subject: rootName, pathLength: 1, issuer: rootName, issuerKey: rootKey)
            intermediate = try Self.certificate(
                of: key.publicKey, subject: intermediateName, pathLength: 0, issuer: rootName, issuerKey: rootKey)
        } catch {
            throw .malformedCertificate(.authority)
        }
        intermediateKey = key
        self.vendorID = vendorID
    }

    /// Makes the certificate (DAC) of a node, with a random key. `declaration` is the signed certification declaration
    /// of the product.
    package func credentials(
        productID: UInt16, name: String, declaration: [UInt8]
    ) throws(AttestationFailure) -> AttestationCredentials {
        let key = P256.Signing.PrivateKey()
        do {
            let certificate = try Self.certificate(
                of: key.publicKey, subject: Self.name(name, vendorID: vendorID, productID: productID), pathLength: nil,
                issuer: intermediateName, issuerKey: intermediateKey)
            return AttestationCredentials(
                deviceCertificate: certificate, intermediateCertificate: intermediate, declaration: declaration,
                key: key)
        } catch {
            throw .malformedCertificate(.device)
        }
    }

    private static func name(
        _ commonName: String, vendorID: UInt16, productID: UInt16?
    ) throws -> DistinguishedName {
        var attributes = [
            RelativeDistinguishedName.Attribute(type: .RDNAttributeType.commonName, utf8String: commonName),
            RelativeDistinguishedName.Attribute(
                type: VendorName.vendorAttribute, utf8String: HexadecimalText.digits(of: vendorID, count: 4)),
        ]
        if let productID {
            attributes.append(
                RelativeDistinguishedName.Attribute(
                    type: VendorName.productAttribute, utf8String: HexadecimalText.digits(of: productID, count: 4)))
        }
        return DistinguishedName(attributes.map { RelativeDistinguishedName($0) })
    }

    /// A certificate that is valid from a fixed day in the past and does not expire. Without a path length it is the
    /// certificate of a node.
    private static func certificate(
        of key: P256.Signing.PublicKey, subject: DistinguishedName, pathLength: Int?, issuer: DistinguishedName,
        issuerKey: P256.Signing.PrivateKey
    ) throws -> [UInt8] {
        let isAuthority = pathLength != nil
        let keyID = KeyIdentifier.identifier(of: Array(key.x963Representation))
        let issuerID = KeyIdentifier.identifier(of: Array(issuerKey.publicKey.x963Representation))
        let certificate = try Certificate(
            version: .v3, serialNumber: Certificate.SerialNumber(), publicKey: Certificate.PublicKey(key),
            notValidBefore: Date(timeIntervalSince1970: 1_577_836_800),
            notValidAfter: Date(timeIntervalSince1970: 253_402_300_799), issuer: issuer, subject: subject,
            signatureAlgorithm: .ecdsaWithSHA256,
            extensions: Certificate.Extensions {
                Critical(
                    isAuthority
                        ? BasicConstraints.isCertificateAuthority(maxPathLength: pathLength)
                        : BasicConstraints.notCertificateAuthority)
                Critical(
                    KeyUsage(digitalSignature: !isAuthority, keyCertSign: isAuthority, cRLSign: isAuthority))
                SubjectKeyIdentifier(keyIdentifier: keyID[...])
                AuthorityKeyIdentifier(keyIdentifier: issuerID[...])
            },
            issuerPrivateKey: Certificate.PrivateKey(issuerKey))
        var serializer = DER.Serializer()
        try serializer.serialize(certificate)
        return serializer.serializedBytes
    }
}

package import Crypto
import Foundation
import SwiftASN1

/// A certification declaration in its envelope: CMS SignedData with one signer, ECDSA on P-256 and SHA-256, without
/// certificates and attributes.
///
/// Source: Matter core specification 1.4, section 6.3.2.
package struct SignedDeclaration: Hashable, Sendable {
    private static let keyIDBytes = 20
    private static let version = 3

    /// The declaration in TLV.
    package let content: [UInt8]
    /// The subject key id of the certificate whose key made the signature.
    package let signerKeyID: [UInt8]
    /// The signature in DER.
    private let signature: [UInt8]

    /// Signs a declaration.
    package init(
        signing declaration: CertificationDeclaration, with key: P256.Signing.PrivateKey, keyID: [UInt8]
    ) throws(AttestationFailure) {
        content = declaration.encoded
        signerKeyID = keyID
        guard keyID.count == Self.keyIDBytes, let signature = try? key.signature(for: content) else {
            throw .malformedDeclaration
        }
        self.signature = Array(signature.derRepresentation)
    }

    /// Whether the key made the signature.
    package func isSigned(by key: P256.Signing.PublicKey) -> Bool {
        guard let signature = try? P256.Signing.ECDSASignature(derRepresentation: signature) else { return false }
        return key.isValidSignature(signature, for: content)
    }

    // MARK: DER

    /// Reads the DER. Throws `.malformedDeclaration` for every other profile of CMS.
    package init(decoding bytes: [UInt8]) throws(AttestationFailure) {
        guard bytes.count <= AttestationElements.maximumDeclarationBytes, let parts = try? Self.parts(of: bytes) else {
            throw .malformedDeclaration
        }
        (content, signerKeyID, signature) = parts
    }

    private enum ProfileError: Error { case other }

    private static func parts(
        of bytes: [UInt8]
    ) throws -> (content: [UInt8], keyID: [UInt8], signature: [UInt8]) {
        try DER.sequence(try DER.parse(bytes), identifier: .sequence) { nodes in
            try require(ObjectIdentifiers.signedData, in: &nodes)
            return try DER.explicitlyTagged(&nodes, tagNumber: 0, tagClass: .contextSpecific) { node in
                try DER.sequence(node, identifier: .sequence) { nodes in
                    guard try Int(derEncoded: &nodes) == version else { throw ProfileError.other }
                    try onlyElement(of: &nodes) { try require(ObjectIdentifiers.sha256, in: &$0) }
                    let content = try sequence(of: &nodes) { nodes in
                        try require(ObjectIdentifiers.data, in: &nodes)
                        return try DER.explicitlyTagged(&nodes, tagNumber: 0, tagClass: .contextSpecific) {
                            Array(try ASN1OctetString(derEncoded: $0).bytes)
                        }
                    }
                    let (keyID, signature) = try onlyElement(of: &nodes) { try signer(in: &$0) }
                    return (content, keyID, signature)
                }
            }
        }
    }

    /// Reads the sequence that is the only element of the next set.
    private static func onlyElement<Element>(
        of nodes: inout ASN1NodeCollection.Iterator, _ body: (inout ASN1NodeCollection.Iterator) throws -> Element
    ) throws -> Element {
        guard let node = nodes.next(), node.identifier == .set, case .constructed(let elements) = node.content else {
            throw ProfileError.other
        }
        var iterator = elements.makeIterator()
        guard let element = iterator.next(), iterator.next() == nil else { throw ProfileError.other }
        return try DER.sequence(element, identifier: .sequence, body)
    }

    private static func sequence<Element>(
        of nodes: inout ASN1NodeCollection.Iterator, _ body: (inout ASN1NodeCollection.Iterator) throws -> Element
    ) throws -> Element {
        guard let node = nodes.next() else { throw ProfileError.other }
        return try DER.sequence(node, identifier: .sequence, body)
    }

    private static func signer(
        in nodes: inout ASN1NodeCollection.Iterator
    ) throws -> (keyID: [UInt8], signature: [UInt8]) {
        guard try Int(derEncoded: &nodes) == version else { throw ProfileError.other }
        let tag = ASN1Identifier(tagWithNumber: 0, tagClass: .contextSpecific)
        let keyID = Array(try ASN1OctetString(derEncoded: &nodes, withIdentifier: tag).bytes)
        guard keyID.count == keyIDBytes else { throw ProfileError.other }
        try requireAlgorithm(ObjectIdentifiers.sha256, in: &nodes)
        try requireAlgorithm(ObjectIdentifiers.ecdsaWithSHA256, in: &nodes)
        return (keyID, Array(try ASN1OctetString(derEncoded: &nodes).bytes))
    }

    private static func require(
        _ identifier: ASN1ObjectIdentifier, in nodes: inout ASN1NodeCollection.Iterator
    ) throws {
        guard try ASN1ObjectIdentifier(derEncoded: &nodes) == identifier else { throw ProfileError.other }
    }

    private static func requireAlgorithm(
        _ identifier: ASN1ObjectIdentifier, in nodes: inout ASN1NodeCollection.Iterator
    ) throws {
        try sequence(of: &nodes) { try require(identifier, in: &$0) }
    }

    /// The DER of the envelope.
    package func encoded() throws(AttestationFailure) -> [UInt8] {
        var serializer = DER.Serializer()
        do {
            try append(to: &serializer)
        } catch {
            throw .malformedDeclaration
        }
        return serializer.serializedBytes
    }

    private func append(to serializer: inout DER.Serializer) throws {
        let tagged = ASN1Identifier(tagWithNumber: 0, tagClass: .contextSpecific)
        try serializer.appendConstructedNode(identifier: .sequence) { serializer in
            try serializer.serialize(ObjectIdentifiers.signedData)
            try serializer.appendConstructedNode(identifier: tagged) { serializer in
                try serializer.appendConstructedNode(identifier: .sequence) { serializer in
                    try serializer.serialize(Self.version)
                    try serializer.appendConstructedNode(identifier: .set) {
                        try Self.append(ObjectIdentifiers.sha256, to: &$0)
                    }
                    try serializer.appendConstructedNode(identifier: .sequence) { serializer in
                        try serializer.serialize(ObjectIdentifiers.data)
                        try serializer.appendConstructedNode(identifier: tagged) {
                            try $0.serialize(ASN1OctetString(contentBytes: content[...]))
                        }
                    }
                    try serializer.appendConstructedNode(identifier: .set) { serializer in
                        try serializer.appendConstructedNode(identifier: .sequence) { serializer in
                            try serializer.serialize(Self.version)
                            serializer.appendPrimitiveNode(identifier: tagged) { $0 += signerKeyID }
                            try Self.append(ObjectIdentifiers.sha256, to: &serializer)
                            try Self.append(ObjectIdentifiers.ecdsaWithSHA256, to: &serializer)
                            try serializer.serialize(ASN1OctetString(contentBytes: signature[...]))
                        }
                    }
                }
            }
        }
    }

    private static func append(_ algorithm: ASN1ObjectIdentifier, to serializer: inout DER.Serializer) throws {
        try serializer.appendConstructedNode(identifier: .sequence) { try $0.serialize(algorithm) }
    }
}

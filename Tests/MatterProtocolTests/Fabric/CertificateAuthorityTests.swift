import Crypto
import SeededRandom
import SwiftASN1
import Testing
import X509

@testable import MatterProtocol

@Suite struct CertificateAuthorityTests {
    private let authority: CertificateAuthority
    private let fabricID: FabricID
    private let nodeID = NodeID(rawValue: 0x1122_3344_5566_7788)
    private let key = P256.Signing.PrivateKey()

    init() throws {
        authority = try CertificateAuthority()
        fabricID = try #require(FabricID(rawValue: 0xFAB1))
    }

    private var publicKey: [UInt8] { Array(key.publicKey.x963Representation) }

    @Test func issuedCertificateIsValidAndDoesNotExpire() throws {
        let tag = try #require(CASEAuthenticatedTag(identifier: 7, version: 3))
        let issued = try authority.issue(nodeID: nodeID, fabricID: fabricID, tags: [tag], publicKey: publicKey)
        let node = try MatterCertificate(decoding: issued.encoded)
        #expect(node == issued)
        try CertificateChain(node: node).validate(root: authority.certificate, fabricID: fabricID)
        #expect(node.notAfter == .noExpiry && node.notBefore == .fixedStart)
        #expect(node.subject.nodeID == nodeID && node.subject.tags == [tag])
    }

    /// A library that did not write them reads the X.509 forms, and its public key accepts the signature.
    @Test func otherLibraryReadsTheX509Form() throws {
        let node = try authority.issue(nodeID: nodeID, fabricID: fabricID, publicKey: publicKey)
        let rootCertificate = try Certificate(derEncoded: authority.certificate.x509())
        let certificate = try Certificate(derEncoded: node.x509())
        #expect(rootCertificate.publicKey.isValidSignature(certificate.signature, for: certificate))
        #expect(try certificate.extensions.basicConstraints == .notCertificateAuthority)
        #expect(certificate.issuer == rootCertificate.subject)
    }

    @Test func authorityIsRestoredFromItsKey() throws {
        let restored = try CertificateAuthority(
            certificate: MatterCertificate(decoding: authority.certificate.encoded), exposedKey: authority.exposedKey)
        let node = try restored.issue(nodeID: nodeID, fabricID: fabricID, publicKey: publicKey)
        try CertificateChain(node: node).validate(root: authority.certificate, fabricID: fabricID)
        let other = try CertificateAuthority()
        #expect(throws: CertificateFailure.invalidPublicKey) {
            try CertificateAuthority(certificate: authority.certificate, exposedKey: other.exposedKey)
        }
        #expect(!"\(authority)".contains(authority.exposedKey.map { String($0) }.joined(separator: ", ")))
    }

    @Test func impossibleNodesAreRefused() throws {
        for id in [0, 0xFFFF_FFF0_0000_0000, 0xFFFF_FFFD_0001_0001, UInt64.max] {
            #expect(throws: CertificateFailure.invalidName) {
                try authority.issue(nodeID: NodeID(rawValue: id), fabricID: fabricID, publicKey: publicKey)
            }
        }
        let tags = (1...4).compactMap { CASEAuthenticatedTag(identifier: $0, version: 1) }
        #expect(throws: CertificateFailure.invalidName) {
            try authority.issue(nodeID: nodeID, fabricID: fabricID, tags: tags, publicKey: publicKey)
        }
        let twice = [1, 2].compactMap { CASEAuthenticatedTag(identifier: 5, version: $0) }
        #expect(throws: CertificateFailure.invalidName) {
            try authority.issue(nodeID: nodeID, fabricID: fabricID, tags: twice, publicKey: publicKey)
        }
        #expect(throws: CertificateFailure.invalidPublicKey) {
            try authority.issue(nodeID: nodeID, fabricID: fabricID, publicKey: [UInt8](repeating: 4, count: 65))
        }
    }

    @Test func requestOfANodeIsRead() throws {
        let bytes = try NOCRequest.encode(for: key)
        #expect(try NOCRequest(decoding: bytes).publicKey == publicKey)
        for position in bytes.indices {
            var changed = bytes
            changed[position] ^= 1
            // The number of unused bits of the signature may change without an effect.
            let found = try? NOCRequest(decoding: changed)
            #expect(found == nil || found?.publicKey == publicKey, "byte \(position)")
            #expect((try? NOCRequest(decoding: Array(bytes.prefix(position)))) == nil)
        }
    }

    @Test func tagWithAHigherVersionSatisfiesALowerOne() throws {
        let required = try #require(CASEAuthenticatedTag(identifier: 1, version: 2))
        #expect(CASEAuthenticatedTag(identifier: 1, version: 3)?.satisfies(required) == true)
        #expect(CASEAuthenticatedTag(identifier: 1, version: 1)?.satisfies(required) == false)
        #expect(CASEAuthenticatedTag(identifier: 2, version: 3)?.satisfies(required) == false)
        #expect(CASEAuthenticatedTag(identifier: 1, version: 0) == nil)
        #expect(NodeID(required).rawValue == 0xFFFF_FFFD_0001_0002 && NodeID(required).tag == required)
    }

    @Test func randomIDsAreNeverReserved() {
        var random = SeededGenerator(seed: printedSeed())
        for _ in 0..<1000 {
            #expect(NodeID.random(using: &random).isOperational)
            #expect(FabricID.random(using: &random).rawValue != 0)
        }
        #expect(FabricID(rawValue: 0) == nil)
    }
}

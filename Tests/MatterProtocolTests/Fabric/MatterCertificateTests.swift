import Crypto
import SeededRandom
import Testing

@testable import MatterProtocol

@Suite struct MatterCertificateTests {
    private static let published = [
        (CertificateVectors.root, CertificateVectors.rootX509),
        (CertificateVectors.unlimitedRoot, CertificateVectors.unlimitedRootX509),
        (CertificateVectors.node, CertificateVectors.nodeX509),
    ]

    @Test(arguments: published)
    func publishedCertificateIsReadAndWritten(bytes: [UInt8], x509: [UInt8]) throws {
        let certificate = try MatterCertificate(decoding: bytes)
        #expect(certificate.encoded == bytes)
        #expect(try certificate.x509() == x509)
    }

    @Test func fieldsOfANodeAreRead() throws {
        let node = try MatterCertificate(decoding: CertificateVectors.node)
        #expect(node.subject.nodeID == NodeID(rawValue: 0xDEDE_DEDE_0002_0004))
        #expect(node.subject.fabricID == FabricID(rawValue: 0xFAB0_0000_0000_001D))
        #expect(node.subject.tags.map(\.rawValue) == [0xABCE_1002, 0xABCD_0003])
        #expect(node.subject.kind == .node && !node.isAuthority)
        #expect(node.issuer.intermediateID == 0xCACA_CACA_0000_0004)
        #expect(node.extendedKeyUsage == [.clientAuth, .serverAuth])
        let root = try MatterCertificate(decoding: CertificateVectors.unlimitedRoot)
        #expect(root.notAfter == .noExpiry && root.pathLength == 1 && root.subject.kind == .root)
        #expect(root.keyUsage == [.keyCertSign, .crlSign])
    }

    @Test func publishedChainIsValid() throws {
        let root = try MatterCertificate(decoding: CertificateVectors.root)
        let intermediate = try MatterCertificate(decoding: CertificateVectors.intermediate)
        let node = try MatterCertificate(decoding: CertificateVectors.node)
        let fabricID = try #require(FabricID(rawValue: 0xFAB0_0000_0000_001D))
        let chain = CertificateChain(node: node, intermediate: intermediate)
        try chain.validate(root: root, fabricID: fabricID)
        let other = try #require(FabricID(rawValue: 1))
        #expect(throws: CertificateFailure.otherFabric(.node)) { try chain.validate(root: root, fabricID: other) }
        #expect(throws: CertificateFailure.otherIssuer(.node)) {
            try CertificateChain(node: node).validate(root: root, fabricID: fabricID)
        }
        #expect(throws: CertificateFailure.otherIssuer(.intermediate)) {
            let unlimited = try MatterCertificate(decoding: CertificateVectors.unlimitedRoot)
            try chain.validate(root: unlimited, fabricID: fabricID)
        }
        #expect(throws: CertificateFailure.wrongKind(expected: .node)) {
            try CertificateChain(node: intermediate).validate(root: root, fabricID: fabricID)
        }
        #expect(throws: CertificateFailure.wrongKind(expected: .intermediate)) {
            try CertificateChain(node: node, intermediate: root).validate(root: root, fabricID: fabricID)
        }
    }

    /// No changed bit leaves a valid chain, except in forms of TLV that stand for the same certificate.
    @Test func changedCertificateIsRefused() throws {
        let root = try MatterCertificate(decoding: CertificateVectors.root)
        let intermediate = try MatterCertificate(decoding: CertificateVectors.intermediate)
        let fabricID = try #require(FabricID(rawValue: 0xFAB0_0000_0000_001D))
        let original = try MatterCertificate(decoding: CertificateVectors.node)
        for position in CertificateVectors.node.indices {
            let cut = Array(CertificateVectors.node.prefix(position))
            #expect((try? MatterCertificate(decoding: cut)) == nil)
            for bit in 0..<8 {
                var bytes = CertificateVectors.node
                bytes[position] ^= 1 << bit
                guard let changed = try? MatterCertificate(decoding: bytes), changed != original else { continue }
                let chain = CertificateChain(node: changed, intermediate: intermediate)
                #expect(throws: CertificateFailure.self, "byte \(position), bit \(bit)") {
                    try chain.validate(root: root, fabricID: fabricID)
                }
            }
        }
    }

    @Test func randomCertificatesAreReadOrRefused() {
        let seed = printedSeed()
        var random = SeededGenerator(seed: seed)
        for _ in 0..<3000 {
            let bytes = random.damaged(CertificateVectors.node)
            guard let certificate = try? MatterCertificate(decoding: bytes) else { continue }
            _ = try? certificate.x509()
            let again = try? MatterCertificate(decoding: certificate.encoded)
            #expect(again == certificate, "seed \(seed)")
        }
        #expect(throws: CertificateFailure.tooManyBytes(limit: 400)) {
            try MatterCertificate(decoding: [UInt8](repeating: 0x15, count: 401))
        }
    }

    @Test(arguments: [
        (0, "9999-12-31 23:59:59"), (1, "2000-1-1 0:0:1"), (631_152_000, "2020-1-1 0:0:0"),
        (656_087_023, "2020-10-15 14:23:43"), (762_480_000, "2024-2-29 0:0:0"), (UInt32.max, "2136-2-7 6:28:15"),
    ])
    func secondsAreADate(seconds: UInt32, expected: String) {
        let parts = MatterTime(rawValue: seconds).calendar
        let date = "\(parts.year)-\(parts.month)-\(parts.day)"
        #expect("\(date) \(parts.hour):\(parts.minute):\(parts.second)" == expected)
    }
}

import Crypto
import Testing

@testable import MatterProtocol

@Suite struct FabricIdentityTests {
    /// The example of the specification, which connectedhomeip and matter.js test too.
    private let rootPublicKey = hexadecimal(
        """
        044a9f42b1ca4840d37292bbc7f6a7e11e22200c976fc900dbc98a7a383a641cb8254a2e56d4e295a847943b4e3897c4a773e930
        277b4d9fbede8a052686bfacfa
        """)

    @Test func fabricIDIsCompressed() throws {
        let fabricID = try #require(FabricID(rawValue: 0x2906_C908_D115_D362))
        let compressed = CompressedFabricID(rootPublicKey: rootPublicKey, fabricID: fabricID)
        #expect(compressed.description == "87E1B004E235A130")
    }

    /// The rows of connectedhomeip's `TestGroupOperationalCredentials.cpp`.
    @Test(arguments: [
        ("00000000000000000000000000000000", "c5f2690187115150c356ad93b385bb0f"),
        ("101112131415161718191a1b1c1d1e1f", "aed95695f375d2ce78556a41730c3f43"),
        ("202122232425262728292a2b2c2d2e2f", "35ca346e5e24bbbe889cf4d35c5e820a"),
    ])
    func operationalKeyIsDerived(epochKey: String, expected: String) {
        let key = GroupKey.operationalKey(
            epochKey: SymmetricKey(data: hexadecimal(epochKey)),
            compressedFabricID: CompressedFabricID(rawValue: 0x87E1_B004_E235_A130))
        #expect(key == SymmetricKey(data: hexadecimal(expected)))
    }

    /// The rows of matter.js's `FabricTest.ts`.
    @Test func destinationIsIdentified() throws {
        let first = DestinationID.identifier(
            identityProtectionKey: SymmetricKey(data: hexadecimal("9bc61cd9c62a2df6d64dfcaa9dc472d4")),
            random: hexadecimal("7e171231568dfa17206b3accf8faec2f4d21b580113196f47c7c4deb810a73dc"),
            rootPublicKey: rootPublicKey, fabricID: try #require(FabricID(rawValue: 0x2906_C908_D115_D362)),
            nodeID: NodeID(rawValue: 0xCD55_44AA_7B13_EF14))
        #expect(first == hexadecimal("dc35dd5fc9134cc5544538c9c3fc4297c1ec3370c839136a80e10796451d4c53"))
        let second = DestinationID.identifier(
            identityProtectionKey: SymmetricKey(data: hexadecimal("6624ed691e9b53b1f286d98117918c3a")),
            random: hexadecimal("0b2a71876d3d090d37cb5286168ab9be0d2e7e0ccbedc1f55331b8a8051ee02f"),
            rootPublicKey: hexadecimal(
                """
                04d89eb7e3f3226d0918f4b85832457bb9981bca7aaef58c18fb5ec07525e472b2bd1617fb75ee41bd388f94ae6a6070efc8
                96777516a5c54aff74ec0804cdde9d
                """),
            fabricID: try #require(FabricID(rawValue: 1)), nodeID: NodeID(rawValue: 0x55))
        #expect(second == hexadecimal("b1ce1a45fd930831203024286cd609ec4f9bbe71ed8e10c2c4cab0be49a87e8a"))
    }

    @Test func identityNeedsTheKeyOfItsCertificate() throws {
        let authority = try CertificateAuthority()
        let fabricID = try #require(FabricID(rawValue: 5))
        let key = P256.Signing.PrivateKey()
        let node = try authority.issue(
            nodeID: NodeID(rawValue: 9), fabricID: fabricID, publicKey: Array(key.publicKey.x963Representation))
        let chain = CertificateChain(node: node)
        let epochKey = SymmetricKey(size: .bits128)
        let identity = try FabricIdentity(root: authority.certificate, chain: chain, key: key, epochKey: epochKey)
        #expect(identity.instanceName == "\(identity.compressedFabricID)-0000000000000009")
        #expect(throws: CertificateFailure.invalidPublicKey) {
            try FabricIdentity(
                root: authority.certificate, chain: chain, key: P256.Signing.PrivateKey(), epochKey: epochKey)
        }
        #expect(throws: CertificateFailure.otherIssuer(.node)) {
            try FabricIdentity(
                root: try CertificateAuthority().certificate, chain: chain, key: key, epochKey: epochKey)
        }
    }
}

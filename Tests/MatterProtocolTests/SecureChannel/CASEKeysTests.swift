import Crypto
import Testing

@testable import MatterProtocol

/// The exchange in matter.js's `CasePairingTest.ts`.
@Suite struct CASEKeysTests {
    private let sigma1 = hexadecimal(
        """
        15300120dbf3b308b237d4a734ea0926a611706953fb83c80bf93dda569799777cd11fe1250244c23003206283cd5207ae1602ed
        4b07f27f4166453966c601b3c8a825dc39f18b1fb12a55300441041d5a2e34457dcb4184b94bf7cb6f64689ee73d69282daa5fa5
        ee6fa5810f80c136ec7b8806679878cb045d9b25aa28a1a411c77677f5a1cf6f98c4acfeb9793c35052501881325022c011818
        """)
    private let sigma2 = hexadecimal(
        """
        15300120c64d8172a7c8f77fadc6d6a35da29cb880ed54da6fa70d9e922ff96c12b13a4b2502ece930034104d1dbb16fd8ffda50
        5a00f49c9af98eb5e98573708590575991aa06f09e295463f33cccf49c8df7c5b58f6d02c4f193485d4c9ae41cf4df0b89b22382
        2adf7db531045c0186ce241016bdb0efe61b6ad8c57fc7e936773c7889994df8a891ae8cd469b02c87d36719d103a0890d03525c
        a253c598cabdb48aeafdedf7c4bdb56dbab4977af00d258aeba02d7999d92d47976c987be4aa2e28bc67bc868bb6c7ef1d636f1c
        b26e2cf41e5733991a6064fdfb1cac762938e60f492760219832830e05d712868343126c80983f9d8bfeb5bdb373368d88eb72e5
        179c07f75a5f8f622285a0c02b2642ebf96cb4394717188a313cf960ec0a07927cade2edbe901511a77902c440860d2f4a3191ae
        ca6039bb8891bf82798ddeb3944a68f613f8d2fbaa1ca572474c2e99c456f1a86cf0bf9b547f45fe1069c33fb04429916b36cf17
        e6e65d61fe8b22d767b88218889eddc40c38335093c406c31c58d3a5770ef31899cda4ded48acf1394f1467e124f33925bd7e4d6
        e3e1d80a0b82783a3ce440178e9295f24a778bb315a084831238bfab5f46727a31f5d797bb7a91d72101fb363505250188132502
        2c011818
        """)
    private let sigma3 = hexadecimal(
        """
        1531014c01d3e009b49a46a2492a96fc8391dd90a53ad5de4fadc911a524036bbaf439577bf4ce9bb4b5cab2942c8c6e8d5666b3
        ce7449e0fb290833291641f40a366a4a9fd5573b5913b932914e23f13d25353d4cad0ad6e2ecbb85163800580dfb7ea88c56bb67
        565e94542f49c2f0fe4a7de22ee0fecc85a28da31e32508c3ce1d30b4cfe7b7bb84d5c4425f20336ea816f4b9a04c6c0828e4f4b
        24eb4aacf29a4b6b419d85dcf02d222c9826691aa73864f9cd6b8ebfd94680b0db75f7356018284e2c9b3bcea807f73f5adaff5d
        b005550e441921420ddc65500a2bd4a177875f71be4e293c35c8221867bf206c016d6d5add4ceba754fb3ad375a03061634d3a0b
        0ae6b0bafe272640c545f07cf7742d960f399a12c09b7bf7833678e048e039ee7b1a66e365817fff0d0d7e28edb7beae205a2974
        b3273ae23909e9bb482cdc5b05363265d78eb747536336b7ef18
        """)
    private let identityProtectionKey = SymmetricKey(data: hexadecimal("0c677d9b5ac585827b577470bd9bd516"))
    private let secret = SymmetricKey(
        data: hexadecimal("c1466cab85d7809732786f63cb3b014a51cd49d01f494fcd56665ba8e00e5502"))
    private let sigma3Key = SymmetricKey(data: hexadecimal("5ba760e89d08efcfe22dbe5832684415"))

    @Test func publishedMessagesAreReadAndWritten() throws {
        let first = HandshakeMessage(opcode: .sigma1, payload: sigma1)
        let second = HandshakeMessage(opcode: .sigma2, payload: sigma2)
        let third = HandshakeMessage(opcode: .sigma3, payload: sigma3)
        #expect(try Sigma1(first).message == first)
        #expect(try Sigma1(first).sessionParameters == SessionParameters(idleInterval: 5000, activeInterval: 300))
        #expect(try Sigma2(second).message == second)
        #expect(try Sigma3(third).message == third)
    }

    @Test func keyOfSigma2IsDerived() {
        let key = CASEKeys.sigma2(
            secret: SymmetricKey(
                data: hexadecimal("08ec3182f7111854fd22fe527951527e4fe905d29a959f99013279cd9c9299f1")),
            identityProtectionKey: identityProtectionKey,
            responderRandom: hexadecimal("75d1443943a23371699bb017958a87e9ec6bbcad5f990aa3822a45bec7786489"),
            responderPublicKey: hexadecimal(
                """
                04e2690445cc017a388853eaeca3a1ffd2712f6898e0bb523b8b496590804a39bf1555300bbd2a159e927b428397fb07a41e
                26c8cdf858ec62a310d0480d94eb64
                """),
            sigma1: hexadecimal(
                """
                153001208681a088651b1803d3027e7994756aedb4c4bd56ca1f5e1c54cf6da4a104fffa25028830300320066ab9dc4e8468
                6b9fb7850d4b8306e8c42189f39c919459a552cf27ad34004230044104ae6e458cf40ad53761ee90bc458aa577e6a1acf754
                10524551bb0bc4c708832c6525991ee2eed47df35ce2d83dad743bff6769ebbf731395d62453cb37303e0335052501881325
                022c011818
                """))
        #expect(key == SymmetricKey(data: hexadecimal("7ed5e720195c511dc2d97535e262f935")))
    }

    @Test func sigma3IsDecryptedAndItsSignatureIsRight() throws {
        let key = CASEKeys.sigma3(
            secret: secret, identityProtectionKey: identityProtectionKey, sigma1: sigma1, sigma2: sigma2)
        #expect(key == sigma3Key)
        let message = try Sigma3(HandshakeMessage(opcode: .sigma3, payload: sigma3))
        let text = try CASEKeys.open(message.encrypted, key: key, nonce: .sigma3, of: .sigma3)
        #expect(try CASEProof(decoding: text, of: .sigma3).encoded == text)
        let fields = try TLVFields(decoding: text)
        let certificate = try MatterCertificate(decoding: try fields.bytes(1, count: 1...400))
        let signed = CASEProof.signedBytes(
            node: certificate.encoded, intermediate: nil,
            sender: try Sigma1(HandshakeMessage(opcode: .sigma1, payload: sigma1)).initiatorPublicKey,
            receiver: try Sigma2(HandshakeMessage(opcode: .sigma2, payload: sigma2)).responderPublicKey)
        let publicKey = try P256.Signing.PublicKey(x963Representation: certificate.publicKey)
        let signature = try P256.Signing.ECDSASignature(rawRepresentation: try fields.bytes(3, count: 64))
        #expect(publicKey.isValidSignature(signature, for: signed))
    }

    @Test func keysOfTheSessionAreDerived() {
        let keys = CASEKeys.session(
            secret: secret, identityProtectionKey: identityProtectionKey, sigma1: sigma1, sigma2: sigma2,
            sigma3: sigma3)
        #expect(keys.initiatorToResponder == SymmetricKey(data: hexadecimal("e3ffee2792dc6d8dee832e248d1df718")))
    }
}

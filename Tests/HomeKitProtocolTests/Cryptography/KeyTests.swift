import HomeKitPeers
import Crypto
import Testing

@testable import HomeKitProtocol

struct KeyTests {
    /// The values were derived with Python's `cryptography` from the bytes 0 to 63.
    @Test(arguments: [
        (KeyLabel.setupEncryption, "b6335536162d6629e4c0bade85f1b712c85a364bab0dedb25014cfb814489273"),
        (.setupControllerSignature, "0466a0bf8ce2baaa4dcf7797775db7f1c3040e75f035338e97de03eb2033fcc4"),
        (.setupAccessorySignature, "e05a60ccf621522918f88f6709298ff62695ac9ddd9f80f589e484e4a74528d9"),
        (.verifyEncryption, "8f806335e1847b59c5004b131c4689e951ce9808993aed540856475e0dee353b"),
        (.accessoryToController, "c2f56f1912e2fc1f6604fd5bccab619272f687345aa4bce1c3c857421bd3b821"),
        (.controllerToAccessory, "5a6cb19bcbe7d4df2dd8279f39562f7fae2dbf73eb5a4f98849c245c82b2fe96"),
    ])
    func derivedKeyMatchesAnotherImplementation(label: KeyLabel, expected: String) {
        let key = label.key(from: SymmetricKey(data: (0..<64).map { UInt8($0) }))
        #expect(key.withUnsafeBytes { Array($0) }.hex == expected)
    }

    @Test func sidesOfASessionUseEachOthersKeys() {
        let secret = SymmetricKey(size: .bits256)
        let controller = SessionKeys(sharedSecret: secret, role: .controller)
        let accessory = SessionKeys(sharedSecret: secret, role: .accessory)
        #expect(controller.outgoing == accessory.incoming && controller.incoming == accessory.outgoing)
        #expect(controller.outgoing != controller.incoming)
        #expect(controller.outgoing == KeyLabel.controllerToAccessory.key(from: secret))
    }

    /// The ciphertext was made with Python's `cryptography`.
    @Test func pairingMessageIsEncryptedAsByAnotherImplementation() throws {
        let key = SymmetricKey(data: (0..<32).map { UInt8($0) })
        let message = PairingMessage(inner: [(.identifier, Array("ABC".utf8))])
        let sealed = try PairingCipher.seal(message, key: key, nonce: .setupM5)
        #expect(sealed.hex == "35f9c32f2a3a02725df0c2cc87382895a0745d02a7")
        #expect(try PairingCipher.open(sealed, key: key, nonce: .setupM5) == message)
        for (bytes, nonce) in [
            (sealed, PairingCipher.Nonce.setupM6), (sealed.dropLast(), .setupM5), ([], .setupM5),
            ([0] + sealed, .setupM5),
        ] {
            #expect(throws: PairingFailure.undecryptable(.encryptedData)) {
                try PairingCipher.open(Array(bytes), key: key, nonce: nonce)
            }
        }
    }

    /// Source: RFC 8032, section 7.1, tests 1 to 3.
    @Test(arguments: [
        (
            "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60", "",
            "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
            "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e06522490155"
                + "5fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b"
        ),
        (
            "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb", "72",
            "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
            "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
                + "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"
        ),
        (
            "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7", "af82",
            "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
            "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac"
                + "18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a"
        ),
    ])
    func signatureMatchesRFC8032(secret: String, message: String, publicKey: String, signature: String) throws {
        let key = try #require(LongTermKey(bytes: [UInt8](hex: secret)))
        #expect(key.publicKey.bytes.hex == publicKey)
        #expect(try key.signature(for: [UInt8](hex: message)).hex == signature)
        #expect(key.publicKey.isValidSignature([UInt8](hex: signature), for: [UInt8](hex: message)))
        #expect(!key.publicKey.isValidSignature([UInt8](hex: signature), for: [UInt8](hex: message) + [0]))
        #expect(!key.publicKey.isValidSignature([], for: [UInt8](hex: message)))
        #expect(key.exposedBytes.hex == secret)
    }

    /// Source: RFC 7748, section 6.1.
    @Test func sharedSecretMatchesRFC7748() throws {
        let alice = try #require(
            EphemeralKey(bytes: [UInt8](hex: "77076d0a7318a57d3c16c17251b26645df4c2f87ebc0992ab177fba51db92c2a")))
        let bob = try #require(
            EphemeralKey(bytes: [UInt8](hex: "5dab087e624a8a4b79e17f8b83800ee66f3bb1292618b6fd1c2f8b27ff88e0eb")))
        #expect(alice.publicKey.hex == "8520f0098930a754748b7ddcb43ef75a0dbf3a0d26381af4eba4a98eaa9b4e6a")
        #expect(bob.publicKey.hex == "de9edb7d7b7dc1b4d35b61c2ece435373f8343c85b78674dadfc7e146f882b4f")
        for secret in [try alice.sharedSecret(with: bob.publicKey), try bob.sharedSecret(with: alice.publicKey)] {
            #expect(
                secret.withUnsafeBytes { Array($0) }.hex
                    == "4a5d9d5ba4ce2de1728e3bf480350f25e07e21c947d19e3376f09b3c1e161742")
        }
    }

    @Test func keyOfSmallOrderGivesNoSharedSecret() {
        for bytes in [[UInt8](repeating: 0, count: 32), [1] + [UInt8](repeating: 0, count: 31), [], [1, 2]] {
            #expect(throws: PairingFailure.invalid(.publicKey)) { try EphemeralKey().sharedSecret(with: bytes) }
        }
    }

    @Test func longTermKeysOfSmallOrderAreRefused() throws {
        let zero = [UInt8](repeating: 0, count: 32)
        let last = [UInt8](repeating: 0, count: 31) + [0x80]
        let one = [1] + [UInt8](repeating: 0, count: 31)
        for bytes in [
            zero, last, one, [UInt8](hex: "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85"),
        ] {
            #expect(throws: PairingFailure.weakKey) { try LongTermPublicKey(bytes: bytes) }
        }
        #expect(throws: PairingFailure.invalid(.publicKey)) { try LongTermPublicKey(bytes: Array(zero.dropLast())) }
        #expect(throws: Never.self) { try LongTermPublicKey(bytes: LongTermKey().publicKey.bytes) }
    }

    @Test func descriptionsDoNotContainThePrivateKey() {
        let identity = ControllerIdentity.fresh()
        let bytes = identity.key.exposedBytes
        var dumped = ""
        dump(identity, to: &dumped)
        for text in ["\(identity)", String(reflecting: identity), dumped, "\(identity.key)"] {
            #expect(!text.contains(bytes.hex) && !text.contains("\(bytes[0]), \(bytes[1])"))
        }
    }

    @Test func freshIdentitiesAreUpperCaseAndDifferent() {
        let (first, second) = (ControllerIdentity.fresh(), ControllerIdentity.fresh())
        #expect(first.identifier == first.identifier.uppercased() && first.identifier.utf8.count == 36)
        #expect(first.identifier != second.identifier && first.key.publicKey != second.key.publicKey)
    }
}

import Crypto
import SeededRandom
import Testing

@testable import MatterProtocol

@Suite struct CertificationDeclarationTests {
    private let keyID = hexadecimal("62fa823359acfaa9963e1cfa140addf504f37160")

    @Test func publishedDeclarationsAreReadAndTheirSignaturesAreRight() throws {
        let key = try P256.Signing.PublicKey(x963Representation: AttestationVectors.signerPublicKey)
        for bytes in [AttestationVectors.declaration, AttestationVectors.declarationWithOrigin] {
            let signed = try SignedDeclaration(decoding: bytes)
            #expect(signed.isSigned(by: key))
            #expect(!signed.isSigned(by: P256.Signing.PrivateKey().publicKey))
            #expect(signed.signerKeyID == keyID)
            #expect(try signed.encoded() == bytes)
            #expect(try CertificationDeclaration(decoding: signed.content).encoded == signed.content)
        }
        let first = try CertificationDeclaration(
            decoding: SignedDeclaration(decoding: AttestationVectors.declaration).content)
        #expect(first.vendorID == 0xFFF1 && first.productIDs == [0x8000] && first.deviceTypeID == 0x1234)
        #expect(first.certificateID == "ZIG20141ZB330001-24" && first.versionNumber == 0x2694)
        #expect(first.certificationType == .development && first.origin == nil)
        let second = try CertificationDeclaration(
            decoding: SignedDeclaration(decoding: AttestationVectors.declarationWithOrigin).content)
        #expect(second.productIDs == [0x8001, 0x8002])
        #expect(second.origin == CertificationDeclaration.Origin(vendorID: 0xFFF1, productID: 0x8000))
    }

    @Test func ownDeclarationIsReadAgain() throws {
        let key = P256.Signing.PrivateKey()
        let declaration = CertificationDeclaration(
            vendorID: 0x1234, productIDs: [1, 0xFFFF], deviceTypeID: 0x0100, certificationType: .official,
            authorizedAuthorities: [[UInt8](repeating: 7, count: 20)])
        let bytes = try SignedDeclaration(signing: declaration, with: key, keyID: keyID).encoded()
        let signed = try SignedDeclaration(decoding: bytes)
        #expect(signed.isSigned(by: key.publicKey))
        #expect(try CertificationDeclaration(decoding: signed.content) == declaration)
    }

    @Test(
        arguments: [
            ([0: 2], AttestationFailure.malformed(.invalid(0))), ([1: nil], .malformed(.missing(1))),
            ([1: 0x1_0000], .malformed(.invalid(1))), ([2: nil], .malformed(.missing(2))),
            ([2: 5], .malformed(.invalid(2))), ([4: 5], .malformed(.invalid(4))), ([9: 1], .malformed(.missing(10))),
            ([10: 1], .malformed(.missing(9))), ([11: 1], .malformed(.invalid(11))),
        ] as [([UInt8: UInt64?], AttestationFailure)])
    func declarationWithAWrongFieldIsRefused(changes: [UInt8: UInt64?], expected: AttestationFailure) throws {
        let content = try SignedDeclaration(decoding: AttestationVectors.declaration).content
        var elements = try #require(try TLVDecoder.decode(content).elements)
        for (tag, number) in changes {
            elements.removeAll { $0.tag == .context(tag) }
            if let number { elements.append(.context(tag, is: .unsigned(number))) }
        }
        let bytes = TLVEncoder.encode(.structure(elements))
        #expect(throws: expected) { try CertificationDeclaration(decoding: bytes) }
    }

    @Test func changedDeclarationIsRefusedOrWronglySigned() throws {
        let key = try P256.Signing.PublicKey(x963Representation: AttestationVectors.signerPublicKey)
        let original = try SignedDeclaration(decoding: AttestationVectors.declaration)
        for position in AttestationVectors.declaration.indices {
            let cut = Array(AttestationVectors.declaration.prefix(position))
            #expect(throws: AttestationFailure.malformedDeclaration) { try SignedDeclaration(decoding: cut) }
            var bytes = AttestationVectors.declaration
            bytes[position] ^= 1
            guard let changed = try? SignedDeclaration(decoding: bytes) else { continue }
            // The key id is not signed: it only selects the key.
            #expect(!changed.isSigned(by: key) || changed.content == original.content, "byte \(position)")
        }
    }

    @Test func randomDeclarationsAreReadOrRefused() {
        var random = SeededGenerator(seed: printedSeed())
        for _ in 0..<2000 {
            _ = try? SignedDeclaration(decoding: random.damaged(AttestationVectors.declarationWithOrigin))
            guard let signed = try? SignedDeclaration(decoding: AttestationVectors.declarationWithOrigin) else {
                return
            }
            _ = try? CertificationDeclaration(decoding: random.damaged(signed.content))
            _ = try? AttestationElements(decoding: random.bytes(60))
            _ = try? NOCSRElements(decoding: random.bytes(60))
        }
    }
}

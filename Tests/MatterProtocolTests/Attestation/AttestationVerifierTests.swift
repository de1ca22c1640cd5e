import Crypto
import Foundation
import SeededRandom
import Testing

@testable import MatterProtocol

@Suite struct AttestationVerifierTests {
    private static let vendorID: UInt16 = 0x1234
    private static let productID: UInt16 = 0x0042
    private let maker: AttestationAuthority
    private let signerKey = P256.Signing.PrivateKey()
    private let nonce = [UInt8](repeating: 3, count: 32)
    private let challenge = [UInt8](repeating: 4, count: 16)

    init() throws { maker = try AttestationAuthority(vendorID: Self.vendorID, name: "Acme") }

    private var signerKeyID: [UInt8] { KeyIdentifier.identifier(of: Array(signerKey.publicKey.x963Representation)) }

    private func store(
        of maker: AttestationAuthority? = nil, isForTests: Bool = false, isSignerForTests: Bool = false
    ) throws -> AttestationTrustStore {
        let certificate = try #require(AttestationCertificate((maker ?? self.maker).authority))
        let signer = try #require(
            AttestationTrustStore.DeclarationSigner(
                keyID: signerKeyID, publicKey: Array(signerKey.publicKey.x963Representation),
                isForTests: isSignerForTests))
        return AttestationTrustStore(
            authorities: [.init(certificate: certificate, isForTests: isForTests)], declarationSigners: [signer])
    }

    private var declaration: CertificationDeclaration {
        CertificationDeclaration(
            vendorID: Self.vendorID, productIDs: [7, Self.productID], deviceTypeID: 0x0100, certificationType: .official
        )
    }

    private func credentials(
        of maker: AttestationAuthority? = nil, declaration: CertificationDeclaration? = nil,
        productID: UInt16 = Self.productID
    ) throws -> AttestationCredentials {
        let signed = try SignedDeclaration(
            signing: declaration ?? self.declaration, with: signerKey, keyID: signerKeyID)
        return try (maker ?? self.maker)
            .credentials(productID: productID, name: "Acme Lamp", declaration: signed.encoded())
    }

    private func evidence(
        _ credentials: AttestationCredentials, vendorID: UInt16 = Self.vendorID, productID: UInt16 = Self.productID,
        change: (inout Parts) -> Void = { _ in }
    ) throws -> AttestationVerifier.Evidence {
        let answer = try credentials.answer(nonce: nonce, challenge: challenge)
        var parts = Parts(
            device: credentials.deviceCertificate, intermediate: credentials.intermediateCertificate,
            elements: answer.elements, signature: answer.signature)
        change(&parts)
        return AttestationVerifier.Evidence(
            deviceCertificate: parts.device, intermediateCertificate: parts.intermediate, elements: parts.elements,
            signature: parts.signature, vendorID: vendorID, productID: productID)
    }

    private struct Parts {
        var device: [UInt8]
        var intermediate: [UInt8]
        var elements: [UInt8]
        var signature: [UInt8]
    }

    private func verdict(
        _ evidence: AttestationVerifier.Evidence, store: AttestationTrustStore? = nil
    ) throws -> AttestationVerdict {
        AttestationVerifier(store: try store ?? self.store()).verify(evidence, nonce: nonce, challenge: challenge)
    }

    @Test func nodeOfAKnownMakerIsTrusted() throws {
        let found = try verdict(try evidence(try credentials()))
        guard case .trusted(let product) = found else { return #expect(Bool(false), "\(found)") }
        #expect(product.vendorID == Self.vendorID && product.productID == Self.productID)
        #expect(product.declaration == declaration && product.authority?.contains("Acme PAA") == true)
    }

    @Test func unknownMakerIsNoForgery() throws {
        let other = try AttestationAuthority(vendorID: Self.vendorID, name: "Other")
        let authority = try #require(AttestationCertificate(maker.authority))
        let found = try verdict(try evidence(try credentials()), store: try store(of: other))
        guard case .unknownMaker(_, .authority(authority.subjectKeyID)) = found else {
            return #expect(Bool(false), "\(found)")
        }
        let known = try store()
        let withoutSigner = AttestationTrustStore(authorities: known.authorities, declarationSigners: [])
        let signer = try verdict(try evidence(try credentials()), store: withoutSigner)
        guard case .unknownMaker(_, .declarationSigner(signerKeyID)) = signer else {
            return #expect(Bool(false), "\(signer)")
        }
    }

    @Test(arguments: [0xFFF1, 0xFFF2, 0xFFF3, 0xFFF4] as [UInt16])
    func testVendorsAreToldApart(vendorID: UInt16) throws {
        let tester = try AttestationAuthority(vendorID: vendorID, name: "Test")
        var declaration = declaration
        declaration.vendorID = vendorID
        let credentials = try credentials(of: tester, declaration: declaration)
        for store in [try store(of: tester), try store()] {
            let found = try verdict(try evidence(credentials, vendorID: vendorID), store: store)
            guard case .testCertificate = found else { return #expect(Bool(false), "\(found)") }
        }
    }

    @Test func keysForTestsAreToldApart() throws {
        let evidence = try evidence(try credentials())
        for store in [try store(isForTests: true), try store(isSignerForTests: true)] {
            let found = try verdict(evidence, store: store)
            guard case .testCertificate = found else { return #expect(Bool(false), "\(found)") }
        }
    }

    @Test func declarationOfAnotherProductIsAForgery() throws {
        func found(_ change: (inout CertificationDeclaration) -> Void) throws -> AttestationVerdict {
            var changed = declaration
            change(&changed)
            return try verdict(try evidence(try credentials(declaration: changed)))
        }
        #expect(try found { $0.vendorID = 0x1235 } == .forged(.declarationForOtherProduct))
        #expect(try found { $0.productIDs = [7] } == .forged(.declarationForOtherProduct))
        #expect(
            try found { $0.origin = .init(vendorID: Self.vendorID, productID: 7) }
                == .forged(.declarationForOtherProduct))
        let authority = try #require(AttestationCertificate(maker.authority))
        #expect(
            try found { $0.authorizedAuthorities = [[UInt8](repeating: 1, count: 20)] }
                == .forged(.declarationForOtherAuthority))
        let allowed = try found { $0.authorizedAuthorities = [authority.subjectKeyID] }
        guard case .trusted = allowed else { return #expect(Bool(false), "\(allowed)") }
    }

    @Test func productThatContainsAnotherIsTrusted() throws {
        var brand = declaration
        brand.vendorID = 0x2222
        brand.productIDs = [9]
        brand.origin = .init(vendorID: Self.vendorID, productID: Self.productID)
        let credentials = try credentials(declaration: brand)
        let found = try verdict(try evidence(credentials, vendorID: 0x2222, productID: 9))
        guard case .trusted = found else { return #expect(Bool(false), "\(found)") }
        #expect(try verdict(try evidence(credentials)) == .forged(.otherBasicInformation))
    }

    @Test func nodeThatCallsItselfOtherwiseIsAForgery() throws {
        let credentials = try credentials()
        #expect(try verdict(try evidence(credentials, vendorID: 0x1235)) == .forged(.otherBasicInformation))
        #expect(try verdict(try evidence(credentials, productID: 8)) == .forged(.otherBasicInformation))
        // The declaration permits the product, and the certificate does not.
        #expect(try verdict(try evidence(credentials, productID: 7)) == .forged(.otherBasicInformation))
    }

    @Test func copiedCertificatesAreAForgery() throws {
        let mine = try credentials()
        let other = try credentials()
        #expect(
            try verdict(try evidence(mine) { $0.device = other.deviceCertificate }) == .forged(.wrongSignature))
        let stranger = try AttestationAuthority(vendorID: Self.vendorID, name: "Stranger")
        #expect(
            try verdict(try evidence(mine) { $0.intermediate = stranger.intermediate })
                == .forged(.otherIssuer(.device)))
        #expect(
            try verdict(try evidence(mine) { $0.intermediate = self.maker.authority }) == .forged(.otherIssuer(.device))
        )
        #expect(
            try verdict(try evidence(mine) { $0.device = $0.intermediate }) == .forged(.wrongUsage(.device)))
        #expect(try verdict(try evidence(mine) { $0.device = [] }) == .forged(.malformedCertificate(.device)))
    }

    @Test func makerWithTheSameNameAndAnotherKeyIsUnknown() throws {
        let namesake = try AttestationAuthority(vendorID: Self.vendorID, name: "Acme")
        let found = try verdict(try evidence(try credentials(of: namesake)))
        guard case .unknownMaker = found else { return #expect(Bool(false), "\(found)") }
    }

    /// A maker's name and key id are public, so that an intermediate can claim to come from it.
    @Test func intermediateThatClaimsAKnownAuthorityIsAForgery() throws {
        let imitation = try ForgedIntermediate(of: maker, vendorID: Self.vendorID, productID: Self.productID)
        let signed = try SignedDeclaration(signing: declaration, with: signerKey, keyID: signerKeyID)
        let credentials = AttestationCredentials(
            deviceCertificate: imitation.device, intermediateCertificate: imitation.intermediate,
            declaration: try signed.encoded(), key: imitation.key)
        #expect(try verdict(try evidence(credentials)) == .forged(.wrongCertificateSignature(.intermediate)))
    }

    @Test func answerForAnotherRequestOrSessionIsAForgery() throws {
        let evidence = try evidence(try credentials())
        let verifier = AttestationVerifier(store: try store())
        #expect(
            verifier.verify(evidence, nonce: [UInt8](repeating: 9, count: 32), challenge: challenge)
                == .forged(.otherNonce))
        #expect(
            verifier.verify(evidence, nonce: nonce, challenge: [UInt8](repeating: 9, count: 16))
                == .forged(.wrongSignature))
    }

    @Test func declarationWithAWrongSignatureIsAForgery() throws {
        let signed = try SignedDeclaration(
            signing: declaration, with: P256.Signing.PrivateKey(), keyID: signerKeyID)
        let credentials = try maker.credentials(
            productID: Self.productID, name: "Acme Lamp", declaration: signed.encoded())
        #expect(try verdict(try evidence(credentials)) == .forged(.wrongDeclarationSignature))
    }

    @Test func requestForACertificateIsVerified() throws {
        let credentials = try credentials()
        let key = P256.Signing.PrivateKey()
        let request = try NOCRequest.encode(for: key)
        let answer = try credentials.answer(request: request, nonce: nonce, challenge: challenge)
        func verify(
            elements: [UInt8]? = nil, signature: [UInt8]? = nil, nonce: [UInt8]? = nil, challenge: [UInt8]? = nil
        ) throws(AttestationFailure) -> NOCRequest {
            try AttestationVerifier.verifyRequest(
                elements: elements ?? answer.elements, signature: signature ?? answer.signature,
                device: credentials.deviceCertificate, nonce: nonce ?? self.nonce,
                challenge: challenge ?? self.challenge)
        }
        #expect(try verify().publicKey == Array(key.publicKey.x963Representation))
        #expect(throws: AttestationFailure.otherNonce) { try verify(nonce: [1]) }
        #expect(throws: AttestationFailure.wrongSignature) { try verify(challenge: [1]) }
        #expect(throws: AttestationFailure.wrongSignature) { try verify(signature: [UInt8](repeating: 1, count: 64)) }
        #expect(throws: AttestationFailure.wrongSignature) { try verify(signature: []) }
        for position in answer.elements.indices {
            var changed = answer.elements
            changed[position] ^= 1
            #expect(throws: AttestationFailure.self) { try verify(elements: changed) }
        }
        let wrong = try credentials.answer(request: [0x30, 0], nonce: nonce, challenge: challenge)
        #expect(throws: AttestationFailure.request(.invalidPublicKey)) {
            try verify(elements: wrong.elements, signature: wrong.signature)
        }
    }

    @Test func damagedEvidenceIsNeverTrusted() throws {
        let seed = printedSeed()
        var random = SeededGenerator(seed: seed)
        let verifier = AttestationVerifier(store: try store())
        let credentials = try credentials()
        let original = try #require(AttestationCertificate(credentials.deviceCertificate))
        for _ in 0..<300 {
            var isChanged = false
            let evidence = try evidence(credentials) { parts in
                let path = [\Parts.device, \.intermediate, \.elements, \.signature].randomElement(using: &random)
                guard let path else { return }
                let original = parts[keyPath: path]
                parts[keyPath: path] = random.damaged(original)
                isChanged = parts[keyPath: path] != original
            }
            let found = verifier.verify(evidence, nonce: nonce, challenge: challenge)
            if case .forged = found { continue }
            // The count of unused bits in front of a signature may change without an effect.
            let device = AttestationCertificate(evidence.deviceCertificate)
            let isSameDevice = device?.publicKey.rawRepresentation == original.publicKey.rawRepresentation
            #expect(!isChanged || isSameDevice, "seed \(seed): \(found)")
        }
    }
}

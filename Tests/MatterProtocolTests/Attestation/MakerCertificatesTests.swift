import Crypto
import Testing

@testable import MatterProtocol

@Suite struct MakerCertificatesTests {
    private let maker: AttestationAuthority
    /// An authority whose intermediate signs declarations, as far as the certificates say.
    private let root: AttestationAuthority

    init() throws {
        maker = try AttestationAuthority(vendorID: 0x1234, name: "Acme")
        root = try AttestationAuthority(vendorID: 0xC5A0, name: "Certification")
    }

    private func certificate(_ bytes: [UInt8]) throws -> AttestationCertificate {
        try #require(AttestationCertificate(bytes))
    }

    @Test func authorityOfSignersIsNoMaker() throws {
        let (signer, own) = (try certificate(root.intermediate), try certificate(root.authority))
        let known = MakerCertificates([signer, try certificate(maker.authority), own])
        #expect(known.rejected.isEmpty)
        #expect(Set(known.entries.map(\.role)) == [.declarationRoot, .authority, .declarationSigner])
        #expect(known.entries.first { $0.role == .declarationRoot }?.certificate == own)
        let store = known.trustStore
        #expect(store.authorities.map(\.certificate.bytes) == [maker.authority])
        #expect(store.declarationSigners.map(\.keyID) == [signer.subjectKeyID])
    }

    /// Else an added authority could sign declarations as well.
    @Test func addedAuthorityBringsNoSigners() throws {
        var known = MakerCertificates([try certificate(root.authority), try certificate(root.intermediate)])
        known.add(try certificate(maker.authority))
        known.add(try certificate(maker.intermediate))
        #expect(known.rejected.map(\.bytes) == [maker.intermediate])
        #expect(known.trustStore.declarationSigners.count == 1 && known.trustStore.authorities.count == 1)
    }

    @Test func certificateOfADeviceIsRejected() throws {
        let credentials = try maker.credentials(productID: 1, name: "Lamp", declaration: [])
        let known = MakerCertificates([
            try certificate(credentials.deviceCertificate), try certificate(maker.authority),
        ])
        #expect(known.rejected.map(\.bytes) == [credentials.deviceCertificate])
        #expect(known.entries.map(\.role) == [.authority])
    }

    @Test func certificateWithAChangedSignatureIsRejected() throws {
        var bytes = maker.authority
        bytes[bytes.count - 1] ^= 1
        // The change may also break the form.
        guard let changed = AttestationCertificate(bytes) else { return }
        #expect(!changed.isSelfSigned && MakerCertificates([changed]).entries.isEmpty)
    }

    @Test(
        arguments: [
            (0x1234, "Acme", false), (0xFFF1, "Acme", true), (0xFFF4, "Acme", true), (0xFFF5, "Acme", false),
            (0x1234, "Acme Test", true), (0x1234, "Acme TEST", true), (0x1234, "Acme Testing", false),
            (0x1234, "Contest", false), (0x1234, "Acme-Development", true), (0x1234, "Acme Devices", false),
            (0x1234, "Non Production ONLY - Acme", true),
        ] as [(UInt16, String, Bool)])
    func authorityForTestsIsRecognisedByItsVendorAndName(vendor: UInt16, name: String, isForTests: Bool) throws {
        let authority = try AttestationAuthority(vendorID: vendor, name: name)
        #expect(try certificate(authority.authority).isForTests == isForTests)
    }

    // MARK: Verdicts

    private struct Product {
        let store: AttestationTrustStore
        let evidence: AttestationVerifier.Evidence
        let nonce: [UInt8]
        let challenge: [UInt8]

        var verdict: AttestationVerdict {
            AttestationVerifier(store: store).verify(evidence, nonce: nonce, challenge: challenge)
        }
    }

    /// A device of `maker`, judged by a home that knows `authorities` and the key that signed the declaration.
    private func product(of maker: AttestationAuthority, vendorID: UInt16, known: MakerCertificates) throws -> Product {
        let key = P256.Signing.PrivateKey()
        let publicKey = Array(key.publicKey.x963Representation)
        let keyID = KeyIdentifier.identifier(of: publicKey)
        let declaration = CertificationDeclaration(
            vendorID: vendorID, productIDs: [7], deviceTypeID: 0x0100, certificationType: .official)
        let signed = try SignedDeclaration(signing: declaration, with: key, keyID: keyID)
        let credentials = try maker.credentials(productID: 7, name: "Lamp", declaration: signed.encoded())
        let (nonce, challenge) = ([UInt8](repeating: 3, count: 32), [UInt8](repeating: 4, count: 16))
        let answer = try credentials.answer(nonce: nonce, challenge: challenge)
        let signer = try #require(
            AttestationTrustStore.DeclarationSigner(keyID: keyID, publicKey: publicKey, isForTests: false))
        return Product(
            store: AttestationTrustStore(
                authorities: known.trustStore.authorities, declarationSigners: [signer]),
            evidence: AttestationVerifier.Evidence(
                deviceCertificate: credentials.deviceCertificate,
                intermediateCertificate: credentials.intermediateCertificate, elements: answer.elements,
                signature: answer.signature, vendorID: vendorID, productID: 7),
            nonce: nonce, challenge: challenge)
    }

    @Test func deviceIsTrustedOnceItsMakerIsAdded() throws {
        var known = MakerCertificates([])
        let before = try product(of: maker, vendorID: 0x1234, known: known).verdict
        guard case .unknownMaker(_, .authority) = before else { return #expect(Bool(false), "\(before)") }
        known.add(try certificate(maker.authority))
        let after = try product(of: maker, vendorID: 0x1234, known: known).verdict
        guard case .trusted = after else { return #expect(Bool(false), "\(after)") }
    }

    @Test func deviceOfAnAddedMakerForTestsIsStillATestDevice() throws {
        let tests = try AttestationAuthority(vendorID: 0x1234, name: "Acme Test")
        let known = MakerCertificates([try certificate(tests.authority)])
        let verdict = try product(of: tests, vendorID: 0x1234, known: known).verdict
        guard case .testCertificate = verdict else { return #expect(Bool(false), "\(verdict)") }
    }

    /// Another key with the name of a known authority.
    @Test func deviceOfAnImitatedMakerStaysUnknown() throws {
        let imitation = try AttestationAuthority(vendorID: 0x1234, name: "Acme")
        let known = MakerCertificates([try certificate(maker.authority)])
        let verdict = try product(of: imitation, vendorID: 0x1234, known: known).verdict
        guard case .unknownMaker(_, .authority) = verdict else { return #expect(Bool(false), "\(verdict)") }
    }
}

import Crypto
import SeededRandom
import Testing
import X509

@testable import MatterProtocol

@Suite struct AttestationCertificateTests {
    @Test func publishedCertificatesAreRead() throws {
        let authority = try #require(AttestationCertificate(AttestationVectors.authority))
        let intermediate = try #require(AttestationCertificate(AttestationVectors.intermediate))
        let device = try #require(AttestationCertificate(AttestationVectors.device))
        #expect(authority.vendorID == nil && authority.isAuthority && !authority.isEndEntity)
        #expect(intermediate.vendorID == 0xFFF4 && intermediate.productID == nil && intermediate.isAuthority)
        #expect(device.vendorID == 0xFFF1 && device.productID == 0x8001)
        #expect(device.isEndEntity && !device.isAuthority)
        #expect(intermediate.names(issuer: authority) && intermediate.isSigned(by: authority))
        #expect(!device.names(issuer: intermediate) && !device.isSigned(by: intermediate))
        #expect(authority.subject.contains("Matter Test PAA"))
    }

    /// The forms of names in the specification, section 6.2.2.2.
    @Test(
        arguments: [
            ("ACME Matter Devel DAC 5CDA9899 Mvid:FFF1 Mpid:00B1", 0xFFF1, 0x00B1),
            ("Mpid:00B1,ACME Matter Devel DAC 5CDA9899,Mvid:FFF1", 0xFFF1, 0x00B1),
            ("ACME Matter Devel DAC 5CDA9899 Mvid:FFF1Mpid:00B1", 0xFFF1, 0x00B1),
            ("Mvid:FFF1ACME Matter Devel DAC 5CDAMpid:00B19899", 0xFFF1, 0x00B1),
            ("ACME Mvid:Mvid:FFF1 Mpid:Mpid:00B1", 0xFFF1, 0x00B1), ("ACME Mvid:fff1 Mpid:00b1", nil, nil),
            ("ACME Mvid:FFF", nil, nil), ("ACME", nil, nil), ("Mvid:FFF1", 0xFFF1, nil),
        ] as [(String, UInt16?, UInt16?)])
    func vendorInTheCommonNameIsRead(commonName: String, vendor: UInt16?, product: UInt16?) throws {
        let name = try DistinguishedName { CommonName(commonName) }
        let found = try #require(VendorName(name))
        #expect(found.vendorID == vendor && found.productID == product)
    }

    @Test(arguments: ["FFF", "fff1", "FFF11", "", "0xFF", "ＦＦＦ１"])
    func vendorAttributeInAWrongFormIsRefused(text: String) {
        let attribute = RelativeDistinguishedName.Attribute(type: VendorName.vendorAttribute, utf8String: text)
        #expect(VendorName(DistinguishedName([RelativeDistinguishedName(attribute)])) == nil)
    }

    @Test func randomCertificatesAreReadOrRefused() {
        var random = SeededGenerator(seed: printedSeed())
        for _ in 0..<1000 {
            _ = AttestationCertificate(random.damaged(AttestationVectors.device))
            _ = AttestationCertificate(random.bytes(100))
            _ = try? NOCRequest(decoding: random.bytes(100))
        }
        #expect(AttestationCertificate([UInt8](repeating: 0x30, count: 601)) == nil)
    }
}

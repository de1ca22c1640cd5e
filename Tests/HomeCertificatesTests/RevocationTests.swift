import Foundation
import HomeCertificates
import Testing

@Suite struct RevocationTests {
    @Test func opensslRefusesOnlyTheRevokedCertificate() async throws {
        try await CertificateHome.with { home in
            let certificates = try await home.open()
            let revoked = try await certificates.issueDevice(id: CredentialID("gone"), now: home.now)
            let valid = try await certificates.issueDevice(id: CredentialID("stays"), now: home.now)
            #expect(try await certificates.revoke(device: CredentialID("gone"), now: home.now) == 1)
            #expect(try await certificates.revoke(device: CredentialID("gone"), now: home.now) == 0)
            let root = try home.write(certificates.deviceRootPEM, as: "root.pem")
            let list = try home.write(try await certificates.brokerIdentity().revocationsPEM, as: "list.pem")
            for (credential, isValid) in [(revoked, false), (valid, true)] {
                let leaf = try home.write(credential.certificatePEM, as: "leaf.pem")
                let check = try await OpenSSL(
                    "verify", "-x509_strict", "-crl_check", "-CRLfile", list, "-CAfile", root, leaf)
                #expect(check.succeeded == isValid, "\(check.text)")
            }
        }
    }

    @Test func revocationListIsSignedAndOfVersion2() async throws {
        try await CertificateHome.with { home in
            let certificates = try await home.open()
            let issued = try await certificates.issueDevice(id: CredentialID("gone"), now: home.now)
            #expect(try await certificates.revoke(serial: issued.serial, now: home.now))
            #expect(try await !certificates.revoke(serial: "00ff", now: home.now))
            let root = try home.write(certificates.deviceRootPEM, as: "root.pem")
            let list = try home.write(try await certificates.brokerIdentity().revocationsPEM, as: "list.pem")
            let text = try await OpenSSL("crl", "-in", list, "-CAfile", root, "-noout", "-text").text
            #expect(text.contains("verify OK"))
            #expect(text.contains("Version 2"))
            #expect(text.contains("X509v3 Authority Key Identifier"))
            #expect(text.lowercased().contains("serial number: \(issued.serial)"))
        }
    }

    @Test func emptyRevocationListIsValidAndStable() async throws {
        try await CertificateHome.with { home in
            let first = try await home.open().brokerIdentity().revocationsPEM
            #expect(try await home.open().brokerIdentity().revocationsPEM == first)
            let root = try home.write(try await home.open().deviceRootPEM, as: "root.pem")
            let list = try home.write(first, as: "list.pem")
            let check = try await OpenSSL("crl", "-in", list, "-CAfile", root, "-noout", "-text")
            #expect(check.text.contains("verify OK") && check.text.contains("No Revoked Certificates"))
        }
    }

    @Test func revocationListIsStillValidYearsLater() async throws {
        try await CertificateHome.with { home in
            let certificates = try await home.open()
            let root = try home.write(certificates.deviceRootPEM, as: "root.pem")
            let list = try home.write(try await certificates.brokerIdentity().revocationsPEM, as: "list.pem")
            let later = home.now.addingTimeInterval(CertificateLifetime.root / 2)
            let leaf = try home.write(
                try await certificates.issueDevice(id: CredentialID("lamp"), now: later).certificatePEM, as: "leaf.pem")
            let check = try await OpenSSL(
                "verify", "-crl_check", "-attime", "\(Int(later.timeIntervalSince1970))", "-CRLfile", list, "-CAfile",
                root, leaf)
            #expect(check.succeeded, "\(check.text)")
        }
    }

    @Test func revocationsOfAnotherProcessAreKept() async throws {
        try await CertificateHome.with { home in
            let one = try await home.open()
            let two = try await home.open()
            for id in ["a", "b"] { _ = try await one.issueDevice(id: CredentialID(id), now: home.now) }
            #expect(try await one.revoke(device: CredentialID("a"), now: home.now) == 1)
            #expect(try await two.revoke(device: CredentialID("b"), now: home.now) == 1)
            let list = try home.write(try await one.brokerIdentity().revocationsPEM, as: "list.pem")
            let text = try await OpenSSL("crl", "-in", list, "-noout", "-text").text
            #expect(text.components(separatedBy: "Serial Number").count == 3)
        }
    }
}

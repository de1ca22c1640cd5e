import Crypto
import Foundation
import HomeCertificates
import HomeModel
import Testing

/// Checks the certificate of the compatibility listener with `openssl`.
@Suite struct CompatibilityIdentityTests {
    @Test func chainIsRSAAndValidForServersOnly() async throws {
        try await CertificateHome.with { home in
            let identity = try await home.open().compatibilityIdentity(now: home.now)
            let (root, leaf) = (
                try home.write(identity.trustPEM, as: "root.pem"),
                try home.write(identity.certificatePEM, as: "leaf.pem")
            )
            for purpose in ["sslserver", "sslclient"] {
                let check = try await OpenSSL(
                    "verify", "-x509_strict", "-purpose", purpose, "-verify_hostname", "tomte.local", "-CAfile", root,
                    leaf)
                #expect(check.succeeded == (purpose == "sslserver"), "\(purpose): \(check.text)")
            }
            #expect(try await OpenSSL("verify", "-verify_ip", "192.168.7.20", "-CAfile", root, leaf).succeeded)
            for file in [root, leaf] {
                let text = try await OpenSSL("x509", "-in", file, "-noout", "-text").text
                #expect(text.contains("Public-Key: (2048 bit)") && text.contains("sha256WithRSAEncryption"))
                #expect(!text.contains("ecdsa") && !text.contains("id-ecPublicKey"))
            }
        }
    }

    @Test func brokerOffersCompatibilityOnlyWhileACredentialNeedsIt() async throws {
        try await CertificateHome.with { home in
            let certificates = try await home.open()
            #expect(try await certificates.brokerIdentity().compatibility == nil)
            #expect(!FileManager.default.fileExists(atPath: "\(home.folder)/certificates/compatibility.pem"))
            let password = try BrokerPassword()
            _ = try await certificates.compatibilityIdentity(now: home.now)
            try await certificates.record(
                CredentialRecord(
                    id: CredentialID("plug"), family: "shelly", passwordHash: password.hash, issuedAt: home.now))
            #expect(try await certificates.brokerIdentity().compatibility != nil)
            try await certificates.revokeCredential(CredentialID("plug"), now: home.now)
            #expect(try await certificates.brokerIdentity().compatibility == nil)
        }
    }

    @Test func renewalKeepsTheKeyThatDevicesPin() async throws {
        try await CertificateHome.with { home in
            let certificates = try await home.open()
            let first = try await certificates.compatibilityIdentity(now: home.now)
            let same = try await certificates.compatibilityIdentity(now: home.renewal.days(-1))
            #expect(same.fingerprint == first.fingerprint)
            let renewed = try await certificates.renewIfDue(now: home.renewal.days(1))
            let second = try await certificates.compatibilityIdentity(now: home.renewal.days(1))
            #expect(renewed.contains("compatibility") && second.fingerprint != first.fingerprint)
            #expect(second.keyFingerprint == first.keyFingerprint && second.trustPEM == first.trustPEM)
        }
    }

    /// The fingerprint is the SHA-1 over the lengths and bytes of a tag, the exponent and the modulus.
    @Test func keyFingerprintIsComputedFromThePublicKey() async throws {
        try await CertificateHome.with { home in
            let identity = try await home.open().compatibilityIdentity(now: home.now)
            let leaf = try home.write(identity.certificatePEM, as: "leaf.pem")
            let text = try await OpenSSL("x509", "-in", leaf, "-noout", "-modulus").text
            let digits = text.split(separator: "=")[1].prefix { $0.isHexDigit }
            let modulus = try #require([UInt8](hexadecimal: digits.utf8))
            #expect(modulus.count == 256)
            let hashed = [0, 0, 0, 7] + Array("ssh-rsa".utf8) + [0, 0, 0, 3, 1, 0, 1] + [0, 0, 1, 0] + modulus
            #expect(identity.keyFingerprint == Array(Insecure.SHA1.hash(data: hashed)))
        }
    }

    @Test func generatedPasswordsAreLongAndUnique() throws {
        let passwords = try (0..<50).map { _ in try BrokerPassword() }
        #expect(Set(passwords.map(\.text.exposedText)).count == 50 && Set(passwords.map(\.hash)).count == 50)
        for password in passwords {
            #expect(password.text.exposedText.wholeMatch(of: /[0-9a-z]{32}/) != nil)
            #expect(password.hash.wholeMatch(of: /\$7\$101\$[A-Za-z0-9+\/]{16}\$[A-Za-z0-9+\/]{86}==/) != nil)
        }
        #expect("\(passwords[0].text)" == "<redacted>")
    }
}

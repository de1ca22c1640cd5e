import Crypto
import Foundation
import Testing

@testable import HomeCertificates

@Suite struct HomeCertificatesTests {
    @Test func opensslVerifiesTheBrokerCertificateWithTheDeviceRoot() async throws {
        try await CertificateHome.with { home in
            let certificates = try await home.open()
            let root = try home.write(certificates.deviceRootPEM, as: "root.pem")
            let broker = try home.write(try await certificates.brokerIdentity().certificatePEM, as: "broker.pem")
            for name in ["localhost", "tomte.local"] {
                let check = try await OpenSSL(
                    "verify", "-x509_strict", "-purpose", "sslserver", "-verify_hostname", name, "-CAfile", root, broker
                )
                #expect(check.succeeded, "\(check.text)")
            }
            for address in ["127.0.0.1", "::1", "192.168.7.20", "fd00::7"] {
                let check = try await OpenSSL("verify", "-x509_strict", "-verify_ip", address, "-CAfile", root, broker)
                #expect(check.succeeded, "\(check.text)")
            }
            let asClient = try await OpenSSL("verify", "-purpose", "sslclient", "-CAfile", root, broker)
            #expect(!asClient.succeeded)
        }
    }

    @Test func deviceCertificateIsValidForClientsOnly() async throws {
        try await CertificateHome.with { home in
            let certificates = try await home.open()
            let root = try home.write(certificates.deviceRootPEM, as: "root.pem")
            let issued = try await certificates.issueDevice(id: CredentialID("hall-lamp"), now: home.now)
            let leaf = try home.write(issued.certificatePEM, as: "leaf.pem")
            let asClient = try await OpenSSL(
                "verify", "-x509_strict", "-purpose", "sslclient", "-CAfile", root, leaf)
            #expect(asClient.succeeded, "\(asClient.text)")
            #expect(try await !OpenSSL("verify", "-purpose", "sslserver", "-CAfile", root, leaf).succeeded)
            let printed = try await OpenSSL(
                "x509", "-in", leaf, "-noout", "-subject", "-serial", "-fingerprint", "-sha256")
            #expect(printed.text.contains("CN = hall-lamp"))
            #expect(printed.text.lowercased().contains("serial=\(issued.serial)"))
            #expect(printed.text.replacing(":", with: "").lowercased().contains(issued.fingerprint))
        }
    }

    @Test func apiFingerprintsAreReadWithoutTheKey() async throws {
        try await CertificateHome.with { home in
            let certificates = try await home.open()
            let identity = try await certificates.apiIdentity()
            let secrets = try FileManager.default.contentsOfDirectory(atPath: "\(home.folder)/secrets")
            for file in secrets { try FileManager.default.removeItem(atPath: "\(home.folder)/secrets/\(file)") }
            await #expect(throws: CertificateError.self) { try await certificates.apiIdentity() }
            let known = try #require(try await certificates.apiFingerprints())
            #expect(known == (identity.certificateFingerprint, identity.publicKeyFingerprint))
        }
    }

    @Test func ownCertificatesAreListedWithTheirUsesAndNames() async throws {
        try await CertificateHome.with { home in
            let certificates = try await home.open()
            let ownCertificates = try await certificates.ownCertificates()
            #expect(ownCertificates.map(\.use) == [.webRoot, .deviceRoot, .api, .broker])
            let names: Set = ["localhost", "tomte.local", "127.0.0.1", "::1", "192.168.7.20", "fd00::7"]
            #expect(ownCertificates.map { Set($0.names) } == [names, [], names, names])
            for certificate in ownCertificates {
                let file = try home.write(certificate.pem, as: "\(certificate.use).pem")
                let printed = try await OpenSSL("x509", "-in", file, "-noout", "-fingerprint", "-sha256")
                #expect(printed.text.replacing(":", with: "").lowercased().contains(certificate.fingerprint))
            }
            #expect(certificates.ownWebRoot == ownCertificates[0] && ownCertificates[0].pem == certificates.webRootPEM)
            #expect(try await certificates.apiIdentity().certificateFingerprint == ownCertificates[2].fingerprint)
            #expect(ownCertificates[0].notAfter > ownCertificates[2].notAfter && ownCertificates[2].notAfter > home.now)
        }
    }

    @Test func webRootDoesNotVerifyTheBrokerCertificate() async throws {
        try await CertificateHome.with { home in
            let certificates = try await home.open()
            let web = try home.write(certificates.webRootPEM, as: "web.pem")
            let broker = try home.write(try await certificates.brokerIdentity().certificatePEM, as: "broker.pem")
            #expect(try await !OpenSSL("verify", "-CAfile", web, broker).succeeded)
        }
    }

    @Test func webRootIsConstrainedToTheNamesOfTheHome() async throws {
        try await CertificateHome.with { home in
            let certificates = try await home.open()
            let root = try home.write(certificates.webRootPEM, as: "web.pem")
            let text = try await OpenSSL("x509", "-in", root, "-noout", "-text").text
            #expect(text.contains("X509v3 Name Constraints: critical"))
            #expect(text.contains("CA:TRUE, pathlen:0"))
            let good = try home.write(try await certificates.apiIdentity().certificatePEM, as: "own.pem")
            let check = try await OpenSSL("verify", "-x509_strict", "-purpose", "sslserver", "-CAfile", root, good)
            #expect(check.succeeded, "\(check.text)")
        }
    }

    @Test(arguments: [
        ("bank.local", ["192.168.7.20"]), ("tomte.local", ["192.168.7.21"]), ("tomte.local", ["fd00::8"]),
    ])
    func opensslRefusesCertificatesForNamesOutsideTheHome(name: String, addresses: [String]) async throws {
        try await CertificateHome.with { home in
            let certificates = try await home.open()
            // The test signs it anyway, as an attacker with a stolen key would.
            let names = try HomeNames(name: name, addresses: addresses)
            let forged = try certificates.webRoot.issue(
                commonName: "x", profile: .server(names.alternativeNames), key: P256.Signing.PrivateKey().publicKey,
                now: home.now)
            let root = try home.write(certificates.webRootPEM, as: "web.pem")
            let check = try await OpenSSL("verify", "-CAfile", root, try home.write(forged.pem, as: "forged.pem"))
            #expect(check.text.contains("permitted subtree violation"))
        }
    }

    @Test(
        arguments: [
            "", "-a", "A", "a b", "a/b", "a+b", "#", "$sys", "a\nuser x", "é", "a.b", "a\0",
            String(repeating: "a", count: 65),
        ])
    func hostileCredentialIDsAreRefused(text: String) {
        #expect { try CredentialID(text) } throws: { error in
            guard case .badCredentialID = error as? CertificateError else { return false }
            return !"\(error)".contains("\n") && !"\(error)".contains("\0")
        }
    }

    @Test(arguments: ["tomte", "tomte-control"])
    func rootTopicsOfTheGatewayAreRefusedAsCredentialIDs(text: String) {
        #expect(throws: CertificateError.reservedCredentialID(text)) { try CredentialID(text) }
    }

    @Test(arguments: ["tomte", "a.b.local", "-a.local", ".local", "tömte.local", "a local", "tomte.com"])
    func badHomeNamesAreRefused(name: String) async throws {
        try await CertificateHome.with { home in
            await #expect(throws: CertificateError.badHomeName(name)) { try await home.open(homeName: name) }
        }
    }

    @Test func concurrentOpensShareTheirRoots() async throws {
        try await CertificateHome.with { home in
            let roots = try await withThrowingTaskGroup(of: String.self) { group in
                for _ in 0..<8 {
                    group.addTask {
                        let certificates = try await home.open()
                        return certificates.deviceRootPEM + certificates.webRootPEM
                    }
                }
                return try await group.reduce(into: Set<String>()) { $0.insert($1) }
            }
            #expect(roots.count == 1)
        }
    }

    @Test func missingRootKeyIsReportedInsteadOfReplaced() async throws {
        try await CertificateHome.with { home in
            _ = try await home.open()
            try FileManager.default.removeItem(atPath: "\(home.folder)/secrets/device-root-key.sealed")
            await #expect(throws: CertificateError.rootKeyMissing(root: "device")) { try await home.open() }
        }
    }

    @Test func openingWithoutRootsFailsWhileTheClockIsUnset() async throws {
        try await CertificateHome.with { home in
            let unset = Date(timeIntervalSince1970: 3600)
            await #expect(throws: CertificateError.clockNotSet(unset)) { try await home.open(at: unset) }
        }
    }

    /// The clock may be wrong at a start, so the message asks for the clock to be set and never for a new home.
    @Test(arguments: [-CertificateLifetime.days(1), CertificateLifetime.root])
    func clockOutsideTheValidityOfTheRootsIsReported(clockError: TimeInterval) async throws {
        try await CertificateHome.with { home in
            _ = try await home.open()
            let wrong = home.now.addingTimeInterval(clockError)
            let failure = await #expect(throws: CertificateError.self) { try await home.open(at: wrong) }
            let text = try #require(failure).description
            #expect(text.contains("Set the clock") || text.contains("set the clock"), "\(text)")
            #expect(text.contains(wrong.formatted(.iso8601)) && !text.contains("new home"), "\(text)")
            if clockError < 0 { #expect(text.contains("The clock is behind")) }
            _ = try await home.open()
        }
    }

    @Test func keyFilesAreReadableByTheOwnerOnly() async throws {
        try await CertificateHome.with { home in
            let files = try await home.open().connectionFiles(.control)
            #expect(try home.mode("certificates") == 0o700)
            #expect(try home.mode("certificates/tomte-control.key") == 0o600)
            #expect(FileManager.default.fileExists(atPath: files.trustPath))
            let check = try await OpenSSL(
                "verify", "-purpose", "sslclient", "-CAfile", files.trustPath, files.certificatePath)
            #expect(check.succeeded, "\(check.text)")
        }
    }
}

import Foundation
import HomeModel
import SwiftASN1
import Testing
import X509

@testable import HomeCertificates

/// The two steps of a rotation, and what is valid after each.
struct RotationTests {
    private let now = Date(timeIntervalSince1970: 1_790_000_000)

    private func open(_ folder: String, at time: Date? = nil) async throws -> HomeCertificates {
        let secrets = try SecretStore.open(folder: "\(folder)/secrets", credentials: nil)
        return try await HomeCertificates.open(
            folder: "\(folder)/certificates", secrets: secrets, homeName: "tomte.local", addresses: [],
            now: time ?? now)
    }

    private func withFolder(_ body: (String) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "rotation-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try await body(folder)
    }

    private func count(_ marker: String, in text: String) -> Int { text.components(separatedBy: marker).count - 1 }

    /// Whether the root at this position of a bundle signed the certificate.
    private func isIssued(_ pem: String, byRoot position: Int, of bundle: String) throws -> Bool {
        let end = "-----END CERTIFICATE-----"
        let roots = bundle.components(separatedBy: end).filter { $0.contains("BEGIN") }
            .map { ($0 + end).trimmingCharacters(in: .whitespacesAndNewlines) }
        let root = try Certificate(pemEncoded: try #require(roots.indices.contains(position) ? roots[position] : nil))
        let certificate = try Certificate(pemEncoded: pem)
        return root.publicKey.isValidSignature(certificate.signature, for: certificate)
    }

    @Test func bothRootsCountDuringTheOverlap() async throws {
        try await withFolder { folder in
            let certificates = try await open(folder)
            let before = try await certificates.brokerIdentity()
            _ = try await certificates.issueDevice(id: try CredentialID("old-plug"), now: now)
            #expect(try await certificates.rotation() == nil)
            #expect(certificates.nextWebRoot == nil)
            #expect(try await certificates.beginRotation(now: now))
            #expect(try await !certificates.beginRotation(now: now))
            // The HTTPS endpoint has a certificate of the present root until the end.
            #expect(certificates.ownWebRoot.pem == certificates.webRootPEM)
            let next = try #require(certificates.nextWebRoot)
            #expect(next.use == .nextWebRoot && next.pem != certificates.webRootPEM)
            #expect(
                try await certificates.ownCertificates().map(\.use).prefix(4)
                    == [.webRoot, .nextWebRoot, .deviceRoot, .nextDeviceRoot])
            let during = try await certificates.brokerIdentity()
            #expect(count("BEGIN CERTIFICATE", in: during.trustPEM) == 2)
            #expect(count("BEGIN X509 CRL", in: during.revocationsPEM) == 2)
            // Devices that know only the present root still recognise the broker.
            #expect(during.certificatePEM == before.certificatePEM)
            #expect(try await certificates.brokerIdentity().revocationsPEM == during.revocationsPEM)
            let new = try await certificates.issueDevice(id: try CredentialID("new-plug"), now: now)
            #expect(try isIssued(new.certificatePEM, byRoot: 1, of: during.trustPEM))
            #expect(count("BEGIN CERTIFICATE", in: new.trustPEM) == 2)
            let rotation = try #require(try await certificates.rotation())
            let renewed = try CredentialID("new-plug")
            #expect(rotation.renewed == [renewed])
            #expect(abs(rotation.beganAt.timeIntervalSince(now)) < 2)
            #expect(try await open(folder).rotation() == rotation)
        }
    }

    @Test func onlyTheNextRootsCountAfterwards() async throws {
        try await withFolder { folder in
            let certificates = try await open(folder)
            let before = (
                try await certificates.brokerIdentity(), try await certificates.apiIdentity(),
                certificates.deviceRootPEM, certificates.webRootPEM
            )
            _ = try await certificates.issueDevice(id: try CredentialID("old-plug"), now: now)
            #expect(try await !certificates.finishRotation(now: now))
            _ = try await certificates.beginRotation(now: now)
            _ = try await certificates.issueDevice(id: try CredentialID("new-plug"), now: now)
            let begun = try #require(try await certificates.rotation()?.beganAt)
            #expect(await certificates.lastRotation == nil)
            #expect(try await certificates.finishRotation(now: now))
            let last = try #require(try await open(folder).lastRotation)
            #expect(last.beganAt == begun && last.endedAt == now)
            let after = try await certificates.brokerIdentity()
            #expect(count("BEGIN CERTIFICATE", in: after.trustPEM) == 1)
            #expect(count("BEGIN X509 CRL", in: after.revocationsPEM) == 1)
            #expect(certificates.deviceRootPEM != before.2 && certificates.webRootPEM != before.3)
            #expect(certificates.nextWebRoot == nil && certificates.ownWebRoot.pem == certificates.webRootPEM)
            #expect(try isIssued(after.certificatePEM, byRoot: 0, of: after.trustPEM))
            #expect(after.privateKeyPEM != before.0.privateKeyPEM)
            let api = try await certificates.apiIdentity()
            #expect(api.publicKeyFingerprint != before.1.publicKeyFingerprint)
            #expect(await certificates.problems().isEmpty)
            #expect(try await certificates.expiries().keys.map(\.rawValue) == ["new-plug"])
            let reopened = try await open(folder)
            #expect(reopened.deviceRootPEM == certificates.deviceRootPEM)
            #expect(try await reopened.brokerIdentity().certificatePEM == after.certificatePEM)
            #expect(try await reopened.rotation() == nil)
        }
    }

    @Test func credentialStaysWithoutACertificateUntilItIsIssuedAgain() async throws {
        try await withFolder { folder in
            let certificates = try await open(folder)
            let (old, new) = (try CredentialID("old-plug"), try CredentialID("new-plug"))
            let unused = try CredentialID("unused-plug")
            let issue = { (id: CredentialID) in
                let record = CredentialRecord(id: id, family: "homie", issuedAt: now)
                _ = try await certificates.replaceCredential(for: record, now: now)
            }
            try await issue(old)
            try await issue(unused)
            _ = try await certificates.beginRotation(now: now)
            try await issue(new)
            try await issue(unused)
            #expect(try await certificates.credentialsWithoutCertificate() == [])
            #expect(try await certificates.finishRotation(now: now))
            #expect(try await open(folder).credentialsWithoutCertificate() == [old])
            // It has its new certificate, and has not connected with it.
            #expect(try await certificates.credentialsAwaitingUse() == [unused])
            try await issue(old)
            // It is waited for until it connects, also when the certificate is issued once more.
            try await issue(old)
            #expect(try await open(folder).credentialsAwaitingUse() == [old, unused])
            try await certificates.recordUse(of: old, at: now)
            #expect(try await certificates.credentialsAwaitingUse() == [unused])
            try await issue(old)
            #expect(try await certificates.credentialsAwaitingUse() == [unused])
            // A password needs none.
            let chip = CredentialRecord(
                id: try CredentialID("chip"), family: "shelly", passwordHash: "hash", issuedAt: now)
            _ = try await certificates.replaceCredential(for: chip, now: now)
            #expect(try await certificates.credentialsWithoutCertificate() == [])
        }
    }

    /// The clock was some hours ahead when the new keys were made, and is right again.
    @Test func nextRootsOfTheFutureLockNobodyOut() async throws {
        try await withFolder { folder in
            _ = try await open(folder)
            let ahead = now.addingTimeInterval(4 * 3600)
            #expect(try await open(folder, at: ahead).beginRotation(now: ahead))
            let certificates = try await open(folder)
            let before = try await certificates.brokerIdentity()
            let rotation = try #require(try await certificates.rotation())
            let failure = CertificateError.nextRootNotYetValid(
                from: rotation.beganAt.addingTimeInterval(-CertificateLifetime.clockSkew), now: now)
            await #expect(throws: failure) { try await certificates.finishRotation(now: now) }
            let plug = try CredentialID("plug")
            await #expect(throws: failure) { try await certificates.issueDevice(id: plug, now: now) }
            let after = try await certificates.brokerIdentity()
            #expect(after.privateKeyPEM == before.privateKeyPEM && after.trustPEM == before.trustPEM)
            #expect(try await certificates.rotation() == rotation)
            #expect(try await open(folder).brokerIdentity().privateKeyPEM == before.privateKeyPEM)

            // Others can be made at once.
            #expect(try await certificates.beginRotation(now: now))
            #expect(try await certificates.rotation()?.id != rotation.id)
            _ = try await certificates.issueDevice(id: plug, now: now)
            #expect(try await certificates.finishRotation(now: now))
            #expect(try await certificates.expiries().keys.map(\.rawValue) == ["plug"])
        }
    }

    /// The disk stores the new roots, and not all that depends on them.
    @Test func endThatWasNotStoredIsRepeatedBeforeTheNextRotation() async throws {
        try await withFolder { folder in
            let certificates = try await open(folder)
            _ = try await certificates.issueDevice(id: try CredentialID("old-plug"), now: now)
            _ = try await certificates.beginRotation(now: now)
            let rotation = try #require(try await certificates.rotation())
            #expect(rotation.endedAt == nil)
            // A file cannot take the place of a folder.
            let key = "\(folder)/certificates/\(GatewayConnection.control.rawValue).key"
            try FileManager.default.removeItem(atPath: key)
            try FileManager.default.createDirectory(atPath: key, withIntermediateDirectories: false)
            for _ in 1...2 {
                #expect((try? await certificates.finishRotation(now: now)) == nil)
                let ending = try #require(try await certificates.rotation())
                #expect(ending.id == rotation.id && ending.endedAt == now)
                #expect((try? await certificates.beginRotation(now: now)) == nil)
            }
            try FileManager.default.removeItem(atPath: key)
            #expect(try await certificates.beginRotation(now: now))
            #expect(await certificates.problems().isEmpty)
            #expect(try await certificates.expiries().isEmpty)
            let next = try #require(try await certificates.rotation())
            #expect(next.id != rotation.id && next.endedAt == nil)
            #expect(try await open(folder).rotation() == next)
        }
    }

    /// The power fails after each step of the exchange; the next start finishes it.
    @Test(arguments: 0..<5) func interruptedExchangeIsFinishedAtTheNextStart(_ step: Int) async throws {
        try await withFolder { folder in
            let certificates = try await open(folder)
            _ = try await certificates.issueDevice(id: try CredentialID("old-plug"), now: now)
            _ = try await certificates.beginRotation(now: now)
            _ = try await certificates.issueDevice(id: try CredentialID("new-plug"), now: now)
            let next = try #require(certificates.nextRoots)
            let files = try PrivateFolder(path: "\(folder)/certificates")
            let secrets = try SecretStore.open(folder: "\(folder)/secrets", credentials: nil)
            try secrets.write(Secret("pending"), as: "root-exchange")
            let key = try #require(try secrets.read("device-next-root-key"))
            if step > 0 { try secrets.write(key, as: "device-root-key") }
            if step > 1 { try files.write(next.device.pem.utf8, to: "device-root.pem") }
            if step > 2 {
                try files.remove("device-next-root.pem")
                try secrets.remove("device-next-root-key")
                try secrets.write(try #require(try secrets.read("web-next-root-key")), as: "web-root-key")
                try files.write(next.web.pem.utf8, to: "web-root.pem")
            }
            // Only the certificates of the former root are not revoked yet.
            if step > 3 {
                try files.remove("web-next-root.pem")
                try secrets.remove("web-next-root-key")
            }
            let reopened = try await open(folder)
            #expect(reopened.deviceRootPEM == next.device.pem && reopened.webRootPEM == next.web.pem)
            #expect(try await reopened.rotation() == nil)
            #expect(await reopened.problems().isEmpty)
            #expect(try await reopened.expiries().keys.map(\.rawValue) == ["new-plug"])
            #expect(try secrets.read("root-exchange") == nil)
        }
    }
}

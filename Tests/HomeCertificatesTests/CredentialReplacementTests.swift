import Foundation
import HomeCertificates
import Testing

/// Replaces one credential with another and undoes the replacement.
@Suite struct CredentialReplacementTests {
    private static let mac = "A4CF12001B2C"

    private func record(
        _ id: String, hash: String? = nil, mac: String? = nil, at time: Date
    ) throws -> CredentialRecord {
        CredentialRecord(id: try CredentialID(id), family: "tasmota", mac: mac, passwordHash: hash, issuedAt: time)
    }

    private func isRevoked(_ issued: IssuedCredential, certificates: HomeCertificates, home: CertificateHome)
        async throws -> Bool
    {
        let list = try home.write(try await certificates.brokerIdentity().revocationsPEM, as: "list.pem")
        return try await OpenSSL("crl", "-in", list, "-noout", "-text").text.lowercased().contains(issued.serial)
    }

    @Test func oldCertificateIsRevokedUntilTheReplacementIsUndone() async throws {
        try await CertificateHome.with { home in
            let certificates = try await home.open()
            let first = try await certificates.replaceCredential(for: record("lamp", at: home.now), now: home.now)
            let old = try #require(first.certificate)
            #expect(first.isFirst)
            #expect(try await !isRevoked(old, certificates: certificates, home: home))
            let second = try await certificates.replaceCredential(
                for: record("lamp", at: home.now.days(1)), now: home.now)
            let new = try #require(second.certificate)
            #expect(!second.isFirst && new.serial != old.serial)
            #expect(try await isRevoked(old, certificates: certificates, home: home))
            #expect(try await !isRevoked(new, certificates: certificates, home: home))
            #expect(try await certificates.undo(second, now: home.now))
            #expect(try await !isRevoked(old, certificates: certificates, home: home))
            #expect(try await isRevoked(new, certificates: certificates, home: home))
            #expect(try await certificates.records() == [first.record])
        }
    }

    @Test func passwordRevokesTheCertificateUntilTheReplacementIsUndone() async throws {
        try await CertificateHome.with { home in
            let certificates = try await home.open()
            let old = try #require(
                try await certificates.replaceCredential(for: record("lamp", at: home.now), now: home.now).certificate)
            let password = try await certificates.replaceCredential(
                for: record("lamp", hash: "$7$a", at: home.now), now: home.now)
            #expect(password.certificate == nil)
            #expect(try await isRevoked(old, certificates: certificates, home: home))
            #expect(try await certificates.undo(password, now: home.now))
            #expect(try await !isRevoked(old, certificates: certificates, home: home))
            #expect(try await certificates.records().map(\.passwordHash) == [nil])
        }
    }

    /// The new credential was revoked before the undo, so the undo does not restore the old one.
    @Test func undoLeavesARecordThatChangedInTheMeantime() async throws {
        try await CertificateHome.with { home in
            let certificates = try await home.open()
            _ = try await certificates.replaceCredential(
                for: record("porch", hash: "$7$old", at: home.now), now: home.now)
            let next = try await certificates.replaceCredential(
                for: record("porch", hash: "$7$new", at: home.now), now: home.now)
            try await certificates.revokeCredential(next.record.id, now: home.now)
            let ended = try await certificates.records()
            #expect(ended.map(\.endedAt) == [home.now])
            #expect(try await certificates.undo(next, now: home.now))
            #expect(try await certificates.records() == ended)
            try await certificates.removeRecord(next.record.id)
            #expect(try await certificates.undo(next, now: home.now))
            #expect(try await certificates.records() == [])
        }
    }

    @Test func undoDoesNotTakeBackAnAddressThatAnotherCredentialHas() async throws {
        try await CertificateHome.with { home in
            let certificates = try await home.open()
            _ = try await certificates.replaceCredential(
                for: record("plug", hash: "$7$a", mac: Self.mac, at: home.now), now: home.now)
            let next = try await certificates.replaceCredential(
                for: record("plug", hash: "$7$b", at: home.now), now: home.now)
            _ = try await certificates.replaceCredential(
                for: record("other", hash: "$7$c", mac: Self.mac, at: home.now), now: home.now)
            #expect(try await !certificates.undo(next, now: home.now))
            #expect(try await certificates.owner(of: Self.mac)?.rawValue == "other")
        }
    }

    @Test func undoOfAFirstCredentialRevokesItAndReturnsFalse() async throws {
        try await CertificateHome.with { home in
            let certificates = try await home.open()
            let only = try await certificates.replaceCredential(for: record("lamp", at: home.now), now: home.now)
            #expect(try await !certificates.undo(only, now: home.now))
            #expect(try await isRevoked(try #require(only.certificate), certificates: certificates, home: home))
        }
    }

    @Test func undoRestoresACertificateThatWasIssuedWithoutARecord() async throws {
        try await CertificateHome.with { home in
            let certificates = try await home.open()
            let old = try await certificates.issueDevice(id: CredentialID("lamp"), now: home.now)
            let next = try await certificates.replaceCredential(for: record("lamp", at: home.now), now: home.now)
            #expect(try await isRevoked(old, certificates: certificates, home: home))
            #expect(try await certificates.undo(next, now: home.now))
            #expect(try await !isRevoked(old, certificates: certificates, home: home))
            #expect(try await certificates.records().map(\.family) == [""])
        }
    }
}

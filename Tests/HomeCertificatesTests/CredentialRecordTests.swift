import Foundation
import HomeCertificates
import Testing

@Suite struct CredentialRecordTests {
    private func plug(_ id: String, mac: String? = nil, at time: Date) throws -> CredentialRecord {
        CredentialRecord(id: try CredentialID(id), family: "tasmota", mac: mac, passwordHash: "$7$…", issuedAt: time)
    }

    @Test func recordsAreReadAfterARestart() async throws {
        try await CertificateHome.with { home in
            let record = try plug("plug", mac: "A4CF12001B2C", at: home.now)
            try await home.open().record(record)
            let again = try await home.open()
            #expect(try await again.records() == [record])
            #expect(try await again.owner(of: "A4CF12001B2C")?.rawValue == "plug")
            #expect(try await again.owner(of: "A4CF12001B2D") == nil)
        }
    }

    @Test func macAddressBelongsToOneActiveCredential() async throws {
        try await CertificateHome.with { home in
            let certificates = try await home.open()
            try await certificates.record(try plug("plug", mac: "A4CF12001B2C", at: home.now))
            try await certificates.record(try plug("plug", mac: "A4CF12001B2C", at: home.now))
            await #expect(throws: CertificateError.macInUse("A4CF12001B2C", by: try CredentialID("plug"))) {
                try await certificates.record(try plug("other", mac: "A4CF12001B2C", at: home.now))
            }
            try await certificates.revokeCredential(try CredentialID("plug"), now: home.now)
            try await certificates.record(try plug("other", mac: "A4CF12001B2C", at: home.now))
            #expect(try await certificates.owner(of: "A4CF12001B2C")?.rawValue == "other")
        }
    }

    @Test func revokedRecordIsKeptUntilItIsRemoved() async throws {
        try await CertificateHome.with { home in
            let certificates = try await home.open()
            let id = try CredentialID("lamp")
            _ = try await certificates.issueDevice(id: id, now: home.now)
            try await certificates.revokeCredential(id, now: home.now)
            let again = try await home.open()
            #expect(try await again.records().map(\.endedAt) == [home.now])
            #expect(try await again.revoke(device: id, now: home.now) == 0)
            try await again.removeRecord(id)
            #expect(try await again.records() == [])
        }
    }

    @Test func firstUseIsStoredUntilTheCredentialIsReplaced() async throws {
        try await CertificateHome.with { home in
            let certificates = try await home.open()
            let record = try plug("plug", at: home.now)
            try await certificates.record(record)
            try await certificates.recordUse(of: record.id, at: home.now)
            try await certificates.recordUse(of: record.id, at: home.now.addingTimeInterval(60))
            try await certificates.recordUse(of: CredentialID("lamp"), at: home.now)
            #expect(try await home.open().records().map(\.firstUsedAt) == [home.now])
            try await certificates.record(record)
            #expect(try await certificates.records().map(\.firstUsedAt) == [nil])
        }
    }

    @Test func certificatesIssuedWithoutARecordAreListed() async throws {
        try await CertificateHome.with { home in
            let certificates = try await home.open()
            _ = try await certificates.issueDevice(id: CredentialID("lamp"), now: home.now)
            #expect(try await certificates.records().map(\.id.rawValue) == ["lamp"])
            #expect(try await certificates.records().map(\.family) == [""])
        }
    }

    @Test(arguments: ["tomte", "tomte-probe", "tomte-witness"])
    func rootTopicsOfTheGatewayAreRefusedAsCredentialIDs(name: String) {
        #expect(throws: CertificateError.reservedCredentialID(name)) { try CredentialID(name) }
    }
}

import Crypto
import Foundation
import HomeModel
import Testing

@testable import AuditTrail

@Suite struct AuditHeadTests {
    private func finding(_ log: AuditLog, heads: AuditHeads) async -> AuditVerification {
        await log.verify(remembered: heads.heads)[0]
    }

    @Test func rememberedHeadStaysValidWhileTheLogGrows() async throws {
        let fixture = try AuditFixture()
        let log = try await fixture.open()
        let empty = try await log.signedHeads()
        try await log.fill(20)
        let heads = try await log.signedHeads()
        #expect(heads.heads.map(\.sequence) == [20, 0, 0])
        try await log.fill(40)
        await log.close()
        let reopened = try await fixture.open()
        for remembered in [empty, heads] {
            let found = await reopened.verify(remembered: remembered.heads)
            #expect(found.allSatisfy { $0.isProven && $0.remembered == .holds })
        }
    }

    @Test func headsAreSignedWithTheKeyOfTheGateway() async throws {
        let fixture = try AuditFixture()
        let log = try await fixture.open()
        try await log.fill(3)
        let heads = try await log.signedHeads()
        #expect(heads.publicKey == fixture.keys.signing.publicKey.rawRepresentation.hexadecimal)
        let bytes = try #require([UInt8](hexadecimal: heads.signed.utf8))
        let signed = try #require(SignedHeads(bytes, signedBy: fixture.keys.signing.publicKey))
        #expect(signed.bounds[.informational]?.head.hash.hexadecimal == heads.heads[0].hash)
    }

    /// An attacker with all keys writes another log. Only a head that was stored elsewhere reveals the change.
    @Test func forgedChainDiffersFromARememberedHead() async throws {
        let fixture = try AuditFixture()
        let log = try await fixture.open()
        try await log.fill(30)
        let remembered = try await log.signedHeads()
        await log.close()
        let forger = try AuditFixture(keys: fixture.keys)
        let forged = try await forger.open()
        try await forged.fill(31)
        #expect(await forged.problems == [])
        let found = await finding(forged, heads: remembered)
        #expect(found.remembered == .differs && found.problems == [.notRemembered(30)])
    }

    @Test func truncatedLogLacksTheRememberedEntry() async throws {
        let fixture = try AuditFixture()
        let log = try await fixture.open()
        try await log.fill(10)
        let before = try await fixture.crashed(log)
        try await log.fill(5)
        let remembered = try await log.signedHeads()
        let cut = try await before.open()
        #expect(await cut.problems == [])
        let found = await finding(cut, heads: remembered)
        #expect(found.remembered == .missing && found.problems == [.rememberedIsMissing(15)])
    }

    @Test func rememberedHeadOfTrimmedEntriesIsReportedAsTrimmed() async throws {
        let fixture = try AuditFixture()
        let log = try await fixture.open()
        try await log.fill(5)
        let old = try await log.signedHeads()
        try await log.fill(5)
        let edge = try await log.signedHeads()
        fixture.advance(by: .days(200))
        try await log.fill(1)
        #expect(try await log.trim(terms: RetentionTerms(), now: fixture.now) == 10)
        #expect(await finding(log, heads: old).remembered == .trimmed)
        #expect(await finding(log, heads: edge).remembered == .holds)
        #expect(await finding(log, heads: old).isProven)
    }
}

import Foundation
import HomeModel
import Logging
import Testing

@testable import AuditTrail
@testable import SegmentedLog
import StorageFixtures

/// An attacker without the keys may remove the evidence that protects the log. The log reports the removal as a loss, but
/// not a regular deletion.
@Suite struct AuditEvidenceTests {
    private func open(_ fixture: AuditFixture, outside: ExternalAuditState) async throws -> AuditLog {
        try await AuditLog.open(
            folder: "\(fixture.folder)/log", keys: fixture.keys, clock: fixture.auditClock, limits: fixture.limits,
            disk: DiskCalls(), expecting: outside, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    }

    private func expecting(_ anchor: AuditAnchor?, isSealed: Bool) -> ExternalAuditState {
        ExternalAuditState(anchor: anchor, hasSealedAnchor: isSealed, isLogExpected: true)
    }

    private func append(_ actors: [String], to log: AuditLog) async throws {
        for actor in actors { _ = try await log.append(AuditEntry(.deviceControl, severity: .security, actor: actor)) }
    }

    private func keysPath(_ fixture: AuditFixture) -> String { "\(fixture.folder)/log/\(PersonKeysFile.name)" }

    /// Each way of removal is a loss, even if no anchor exists outside of the log's folder.
    @Test(arguments: ["removed", "emptied", "put back"], [true, false])
    func missingKeysOfPeopleAreALoss(way: String, isRemembered: Bool) async throws {
        let fixture = try AuditFixture()
        let log = try await open(fixture, outside: .none)
        try await append(["anna"], to: log)
        let early = try AuditFixture.read(keysPath(fixture))
        try await append(["bo"], to: log)
        await log.close()
        var anchor = await log.anchor
        switch way {
        case "removed": try FileManager.default.removeItem(atPath: keysPath(fixture))
        case "emptied": try AuditFixture.write([], to: keysPath(fixture))
        default: try AuditFixture.write(early, to: keysPath(fixture))
        }
        for start in 0..<2 {
            let outside = isRemembered ? expecting(anchor, isSealed: true) : .none
            let next = try await open(fixture, outside: outside)
            // An older file looks complete; only the verification finds the key that it lacks.
            if isRemembered || way != "put back" && start == 0 { #expect(!next.losses.isEmpty, "start \(start)") }
            let security = try #require(await next.verify().first { $0.severity == .security })
            #expect(!security.isProven, "start \(start)")
            // The key of a new person does not hide the loss.
            try await append(["cleo"], to: next)
            #expect(await !next.problems.isEmpty)
            await next.close()
            anchor = await next.anchor
        }
    }

    @Test func keysRemovedWhileTheLogIsOpenAreReported() async throws {
        let fixture = try AuditFixture()
        let log = try await open(fixture, outside: .none)
        try await append(["anna"], to: log)
        try FileManager.default.removeItem(atPath: keysPath(fixture))
        #expect(await log.problems.contains { $0.contains("keys of people is missing") })
    }

    /// The log of yesterday is restored, and the anchor of today's log is removed, or rewritten in the database.
    @Test(arguments: ["nothing is remembered", "the database lies", "the database lies, the secrets do not"])
    func restoredEarlierLogIsALossWithAnyAnchor(_ act: String) async throws {
        let fixture = try AuditFixture()
        let first = try await open(fixture, outside: .none)
        try await first.fill(20, severity: .security)
        try await first.recordAnchorSaved()
        await first.close()
        let early = try #require(await first.anchor)
        let (log, copy) = ("\(fixture.folder)/log", "\(fixture.folder)/yesterday")
        try FileManager.default.copyItem(atPath: log, toPath: copy)
        let second = try await open(fixture, outside: expecting(early, isSealed: true))
        #expect(second.losses.isEmpty)
        try await second.fill(10, severity: .security)
        await second.close()
        let late = try #require(await second.anchor)
        try FileManager.default.removeItem(atPath: log)
        try FileManager.default.moveItem(atPath: copy, toPath: log)

        let forged = AuditAnchor(
            generation: late.generation + 100, signedAt: early.signedAt, heads: early.heads,
            keysGeneration: early.keysGeneration, losses: [])
        let outside =
            switch act {
            case "nothing is remembered": expecting(nil, isSealed: false)
            case "the database lies": expecting(forged, isSealed: false)
            default: expecting(AuditAnchor.merging([forged, late]), isSealed: true)
            }
        let next = try await open(fixture, outside: outside)
        #expect(!next.losses.isEmpty)
        #expect(await next.verify().allSatisfy { $0.severity != .security || !$0.isProven })
        #expect(await next.anchor?.losses == next.losses)
    }

    /// Covers a first start, a log of a version without anchors, a lost database, kills, an erasure and retention.
    @Test func regularDeletionsAndCrashesCauseNoLoss() async throws {
        let fixture = try AuditFixture()
        let first = try await open(fixture, outside: .none)
        try await append(["anna", "bo"], to: first)
        #expect(first.losses.isEmpty)
        await first.close()
        // No anchor exists so far, as with an earlier version.
        let upgraded = try await open(fixture, outside: expecting(nil, isSealed: false))
        #expect(upgraded.losses.isEmpty)
        try await upgraded.recordAnchorSaved()
        try await upgraded.destroyKey(of: PersonID("anna"))
        try await append(["cleo"], to: upgraded)
        #expect(await upgraded.problems == [])
        // The gateway is killed before and after the newer anchor is saved.
        for anchor in [await first.anchor, await upgraded.anchor] {
            let crashed = try await fixture.crashed(upgraded)
            let next = try await open(crashed, outside: expecting(anchor, isSealed: true))
            #expect(next.losses.isEmpty)
            #expect(await next.problems == [])
        }
        fixture.advance(by: .days(2000))
        try await append(["dora"], to: upgraded)
        #expect(try await upgraded.trim(terms: RetentionTerms(), now: fixture.now) == 3)
        await upgraded.close()
        // The database was lost or is an older one: the anchor beside the keys is enough.
        let last = try await open(fixture, outside: expecting(await upgraded.anchor, isSealed: true))
        #expect(last.losses.isEmpty)
        #expect(await last.problems == [])
        #expect(try await last.records().map(\.entry.actor) == ["dora"])
    }
}

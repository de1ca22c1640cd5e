import Foundation
import HomeModel
import Logging
import Testing

@testable import HomeStorage

/// What proves the log can be removed too. A person who lacks the keys removes it, and it is found out; what goes for a
/// good reason raises no alarm.
@Suite struct AuditEvidenceTests {
    private func open(_ fixture: AuditFixture, _ outside: AuditExpectation) async throws -> AuditLog {
        try await AuditLog.open(
            folder: "\(fixture.folder)/log", keys: fixture.keys, clock: fixture.auditClock, limits: fixture.limits,
            disk: DiskCalls(), expecting: outside, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    }

    private func expecting(_ memory: AuditMemory?, isSealed: Bool) -> AuditExpectation {
        AuditExpectation(memory: memory, hasSealedMemory: isSealed, isLogExpected: true)
    }

    private func append(_ actors: [String], to log: AuditLog) async throws {
        for actor in actors { _ = try await log.append(AuditEntry(.deviceControl, .security, actor: actor)) }
    }

    private func keysPath(_ fixture: AuditFixture) -> String { "\(fixture.folder)/log/\(PersonKeysFile.name)" }

    /// Of each way, also when nothing outside of the log's folder remembers it.
    @Test(arguments: ["removed", "emptied", "put back"], [true, false])
    func keysOfPeopleThatAreGoneAreALoss(way: String, isRemembered: Bool) async throws {
        let fixture = try AuditFixture()
        let log = try await open(fixture, .none)
        try await append(["anna"], to: log)
        let early = try AuditFixture.read(keysPath(fixture))
        try await append(["bo"], to: log)
        await log.close()
        var memory = await log.memory
        switch way {
        case "removed": try FileManager.default.removeItem(atPath: keysPath(fixture))
        case "emptied": try AuditFixture.write([], to: keysPath(fixture))
        default: try AuditFixture.write(early, to: keysPath(fixture))
        }
        for start in 0..<2 {
            let outside = isRemembered ? expecting(memory, isSealed: true) : .none
            let next = try await open(fixture, outside)
            // An older file looks whole by itself; only the proof finds the key that it lacks.
            if isRemembered || way != "put back" && start == 0 { #expect(!next.losses.isEmpty, "start \(start)") }
            let security = try #require(await next.verify().first { $0.severity == .security })
            #expect(!security.isProven, "start \(start)")
            // A new person's key does not cover it up.
            try await append(["cleo"], to: next)
            #expect(await !next.problems.isEmpty)
            await next.close()
            memory = await next.memory
        }
    }

    @Test func keysThatAreRemovedWhileTheLogIsOpenAreAProblem() async throws {
        let fixture = try AuditFixture()
        let log = try await open(fixture, .none)
        try await append(["anna"], to: log)
        try FileManager.default.removeItem(atPath: keysPath(fixture))
        #expect(await log.problems.contains { $0.contains("keys of people is missing") })
    }

    /// The log of yesterday is put back, and what remembers the one of today is removed, or written anew in the database.
    @Test(arguments: ["nothing is remembered", "the database lies", "the database lies, the secrets do not"])
    func anEarlierLogIsALossWhateverIsRemembered(_ act: String) async throws {
        let fixture = try AuditFixture()
        let first = try await open(fixture, .none)
        try await first.fill(20, .security)
        try await first.noteRemembered()
        await first.close()
        let early = try #require(await first.memory)
        let (log, copy) = ("\(fixture.folder)/log", "\(fixture.folder)/yesterday")
        try FileManager.default.copyItem(atPath: log, toPath: copy)
        let second = try await open(fixture, expecting(early, isSealed: true))
        #expect(second.losses.isEmpty)
        try await second.fill(10, .security)
        await second.close()
        let late = try #require(await second.memory)
        try FileManager.default.removeItem(atPath: log)
        try FileManager.default.moveItem(atPath: copy, toPath: log)

        let forged = AuditMemory(
            generation: late.generation + 100, signedAt: early.signedAt, heads: early.heads,
            keysGeneration: early.keysGeneration, losses: [])
        let outside =
            switch act {
            case "nothing is remembered": expecting(nil, isSealed: false)
            case "the database lies": expecting(forged, isSealed: false)
            default: expecting(AuditMemory.merging([forged, late]), isSealed: true)
            }
        let next = try await open(fixture, outside)
        #expect(!next.losses.isEmpty)
        #expect(await next.verify().allSatisfy { $0.severity != .security || !$0.isProven })
        #expect(await next.memory?.losses == next.losses)
    }

    /// A first start; a log of a version that remembered nothing; a database that was lost; kills; an erasure; retention.
    @Test func whatGoesForAGoodReasonIsNoLoss() async throws {
        let fixture = try AuditFixture()
        let first = try await open(fixture, .none)
        try await append(["anna", "bo"], to: first)
        #expect(first.losses.isEmpty)
        await first.close()
        // Nothing was remembered so far, as by an earlier version.
        let upgraded = try await open(fixture, expecting(nil, isSealed: false))
        #expect(upgraded.losses.isEmpty)
        try await upgraded.noteRemembered()
        try await upgraded.destroyKey(of: PersonID("anna"))
        try await append(["cleo"], to: upgraded)
        #expect(await upgraded.problems == [])
        // Killed before what was remembered is newer, and after.
        for memory in [await first.memory, await upgraded.memory] {
            let crashed = try await fixture.crashed(upgraded)
            let next = try await open(crashed, expecting(memory, isSealed: true))
            #expect(next.losses.isEmpty)
            #expect(await next.problems == [])
        }
        fixture.advance(by: .days(2000))
        try await append(["dora"], to: upgraded)
        #expect(try await upgraded.trim(terms: RetentionTerms(), now: fixture.now) == 3)
        await upgraded.close()
        // The database was lost, or one from before is there: the place beside the keys is enough.
        let last = try await open(fixture, expecting(await upgraded.memory, isSealed: true))
        #expect(last.losses.isEmpty)
        #expect(await last.problems == [])
        #expect(try await last.records().map(\.entry.actor) == ["dora"])
    }
}

import Foundation
import HomeModel
import Logging
import Testing

@testable import HomeStorage

/// A log that was deleted or put back to an earlier day is found out by what was remembered elsewhere.
@Suite struct AuditMemoryTests {
    private func open(
        _ fixture: AuditFixture, _ memory: AuditMemory?, isSealed: Bool? = nil, isExpected: Bool = true
    ) async throws -> AuditLog {
        try await AuditLog.open(
            folder: "\(fixture.folder)/log", keys: fixture.keys, clock: fixture.auditClock, limits: fixture.limits,
            disk: DiskCalls(),
            expecting: AuditExpectation(
                memory: memory, hasSealedMemory: isSealed ?? (memory != nil), isLogExpected: isExpected),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    }

    private func filled(_ fixture: AuditFixture) async throws -> AuditMemory {
        let log = try await open(fixture, nil, isExpected: false)
        try await log.fill(40)
        try await log.fill(5, .security)
        await log.close()
        return try #require(await log.memory)
    }

    @Test func aLogThatIsWholeRaisesNoAlarmWithOrWithoutAMemory() async throws {
        let fixture = try AuditFixture()
        let memory = try await filled(fixture)
        for memory in [memory, nil] {
            let log = try await open(fixture, memory)
            #expect(log.losses.isEmpty)
            #expect(await log.problems == [])
            await log.close()
        }
        // The first start was killed before its first entry.
        let empty = try await open(try AuditFixture(), nil, isExpected: false)
        #expect(empty.losses.isEmpty)
    }

    @Test func aKillAtAnyMomentRaisesNoAlarm() async throws {
        let fixture = try AuditFixture()
        let log = try await open(fixture, nil, isExpected: false)
        for round in 0..<6 {
            try await log.fill(7, round.isMultiple(of: 2) ? .security : .warning)
            if round == 3 { _ = try await log.signedHeads() }
            let memory = await log.memory
            let crashed = try await fixture.crashed(log)
            let next = try await open(crashed, memory)
            #expect(next.losses.isEmpty, "round \(round)")
            await next.close()
        }
    }

    @Test(arguments: ["put back", "deleted", "deleted, not remembered", "one chain deleted"])
    func whatIsGoneIsSaidForEver(_ act: String) async throws {
        let fixture = try AuditFixture()
        let first = try await open(fixture, nil, isExpected: false)
        try await first.fill(20)
        try await first.fill(2, .security)
        await first.close()
        let yesterday = "\(fixture.folder)/yesterday"
        let log = "\(fixture.folder)/log"
        try FileManager.default.copyItem(atPath: log, toPath: yesterday)
        var memory: AuditMemory? = try await filled(fixture)
        switch act {
        case "put back":
            try FileManager.default.removeItem(atPath: log)
            try FileManager.default.moveItem(atPath: yesterday, toPath: log)
        case "one chain deleted":
            for path in try fixture.segments(.security) { try FileManager.default.removeItem(atPath: path) }
            try FileManager.default.removeItem(atPath: fixture.headsPath)
        default: try FileManager.default.removeItem(atPath: log)
        }
        if act.hasSuffix("not remembered") { memory = nil }
        for start in 0..<3 {
            let next = try await open(fixture, memory)
            #expect(!next.losses.isEmpty, "start \(start)")
            let security = try #require(await next.verify().first { $0.severity == .security })
            #expect(!security.isProven)
            try await next.fill(80)
            try await next.fill(10, .security)
            #expect(await !next.problems.isEmpty)
            await next.close()
            memory = await next.memory
        }
        let told = try #require(memory).losses
        #expect(told.count == Set(told.map(\.sentence)).count)
    }

    @Test func anotherEntryInTheSamePlaceIsALoss() async throws {
        let fixture = try AuditFixture()
        let memory = try await filled(fixture)
        try FileManager.default.removeItem(atPath: "\(fixture.folder)/log")
        // A person who holds the keys wrote another past, longer than the first.
        let forged = try await open(fixture, nil, isExpected: false)
        try await forged.fill(60)
        try await forged.fill(9, .security)
        await forged.close()
        let log = try await open(fixture, memory)
        #expect(Set(log.losses.map(\.severity)) == [.informational, .security])
    }

    @Test func ofTwoPlacesTheNewerCountsAndLossesOfBoth() throws {
        let loss = { AuditMemory.Loss(severity: nil, foundAt: AuditFixture.start, sentence: $0) }
        let memory = { (generation: UInt64, losses: [AuditMemory.Loss]) in
            AuditMemory(generation: generation, signedAt: AuditFixture.start, heads: [], losses: losses)
        }
        let merged = try #require(
            AuditMemory.merging([memory(3, [loss("a")]), memory(5, [loss("b"), loss("a")]), memory(4, [])]))
        #expect(merged.generation == 5 && merged.losses.map(\.sentence) == ["a", "b"])
        let data = try JSONEncoder().encode(merged)
        #expect(try JSONDecoder().decode(AuditMemory.self, from: data) == merged)
        #expect(AuditMemory.merging([]) == nil)
    }
}

import Foundation
import HomeModel
import Testing

@testable import AuditTrail
import StorageFixtures

@Suite struct AuditRefusalTests {
    private let refusal = AuditEntry(
        .deviceControl, severity: .warning, actor: "anna", target: "lamp", success: false,
        metadata: ["outcome": "refused"])

    private func counts(_ log: AuditLog) async throws -> [Int?] {
        try await log.records(AuditFilter(severity: .warning)).map(\.entry.count).reversed()
    }

    @Test func firstRefusalIsOnTheDiskWhenAppendReturns() async throws {
        let fixture = try AuditFixture()
        let log = try await fixture.open()
        for _ in 0..<3 { try await log.appendRefusal(refusal) }
        let crashed = try await fixture.crashed(log)
        #expect(try await counts(try await crashed.open()) == [nil])
    }

    @Test func readingTheLogShowsTheCountOfRefusals() async throws {
        let log = try await AuditFixture().open()
        for _ in 0..<5 { try await log.appendRefusal(refusal) }
        #expect(try await counts(log) == [nil, 4])
        try await log.appendRefusal(refusal)
        #expect(try await counts(log) == [nil, 4, 1])
        #expect(await log.refusals == [.deviceControl: 6])
        #expect(await log.problems == [])
    }

    @Test func closingWritesTheCountOfRefusals() async throws {
        let fixture = try AuditFixture()
        let log = try await fixture.open()
        for _ in 0..<5 { try await log.appendRefusal(refusal) }
        await log.close()
        #expect(try await counts(try await fixture.open()) == [nil, 4])
    }

    @Test func countIsWrittenWhenTheWindowEnds() async throws {
        let fixture = try AuditFixture(limits: AuditLimits(segmentBytes: 8192, refusalWindow: .seconds(1)))
        let log = try await fixture.open()
        for _ in 0..<3 { try await log.appendRefusal(refusal) }
        #expect(await log.entryCounts[.warning] == 1)
        fixture.advance(by: .seconds(1))
        let deadline = ContinuousClock.now + .seconds(60)
        while await log.entryCounts[.warning] != 2, ContinuousClock.now < deadline { await Task.yield() }
        #expect(try await counts(log) == [nil, 2])
    }

    @Test func refusalAfterAFailedWriteCountsAsTheFirst() async throws {
        let (disk, faults) = FaultyDisk.make()
        let log = try await AuditFixture().open(disk: disk)
        try await log.appendRefusal(
            AuditEntry(.deviceControl, severity: .warning, actor: "anna", target: "door", success: false))
        faults.fail(write: EIO)
        await #expect(throws: AuditError.self) { try await log.appendRefusal(refusal) }
        faults.fail()
        try await log.appendRefusal(refusal)
        #expect(try await counts(log) == [nil, nil])
    }

    @Test func countThatCannotBeWrittenIsWrittenLater() async throws {
        let (disk, faults) = FaultyDisk.make()
        let log = try await AuditFixture().open(disk: disk)
        for _ in 0..<4 { try await log.appendRefusal(refusal) }
        faults.fail(write: EIO)
        #expect(try await counts(log) == [nil])
        faults.fail()
        #expect(try await counts(log) == [nil, 3])
    }
}

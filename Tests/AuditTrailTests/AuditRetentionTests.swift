import Foundation
import HomeModel
import Testing

@testable import AuditTrail
@testable import SegmentedLog

@Suite struct AuditRetentionTests {
    @Test func trimDeletesOnlyExpiredEntriesAndTheRestVerifies() async throws {
        let fixture = try AuditFixture()
        let log = try await fixture.open()
        for severity in AuditSeverity.allCases { try await log.fill(50, severity: severity) }
        fixture.advance(by: .days(60))
        for severity in AuditSeverity.allCases { try await log.fill(50, severity: severity) }
        fixture.advance(by: .days(31))

        #expect(try await log.trim(terms: RetentionTerms(), now: fixture.now) == 50)
        let found = await log.verify()
        #expect(found.flatMap(\.problems) == [])
        #expect(found.map(\.entries) == [50, 100, 100])
        #expect(found.map(\.firstSequence) == [51, 1, 1])
        #expect(try await log.sequences() == Array(51...100))
        try await log.fill(1)
        await log.close()

        let reopened = try await fixture.open()
        #expect(try await reopened.sequences() == Array(51...101))
        #expect(await reopened.problems == [])
        #expect(reopened.openingNotes == [])
    }

    @Test func diskUseIsTheSizeOfTheFiles() async throws {
        let fixture = try AuditFixture()
        let log = try await fixture.open()
        #expect(try #require(await log.diskUse()).oldest == nil)
        let start = fixture.now
        try await log.fill(50)
        fixture.advance(by: .days(100))
        try await log.fill(50)
        let full = try #require(await log.diskUse())
        #expect(full.oldest == start)
        let files = try FileManager.default.contentsOfDirectory(atPath: "\(fixture.folder)/log")
        #expect(full.bytes == files.reduce(0) { $0 + Int(FileSize.bytes(at: "\(fixture.folder)/log/\($1)")) })
        _ = try await log.trim(terms: RetentionTerms(), now: fixture.now)
        let trimmed = try #require(await log.diskUse())
        #expect(trimmed.oldest == fixture.now && trimmed.bytes < full.bytes)
    }

    @Test func termIsExactToTheMillisecond() async throws {
        let fixture = try AuditFixture()
        let log = try await fixture.open()
        try await log.fill(1)
        fixture.advance(by: .days(90))
        #expect(try await log.trim(terms: RetentionTerms(), now: fixture.now) == 0)
        fixture.advance(by: .milliseconds(1))
        #expect(try await log.trim(terms: RetentionTerms(), now: fixture.now) == 1)
        #expect(try await log.trim(terms: RetentionTerms(), now: fixture.now) == 0)
    }

    @Test(arguments: [1, 19, 60]) func chainContinuesAfterAllEntriesWereTrimmed(count: Int) async throws {
        let fixture = try AuditFixture()
        let log = try await fixture.open()
        try await log.fill(count)
        fixture.advance(by: .days(100))
        #expect(try await log.trim(terms: RetentionTerms(), now: fixture.now) == count)
        #expect(await log.problems == [])
        let crashed = try await fixture.crashed(log).open()
        for log in [log, crashed] {
            try await log.fill(2)
            #expect(try await log.sequences() == [UInt64(count + 1), UInt64(count + 2)])
            #expect(await log.problems == [])
        }
    }

    @Test func expiredEntryBehindAKeptEntryIsKept() async throws {
        let fixture = try AuditFixture()
        let log = try await fixture.open()
        fixture.advance(by: .days(50))
        try await log.fill(1)
        fixture.advance(by: .zero - .days(50))
        try await log.fill(1)
        fixture.advance(by: .days(91))
        #expect(try await log.trim(terms: RetentionTerms(), now: fixture.now) == 0)
        #expect(try await log.sequences() == [1, 2])
    }

    @Test func removalOfAFurtherEntryAfterATrimIsDetected() async throws {
        let fixture = try AuditFixture()
        let log = try await fixture.open()
        try await log.fill(30)
        fixture.advance(by: .days(91))
        try await log.fill(30)
        _ = try await log.trim(terms: RetentionTerms(), now: fixture.now)
        await log.close()
        try fixture.change(entry: 0) { bytes, range in bytes.removeSubrange(range) }
        let reopened = try await fixture.open()
        #expect(await reopened.verify()[0].problems == [.removed(31...31, at: nil)])
    }

    @Test func verifyingTrimmingAndAppendingRunConcurrently() async throws {
        let fixture = try AuditFixture()
        let log = try await fixture.open()
        try await log.fill(100)
        fixture.advance(by: .days(91))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<4 { group.addTask { #expect(await log.problems == []) } }
            group.addTask {
                let count = try await log.trim(terms: RetentionTerms(), now: fixture.now)
                #expect(count == 100)
            }
            for number in 0..<60 { group.addTask { _ = try await log.append(.example(number)) } }
            try await group.waitForAll()
        }
        #expect(try await log.sequences() == Array(101...160))
        #expect(await log.problems == [])
    }
}

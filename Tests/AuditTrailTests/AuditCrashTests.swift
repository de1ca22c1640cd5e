import Foundation
import HomeModel
import Testing

@testable import SegmentedLog
@testable import AuditTrail
import StorageFixtures

@Suite struct AuditCrashTests {
    @Test(arguments: [1, 7, 60, 103, 110, 200]) func tornLastEntryIsTruncated(keptBytes: Int) async throws {
        let fixture = try AuditFixture()
        let log = try await fixture.open()
        try await log.fill(10)
        let crashed = try await fixture.crashed(log)
        try crashed.change(entry: 9) { bytes, range in
            bytes.wipe(range.lowerBound + keptBytes..<range.upperBound)
        }
        let reopened = try await crashed.open()
        #expect(reopened.openingNotes.count == 1)
        _ = try await reopened.append(.example())
        #expect(try await reopened.sequences() == Array(1...10))
        #expect(await reopened.problems == [])
    }

    @Test func batchWithoutItsFirstEntryIsTruncated() async throws {
        let fixture = try AuditFixture(limits: AuditLimits(signEvery: .hours(1)))
        let log = try await fixture.open()
        try await log.fill(5)
        try await withThrowingTaskGroup { group in
            for number in 0..<50 { group.addTask { _ = try await log.append(.example(number)) } }
            try await group.waitForAll()
        }
        let crashed = try await fixture.crashed(log)
        let frames = try crashed.frames(in: try #require(try crashed.segments().first))
        // This is the first entry of the last batch; no later entry says that it was synced.
        let lost = try #require(frames.last).header.synced
        try crashed.change(entry: Int(lost)) { bytes, range in bytes.wipe(range) }
        let reopened = try await crashed.open()
        #expect(try await reopened.sequences() == Array(1...lost))
        #expect(await reopened.problems == [])
    }

    @Test func damagedEntryInTheMiddleIsKeptAndReported() async throws {
        let fixture = try AuditFixture()
        let log = try await fixture.open()
        try await log.fill(10)
        let crashed = try await fixture.crashed(log)
        try crashed.change(entry: 4) { bytes, range in bytes[range.lowerBound + 120] ^= 1 }
        let reopened = try await crashed.open()
        _ = try await reopened.append(.example())
        #expect(try await reopened.sequences() == [1, 2, 3, 4, 6, 7, 8, 9, 10, 11])
        #expect(await reopened.verify()[0].problems.count == 1)
    }

    @Test func unsignedEntriesSurviveACrash() async throws {
        let fixture = try AuditFixture()
        let log = try await fixture.open()
        try await log.fill(45)
        let reopened = try await fixture.crashed(log).open()
        #expect(try await reopened.sequences() == Array(1...45))
        #expect(await reopened.problems == [])
        #expect(reopened.openingNotes == [])
    }

    @Test(arguments: [ENOSPC, EIO]) func failedWriteLeavesTheChainUsable(code: Int32) async throws {
        let fixture = try AuditFixture()
        let (disk, faults) = FaultyDisk.make()
        let log = try await fixture.open(disk: disk)
        try await log.fill(3)
        faults.fail(write: code, partial: 100)
        await #expect(throws: AuditError.disk(.write, code: code)) { try await log.append(.example()) }
        #expect(await log.problems == [])
        faults.fail()
        try await log.fill(3)
        #expect(try await log.sequences() == Array(1...6))
        #expect(await log.problems == [])
        let reopened = try await fixture.crashed(log).open()
        #expect(try await reopened.sequences() == Array(1...6))
        #expect(await reopened.problems == [])
    }

    @Test func failedSyncAddsNoEntry() async throws {
        let fixture = try AuditFixture()
        let (disk, faults) = FaultyDisk.make()
        let log = try await fixture.open(disk: disk)
        try await log.fill(3)
        faults.fail(sync: EIO)
        let long = AuditEntry(
            .settingsChange, actor: "anna", metadata: ["text": String(repeating: "a", count: 2000)])
        await #expect(throws: AuditError.disk(.sync, code: EIO)) { try await log.append(long) }
        faults.fail()
        try await log.fill(1)
        #expect(try await log.sequences() == Array(1...4))
        #expect(await log.problems == [])
    }

    @Test func fullDiskStillStoresOverAThousandEntries() async throws {
        let fixture = try AuditFixture(limits: AuditLimits(segmentBytes: 256 << 10))
        let (disk, faults) = FaultyDisk.make()
        let log = try await fixture.open(disk: disk)
        faults.failNewSpace()
        var written = 0
        do {
            while true {
                _ = try await log.append(.example())
                written += 1
            }
        } catch {
            #expect(error == .disk(.write, code: ENOSPC))
        }
        #expect(written > 1000)
        #expect(await log.problems == [])
        #expect(log.backgroundError == .disk(.write, code: ENOSPC))
        faults.fail()
        _ = try await log.append(.example())
        #expect(try await log.sequences() == Array(1...UInt64(written + 1)))
        #expect(await log.problems == [])
        #expect(log.backgroundError == nil)
    }

    @Test func interruptedTrimIsFinishedAtTheNextStart() async throws {
        let fixture = try AuditFixture()
        let log = try await fixture.open()
        try await log.fill(30)
        fixture.advance(by: .days(91))
        try await log.fill(5)
        let before = try await fixture.crashed(log)
        #expect(try await log.trim(terms: RetentionTerms(), now: fixture.now) == 30)
        await log.close()
        // The checkpoint was signed, but the files were not changed yet.
        for path in try before.segments() {
            let name = URL(filePath: path).lastPathComponent
            try AuditFixture.write(try AuditFixture.read(path), to: "\(fixture.folder)/log/\(name)")
        }
        let reopened = try await fixture.open()
        #expect(try await reopened.sequences() == Array(31...35))
        #expect(await reopened.problems == [])
    }
}

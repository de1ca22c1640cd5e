import Foundation
import HomeModel
import Testing

@testable import AuditTrail
import StorageFixtures

@Suite struct AuditLogTests {
    @Test func appendedEntryIsReadBackAndVerified() async throws {
        let fixture = try AuditFixture()
        let log = try await fixture.open()
        let written = try await log.append(.example(1, severity: .security))
        #expect(written.sequence == 1)
        #expect(try await log.records() == [written])
        #expect(
            await log.verify().map { [$0.entries, Int($0.firstSequence), Int($0.lastSequence)] }
                == [[0, 1, 0], [0, 1, 0], [1, 1, 1]])
        #expect(await log.problems == [])
    }

    @Test func verificationEndsEarlyAtItsEndAndWhenItIsCancelled() async throws {
        let fixture = try AuditFixture()
        let log = try await fixture.open()
        try await log.fill(5)
        #expect(await log.verify(until: .now + .seconds(3600))?.flatMap(\.problems) == [])
        #expect(await log.verify(until: .now - .seconds(1)) == nil)
        let cancelled = Task {
            while !Task.isCancelled { await Task.yield() }
            return await log.verify(until: .now + .seconds(3600))
        }
        cancelled.cancel()
        #expect(await cancelled.value == nil)
        // Another verification, and the end of the log, do not wait for it.
        #expect(await log.problems == [])
    }

    @Test func chainsContinueAcrossSegmentsAndRestarts() async throws {
        let fixture = try AuditFixture()
        for _ in 0..<3 {
            let log = try await fixture.open()
            try await log.fill(50)
            try await log.fill(5, severity: .warning)
            await log.close()
        }
        let log = try await fixture.open()
        #expect(try fixture.segments().count > 4)
        #expect(try await log.sequences() == Array(1...150))
        #expect(try await log.sequences(.warning) == Array(1...15))
        #expect(await log.problems == [])
        #expect(log.openingNotes == [])
    }

    @Test func concurrentAppendsAreAllOnTheDiskInOrder() async throws {
        let fixture = try AuditFixture()
        let log = try await fixture.open()
        let returned = try await withThrowingTaskGroup(of: AuditRecord.self) { group in
            for number in 0..<200 { group.addTask { try await log.append(.example(number)) } }
            var records: [AuditRecord] = []
            for try await record in group { records.append(record) }
            return records
        }
        let reopened = try await fixture.crashed(log).open()
        let found = try await reopened.records(AuditFilter(limit: 1000))
        #expect(found.map(\.sequence).reversed() == Array(1...200))
        #expect(found.sorted { $0.sequence < $1.sequence } == returned.sorted { $0.sequence < $1.sequence })
        #expect(await reopened.problems == [])
    }

    @Test func concurrentAppendsShareSyncs() async throws {
        let fixture = try AuditFixture(limits: AuditLimits())
        let (disk, faults) = FaultyDisk.make()
        let log = try await fixture.open(disk: disk)
        let before = faults.syncs
        try await withThrowingTaskGroup { group in
            for number in 0..<200 { group.addTask { _ = try await log.append(.example(number)) } }
            try await group.waitForAll()
        }
        #expect(faults.syncs - before < 200)
    }

    @Test func secondOpenIsRefusedUntilTheFirstLogCloses() async throws {
        let fixture = try AuditFixture()
        let log = try await fixture.open()
        await #expect(throws: AuditError.inUse(folder: "\(fixture.folder)/log")) { try await fixture.open() }
        await log.close()
        await fixture.open(closing: ())
    }

    @Test func closedLogRefusesEntries() async throws {
        let log = try await AuditFixture().open()
        await log.close()
        await log.close()
        await #expect(throws: AuditError.closed) { try await log.append(.example()) }
        #expect(await log.verify().allSatisfy { !$0.isProven })
    }

    @Test(arguments: [4096, 5000, 1_000_000]) func tooLargeEntryIsRefused(bytes: Int) async throws {
        let fixture = try AuditFixture()
        let log = try await fixture.open()
        let entry = AuditEntry(
            .settingsChange, actor: "anna", metadata: ["text": String(repeating: "a", count: bytes)])
        do {
            _ = try await log.append(entry)
            Issue.record("the entry was accepted")
        } catch .entryTooLarge(let found, let maximum) {
            #expect(found > maximum)
        }
        _ = try await log.append(.example())
        #expect(try await log.sequences() == [1])
    }

    @Test func entryOfTheMaximumSizeFits() async throws {
        let fixture = try AuditFixture()
        let log = try await fixture.open()
        func entry(_ length: Int) -> AuditEntry {
            AuditEntry(.settingsChange, actor: "console", metadata: ["t": String(repeating: "a", count: length)])
        }
        let empty = try AuditRecordCipher(keys: fixture.keys).encode(entry(0))
        let space = AuditRecordCipher.maximumEntryBytes - empty.count
        for _ in 0..<4 { _ = try await log.append(entry(space)) }
        await #expect(throws: AuditError.entryTooLarge(bytes: 4097, maximumBytes: 4096)) {
            try await log.append(entry(space + 1))
        }
        #expect(await log.problems == [])
    }

    @Test func filesContainNoPlainTextOfEntries() async throws {
        let fixture = try AuditFixture()
        let log = try await fixture.open()
        try await log.fill(3)
        await log.close()
        for name in try FileManager.default.contentsOfDirectory(atPath: "\(fixture.folder)/log") {
            let data = try Data(contentsOf: URL(filePath: "\(fixture.folder)/log/\(name)"))
            #expect(data.range(of: Data("anna".utf8)) == nil && data.range(of: Data("setting".utf8)) == nil)
        }
        #expect("\(fixture.keys)" == "<redacted>")
    }

    @Test func filesAreReadableByTheGatewayUserOnly() async throws {
        let fixture = try AuditFixture()
        let log = try await fixture.open()
        let manager = FileManager.default
        let folder = try manager.attributesOfItem(atPath: "\(fixture.folder)/log")
        #expect(folder[.posixPermissions] as? Int == 0o700)
        let segment = try manager.attributesOfItem(atPath: try #require(try fixture.segments().first))
        #expect(segment[.posixPermissions] as? Int == 0o600)
        await log.close()
    }

    @Test(.timeLimit(.minutes(10))) func headsAreSignedAfterANumberOfEntriesAndAfterATime() async throws {
        let counted = try AuditFixture(
            limits: AuditLimits(segmentBytes: 8192, signEveryEntries: 10, signEvery: .hours(1)))
        let log = try await counted.open()
        try await log.fill(25)
        #expect(await log.heads?.bounds[.informational]?.head.sequence == 20)

        let timed = try AuditFixture(limits: AuditLimits(segmentBytes: 8192, signEvery: .zero))
        let other = try await timed.open()
        try await other.fill(1)
        // The stream yields an anchor after each signature and buffers the last one.
        for await anchor in other.anchors {
            if anchor.heads.contains(where: { $0.severity == .informational && $0.sequence == 1 }) { break }
        }
        #expect(await other.heads?.bounds[.informational]?.head.sequence == 1)
    }

    /// So the end of the log cannot be removed undetected after a kill.
    @Test func securityEntriesAreSignedAtOnce() async throws {
        let fixture = try AuditFixture(limits: AuditLimits(signEvery: .hours(1)))
        let log = try await fixture.open()
        try await log.fill(3)
        #expect(await log.heads?.bounds[.informational]?.head.sequence != 3)
        let record = try await log.append(AuditEntry.example(0, severity: .security))
        #expect(await log.heads?.bounds[.security]?.head.sequence == record.sequence)
        await log.close()
    }

    @Test func failedSignatureIsNotReportedAsFailedEncryption() {
        #expect("\(AuditError.signingFailed)" == "The heads of the audit log could not be signed.")
        #expect("\(AuditError.encryptionFailed)" == "A record could not be encrypted, so it was not written.")
    }

    @Test func keyOfTheWrongLengthIsRefused() {
        #expect(throws: AuditError.wrongKeyLength(bytes: 16, expectedBytes: 32)) {
            try AuditKeys(sealing: Data(count: 16), signing: Data(count: 32))
        }
        #expect(throws: AuditError.wrongKeyLength(bytes: 31, expectedBytes: 32)) {
            try AuditKeys(sealing: Data(count: 32), signing: Data(count: 31))
        }
    }
}

extension AuditFixture {
    /// Checks that the log can be opened.
    fileprivate func open(closing: Void) async {
        do { try await open().close() } catch { Issue.record(error) }
    }
}

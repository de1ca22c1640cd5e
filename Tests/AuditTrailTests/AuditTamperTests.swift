import Crypto
import Foundation
import HomeModel
import Testing

@testable import AuditTrail
import StorageFixtures

@Suite struct AuditTamperTests {
    private func filled() async throws -> (AuditFixture, AuditLog) {
        let fixture = try AuditFixture(limits: AuditLimits(segmentBytes: 8192, signEvery: .hours(1)))
        let log = try await fixture.open()
        // Security entries are signed at once, together with all earlier entries.
        try await log.fill(3, severity: .security)
        try await log.fill(60)
        #expect(await log.problems == [])
        return (fixture, log)
    }

    @Test(arguments: Tampering.flips + Tampering.moves)
    func openLogDetectsTampering(_ tampering: Tampering) async throws {
        let (fixture, log) = try await filled()
        try tampering.apply(fixture)
        #expect(await log.problems != [])
    }

    @Test(arguments: Tampering.flips + Tampering.moves)
    func reopenedLogKeepsReportingTampering(_ tampering: Tampering) async throws {
        let (fixture, log) = try await filled()
        await log.close()
        try tampering.apply(fixture)
        for round in 0..<3 {
            let reopened = try await fixture.open()
            #expect(await reopened.problems != [], "at start \(round)")
            _ = try await reopened.append(.example())
            #expect(await reopened.problems != [], "at start \(round), after an entry")
            await reopened.close()
        }
    }

    @Test func chainForgedWithTheSealingKeyAloneIsDetected() async throws {
        let (fixture, log) = try await filled()
        await log.close()
        let sealing = fixture.keys.sealing.withUnsafeBytes { Data($0) }
        let forger = try AuditFixture(keys: AuditKeys(sealing: sealing, signing: AuditKeys.makeBytes().signing))
        let forged = try await forger.open()
        try await forged.fill(60)
        await forged.close()

        for path in try fixture.segments() { try fixture.delete(path) }
        for path in try forger.segments() {
            let name = URL(filePath: path).lastPathComponent
            try AuditFixture.write(try AuditFixture.read(path), to: "\(fixture.folder)/log/\(name)")
        }
        let copy = try await fixture.crashed(log)
        let reopened = try await copy.open()
        #expect(await reopened.problems != [])
        await reopened.close()
        #expect(await (try copy.open()).problems != [])

        try AuditFixture.write(try AuditFixture.read(forger.headsPath), to: fixture.headsPath)
        let withForgedHeads = try await fixture.open()
        #expect(await withForgedHeads.problems != [])
    }

    @Test func removalOfUnsignedEntriesIsDetectedWhileTheLogIsOpen() async throws {
        let (fixture, log) = try await filled()
        #expect(await log.heads?.bounds[.informational]?.head.sequence == 0)
        try fixture.change(entry: 59) { bytes, range in bytes.wipe(range) }
        #expect(await log.verify()[0].problems.map(\.text) == ["Entry 60 was changed or removed."])
        await log.close()
        let reopened = try await fixture.open()
        #expect(await reopened.verify()[0].problems.map(\.text) == ["Entry 60 was changed or removed."])
    }

    @Test func unsignedEntriesCannotBeRewrittenWithoutTheSealingKey() async throws {
        let (fixture, log) = try await filled()
        let crashed = try await fixture.crashed(log)
        try crashed.rehash(from: 50) { bytes, range in bytes[range.lowerBound + 104] ^= 1 }
        let reopened = try await crashed.open()
        #expect(await reopened.verify()[0].problems.count == 10)
    }

    @Test func entryFromACopyOfTheLogIsDetected() async throws {
        let fixture = try AuditFixture()
        let log = try await fixture.open()
        try await log.fill(5)
        let copy = try await fixture.crashed(log)
        let other = try await copy.open()
        // Both have the same keys and sequences; only the chain distinguishes them.
        try await log.fill(5)
        try await other.fill(5)
        let foreign = try copy.bytes(ofEntry: 7)
        try fixture.change(entry: 7) { bytes, range in bytes.replaceSubrange(range, with: foreign) }
        #expect(
            await log.verify()[0].problems.map(\.text) == [
                "Entry 8 does not follow from entry 7: one of them was changed.",
                "Entry 9 does not follow from entry 8: one of them was changed.",
            ])
    }

    @Test func lastEntrySealedElsewhereWithTheSameKeysIsDetected() async throws {
        let fixture = try AuditFixture()
        let log = try await fixture.open()
        try await log.fill(5)
        let copy = try await fixture.crashed(log)
        let other = try await copy.open()
        // Both have the same position and predecessor: only the head in memory distinguishes them.
        try await log.fill(1)
        try await other.fill(1)
        let foreign = try copy.bytes(ofEntry: 5)
        try fixture.change(entry: 5) { bytes, range in bytes.replaceSubrange(range, with: foreign) }
        #expect(
            await log.verify()[0].problems.map(\.text) == [
                "The last entry of the log is not the last one that was written."
            ])
        await log.close()
        let reopened = try await fixture.open()
        #expect(await reopened.verify()[0].problems.map(\.text) == ["No signature covers the entries up to 6."])
    }

    @Test func damagedSignedEntryIsNotOverwritten() async throws {
        let (fixture, log) = try await filled()
        await log.close()
        try fixture.change(entry: 59) { bytes, range in bytes[range.lowerBound + 120] ^= 1 }
        let path = try #require(try fixture.segments().last)
        let evidence = try AuditFixture.read(path)
        let reopened = try await fixture.open()
        _ = try await reopened.append(.example())
        #expect(try AuditFixture.read(path) == evidence)
    }

    @Test func olderHeadsFileIsDetectedWhileTheLogIsOpen() async throws {
        let fixture = try AuditFixture(limits: AuditLimits(segmentBytes: 8192, signEveryEntries: 5))
        let log = try await fixture.open()
        try await log.fill(5)
        let old = try AuditFixture.read(fixture.headsPath)
        try await log.fill(10)
        try AuditFixture.write(old, to: fixture.headsPath)
        #expect(await log.problems != [])
    }

    @Test func onlyTheChangedEntryIsReported() async throws {
        let (fixture, log) = try await filled()
        try fixture.change(entry: 30) { bytes, range in bytes[range.lowerBound + 110] ^= 1 }
        let found = await log.verify()
        #expect(found[0].problems.count == 1 && found[0].problems[0].text.hasPrefix("Entry 31 was changed or removed"))
        #expect(found[0].entries == 59 && found[0].lastSequence == 60)
        #expect(found[2].isProven)
    }
}

import Foundation
import Glibc
import HomeModel
import Synchronization
import Testing

@testable import HomeStorage

/// What holds, and the database has not taken, is read back after a kill at any moment.
@Suite struct RestrictionJournalTests {
    private let folder: String
    private let keys: AuditKeys
    private let name = "restrictions.journal"
    private var path: String { "\(folder)/\(name)" }

    init() throws {
        folder = "/tmp/restrictions-\(UUID().uuidString.prefix(8))"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let fresh = AuditKeys.makeBytes()
        keys = try AuditKeys(sealing: fresh.sealing, signing: fresh.signing)
    }

    private func remove() { try? FileManager.default.removeItem(atPath: folder) }

    private func open(_ disk: DiskCalls = DiskCalls()) async -> RestrictionJournal {
        await RestrictionJournal.open(folder: folder, name: name, keys: keys, disk: disk)
    }

    private func held(_ number: Int) -> HeldRestrictions {
        var held = HeldRestrictions()
        held.people.lockdownSince = AuditFixture.start + .seconds(number)
        held.people.roles = [PersonID("kim"): .guest, PersonID("bo"): .child]
        held.people.denies = [
            Grant(
                id: GrantID("no"), person: PersonID("kim"), effect: .deny, permissions: [.controlDevices],
                selector: AccessSelector(devices: [DeviceID("lamp")]),
                conditions: AccessConditions(
                    notAfter: AuditFixture.start, windows: [WeeklyWindow(weekdays: [1], fromMinute: 0, toMinute: 9)]))
        ]
        held.sessions.removedTokens = [TokenID(slugging: "t\(number)", fallback: TokenID("t"))]
        held.credentials = ["plug-\(number)"]
        held.pins = [PersonID("kim")]
        return held
    }

    @Test func whatIsWrittenIsReadAfterARestart() async throws {
        defer { remove() }
        let first = await open()
        #expect(first.found.isEmpty && first.note == nil)
        for number in 0..<5 {
            try await first.write(held(number))
            #expect(await open().found == held(number))
        }
        try await first.write(HeldRestrictions())
        let next = await open()
        #expect(next.found.isEmpty && next.note == nil)
    }

    @Test func journalFromBeforePinsWereKeptIsRead() throws {
        var written = held(1)
        written.pins = []
        let json = try JSONSerialization.jsonObject(with: JSONEncoder().encode(written))
        var fields = try #require(json as? [String: Any])
        #expect(fields.removeValue(forKey: "pins") != nil)
        let earlier = try JSONSerialization.data(withJSONObject: fields)
        #expect(try JSONDecoder().decode(HeldRestrictions.self, from: earlier) == written)
    }

    /// What was lifted is in neither place, also if one of them is damaged later.
    @Test func nothingIsLeftOfWhatTheDatabaseTook() async throws {
        defer { remove() }
        let journal = await open()
        for number in 0..<3 { try await journal.write(held(number)) }
        try await journal.write(HeldRestrictions())
        let bytes = try AuditFixture.read(path)
        for place in [0, RestrictionJournal.placeBytes] {
            var torn = bytes
            torn[place + 20] ^= 1
            try AuditFixture.write(torn, to: path)
            #expect(await open().found.isEmpty)
        }
    }

    /// A write was torn by a kill: what was answered before it is there.
    @Test func aTornWriteLeavesWhatWasThereBefore() async throws {
        defer { remove() }
        let journal = await open()
        try await journal.write(held(1))
        let before = try AuditFixture.read(path)
        try await journal.write(held(2))
        let after = try AuditFixture.read(path)
        let start = try #require(zip(before, after).enumerated().first { $0.element.0 != $0.element.1 }?.offset)
        for length in [1, 4, 30, 200] {
            try AuditFixture.write(after[..<(start + length)] + before[(start + length)...], to: path)
            let found = await open().found
            #expect(found == held(1) || found == held(2), "\(length) bytes")
        }
    }

    @Test func aFullDiskTakesIt() async throws {
        defer { remove() }
        let isFull = Mutex(false)
        var disk = DiskCalls()
        let size = 2 * RestrictionJournal.placeBytes
        disk.write = { descriptor, bytes, offset in
            var status = stat()
            // As a full disk: what stands already can be written over.
            guard isFull.withLock({ $0 }), fstat(descriptor, &status) == 0, Int(status.st_size) < size else {
                return pwrite(descriptor, bytes.baseAddress, bytes.count, off_t(offset))
            }
            errno = ENOSPC
            return -1
        }
        // One that could not be made says so with each write, and takes it once there is room.
        isFull.withLock { $0 = true }
        let late = await open(disk)
        await #expect(throws: AuditError.self) { try await late.write(held(1)) }
        isFull.withLock { $0 = false }
        try await late.write(held(2))
        isFull.withLock { $0 = true }
        try await late.write(held(3))
        #expect(await open(disk).found == held(3))
        try await late.write(HeldRestrictions())
        #expect(await open(disk).found.isEmpty)
    }

    @Test func whatDoesNotFitIsRefusedAndTheRestStays() async throws {
        defer { remove() }
        let journal = await open()
        try await journal.write(held(1))
        var large = held(2)
        large.credentials = Set((0..<20_000).map { "plug-\($0)" })
        await #expect(throws: AuditError.self) { try await journal.write(large) }
        #expect(await open().found == held(1))
        try await journal.write(held(2))
        #expect(await open().found == held(2))
    }

    @Test(arguments: ["other key", "garbage"]) func aFileThatCannotBeReadIsToldAndPutAside(_ way: String) async throws {
        defer { remove() }
        let journal = await open()
        try await journal.write(held(1))
        try await journal.write(held(2))
        var keys = keys
        if way == "other key" {
            let fresh = AuditKeys.makeBytes()
            keys = try AuditKeys(sealing: fresh.sealing, signing: fresh.signing)
        } else {
            try AuditFixture.write(Array(repeating: 7, count: 300_000), to: path)
        }
        let next = await RestrictionJournal.open(folder: folder, name: name, keys: keys)
        #expect(next.found.isEmpty && next.note != nil)
        #expect(FileManager.default.fileExists(atPath: "\(path).damaged"))
        try await next.write(held(3))
        let last = await RestrictionJournal.open(folder: folder, name: name, keys: keys)
        #expect(last.found == held(3) && last.note == nil)
    }
}

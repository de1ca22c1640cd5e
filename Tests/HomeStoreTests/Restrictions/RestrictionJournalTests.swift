import Crypto
import Foundation
import Glibc
import HomeModel
import Synchronization
import SystemPackage
import Testing

@testable import HomeStore
@testable import SegmentedLog
import StorageFixtures

/// Restrictions that are in force but not yet in the database are read back after a kill at any time.
@Suite struct RestrictionJournalTests {
    private let folder: String
    private let key = SymmetricKey(size: .bits256)
    private let name = "restrictions.journal"
    private var path: String { "\(folder)/\(name)" }

    init() throws {
        folder = "/tmp/restrictions-\(UUID().uuidString.prefix(8))"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    private func remove() { try? FileManager.default.removeItem(atPath: folder) }

    private func open(_ disk: DiskCalls = DiskCalls()) async -> RestrictionJournal {
        await RestrictionJournal.open(folder: folder, name: name, key: key, disk: disk)
    }

    private func restrictions(_ number: Int) -> JournaledRestrictions {
        var restrictions = JournaledRestrictions()
        restrictions.people.lockdownSince = noon + .seconds(number)
        restrictions.people.roles = [PersonID("kim"): .guest, PersonID("bo"): .child]
        restrictions.people.denies = [
            Grant(
                id: GrantID("no"), person: PersonID("kim"), effect: .deny, permissions: [.controlDevices],
                selector: AccessSelector(devices: [DeviceID("lamp")]),
                conditions: AccessConditions(
                    notAfter: noon, windows: [WeeklyWindow(weekdays: [1], fromMinute: 0, toMinute: 9)]))
        ]
        restrictions.sessions.removedTokens = [TokenID(slugging: "t\(number)", fallback: TokenID("t"))]
        restrictions.credentials = ["plug-\(number)"]
        restrictions.pins = [PersonID("kim")]
        return restrictions
    }

    @Test func restrictionsAreReadAfterARestart() async throws {
        defer { remove() }
        let first = await open()
        #expect(first.found.isEmpty && first.note == nil)
        for number in 0..<5 {
            try await first.write(restrictions(number))
            #expect(await open().found == restrictions(number))
        }
        try await first.write(JournaledRestrictions())
        let next = await open()
        #expect(next.found.isEmpty && next.note == nil)
    }

    @Test func journalWithoutPINsIsDecoded() throws {
        var written = restrictions(1)
        written.pins = []
        let json = try JSONSerialization.jsonObject(with: JSONEncoder().encode(written))
        var fields = try #require(json as? [String: Any])
        #expect(fields.removeValue(forKey: "pins") != nil)
        let earlier = try JSONSerialization.data(withJSONObject: fields)
        #expect(try JSONDecoder().decode(JournaledRestrictions.self, from: earlier) == written)
    }

    /// A lifted restriction is in neither slot, even if one slot is damaged later.
    @Test func liftedRestrictionsAreRemovedFromBothSlots() async throws {
        defer { remove() }
        let journal = await open()
        for number in 0..<3 { try await journal.write(restrictions(number)) }
        try await journal.write(JournaledRestrictions())
        let bytes = try bytes(at: path)
        for position in [0, RestrictionJournal.slotBytes] {
            var torn = bytes
            torn[position + 20] ^= 1
            try write(torn, to: path)
            #expect(await open().found.isEmpty)
        }
    }

    /// An erased person is in neither slot; restrictions of others stay.
    @Test func erasedPersonIsRemovedFromBothSlots() async throws {
        defer { remove() }
        let journal = await open()
        for number in 0..<3 { try await journal.write(restrictions(number)) }
        try Data("kim".utf8).write(to: URL(filePath: "\(path).damaged"))
        try await journal.erase(PersonID("kim"))
        try await journal.erase(PersonID("kim"))
        #expect(!FileManager.default.fileExists(atPath: "\(path).damaged"))
        let bytes = try bytes(at: path)
        for position in [0, RestrictionJournal.slotBytes] {
            var torn = bytes
            torn[position + 20] ^= 1
            try write(torn, to: path)
            let found = await open().found
            #expect(found.people.roles == [PersonID("bo"): .child])
            #expect(found.people.denies.isEmpty && found.pins.isEmpty && found.people.lockdownSince != nil)
        }
    }

    /// A kill tore the write: the restrictions that were acknowledged before are read.
    @Test func tornWriteGivesTheOldOrTheNewRestrictions() async throws {
        defer { remove() }
        let journal = await open()
        try await journal.write(restrictions(1))
        let before = try bytes(at: path)
        try await journal.write(restrictions(2))
        let after = try bytes(at: path)
        let start = try #require(zip(before, after).enumerated().first { $0.element.0 != $0.element.1 }?.offset)
        for length in [1, 4, 30, 200] {
            try write(after[..<(start + length)] + before[(start + length)...], to: path)
            let found = await open().found
            #expect(found == restrictions(1) || found == restrictions(2), "\(length) bytes")
        }
    }

    @Test func journalIsWrittenWhileTheDiskIsFull() async throws {
        defer { remove() }
        let isFull = Mutex(false)
        var disk = DiskCalls()
        let size = 2 * RestrictionJournal.slotBytes
        disk.write = { descriptor, bytes, offset in
            // Like on a full disk, existing bytes can be overwritten.
            guard isFull.withLock({ $0 }), (try? Stat(FileDescriptor(rawValue: descriptor)))?.size ?? 0 < size else {
                return pwrite(descriptor, bytes.baseAddress, bytes.count, off_t(offset))
            }
            errno = ENOSPC
            return -1
        }
        // A journal whose file could not be created fails with each write until there is space.
        isFull.withLock { $0 = true }
        let late = await open(disk)
        await #expect(throws: RestrictionJournalError.self) { try await late.write(restrictions(1)) }
        isFull.withLock { $0 = false }
        try await late.write(restrictions(2))
        isFull.withLock { $0 = true }
        try await late.write(restrictions(3))
        #expect(await open(disk).found == restrictions(3))
        try await late.write(JournaledRestrictions())
        #expect(await open(disk).found.isEmpty)
    }

    @Test func tooLargeRestrictionsAreRefusedAndTheOldOnesKept() async throws {
        defer { remove() }
        let journal = await open()
        try await journal.write(restrictions(1))
        var large = restrictions(2)
        large.credentials = Set((0..<20_000).map { "plug-\($0)" })
        await #expect(throws: RestrictionJournalError.self) { try await journal.write(large) }
        #expect(await open().found == restrictions(1))
        try await journal.write(restrictions(2))
        #expect(await open().found == restrictions(2))
    }

    @Test(arguments: ["other key", "garbage"]) func unreadableFileIsReportedAndMovedAside(_ way: String) async throws {
        defer { remove() }
        let journal = await open()
        try await journal.write(restrictions(1))
        try await journal.write(restrictions(2))
        var key = key
        if way == "other key" {
            key = SymmetricKey(size: .bits256)
        } else {
            try write(Array(repeating: 7, count: 300_000), to: path)
        }
        let next = await RestrictionJournal.open(folder: folder, name: name, key: key)
        #expect(next.found.isEmpty && next.note != nil)
        #expect(FileManager.default.fileExists(atPath: "\(path).damaged"))
        try await next.write(restrictions(3))
        let last = await RestrictionJournal.open(folder: folder, name: name, key: key)
        #expect(last.found == restrictions(3) && last.note == nil)
    }
}

/// Returns the content of the file.
private func bytes(at path: String) throws -> [UInt8] { Array(try Data(contentsOf: URL(filePath: path))) }

private func write(_ bytes: some Sequence<UInt8>, to path: String) throws {
    try Data(bytes).write(to: URL(filePath: path))
}

import Crypto
import Foundation
import Glibc
import HomeModel
import StorageFixtures
import Synchronization
import Testing

@testable import HomeStore
@testable import SegmentedLog

/// An erasure is on the disk before its first step, and a kill at any time leaves it there or finished.
@Suite struct ErasureJournalTests {
    private let folder: String
    private let key = SymmetricKey(size: .bits256)
    private let name = "erasures.journal"
    private var path: String { "\(folder)/\(name)" }

    init() throws {
        folder = "/tmp/erasures-\(UUID().uuidString.prefix(8))"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    private func remove() { try? FileManager.default.removeItem(atPath: folder) }

    private func open(_ disk: DiskCalls = DiskCalls()) async -> ErasureJournal {
        await ErasureJournal.open(folder: folder, name: name, key: key, disk: disk)
    }

    private func erasure(of person: String) throws -> JournaledErasure {
        JournaledErasure(
            erasure: Erasure(id: .random(), pseudonym: "~\(person)", requestedAt: noon),
            hash: PersonIDHash(rawValue: "hash of \(person)"), person: try #require(PersonID(person)))
    }

    /// What each slot alone contains, as a reader with the key sees it.
    private func slots() async throws -> [[JournaledErasure]] {
        let bytes = try Data(contentsOf: URL(filePath: path))
        var found: [[JournaledErasure]] = []
        for slot in [0, 1] {
            var alone = Data(repeating: 0, count: bytes.count)
            let range = slot * ErasureJournal.slotBytes..<(slot + 1) * ErasureJournal.slotBytes
            alone.replaceSubrange(range, with: bytes[range])
            let other = "\(folder)/slot-\(slot)"
            try alone.write(to: URL(filePath: other))
            found.append(await ErasureJournal.open(folder: folder, name: "slot-\(slot)", key: key).erasures)
        }
        return found
    }

    @Test func erasuresAreReadAfterARestart() async throws {
        defer { remove() }
        let journal = await open()
        #expect(await journal.erasures.isEmpty && journal.note == nil)
        let (anna, kim) = (try erasure(of: "anna"), try erasure(of: "kim"))
        #expect(try await journal.begin(anna) == anna)
        #expect(try await journal.begin(kim) == kim)
        // The same person again gets the erasure that is open.
        #expect(try await journal.begin(erasure(of: "anna")) == anna)
        #expect(await open().unfinished == [anna, kim])
        try await journal.finish(anna.erasure.id, at: noon + .seconds(1))
        let next = await open()
        #expect(await next.unfinished == [kim])
        #expect(await next.erasures.map(\.person) == [nil, PersonID("kim")])
        #expect(await next.erasures.first?.erasure.finishedAt == noon + .seconds(1))
        try await next.withdraw(kim.erasure.id)
        #expect(await open().erasures.map(\.erasure.pseudonym) == ["~anna"])
    }

    /// After the start, the disk has no space for a file that grows.
    @Test func firstErasureNeedsNoFurtherSpace() async throws {
        defer { remove() }
        let isFull = Mutex(false)
        var disk = DiskCalls()
        disk.write = { descriptor, bytes, offset in
            var status = stat()
            guard fstat(descriptor, &status) == 0 else { return -1 }
            guard !isFull.withLock({ $0 }) || offset + bytes.count <= Int(status.st_size) else {
                errno = ENOSPC
                return -1
            }
            return pwrite(descriptor, bytes.baseAddress, bytes.count, off_t(offset))
        }
        let journal = await open(disk)
        isFull.withLock { $0 = true }
        let anna = try erasure(of: "anna")
        #expect(try await journal.begin(anna) == anna)
        #expect(await open().unfinished == [anna])
    }

    @Test func finishedErasureNamesThePersonInNeitherSlot() async throws {
        defer { remove() }
        let journal = await open()
        let anna = try erasure(of: "anna")
        _ = try await journal.begin(anna)
        #expect(try await slots().map { $0.map(\.person) } == [[PersonID("anna")], [PersonID("anna")]])
        try await journal.finish(anna.erasure.id, at: noon)
        #expect(try await slots().map { $0.map(\.person) } == [[nil], [nil]])
    }

    /// A kill between the two slots: the next start finishes the write.
    @Test(arguments: 0..<4) func interruptedWriteIsCompletedAtTheNextStart(failingWrite: Int) async throws {
        defer { remove() }
        let anna = try erasure(of: "anna")
        let writes = Mutex((count: 0, limit: Int.max))
        var disk = DiskCalls()
        disk.write = { descriptor, bytes, offset in
            let isDead = writes.withLock { state in
                defer { state.count += 1 }
                return state.count >= state.limit
            }
            guard !isDead else {
                errno = EIO
                return -1
            }
            return pwrite(descriptor, bytes.baseAddress, bytes.count, off_t(offset))
        }
        let journal = await open(disk)
        _ = try await journal.begin(anna)
        writes.withLock { $0 = (0, failingWrite) }
        let isFinished = (try? await journal.finish(anna.erasure.id, at: noon)) != nil
        #expect(isFinished == (failingWrite >= 2))
        let next = await open()
        let isKnownAsFinished = await next.unfinished.isEmpty
        #expect(isKnownAsFinished == (failingWrite >= 1))
        #expect(await next.erasures.count == 1)
        let expected: [PersonID?] = [isKnownAsFinished ? nil : PersonID("anna")]
        #expect(try await slots().map { $0.map(\.person) } == [expected, expected])
    }

    @Test func damagedJournalIsSetAsideAndReported() async throws {
        defer { remove() }
        _ = try await open().begin(erasure(of: "anna"))
        var bytes = try Data(contentsOf: URL(filePath: path))
        for position in [20, ErasureJournal.slotBytes + 20] { bytes[position] ^= 1 }
        try bytes.write(to: URL(filePath: path))
        let journal = await open()
        #expect(await journal.erasures.isEmpty && journal.note != nil)
        #expect(FileManager.default.fileExists(atPath: path + ".damaged"))
        let kim = try await journal.begin(erasure(of: "kim"))
        let next = await open()
        #expect(await next.unfinished.count == 1)
        // It is reported until people delete the file, also after a restart.
        #expect(next.note != nil)
        // The damaged file may name the same person, so the end of an erasure overwrites it.
        try await next.finish(kim.erasure.id, at: noon)
        let damaged = try Data(contentsOf: URL(filePath: path + ".damaged"))
        #expect(damaged.count == bytes.count && damaged.allSatisfy { $0 == 0 })
        #expect(next.note != nil)
        try FileManager.default.removeItem(atPath: path + ".damaged")
        #expect(next.note == nil)
    }

    /// The file may be good: nothing replaces it, and a start that can read it goes on with it.
    @Test func journalThatTheDiskDoesNotReturnStaysAsItIs() async throws {
        defer { remove() }
        let anna = try erasure(of: "anna")
        _ = try await open().begin(anna)
        let bytes = try Data(contentsOf: URL(filePath: path))
        var disk = DiskCalls()
        disk.read = { _, _, _ in
            errno = EIO
            return -1
        }
        let journal = await open(disk)
        #expect(journal.unreadable != nil && journal.note == nil)
        #expect(await journal.erasures.isEmpty)
        await #expect(throws: RestrictionJournalError.self) { _ = try await journal.begin(erasure(of: "kim")) }
        #expect(try Data(contentsOf: URL(filePath: path)) == bytes)
        let next = await open()
        #expect(await next.unfinished == [anna] && next.unreadable == nil)
    }

    /// A disk that fails: an erasure that was refused never comes back, and one that a slot contains has begun.
    @Test(arguments: 0..<3) func refusedErasureDoesNotComeBackAtTheNextStart(failingWrite: Int) async throws {
        defer { remove() }
        let writes = Mutex((count: 0, failing: Int.max))
        var disk = DiskCalls()
        disk.write = { descriptor, bytes, offset in
            let isFailing = writes.withLock { state in
                defer { state.count += 1 }
                return state.count == state.failing
            }
            guard !isFailing else {
                errno = EIO
                return -1
            }
            return pwrite(descriptor, bytes.baseAddress, bytes.count, off_t(offset))
        }
        let journal = await open(disk)
        _ = try await journal.begin(erasure(of: "kim"))
        let anna = try erasure(of: "anna")
        writes.withLock { $0 = (0, failingWrite) }
        let hasBegun = (try? await journal.begin(anna)) != nil
        #expect(hasBegun == (failingWrite > 0))
        #expect(await journal.unfinished.contains(anna) == hasBegun)
        #expect(await open().unfinished.contains(anna) == hasBegun)
    }
}

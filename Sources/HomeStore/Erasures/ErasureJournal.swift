import Concurrency
package import Crypto
import Glibc
package import HomeModel
import SegmentedLog

/// An erasure as the journal keeps it: with the hash of the person's id, and with the id itself until it is finished.
package struct JournaledErasure: Hashable, Sendable, Codable {
    package var erasure: Erasure
    package let hash: PersonIDHash
    /// Nil once the erasure is finished.
    package var person: PersonID?

    package init(erasure: Erasure, hash: PersonIDHash, person: PersonID) {
        self.erasure = erasure
        self.hash = hash
        self.person = person
    }
}

/// The journal of erasures. It contains each erasure before its first step, so that an interrupted one is finished at
/// the next start. Finished ones stay, because the same people have to be erased from a backup that is restored later.
///
/// The file has its full size from the start and is encrypted, like the journal of restrictions. Because an unfinished
/// erasure names a person, every write replaces both slots, one after the other: a torn write leaves one of them intact.
package actor ErasureJournal {
    /// Has space for more than 1,000 erasures.
    static let slotBytes = 512 << 10
    private static let purpose = "tomte erasures"

    /// The encrypted JSON of a slot.
    private struct Content: Codable {
        /// Increases with each write.
        let generation: Int
        let erasures: [JournaledErasure]
    }

    /// Oldest first.
    package private(set) var erasures: [JournaledErasure]
    private let name: String
    private let folder: SegmentFolder<RestrictionJournalError>
    private let key: SymmetricKey
    private var generation: Int
    /// The erasures whose end is in the audit log already, of this run. The journal may fail after that.
    private var recordedEnds: Set<ErasureID> = []
    /// Whether the slots had different contents when the file was opened.
    private let isUneven: Bool
    /// Whether the content of the file was no journal when it was opened.
    private let isDamaged: Bool
    /// Why the disk did not return the content when the file was opened. It is perhaps good, so nothing replaces it.
    private nonisolated let readError: RestrictionJournalError?

    private let queue = BlockingExecutor(label: "tomte.erasures")
    package nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

    /// Opens the file, and creates it if there is none, so that a full disk does not prevent the first erasure. `key` is
    /// an AES-256 key.
    package static func open(folder: String, name: String, key: SymmetricKey) async -> ErasureJournal {
        await open(folder: folder, name: name, key: key, disk: .system)
    }

    static func open(folder: String, name: String, key: SymmetricKey, disk: DiskCalls) async -> ErasureJournal {
        let journal = ErasureJournal(SegmentFolder(path: folder, disk: disk), name: name, key: key)
        await journal.prepare()
        return journal
    }

    private init(_ folder: SegmentFolder<RestrictionJournalError>, name: String, key: SymmetricKey) {
        (self.folder, self.name, self.key) = (folder, name, key)
        let (bytes, fault) = Self.read(name, in: folder)
        readError = fault
        let slots = Self.contents(of: bytes ?? [], key: key)
        let newest = slots.max { $0.generation < $1.generation }
        generation = newest?.generation ?? 0
        erasures = newest?.erasures ?? []
        isUneven = newest != nil && (slots.count != 2 || Set(slots.map(\.generation)).count != 1)
        isDamaged = newest == nil && (bytes?.contains { $0 != 0 } ?? true)
    }

    private nonisolated var damagedName: String { "\(name).damaged" }

    /// A sentence when the disk did not return the content of the file.
    package nonisolated var unreadable: String? {
        guard let readError else { return nil }
        var reason = "unknown"
        if case .file(.failed(_, path: _, code: let code)) = readError { reason = String(cString: strerror(code)) }
        return "The disk does not return the journal of erasures (\(reason)). Until a start of the gateway can read "
            + "it, no new erasure begins, and an interrupted one is not finished."
    }

    /// A sentence while the folder contains a damaged journal, of this start or an earlier one.
    package nonisolated var note: String? {
        guard folder.exists(damagedName) else { return nil }
        return "The journal of erasures could not be read and is now \(damagedName). An erasure that it contained and "
            + "that was interrupted is not finished, and people who were erased are not in the list of erasures."
    }

    /// Renames a damaged file, so that a finding reports it until people delete it. Writes both slots again when the last
    /// write was interrupted, because the older slot may still name a person. Creates the file if there is none; when
    /// that fails, the first erasure tries it again.
    private func prepare() {
        if isDamaged { try? folder.rename(name, to: damagedName) }
        if isUneven { try? write(erasures) }
        if readError == nil { try? reserveSpace() }
    }

    /// The erasures that are not finished, oldest first.
    package var unfinished: [JournaledErasure] { erasures.filter { $0.person != nil } }

    /// Adds an erasure; it is on the disk when this returns. Returns the one of this person that is not finished, if
    /// there is one already. When this throws, a restart does not find the erasure, as far as the disk still allows it.
    package func begin(_ new: JournaledErasure) throws(RestrictionJournalError) -> JournaledErasure {
        if let known = erasures.first(where: { $0.person != nil && $0.hash == new.hash }) { return known }
        let before = erasures
        do throws(RestrictionJournalError) {
            try write(erasures + [new])
        } catch {
            // Once one slot contains the erasure, a restart finds it, so it has begun.
            guard !erasures.contains(new) else { return new }
            try? write(before)
            throw error
        }
        return new
    }

    /// Whether `recordEnd` was called for the erasure in this run.
    package func isEndRecorded(_ id: ErasureID) -> Bool { recordedEnds.contains(id) }

    /// Notes that the end of an erasure is in the audit log, so that a repeated `finish` needs no second entry.
    package func recordEnd(_ id: ErasureID) { recordedEnds.insert(id) }

    /// Replaces the person by nothing but the hash, on the disk. Returns the erasure; nil when it does not exist.
    @discardableResult package func finish(
        _ id: ErasureID, at time: Timestamp
    ) throws(RestrictionJournalError) -> Erasure? {
        guard let index = erasures.firstIndex(where: { $0.erasure.id == id }) else { return nil }
        var changed = erasures
        changed[index].person = nil
        changed[index].erasure.finishedAt = changed[index].erasure.finishedAt ?? time
        try write(changed)
        // It may name the same person.
        try folder.overwrite(damagedName)
        return changed[index].erasure
    }

    /// Removes an erasure that was refused after all; does nothing when it does not exist or is finished.
    package func withdraw(_ id: ErasureID) throws(RestrictionJournalError) {
        let kept = erasures.filter { $0.erasure.id != id || $0.person == nil }
        if kept.count < erasures.count { try write(kept) }
    }

    private func write(_ erasures: [JournaledErasure]) throws(RestrictionJournalError) {
        if let readError { throw readError }
        let next = generation + 1
        let content = Content(generation: next, erasures: erasures)
        guard let bytes = SealedSlot.bytes(of: content, key: key, purpose: Self.purpose) else {
            throw .encryptionFailed
        }
        guard bytes.count <= Self.slotBytes else {
            throw .tooLarge(bytes: bytes.count, maximumBytes: Self.slotBytes)
        }
        try reserveSpace()
        let file = try folder.open(name, mode: .writing)
        let padding = [UInt8](repeating: 0, count: Self.slotBytes - bytes.count)
        for slot in [0, 1] {
            try file.write(bytes + padding, at: slot * Self.slotBytes)
            try file.sync()
            // From here on a restart finds the new content.
            (generation, self.erasures) = (next, erasures)
        }
    }

    private func reserveSpace() throws(RestrictionJournalError) {
        let size = folder.exists(name) ? try folder.read(name).count : 0
        if size != 2 * Self.slotBytes {
            try folder.replace(name, with: [UInt8](repeating: 0, count: 2 * Self.slotBytes))
        }
    }

    /// The bytes of the file: empty when there is none, and nil when it is too large to be a journal. With an error when
    /// the disk does not return them.
    private static func read(
        _ name: String, in folder: SegmentFolder<RestrictionJournalError>
    ) -> (bytes: [UInt8]?, error: RestrictionJournalError?) {
        do throws(RestrictionJournalError) {
            return (try folder.read(name), nil)
        } catch {
            switch error {
            case .file(.failed(_, path: _, code: ENOENT)): return ([], nil)
            case .file(.tooLarge): return (nil, nil)
            default: return ([], error)
            }
        }
    }

    /// The contents of the slots that can be read.
    private static func contents(of bytes: [UInt8], key: SymmetricKey) -> [Content] {
        [bytes.prefix(slotBytes), bytes.dropFirst(slotBytes)].compactMap {
            SealedSlot.content(of: Array($0), key: key, purpose: purpose)
        }
    }
}

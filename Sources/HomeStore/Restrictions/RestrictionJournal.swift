package import HomeModel
import SegmentedLog
import Concurrency
package import Crypto
import Foundation

/// The journal of restrictions: it keeps restrictions of rights that the database has not stored yet, also over a
/// restart.
///
/// The file has its full size from the start. It is encrypted and written in place, in two slots alternately: that
/// needs no space on a full disk, and a torn write leaves the previous content intact.
package actor RestrictionJournal {
    /// Has space for some hundred denies.
    static let slotBytes = 128 << 10
    private static let purpose = "tomte restrictions"

    /// The encrypted JSON of a slot.
    private struct Content: Codable {
        /// Increases with each write.
        let generation: Int
        let held: JournaledRestrictions
    }

    /// The restrictions that an earlier run of the gateway left.
    package nonisolated let found: JournaledRestrictions
    /// A sentence when the file could not be read.
    package nonisolated let note: String?

    private let name: String
    private let folder: SegmentFolder<RestrictionJournalError>
    private let key: SymmetricKey
    private var file: SegmentFile<RestrictionJournalError>?
    private var generation: Int
    /// The content of the file; nil while it is not known.
    private var written: JournaledRestrictions?
    /// The restrictions of the last `write`, also if it failed.
    private var latest: JournaledRestrictions

    private let queue = BlockingExecutor(label: "tomte.restrictions")
    package nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

    /// Opens the file, and creates it if there is none. If it cannot be created now, the first `write` creates it.
    ///
    /// `key` is an AES-256 key.
    package static func open(folder: String, name: String, key: SymmetricKey) async -> RestrictionJournal {
        await open(folder: folder, name: name, key: key, disk: .system)
    }

    static func open(folder: String, name: String, key: SymmetricKey, disk: DiskCalls) async -> RestrictionJournal {
        let journal = RestrictionJournal(SegmentFolder(path: folder, disk: disk), name: name, key: key)
        await journal.prepare()
        return journal
    }

    private init(_ folder: SegmentFolder<RestrictionJournalError>, name: String, key: SymmetricKey) {
        (self.folder, self.name, self.key) = (folder, name, key)
        let bytes = folder.exists(name) ? try? folder.read(name) : []
        let newest = Self.newest(in: bytes ?? [], key: key)
        let isDamaged = newest == nil && (bytes?.contains { $0 != 0 } ?? true)
        generation = newest?.generation ?? 0
        found = newest?.held ?? JournaledRestrictions()
        latest = found
        written = isDamaged || bytes?.count != 2 * Self.slotBytes ? nil : found
        note =
            isDamaged
            ? "The journal of restrictions \(name) cannot be read: revocations, denies or a lockdown that the database had not stored may no longer be in force."
            : nil
    }

    /// Renames a damaged file, so that people can examine it, and creates a new one.
    private func prepare() {
        if note != nil { try? folder.rename(name, to: "\(name).damaged") }
        if written == nil { try? write(found) }
    }

    /// Whether the file contains no restriction.
    package var isEmpty: Bool { written?.isEmpty ?? false }

    /// Writes the restrictions; they are on the disk when this returns. Does nothing when the file already contains
    /// them.
    package func write(_ held: JournaledRestrictions) throws(RestrictionJournalError) {
        latest = held
        guard held != written else { return }
        // An empty state is written to both slots, so that lifted restrictions do not come back from the older slot.
        try write(held, inBothSlots: held.isEmpty)
    }

    /// Writes the restrictions again without the person, over everything that the file contained before, and removes a
    /// damaged file that was set aside. May be repeated.
    package func erase(_ person: PersonID) throws(RestrictionJournalError) {
        latest = latest.without(person)
        try write(latest, inBothSlots: true, isPadded: true)
        try folder.overwriteAndRemove("\(name).damaged")
        try folder.sync()
    }

    /// `isPadded` overwrites the rest of the slots too.
    private func write(
        _ held: JournaledRestrictions, inBothSlots: Bool, isPadded: Bool = false
    ) throws(RestrictionJournalError) {
        let next = generation + 1
        let content = Content(generation: next, held: held)
        guard let bytes = SealedSlot.bytes(of: content, key: key, purpose: Self.purpose) else {
            throw .encryptionFailed
        }
        guard bytes.count <= Self.slotBytes else {
            throw .tooLarge(bytes: bytes.count, maximumBytes: Self.slotBytes)
        }
        let file = try openFile()
        written = nil
        let padding = [UInt8](repeating: 0, count: isPadded ? Self.slotBytes - bytes.count : 0)
        for slot in inBothSlots ? [next % 2, 1 - next % 2] : [next % 2] {
            try file.write(bytes + padding, at: slot * Self.slotBytes)
            try file.sync()
        }
        (generation, written) = (next, held)
    }

    private func openFile() throws(RestrictionJournalError) -> SegmentFile<RestrictionJournalError> {
        if let file { return file }
        let size = folder.exists(name) ? (try? folder.read(name).count) ?? 0 : 0
        if size != 2 * Self.slotBytes {
            try folder.replace(name, with: [UInt8](repeating: 0, count: 2 * Self.slotBytes))
        }
        let opened = try folder.open(name, mode: .writing)
        file = opened
        return opened
    }

    private static func newest(in bytes: [UInt8], key: SymmetricKey) -> Content? {
        [bytes.prefix(slotBytes), bytes.dropFirst(slotBytes)]
            .compactMap { SealedSlot.content(of: Array($0), key: key, purpose: purpose) as Content? }
            .max { $0.generation < $1.generation }
    }
}

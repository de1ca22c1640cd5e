import BlockingQueues
import Foundation

/// The journal of restrictions: what takes rights away and the database has not taken, kept over a restart.
///
/// The file has its full size from the start. It is written in place, sealed, in two places in turn: that needs no room on a
/// full disk, and a torn write leaves what was there before.
package actor RestrictionJournal {
    /// Room for some hundred denies.
    static let placeBytes = 128 << 10
    private static let purpose = "tomte restrictions"

    private struct Content: Codable {
        /// Grows with each write.
        let generation: Int
        let held: HeldRestrictions
    }

    /// What an earlier run of the gateway left.
    package nonisolated let found: HeldRestrictions
    /// A sentence when the file could not be read.
    package nonisolated let note: String?

    private let name: String
    private let folder: AuditFolder
    private let keys: AuditKeys
    private var file: SegmentFile?
    private var generation: Int
    /// What the file holds; nil while that is not known.
    private var written: HeldRestrictions?

    private let queue = BlockingQueue(label: "tomte.restrictions")
    package nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

    /// Opens the file, making it where there is none. A file that cannot be made is made with the first `write`.
    package static func open(folder: String, name: String, keys: AuditKeys) async -> RestrictionJournal {
        await open(folder: folder, name: name, keys: keys, disk: DiskCalls())
    }

    static func open(folder: String, name: String, keys: AuditKeys, disk: DiskCalls) async -> RestrictionJournal {
        let journal = RestrictionJournal(AuditFolder(path: folder, disk: disk), name, keys)
        await journal.prepare()
        return journal
    }

    private init(_ folder: AuditFolder, _ name: String, _ keys: AuditKeys) {
        (self.folder, self.name, self.keys) = (folder, name, keys)
        let bytes = folder.exists(name) ? try? folder.read(name) : []
        let newest = Self.newest(in: bytes ?? [], keys)
        let isDamaged = newest == nil && (bytes?.contains { $0 != 0 } ?? true)
        generation = newest?.generation ?? 0
        found = newest?.held ?? HeldRestrictions()
        written = isDamaged || bytes?.count != 2 * Self.placeBytes ? nil : found
        note =
            isDamaged
            ? "The journal of restrictions \(name) cannot be read: revocations, denies or a lockdown that the database had not taken may be lifted."
            : nil
    }

    /// The file as it was stays for those who look into it.
    private func prepare() {
        if note != nil { try? folder.rename(name, to: "\(name).damaged") }
        if written == nil { try? write(found) }
    }

    /// Whether the file holds nothing that is in force.
    package var isEmpty: Bool { written?.isEmpty ?? false }

    /// On disk when it returns. Does nothing when the file holds just that.
    package func write(_ held: HeldRestrictions) throws(AuditError) {
        guard held != written else { return }
        let next = generation + 1
        let bytes = try SealedPlace.bytes(of: Content(generation: next, held: held), keys.sealing, Self.purpose)
        guard bytes.count <= Self.placeBytes else {
            throw .entryTooLarge(bytes: bytes.count, maximumBytes: Self.placeBytes)
        }
        let file = try openFile()
        written = nil
        // Both places when it is empty: what was lifted must not come back with an older place.
        for place in held.isEmpty ? [next % 2, 1 - next % 2] : [next % 2] {
            try file.write(bytes, at: place * Self.placeBytes)
            try file.sync()
        }
        (generation, written) = (next, held)
    }

    private func openFile() throws(AuditError) -> SegmentFile {
        if let file { return file }
        let size = folder.exists(name) ? (try? folder.read(name).count) ?? 0 : 0
        if size != 2 * Self.placeBytes {
            try folder.replace(name, with: [UInt8](repeating: 0, count: 2 * Self.placeBytes))
        }
        let opened = try SegmentFile(opening: name, in: folder, writable: true)
        file = opened
        return opened
    }

    private static func newest(in bytes: [UInt8], _ keys: AuditKeys) -> Content? {
        [bytes.prefix(placeBytes), bytes.dropFirst(placeBytes)]
            .compactMap { SealedPlace.content(of: Array($0), keys.sealing, purpose) as Content? }
            .max { $0.generation < $1.generation }
    }
}

package import HomeModel
import Synchronization

/// The time range of a block that cannot be read.
package struct DamagedRange: Hashable, Sendable {
    package let series: SeriesID?
    package let first: Timestamp
    package let last: Timestamp
}

/// The blocks that were found damaged since the start; each once, and at most `limit`.
final class DamagedBlocks: Sendable {
    /// A damaged block and its table.
    struct Note: Hashable {
        let table: String
        let series: Int64
        let row: BlockMetadata
    }

    private static let limit = 1000
    private let notes = Mutex<Set<Note>>([])

    var all: Set<Note> { notes.withLock { $0 } }

    func contains(_ note: Note) -> Bool { notes.withLock { $0.contains(note) } }

    func remove(_ note: Note) { notes.withLock { _ = $0.remove(note) } }

    func insert(_ note: Note) {
        notes.withLock { notes in
            guard notes.count < Self.limit else { return }
            notes.insert(note)
        }
    }
}

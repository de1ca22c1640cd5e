package import HomeModel
import Synchronization

/// A stretch of a series whose block cannot be read.
package struct DamagedStretch: Hashable, Sendable {
    package let series: SeriesID?
    package let first: Timestamp
    package let last: Timestamp
}

/// Blocks that turned out damaged since the start; each once, a bounded number.
final class DamageNotes: Sendable {
    struct Note: Hashable {
        let table: String
        let series: Int64
        let row: BlockRow
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

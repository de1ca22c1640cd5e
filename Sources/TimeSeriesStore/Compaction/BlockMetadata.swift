import Foundation
import GRDB
package import HomeModel
import Synchronization

/// The metadata of a block, without its records.
struct BlockMetadata: Hashable, Sendable {
    let id: Int64
    let first: Timestamp
    let last: Timestamp
    let count: Int
}

extension BlockMetadata {
    init(row: Row) throws {
        id = try row.decode(forColumn: "id")
        first = Timestamp(milliseconds: try row.decode(forColumn: "first"))
        last = Timestamp(milliseconds: try row.decode(forColumn: "last"))
        count = try row.decode(forColumn: "count")
    }

    /// Reads and decodes the records of the block. Returns nil, and adds a note to `damagedBlocks`, when the block or its
    /// pages in the file are damaged.
    func records<Record: BlockRecord>(
        of series: Int64, in table: String, _ db: Database, damagedBlocks: DamagedBlocks
    ) throws -> [Record]? {
        let note = DamagedBlocks.Note(table: table, series: series, row: self)
        // SQLite commits nothing of a transaction that met damaged pages, so such a block is read only once.
        guard !damagedBlocks.contains(note) else { return nil }
        do {
            let statement = try db.cachedStatement(sql: "SELECT data FROM \(table) WHERE id = ?")
            let rows = try Row.fetchCursor(statement, arguments: [id])
            // The row is valid only as long as its cursor.
            let records = try withExtendedLifetime(rows) {
                try rows.next()?.withUnsafeData(atIndex: 0) { try ($0 ?? Data()).withUnsafeBytes(Record.decode) }
            }
            if let records { return records }
        } catch is BlockDecodingError {
        } catch let error as DatabaseError where error.resultCode == .SQLITE_CORRUPT {}
        damagedBlocks.insert(note)
        return nil
    }
}

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

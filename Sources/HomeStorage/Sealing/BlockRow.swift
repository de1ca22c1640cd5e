import Foundation
import GRDB
import HomeModel

/// A block without what is in it.
struct BlockRow: Hashable, Sendable {
    let id: Int64
    let first: Timestamp
    let last: Timestamp
    let count: Int
}

extension BlockRow {
    init(row: Row) throws {
        id = try row.decode(forColumn: "id")
        first = Timestamp(milliseconds: try row.decode(forColumn: "first"))
        last = Timestamp(milliseconds: try row.decode(forColumn: "last"))
        count = try row.decode(forColumn: "count")
    }

    /// What is in it; nil, and noted, when the block is damaged, or the pages of the file that hold it are.
    func records<Record: SealedRecord>(
        of series: Int64, in table: String, _ db: Database, _ damages: DamageNotes
    ) throws -> [Record]? {
        let note = DamageNotes.Note(table: table, series: series, row: self)
        // SQLite commits nothing of a transaction that met damaged pages, so they are met once.
        guard !damages.contains(note) else { return nil }
        do {
            let statement = try db.cachedStatement(sql: "SELECT data FROM \(table) WHERE id = ?")
            let rows = try Row.fetchCursor(statement, arguments: [id])
            // A row is that of its cursor, and gone with it.
            let records = try withExtendedLifetime(rows) {
                try rows.next()?.withUnsafeData(atIndex: 0) { try ($0 ?? Data()).withUnsafeBytes(Record.decode) }
            }
            if let records { return records }
        } catch is BlockDamage {
        } catch let error as DatabaseError where error.resultCode == .SQLITE_CORRUPT {}
        damages.insert(note)
        return nil
    }
}

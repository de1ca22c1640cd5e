import Foundation
import GRDB
import HomeModel

/// Small blocks as the log left them, a few readings each; they may overlap each other and the sealed ones.
///
/// They are appended to the end of one table, series after series, so that thousands of series cost few pages.
struct FreshBlocks {
    let db: Database
    let damages: DamageNotes

    init(_ db: Database, _ damages: DamageNotes) {
        self.db = db
        self.damages = damages
    }

    func insert(_ readings: [Reading], of key: Int64) throws {
        let statement = try db.cachedStatement(
            sql: "INSERT INTO fresh_block (series, first, last, count, data) VALUES (?, ?, ?, ?, ?)")
        for start in stride(from: 0, to: readings.count, by: ReadingBlock.maximumReadings) {
            let block = readings[start..<min(start + ReadingBlock.maximumReadings, readings.count)]
            guard let first = block.first, let last = block.last else { continue }
            try statement.execute(arguments: [
                key, first.time.milliseconds, last.time.milliseconds, block.count, Data(ReadingBlock.encode(block)),
            ])
        }
    }

    /// Sorted, each time once, from `from` up to but not including `to`.
    func readings(of key: Int64, from: Timestamp, to: Timestamp) throws -> [Reading] {
        let statement = try db.cachedStatement(
            sql: "SELECT data, first, last FROM fresh_block WHERE series = ? AND first < ? AND last >= ? ORDER BY id")
        let rows = try Row.fetchCursor(statement, arguments: [key, to.milliseconds, from.milliseconds])
        var found: [Reading] = []
        while let row = try rows.next() { found += (try decode(row, of: key)).within(from, to) }
        return SortedMerge.unique(found)
    }

    func count(of key: Int64) throws -> Int {
        try Int.fetchOne(
            db.cachedStatement(sql: "SELECT total(count) FROM fresh_block WHERE series = ?"), arguments: [key]) ?? 0
    }

    func delete(of key: Int64) throws {
        try db.cachedStatement(sql: "DELETE FROM fresh_block WHERE series = ?").execute(arguments: [key])
    }

    /// Deletes blocks that are all before `edge`; returns how many readings went.
    func delete(of key: Int64, before edge: Timestamp) throws -> Int {
        let arguments: StatementArguments = [key, edge.milliseconds]
        let count = try Int.fetchOne(
            db.cachedStatement(sql: "SELECT total(count) FROM fresh_block WHERE series = ?1 AND last < ?2"),
            arguments: arguments)
        guard let count, count > 0 else { return 0 }
        try db.cachedStatement(sql: "DELETE FROM fresh_block WHERE series = ?1 AND last < ?2")
            .execute(arguments: arguments)
        return count
    }

    /// Series that have enough for a block, or something from before `time`.
    static func due(_ db: Database, before time: Timestamp) throws -> [Int64] {
        try Int64.fetchAll(
            db,
            sql: """
                SELECT series FROM fresh_block GROUP BY series HAVING sum(count) >= ? OR min(first) < ? ORDER BY series
                """,
            arguments: [ReadingBlock.maximumReadings, time.milliseconds])
    }

    private func decode(_ row: Row, of key: Int64) throws -> [Reading] {
        let first = Timestamp(milliseconds: try row.decode(forColumn: "first"))
        let last = Timestamp(milliseconds: try row.decode(forColumn: "last"))
        return try row.withUnsafeData(atIndex: 0) { data in
            (data ?? Data()).withUnsafeBytes { bytes in
                do throws(BlockDamage) {
                    return try ReadingBlock.decode(bytes)
                } catch {
                    damages.note(series: key, first: first, last: last)
                    return []
                }
            }
        }
    }
}

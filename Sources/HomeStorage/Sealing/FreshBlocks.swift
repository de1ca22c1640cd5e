import Foundation
import GRDB
import HomeModel

/// Small blocks as the log left them, a few readings each; they may overlap each other and the sealed ones.
///
/// They are appended to the end of one table, series after series, so that thousands of series cost few pages.
struct FreshBlocks {
    private static let table = "fresh_block"

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
                key, first.time.milliseconds, last.time.milliseconds, block.count,
                Data(try VerifiedBlock.encode(block)),
            ])
        }
    }

    /// Sorted, each time once, from `from` up to but not including `to`.
    func readings(of key: Int64, from: Timestamp, to: Timestamp) throws -> [Reading] {
        let found = try rows(of: key, from, to).flatMap { try (decode($0, of: key) ?? []).within(from, to) }
        return SortedMerge.unique(found)
    }

    /// What can be read: all readings, sorted, each time once, and the blocks that hold them.
    func all(of key: Int64) throws -> (readings: [Reading], rows: [BlockRow]) {
        var readings: [Reading] = []
        var rows: [BlockRow] = []
        for row in try self.rows(of: key, Timestamp(milliseconds: .min), Timestamp(milliseconds: .max)) {
            guard let found = try decode(row, of: key) else { continue }
            readings += found
            rows.append(row)
        }
        return (SortedMerge.unique(readings), rows)
    }

    /// Deletes blocks; returns how many readings went. A damaged block is never among them; it can still be repaired.
    func delete(_ rows: [BlockRow]) throws -> Int {
        let statement = try db.cachedStatement(sql: "DELETE FROM fresh_block WHERE id = ?")
        var count = 0
        for row in rows {
            try statement.execute(arguments: [row.id])
            count += row.count * db.changesCount
        }
        return count
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

    /// Series that have enough for a block, or something from before `time`; what turned out damaged does not count.
    func due(before time: Timestamp) throws -> [Int64] {
        let damaged = damages.all.filter { $0.table == Self.table }.map { "\($0.row.id)" }.joined(separator: ",")
        return try Int64.fetchAll(
            db,
            sql: """
                SELECT series FROM fresh_block WHERE id NOT IN (SELECT value FROM json_each(?))
                GROUP BY series HAVING sum(count) >= ? OR min(first) < ? ORDER BY series
                """,
            arguments: ["[\(damaged)]", ReadingBlock.maximumReadings, time.milliseconds])
    }

    private func rows(of key: Int64, _ from: Timestamp, _ to: Timestamp) throws -> [BlockRow] {
        let statement = try db.cachedStatement(
            sql: """
                SELECT id, first, last, count FROM fresh_block WHERE series = ? AND first < ? AND last >= ? ORDER BY id
                """)
        return try Row.fetchAll(statement, arguments: [key, to.milliseconds, from.milliseconds])
            .map(BlockRow.init(row:))
    }

    private func decode(_ row: BlockRow, of key: Int64) throws -> [Reading]? {
        try row.records(of: key, in: Self.table, db, damages)
    }
}

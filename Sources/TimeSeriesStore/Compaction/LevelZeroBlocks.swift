import Foundation
import GRDB
import HomeModel

/// The level-0 blocks that flushes write: small blocks with a few readings each, which may overlap each other and the
/// level-1 blocks.
///
/// They are appended to the end of one table, series after series, so that thousands of series write only few pages.
struct LevelZeroBlocks {
    private static let table = "fresh_block"

    let db: Database
    let damagedBlocks: DamagedBlocks

    init(_ db: Database, damagedBlocks: DamagedBlocks) {
        self.db = db
        self.damagedBlocks = damagedBlocks
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

    /// Returns the readings from `from` up to but not including `to`, sorted, with different times.
    func readings(of key: Int64, from: Timestamp, to: Timestamp) throws -> [Reading] {
        let found = try rows(of: key, from, to).flatMap { try (decode($0, of: key) ?? []).within(from, to) }
        return SortedMerge.unique(found)
    }

    /// Returns everything that can be read: all readings, sorted, with different times, and the blocks that contain
    /// them.
    func all(of key: Int64) throws -> (readings: [Reading], rows: [BlockMetadata]) {
        var readings: [Reading] = []
        var rows: [BlockMetadata] = []
        for row in try self.rows(of: key, Timestamp(milliseconds: .min), Timestamp(milliseconds: .max)) {
            guard let found = try decode(row, of: key) else { continue }
            readings += found
            rows.append(row)
        }
        return (SortedMerge.unique(readings), rows)
    }

    /// Deletes blocks; returns the number of deleted readings. Callers never pass a damaged block, because it can still
    /// be repaired.
    func delete(_ rows: [BlockMetadata]) throws -> Int {
        let statement = try db.cachedStatement(sql: "DELETE FROM fresh_block WHERE id = ?")
        var count = 0
        for row in rows {
            try statement.execute(arguments: [row.id])
            count += row.count * db.changesCount
        }
        return count
    }

    /// Deletes the blocks that lie completely before `edge`; returns the number of deleted readings.
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

    /// Returns the series that have enough readings for a full block, or any from before `time`; damaged blocks do not
    /// count.
    func due(before time: Timestamp) throws -> [Int64] {
        let damaged = damagedBlocks.all.filter { $0.table == Self.table }.map { "\($0.row.id)" }.joined(separator: ",")
        return try Int64.fetchAll(
            db,
            sql: """
                SELECT series FROM fresh_block WHERE id NOT IN (SELECT value FROM json_each(?))
                GROUP BY series HAVING sum(count) >= ? OR min(first) < ? ORDER BY series
                """,
            arguments: ["[\(damaged)]", ReadingBlock.maximumReadings, time.milliseconds])
    }

    private func rows(of key: Int64, _ from: Timestamp, _ to: Timestamp) throws -> [BlockMetadata] {
        let statement = try db.cachedStatement(
            sql: """
                SELECT id, first, last, count FROM fresh_block WHERE series = ? AND first < ? AND last >= ? ORDER BY id
                """)
        return try Row.fetchAll(statement, arguments: [key, to.milliseconds, from.milliseconds])
            .map(BlockMetadata.init(row:))
    }

    private func decode(_ row: BlockMetadata, of key: Int64) throws -> [Reading]? {
        try row.records(of: key, in: Self.table, db, damagedBlocks: damagedBlocks)
    }
}

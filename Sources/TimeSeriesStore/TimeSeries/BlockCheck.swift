import SQLiteDatabase
import SegmentedLog
import Foundation
import GRDB
package import HomeModel

/// A check of the stored blocks, which can continue where the previous one stopped, also after a restart.
package struct BlockCheck: Sendable {
    /// The tables with blocks.
    package static let tables = ["block", "fresh_block", "roll_up_block", "day_block"]
    /// A new transaction starts after so many bytes of blocks, so that SQLite can restart its write-ahead log in
    /// between.
    private static let bytesPerTransaction = 4 << 20

    private let series: TimeSeries
    private let isWhole: Bool
    private let start: BlockPosition

    /// A whole check reads all blocks; any other continues after the previous one.
    package init(of series: TimeSeries, isWhole: Bool) async throws(StorageError) {
        self.series = series
        self.isWhole = isWhole
        start = isWhole ? .start : try await series.pool.read(BlockPosition.stored)
    }

    /// Whether the check begins with the first block of the first table.
    package var isAtStart: Bool { start == .start }

    /// Reads blocks of about `budget` bytes in all. Returns one sentence per finding; the damaged blocks are noted in the
    /// store.
    package func run(atMost budget: Int) async throws(StorageError) -> [String] {
        var findings: [String] = []
        var position = start
        var left = budget
        repeat {
            let (here, damagedBlocks, bytes) = (position, series.damagedBlocks, min(left, Self.bytesPerTransaction))
            do throws(StorageError) {
                let read: Int
                (position, read) = try await series.pool.read { db in
                    try Self.checkPart(from: here, atMost: bytes, db, damagedBlocks: damagedBlocks)
                }
                left -= max(read, 1)
            } catch {
                // The index of this table is damaged; the next table has its own index.
                guard case .damaged(let what) = error else { throw error }
                findings.append("The database is damaged: \(what).")
                position = here.startOfNextTable
            }
            await Task.yield()
        } while position != .start && left > 0 && !Task.isCancelled
        if !isWhole {
            let end = position
            try await series.pool.write { db in try end.store(db) }
        }
        return Array(Set(findings)).sorted()
    }

    /// Returns the position to continue from, which is the start when all blocks are read, and the number of bytes
    /// read.
    private static func checkPart(
        from start: BlockPosition, atMost budget: Int, _ db: Database, damagedBlocks: DamagedBlocks
    ) throws -> (BlockPosition, Int) {
        var position = start
        var read = 0
        let rows = try start.rowsAfter(db)
        let data = try db.cachedStatement(sql: "SELECT data FROM \(start.table) WHERE id = ?")
        while read < budget {
            guard let next = try rows.next() else { return (position.startOfNextTable, read) }
            position = try BlockPosition(next, in: start.table)
            // SQLite reads nothing more in a transaction that met a damaged page.
            guard let bytes = try intactBytes(data, of: position.row) else {
                damagedBlocks.insert(position.note)
                return (position, read)
            }
            read += bytes
        }
        return (position, read)
    }

    /// Returns nil when the block is damaged, its row does not exist or its pages cannot be read.
    private static func intactBytes(_ data: Statement, of row: BlockMetadata) throws -> Int? {
        do {
            let rows = try Row.fetchCursor(data, arguments: [row.id])
            return try withExtendedLifetime(rows) {
                try rows.next()?.withUnsafeData(atIndex: 0) { data in
                    let isIntact = data?.withUnsafeBytes(Self.isIntact) ?? false
                    return isIntact ? data?.count : nil
                }
            }
        } catch let error as DatabaseError where error.resultCode == .SQLITE_CORRUPT {
            return nil
        }
    }

    /// Every block ends with the CRC-32C of its other bytes.
    private static func isIntact(_ block: UnsafeRawBufferPointer) -> Bool {
        let end = block.count - 4
        return end > 0 && CRC32C.checksum(UnsafeRawBufferPointer(rebasing: block[..<end])) == block.integer(at: end)
    }
}

/// The position of a check: the block that was read last. Only its table, series and first time are stored, so the next
/// check starts with all blocks of that series and time.
private struct BlockPosition: Equatable {
    static let start = BlockPosition(table: BlockCheck.tables[0])

    let table: String
    private var series = Int64.min
    private(set) var row: BlockMetadata

    /// The position before all blocks of `table` that are at `first` of `series` or later.
    private init(table: String, series: Int64 = .min, first: Int64 = .min) {
        self.table = table
        self.series = series
        row = BlockMetadata(
            id: .min, first: Timestamp(milliseconds: first), last: Timestamp(milliseconds: .min), count: .min)
    }

    /// The position at a row of `rowsAfter`.
    init(_ row: Row, in table: String) throws {
        self.table = table
        series = try row.decode(forColumn: "series")
        self.row = try BlockMetadata(row: row)
    }

    /// Returns the position at which the previous check stopped.
    static func stored(_ db: Database) throws -> BlockPosition {
        guard let row = try Row.fetchOne(db, sql: "SELECT sort, series, first FROM block_check"),
            case let table:String = try row.decode(forColumn: "sort"), BlockCheck.tables.contains(table)
        else { return .start }
        return BlockPosition(
            table: table, series: try row.decode(forColumn: "series"), first: try row.decode(forColumn: "first"))
    }

    func store(_ db: Database) throws {
        try db.execute(sql: "DELETE FROM block_check")
        guard self != .start else { return }
        try db.execute(
            sql: "INSERT INTO block_check (sort, series, first) VALUES (?, ?, ?)",
            arguments: [table, series, row.first.milliseconds])
    }

    var note: DamagedBlocks.Note { DamagedBlocks.Note(table: table, series: series, row: row) }

    /// The start of the next table; after the last table, the start of the first.
    var startOfNextTable: BlockPosition {
        let next = (BlockCheck.tables.firstIndex(of: table) ?? 0) + 1
        return next < BlockCheck.tables.count ? BlockPosition(table: BlockCheck.tables[next]) : .start
    }

    /// Returns the following blocks of the table in the order of its index; only the index is read.
    func rowsAfter(_ db: Database) throws -> RowCursor {
        let statement = try db.cachedStatement(
            sql: """
                SELECT series, id, first, last, count FROM \(table)
                WHERE (series, first, last, count, id) > (?, ?, ?, ?, ?) ORDER BY series, first, last, count, id
                """)
        return try Row.fetchCursor(
            statement,
            arguments: [series, row.first.milliseconds, row.last.milliseconds, row.count, row.id])
    }
}

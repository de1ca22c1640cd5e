import Foundation
import GRDB
import HomeModel

extension HomeDatabase {
    /// Up to this size everything is read at each check.
    private static let wholeBytes: Int64 = 64 << 20
    /// A larger database is read once in so many checks.
    private static let checksOfAPass: Int64 = 30
    /// Another transaction begins behind so many bytes of blocks, so that SQLite can begin its log again in between.
    private static let bytesOfAPiece = 4 << 20

    /// One sentence per finding; empty means sound. Works beside the other work.
    ///
    /// Reads every page of a database of up to 64 MB. Of a larger one it reads the small tables and a thirtieth of the
    /// blocks (64 MB at least), and goes on there the next time, also after a restart. Blocks that turn out damaged are
    /// known to `damagedStretches` then.
    package func check() async -> [String] { await check(wholeBytes: Self.wholeBytes) }

    func check(wholeBytes: Int64) async -> [String] {
        do throws(StorageError) {
            let size = DatabaseFile.size(path)
            let isWhole = size <= wholeBytes
            let start = isWhole ? BlockPosition.start : try await pool.read(BlockPosition.stored)
            let findings = try await pool.read { db in
                try Self.damages(db, isWhole: isWhole, isFirst: start == .start) + Self.strays(db) + Self.settings(db)
            }
            let budget = isWhole ? .max : Int(max(wholeBytes, size / Self.checksOfAPass))
            return try await findings + checkBlocks(from: start, atMost: budget, isKept: !isWhole) + exposure()
        } catch {
            return [error.description]
        }
    }

    private static func damages(_ db: Database, isWhole: Bool, isFirst: Bool) throws -> [String] {
        let checks =
            isWhole
            ? ["PRAGMA quick_check(5)"]
            : try String.fetchAll(db, sql: "SELECT name FROM sqlite_schema WHERE type = 'table'")
                .filter { !BlockPosition.tables.contains($0) && ($0 != "state_change" || isFirst) }
                .map { "PRAGMA quick_check('\($0)')" }
        return try checks.flatMap { try String.fetchAll(db, sql: $0) }
            .filter { $0 != "ok" }
            .map { "The database is damaged: \($0)." }
    }

    private static func strays(_ db: Database) throws -> [String] {
        try String.fetchSet(db, sql: #"SELECT DISTINCT "table" FROM pragma_foreign_key_check"#).sorted()
            .map { "A row of “\($0)” points at nothing." }
    }

    private static func settings(_ db: Database) throws -> [String] {
        let isIncremental = try Int.fetchOne(db, sql: "PRAGMA auto_vacuum") == 2
        return isIncremental ? [] : ["The database cannot give deleted space back to the disk."]
    }

    private func exposure() -> [String] {
        var status = stat()
        guard stat(path, &status) == 0 else { return ["The database's file is gone; stop and restore it."] }
        return status.st_mode & 0o077 == 0 ? [] : ["Others can read the database; run chmod 600 \(path)."]
    }

    // MARK: Blocks

    private func checkBlocks(
        from start: BlockPosition, atMost budget: Int, isKept: Bool
    ) async throws(StorageError) -> [String] {
        var findings: [String] = []
        var position = start
        var left = budget
        repeat {
            let (here, damages, bytes) = (position, damages, min(left, Self.bytesOfAPiece))
            do throws(StorageError) {
                let read: Int
                (position, read) = try await pool.read { db in
                    try Self.checkPiece(from: here, atMost: bytes, db, damages)
                }
                left -= max(read, 1)
            } catch {
                // The list of the blocks itself: the next table has another one.
                guard case .damaged(let what) = error else { throw error }
                findings.append("The database is damaged: \(what).")
                position = here.behindTable
            }
            await Task.yield()
        } while position != .start && left > 0 && !Task.isCancelled
        if isKept {
            let end = position
            try await pool.write { db in try end.store(db) }
        }
        return Array(Set(findings)).sorted()
    }

    /// Returns where to go on, the start when all blocks are read, and how many bytes it read.
    private static func checkPiece(
        from start: BlockPosition, atMost budget: Int, _ db: Database, _ damages: DamageNotes
    ) throws -> (BlockPosition, Int) {
        var position = start
        var read = 0
        let rows = try start.rowsBehind(db)
        let data = try db.cachedStatement(sql: "SELECT data FROM \(start.table) WHERE id = ?")
        while read < budget {
            guard let next = try rows.next() else { return (position.behindTable, read) }
            position = try BlockPosition(next, in: start.table)
            // SQLite reads nothing more in a transaction that met a damaged page.
            guard let bytes = try intactBytes(data, of: position.row) else {
                damages.insert(position.note)
                return (position, read)
            }
            read += bytes
        }
        return (position, read)
    }

    /// Nil when the block is damaged, its row is gone or its pages cannot be read.
    private static func intactBytes(_ data: Statement, of row: BlockRow) throws -> Int? {
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

    /// Every block ends with the CRC-32C of the rest.
    private static func isIntact(_ block: UnsafeRawBufferPointer) -> Bool {
        let end = block.count - 4
        return end > 0 && CRC32C.checksum(UnsafeRawBufferPointer(rebasing: block[..<end])) == block.integer(at: end)
    }
}

/// The block that a check read last. Of it only table, series and first time are stored: the next check begins with all
/// blocks of that series and time.
private struct BlockPosition: Equatable {
    static let tables = ["block", "fresh_block", "roll_up_block", "day_block"]
    static let start = BlockPosition(table: tables[0])

    let table: String
    private var series = Int64.min
    private(set) var row: BlockRow

    /// Before all blocks of `table` that are at `first` of `series` or behind.
    private init(table: String, series: Int64 = .min, first: Int64 = .min) {
        self.table = table
        self.series = series
        row = BlockRow(
            id: .min, first: Timestamp(milliseconds: first), last: Timestamp(milliseconds: .min), count: .min)
    }

    /// At a row of `rowsBehind`.
    init(_ row: Row, in table: String) throws {
        self.table = table
        series = try row.decode(forColumn: "series")
        self.row = try BlockRow(row: row)
    }

    /// Where the check before stopped.
    static func stored(_ db: Database) throws -> BlockPosition {
        guard let row = try Row.fetchOne(db, sql: "SELECT sort, series, first FROM block_check"),
            case let table:String = try row.decode(forColumn: "sort"), tables.contains(table)
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

    var note: DamageNotes.Note { DamageNotes.Note(table: table, series: series, row: row) }

    /// The start of the next table, that of the first one behind the last.
    var behindTable: BlockPosition {
        let next = (Self.tables.firstIndex(of: table) ?? 0) + 1
        return next < Self.tables.count ? BlockPosition(table: Self.tables[next]) : .start
    }

    /// The blocks of the table that follow, in the order of its index, from which they are read.
    func rowsBehind(_ db: Database) throws -> RowCursor {
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

import Foundation
import GRDB
import HomeModel

extension HomeDatabase {
    /// A database up to this size is read completely at each check.
    private static let fullCheckBytes: Int64 = 64 << 20
    /// A larger database is read completely once in so many checks.
    private static let checksPerPass: Int64 = 30
    /// A new transaction starts after so many bytes of blocks, so that SQLite can restart its write-ahead log in
    /// between.
    private static let bytesPerTransaction = 4 << 20

    /// Checks the database while other work continues. Returns one sentence per finding; empty means that no damage was
    /// found.
    ///
    /// The check reads every page of a database of up to 64 MB. Of a larger one it reads the small tables and a
    /// thirtieth of the blocks (64 MB at least), and continues there the next time, also after a restart. Damaged
    /// blocks that it finds are added to `damagedRanges`.
    package func check() async -> [String] { await check(fullCheckBytes: Self.fullCheckBytes) }

    func check(fullCheckBytes: Int64) async -> [String] {
        do throws(StorageError) {
            let size = DatabaseFile.size(path)
            let isWhole = size <= fullCheckBytes
            let start = isWhole ? BlockPosition.start : try await pool.read(BlockPosition.stored)
            let findings = try await pool.read { db in
                try Self.damages(db, isWhole: isWhole, isFirst: start == .start) + Self.danglingReferences(db)
                    + Self.settings(db)
            }
            let budget = isWhole ? .max : Int(max(fullCheckBytes, size / Self.checksPerPass))
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

    private static func danglingReferences(_ db: Database) throws -> [String] {
        try String.fetchSet(db, sql: #"SELECT DISTINCT "table" FROM pragma_foreign_key_check"#).sorted()
            .map { "A row of the table “\($0)” refers to a row that does not exist." }
    }

    private static func settings(_ db: Database) throws -> [String] {
        let isIncremental = try Int.fetchOne(db, sql: "PRAGMA auto_vacuum") == 2
        return isIncremental ? [] : ["The database cannot give deleted space back to the disk."]
    }

    private func exposure() -> [String] {
        var status = stat()
        guard stat(path, &status) == 0 else {
            return ["The database file is missing. Stop the gateway and restore the file."]
        }
        return status.st_mode & 0o077 == 0 ? [] : ["Other users can read the database; run chmod 600 \(path)."]
    }

    // MARK: Blocks

    private func checkBlocks(
        from start: BlockPosition, atMost budget: Int, isKept: Bool
    ) async throws(StorageError) -> [String] {
        var findings: [String] = []
        var position = start
        var left = budget
        repeat {
            let (here, damagedBlocks, bytes) = (position, damagedBlocks, min(left, Self.bytesPerTransaction))
            do throws(StorageError) {
                let read: Int
                (position, read) = try await pool.read { db in
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
        if isKept {
            let end = position
            try await pool.write { db in try end.store(db) }
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
    static let tables = ["block", "fresh_block", "roll_up_block", "day_block"]
    static let start = BlockPosition(table: tables[0])

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

    var note: DamagedBlocks.Note { DamagedBlocks.Note(table: table, series: series, row: row) }

    /// The start of the next table; after the last table, the start of the first.
    var startOfNextTable: BlockPosition {
        let next = (Self.tables.firstIndex(of: table) ?? 0) + 1
        return next < Self.tables.count ? BlockPosition(table: Self.tables[next]) : .start
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

import Glibc
import GRDB

/// The database of the home: registry, people, readings and retention terms in one SQLite file, and the write-ahead log
/// of readings beside it.
package final class HomeDatabase: Sendable {
    package let registry: RegistryStore
    package let people: PeopleStore
    package let sessions: SessionStore
    package let readings: ReadingStore
    package let retention: RetentionStore
    package let clockCheckpoints: ClockCheckpoints
    /// Findings of the opening, one sentence each.
    package let openingNotes: [String]

    let path: String
    let pool: SQLitePool
    let damagedBlocks: DamagedBlocks
    private let lock: DatabaseLock

    /// Opens the file, or creates it with mode 0600, locks it and migrates it to the current version.
    ///
    /// Refuses a file that is newer, damaged or in use, and leaves it as it is.
    package static func open(path: String) throws(StorageError) -> HomeDatabase {
        try HomeDatabase(path: path, schema: .current)
    }

    init(path: String, schema: DatabaseSchema, disk: DiskCalls = DiskCalls()) throws(StorageError) {
        self.path = path
        lock = try DatabaseLock(besides: path)
        let note = try DatabaseFile(path: path, schema: schema).prepare()
        pool = try SQLitePool(path: path)
        registry = RegistryStore(pool: pool)
        people = PeopleStore(pool: pool)
        sessions = SessionStore(pool: pool)
        clockCheckpoints = ClockCheckpoints(pool: pool)
        damagedBlocks = DamagedBlocks()
        try Version1ReadingMigration.move(in: pool, damagedBlocks)
        try StoredBytes.countExisting(in: pool)
        try BlockStatistics.countExisting(in: pool)
        try BlockIndexes.complete(in: pool)
        readings = try ReadingStore(
            pool: pool, folder: WALFolder(database: path, disk: disk), damagedBlocks: damagedBlocks)
        retention = RetentionStore(pool: pool, readings: readings, damagedBlocks: damagedBlocks)
        openingNotes = (note.map { [$0] } ?? []) + readings.openingNotes
    }

    /// Waits for running work, checkpoints SQLite's write-ahead log and releases the lock. May be called again.
    package func close() {
        readings.close()
        // If a connection cannot close, the lock is kept until the process ends.
        guard pool.close() else { return }
        lock.release()
    }

    /// The size on disk in bytes, including SQLite's write-ahead log and that of readings.
    package var size: Int64 {
        DatabaseFile.size(path) + DatabaseFile.size(path + "-wal") + WALFolder(database: path, disk: DiskCalls()).size
    }

    /// The size of the write-ahead log of readings in bytes.
    package var logSize: Int64 { WALFolder(database: path, disk: DiskCalls()).size }

    /// The free bytes on the disk that this user may use; nil when the file system does not report them.
    package var freeBytes: Int64? {
        var status = statvfs()
        guard statvfs(path, &status) == 0 else { return nil }
        // Some file systems report an unlimited size.
        let (bytes, overflow) = UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize))
        return Int64(clamping: overflow ? .max : bytes)
    }
}

/// Covering indexes for the search of blocks, so that a search reads no page of the blocks themselves.
enum BlockIndexes {
    private static let tables = ["block", "roll_up_block", "fresh_block"]

    /// Replaces the indexes of earlier versions. A table with a page that cannot be read keeps its old index.
    static func complete(in pool: SQLitePool) throws(StorageError) {
        try StorageError.translating {
            for table in tables where try pool.connections.read({ try isMissing(table, in: $0) }) {
                do {
                    try pool.connections.write { db in
                        try db.execute(sql: "CREATE INDEX \(name(of: table)) ON \(table) (series, first, last, count)")
                        try db.execute(sql: "DROP INDEX IF EXISTS \(table)_of_series")
                    }
                } catch let error as DatabaseError
                    where [.SQLITE_CORRUPT, .SQLITE_IOERR, .SQLITE_FULL].contains(error.resultCode)
                {
                    // Queries take a little longer without the index; damage is reported when a query meets it.
                }
            }
        }
    }

    private static func isMissing(_ table: String, in db: Database) throws -> Bool {
        try Bool.fetchOne(
            db, sql: "SELECT NOT EXISTS (SELECT 1 FROM sqlite_schema WHERE type = 'index' AND name = ?)",
            arguments: [name(of: table)]) ?? false
    }

    private static func name(of table: String) -> String { "\(table)_by_time" }
}

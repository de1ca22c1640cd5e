import Glibc

/// The home's database: registry, people, readings and retention terms in one SQLite file, and the log of what is new.
package final class HomeDatabase: Sendable {
    package let registry: RegistryStore
    package let people: PeopleStore
    package let sessions: SessionStore
    package let readings: ReadingStore
    package let retention: RetentionStore
    package let clockMarks: ClockMarks
    /// Findings of the opening, one sentence each.
    package let openingNotes: [String]

    let path: String
    let pool: SQLitePool
    let damages: DamageNotes
    private let lock: DatabaseLock

    /// Opens or creates (0600) the file, takes its lock and brings it to the current version.
    ///
    /// A file that is newer, damaged or in use is refused and left as it is.
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
        clockMarks = ClockMarks(pool: pool)
        damages = DamageNotes()
        try Version1Readings.move(in: pool, damages)
        try StoredBytes.begin(in: pool)
        try BlockFigures.begin(in: pool)
        try BlockIndexes.complete(in: pool)
        readings = try ReadingStore(
            pool: pool, folder: LogFolder(database: path, disk: disk), damages: damages)
        retention = RetentionStore(pool: pool, readings: readings, damages: damages)
        openingNotes = (note.map { [$0] } ?? []) + readings.openingNotes
    }

    /// Waits for running work, folds the log into the file and gives up the lock. May be called again.
    package func close() {
        readings.close()
        // Connections that cannot close keep the lock until the process ends.
        guard pool.close() else { return }
        lock.release()
    }

    /// Bytes on disk, the database's own log and that of new readings included.
    package var size: Int64 {
        DatabaseFile.size(path) + DatabaseFile.size(path + "-wal") + LogFolder(database: path, disk: DiskCalls()).size
    }

    /// Bytes of the log of new readings alone.
    package var logSize: Int64 { LogFolder(database: path, disk: DiskCalls()).size }

    /// Bytes that the disk has left for us; nil when it does not say.
    package var room: Int64? {
        var status = statvfs()
        guard statvfs(path, &status) == 0 else { return nil }
        // Some file systems say that there is no end.
        let (bytes, overflow) = UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize))
        return Int64(clamping: overflow ? .max : bytes)
    }
}

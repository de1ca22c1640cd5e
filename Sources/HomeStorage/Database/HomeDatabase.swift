/// The home's database: registry, people, readings and retention terms in one SQLite file, and the log of what is new.
package final class HomeDatabase: Sendable {
    package let registry: RegistryStore
    package let people: PeopleStore
    package let readings: ReadingStore
    package let retention: RetentionStore

    let path: String
    let pool: SQLitePool
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
        try DatabaseFile(path: path, schema: schema).prepare()
        pool = try SQLitePool(path: path)
        registry = RegistryStore(pool: pool)
        people = PeopleStore(pool: pool)
        let damages = DamageNotes()
        try Version1Readings.move(in: pool, damages)
        readings = try ReadingStore(
            pool: pool, folder: LogFolder(database: path, disk: disk), damages: damages)
        retention = RetentionStore(pool: pool, readings: readings, damages: damages)
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
}

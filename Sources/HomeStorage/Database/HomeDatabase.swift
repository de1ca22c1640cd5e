/// The home's database: registry, people, readings and retention terms in one SQLite file.
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

    init(path: String, schema: DatabaseSchema) throws(StorageError) {
        self.path = path
        lock = try DatabaseLock(besides: path)
        try DatabaseFile(path: path, schema: schema).prepare()
        pool = try SQLitePool(path: path)
        registry = RegistryStore(pool: pool)
        people = PeopleStore(pool: pool)
        readings = ReadingStore(pool: pool)
        retention = RetentionStore(pool: pool)
    }

    /// Waits for running work, folds the log into the file and gives up the lock. May be called again.
    package func close() {
        // Connections that cannot close keep the lock until the process ends.
        guard pool.close() else { return }
        lock.release()
    }

    /// Bytes on disk, the write-ahead log included.
    package var size: Int64 { DatabaseFile.size(path) + DatabaseFile.size(path + "-wal") }
}

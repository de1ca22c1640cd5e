import Concurrency
package import Crypto
package import HomeModel
import SQLiteDatabase
import SegmentedLog
package import TimeSeriesStore
import Glibc

/// The database of the home: registry, people, readings and retention terms in one SQLite file, and the write-ahead log
/// of readings beside it. The two stores share the file, because it has one version, one lock and one transaction log.
package final class HomeDatabase: Sendable {
    package let registry: RegistryStore
    package let people: PeopleStore
    package let sessions: SessionStore
    package let layouts: LayoutStore
    package let tariffs: TariffStore
    package let preferences: PreferencesStore
    package let notices: NoticeStore
    package let invitations: InvitationStore
    package let consents: ConsentStore
    package let appliances: ApplianceStore
    package let serviceHistory: ServiceHistoryStore
    package let maintenanceTasks: MaintenanceTaskStore
    package let attachments: AttachmentStore
    package let clockCheckpoints: ClockCheckpoints
    /// Findings of the opening, one sentence each.
    package let openingNotes: [String]

    let path: String
    let pool: SQLitePool
    let timeSeries: TimeSeries
    private let lock: DatabaseLock

    package var readings: ReadingStore { timeSeries.readings }
    package var retention: RetentionStore { timeSeries.retention }

    /// The incidents, whose content is encrypted with an AES-256 key from outside the database.
    package func incidents(sealedWith key: SymmetricKey) -> IncidentStore { IncidentStore(pool: pool, key: key) }

    /// Opens the file, or creates it with mode 0600, locks it and migrates it to the current version.
    ///
    /// Refuses a file that is newer, damaged or in use, and leaves it as it is.
    package static func open(path: String) throws(StorageError) -> HomeDatabase {
        try HomeDatabase(path: path, schema: .current)
    }

    /// Runs `body` while no process has the database open. Throws `.inUse`.
    package static func whileClosed<Value>(
        path: String, body: () async throws(StorageError) -> Value
    ) async throws(StorageError) -> Value {
        let lock = try DatabaseLock(besides: path)
        defer { lock.release() }
        return try await body()
    }

    init(
        path: String, schema: DatabaseSchema, disk: DiskCalls = .system, deletesSecurely: Bool = true
    ) throws(StorageError) {
        self.path = path
        lock = try DatabaseLock(besides: path)
        let note = try DatabaseFile(path: path, schema: schema).prepare()
        pool = try SQLitePool(path: path, deletesSecurely: deletesSecurely)
        registry = RegistryStore(pool: pool)
        people = PeopleStore(pool: pool)
        sessions = SessionStore(pool: pool)
        layouts = LayoutStore(pool: pool)
        tariffs = TariffStore(pool: pool)
        preferences = PreferencesStore(pool: pool)
        notices = NoticeStore(pool: pool)
        invitations = InvitationStore(pool: pool)
        consents = ConsentStore(pool: pool)
        appliances = ApplianceStore(pool: pool)
        serviceHistory = ServiceHistoryStore(pool: pool)
        maintenanceTasks = MaintenanceTaskStore(pool: pool)
        attachments = AttachmentStore(pool: pool)
        clockCheckpoints = ClockCheckpoints(pool: pool)
        timeSeries = try TimeSeries(in: pool, besides: path, disk: disk)
        openingNotes = (note.map { [$0] } ?? []) + timeSeries.openingNotes
    }

    /// Waits for running work, checkpoints SQLite's write-ahead log and releases the lock. May be called again.
    package func close() {
        timeSeries.close()
        // If a connection cannot close, the lock is kept until the process ends.
        guard pool.close() else { return }
        lock.release()
    }

    /// The size on disk in bytes, including SQLite's write-ahead log and that of readings.
    package var size: Int64 {
        FileSize.bytes(at: path) + FileSize.bytes(at: path + "-wal") + timeSeries.logSize
    }

    /// The size of the write-ahead log of readings in bytes.
    package var logSize: Int64 { timeSeries.logSize }

    /// The free bytes on the disk that this user may use; nil when the file system does not report them.
    package var freeBytes: Int64? { FileSize.freeBytes(at: path) }

    /// Removes a copy from before a migration once it is older than 30 days.
    package func removeExpiredCopies(now: Timestamp) { DatabaseCopies(of: path).removeExpired(now: now) }

    /// Removes what contains earlier rows beside the database file itself: copies from before migrations, files that a
    /// killed migration left, and a write-ahead log that was set aside. Then removes the copies of deleted rows from the
    /// file itself and empties the write-ahead log in use.
    package func removeOldCopies() async throws(StorageError) {
        let copies = DatabaseCopies(of: path)
        try await BlockingExecutor.offPool {
            Result { () throws(StorageError) in try copies.removeAll() }
        }.get()
        try await people.rewriteTables()
        try await pool.emptyWriteAheadLog()
    }
}

package import HomeModel
package import SQLiteDatabase
package import SegmentedLog

/// The readings and state changes of the home in its database, and their write-ahead log beside it.
package struct TimeSeries: Sendable {
    package let readings: ReadingStore
    package let retention: RetentionStore
    /// Findings of the opening, one sentence each.
    package let openingNotes: [String]

    let pool: SQLitePool
    let damagedBlocks: DamagedBlocks
    private let folder: WALFolder

    /// Moves the data of earlier versions, and replays the write-ahead log. `path` is the path of the database.
    package init(in pool: SQLitePool, besides path: String, disk: DiskCalls) throws(StorageError) {
        self.pool = pool
        folder = WALFolder(database: path, disk: disk)
        damagedBlocks = DamagedBlocks()
        try Version1ReadingMigration.move(in: pool, damagedBlocks)
        try StoredBytes.countExisting(in: pool)
        try BlockStatistics.countExisting(in: pool)
        try BlockIndexes.complete(in: pool)
        readings = try ReadingStore(pool: pool, folder: folder, damagedBlocks: damagedBlocks)
        retention = RetentionStore(pool: pool, readings: readings, damagedBlocks: damagedBlocks)
        openingNotes = readings.openingNotes
    }

    /// The size of the write-ahead log in bytes.
    package var logSize: Int64 { folder.size }

    /// Every later append throws `.closed`.
    package func close() { readings.close() }
}

import GRDB
import HomeModel

/// The memtable of complete log files, which is being flushed to level-0 blocks.
struct ImmutableMemtable: Sendable {
    /// The number of the last of these files.
    let log: UInt64
    let entries: [SeriesTable.Entry]
    let counts: RecordCounts
    /// The series that the files name, because the database has no rows for them.
    let names: [LoggedSeries]
    private let places: [SeriesID: Int]

    init(log: UInt64, entries: [SeriesTable.Entry], counts: RecordCounts, names: [LoggedSeries]) {
        self.log = log
        self.entries = entries
        self.counts = counts
        self.names = names
        places = Dictionary(uniqueKeysWithValues: entries.enumerated().map { ($1.id, $0) })
    }

    subscript(id: SeriesID) -> SeriesTable.Entry? { places[id].map { entries[$0] } }

    /// Writes everything in one transaction; afterwards the database contains the records, and the log files are
    /// obsolete.
    func flush(_ db: Database, damagedBlocks: DamagedBlocks) throws {
        try SeriesTable.insert(names, in: db)
        let levelZero = LevelZeroBlocks(db, damagedBlocks: damagedBlocks)
        let insertChange = try db.cachedStatement(
            sql: "INSERT INTO state_change (series, time, value) VALUES (?, ?, ?) ON CONFLICT (series, time) DO NOTHING"
        )
        var counts = counts
        counts.stateChanges = 0
        for entry in entries {
            try levelZero.insert(entry.readings, of: entry.key)
            if let last = entry.readings.last { try SeriesTable.updateLast(last, of: entry.key, in: db) }
            for change in entry.changes {
                try insertChange.execute(arguments: [entry.key, change.time.milliseconds, change.value])
                counts.stateChanges += db.changesCount
            }
        }
        try counts.addToTally(db)
        try db.execute(sql: "UPDATE reading_log SET sealed = ?", arguments: [Int64(bitPattern: log)])
    }
}

import SQLiteDatabase
import GRDB
import HomeModel

/// All series that have ever had a record, each with its last reading, and the memtable: the records that are in no
/// block yet.
struct SeriesTable: Sendable {
    /// One series and its part of the memtable.
    struct Entry: Sendable {
        let id: SeriesID
        let key: Int64
        let kind: RecordKind
        /// Whether the database has the row of the series. Until then, each frame of the log that uses the key also
        /// names the series.
        var isStored = false
        var last: Reading?
        /// Sorted, with different times.
        var readings: [Reading] = []
        var changes: [StoredChange] = []
    }

    private(set) var entries: [Entry] = []
    private var places: [SeriesID: Int] = [:]
    private var placesByKey: [Int64: Int] = [:]
    /// The number of records in the memtable.
    private(set) var unflushed = RecordCounts()
    /// The number of records in the log whose series is not in the database.
    private(set) var orphanedRecords = 0
    /// No new series may get a key up to this one, because another series had it.
    private(set) var lastKey: Int64 = 0

    subscript(id: SeriesID) -> Entry? { places[id].map { entries[$0] } }
    subscript(key: Int64) -> Entry? { placesByKey[key].map { entries[$0] } }

    func key(of id: SeriesID) -> Int64? { places[id].map { entries[$0].key } }

    mutating func add(_ entry: Entry) {
        guard places[entry.id] == nil else { return }
        places[entry.id] = entries.count
        placesByKey[entry.key] = entries.count
        lastKey = max(lastKey, entry.key)
        entries.append(entry)
    }

    /// Returns the entry of a series. Creates one, with a key that no other series ever had, if there is none.
    mutating func entry(of id: SeriesID, kind: RecordKind) -> Entry {
        if let entry = self[id] { return entry }
        let entry = Entry(id: id, key: lastKey &+ 1, kind: kind)
        add(entry)
        return entry
    }

    /// Sets whether the database has the rows of these series.
    mutating func markStored(_ keys: some Sequence<Int64>, areStored: Bool) {
        for key in keys {
            if let place = placesByKey[key] { entries[place].isStored = areStored }
        }
    }

    /// Returns the series of these keys that have no row in the database.
    func names(of keys: some Sequence<Int64>) -> [LoggedSeries] {
        Set(keys).sorted().compactMap { key in
            self[key].flatMap { $0.isStored ? nil : LoggedSeries(key: key, id: $0.id, kind: $0.kind) }
        }
    }

    mutating func remove(_ keys: Set<Int64>) {
        guard !keys.isEmpty else { return }
        let left = entries.filter { !keys.contains($0.key) }
        (entries, places, placesByKey) = ([], [:], [:])
        for entry in left { add(entry) }
    }

    mutating func apply(_ batch: LoggedBatch) {
        for name in batch.names { add(Entry(id: name.id, key: name.key, kind: name.kind)) }
        for (key, reading) in batch.readings {
            guard let place = place(of: key), entries[place].insert(reading) else { continue }
            unflushed.countReading(entries[place].kind, count: 1)
        }
        for (key, change) in batch.changes {
            guard let place = place(of: key) else { continue }
            entries[place].changes.append(change)
            unflushed.stateChanges += 1
        }
    }

    private mutating func place(of key: Int64) -> Int? {
        if let place = placesByKey[key] { return place }
        orphanedRecords += 1
        lastKey = max(lastKey, key)
        return nil
    }

    /// Sets the newest reading after the previous one was removed.
    mutating func replaceLast(_ reading: Reading?, of key: Int64) {
        guard let place = placesByKey[key] else { return }
        entries[place].last = reading
    }

    mutating func updateLast(_ reading: Reading, of key: Int64) {
        guard let place = placesByKey[key] else { return }
        entries[place].updateLast(reading)
    }

    /// Empties the memtable and returns its entries for the flush.
    mutating func drainMemtable() -> [Entry] {
        var taken: [Entry] = []
        for place in entries.indices where !entries[place].readings.isEmpty || !entries[place].changes.isEmpty {
            taken.append(entries[place])
            entries[place].readings = []
            entries[place].changes = []
        }
        unflushed = RecordCounts()
        return taken
    }
}

extension SeriesTable.Entry {
    /// Returns false when there is a reading of the same time.
    fileprivate mutating func insert(_ reading: Reading) -> Bool {
        updateLast(reading)
        guard let newest = readings.last, newest.time >= reading.time else {
            readings.append(reading)
            return true
        }
        let index = readings.lowerBound(of: reading.time)
        guard readings[index].time != reading.time else { return false }
        readings.insert(reading, at: index)
        return true
    }

    mutating func updateLast(_ reading: Reading) {
        if let last, last.time >= reading.time { return }
        last = reading
    }
}

extension SeriesTable {
    init(_ db: Database) throws {
        let rows = try Row.fetchCursor(
            db, sql: "SELECT id, device, part, capability, kind, last_time, last_value FROM series ORDER BY id")
        while let row = try rows.next() {
            var entry = Entry(
                id: try SeriesID(row: row), key: try row.decode(forColumn: "id"), kind: try row.word("kind"),
                isStored: true)
            if let time = try row.decode(Int64?.self, forColumn: "last_time") {
                entry.last = Reading(
                    time: Timestamp(milliseconds: time), value: try row.decode(forColumn: "last_value"))
            }
            add(entry)
        }
    }

    static func updateLast(_ reading: Reading, of key: Int64, in db: Database) throws {
        try db.cachedStatement(
            sql: """
                UPDATE series SET last_time = ?2, last_value = ?3 WHERE id = ?1 AND ifnull(last_time < ?2, TRUE)
                """
        ).execute(arguments: [key, reading.time.milliseconds, reading.value])
    }

    /// Inserts the missing rows of the series.
    static func insert(_ series: [LoggedSeries], in db: Database) throws {
        let statement = try db.cachedStatement(
            sql: "INSERT OR IGNORE INTO series (id, device, part, capability, kind) VALUES (?, ?, ?, ?, ?)")
        for series in series {
            let id = series.id
            try statement.execute(arguments: [
                series.key, id.device.rawValue, id.part.rawValue, id.capability.description, series.kind.rawValue,
            ])
        }
    }
}

extension SeriesID {
    init(row: Row) throws {
        self.init(
            device: try row.value("device"), part: try row.value("part"), capability: try row.value("capability"))
    }
}

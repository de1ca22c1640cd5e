import GRDB
import HomeModel

/// All series that were ever written to, each with its last reading and what of it is in no block yet.
struct SeriesTable: Sendable {
    struct Entry: Sendable {
        let id: SeriesID
        let key: Int64
        let kind: RecordKind
        /// Whether the database has its row. Until it has, each frame of the log that uses the key says whose it is.
        var isStored = false
        var last: Reading?
        /// Sorted, each time once.
        var readings: [Reading] = []
        var changes: [StoredChange] = []
    }

    private(set) var entries: [Entry] = []
    private var places: [SeriesID: Int] = [:]
    private var placesByKey: [Int64: Int] = [:]
    /// In no block yet.
    private(set) var pending = RecordCounts()
    /// Records of the log whose series the database has lost.
    private(set) var strays = 0
    /// No series may get a key up to this one: it was another's.
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

    /// The entry of a series; a new one, with a key that no other series ever had, where there is none.
    mutating func entry(of id: SeriesID, kind: RecordKind) -> Entry {
        if let entry = self[id] { return entry }
        let entry = Entry(id: id, key: lastKey &+ 1, kind: kind)
        add(entry)
        return entry
    }

    /// Says of entries whether the database has their rows.
    mutating func note(_ keys: some Sequence<Int64>, areStored: Bool) {
        for key in keys {
            if let place = placesByKey[key] { entries[place].isStored = areStored }
        }
    }

    /// The series of all these keys that the database does not know.
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

    mutating func take(_ batch: LoggedBatch) {
        for name in batch.names { add(Entry(id: name.id, key: name.key, kind: name.kind)) }
        for (key, reading) in batch.readings {
            guard let place = place(of: key), entries[place].insert(reading) else { continue }
            pending.countReading(entries[place].kind, 1)
        }
        for (key, change) in batch.changes {
            guard let place = place(of: key) else { continue }
            entries[place].changes.append(change)
            pending.stateChanges += 1
        }
    }

    private mutating func place(of key: Int64) -> Int? {
        if let place = placesByKey[key] { return place }
        strays += 1
        lastKey = max(lastKey, key)
        return nil
    }

    /// The newest reading is another one: what was the newest is gone.
    mutating func replaceLast(_ reading: Reading?, of key: Int64) {
        guard let place = placesByKey[key] else { return }
        entries[place].last = reading
    }

    mutating func noteLast(_ reading: Reading, of key: Int64) {
        guard let place = placesByKey[key] else { return }
        entries[place].noteLast(reading)
    }

    /// Empties the table of what is in no block yet, and gives it to whoever seals it.
    mutating func takePending() -> [Entry] {
        var taken: [Entry] = []
        for place in entries.indices where !entries[place].readings.isEmpty || !entries[place].changes.isEmpty {
            taken.append(entries[place])
            entries[place].readings = []
            entries[place].changes = []
        }
        pending = RecordCounts()
        return taken
    }
}

extension SeriesTable.Entry {
    /// False when a reading of that time is there.
    fileprivate mutating func insert(_ reading: Reading) -> Bool {
        noteLast(reading)
        guard let newest = readings.last, newest.time >= reading.time else {
            readings.append(reading)
            return true
        }
        let place = readings.place(of: reading.time)
        guard readings[place].time != reading.time else { return false }
        readings.insert(reading, at: place)
        return true
    }

    mutating func noteLast(_ reading: Reading) {
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

    static func noteLast(_ reading: Reading, of key: Int64, _ db: Database) throws {
        try db.cachedStatement(
            sql: """
                UPDATE series SET last_time = ?2, last_value = ?3 WHERE id = ?1 AND ifnull(last_time < ?2, TRUE)
                """
        ).execute(arguments: [key, reading.time.milliseconds, reading.value])
    }

    /// Makes the rows of series, as far as they are missing.
    static func insert(_ series: [LoggedSeries], _ db: Database) throws {
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

import Foundation
import GRDB
import HomeModel

/// One batch on its way into the tables, within the transaction of its caller.
struct RecordInsertion {
    /// Keys of series that the tables know already.
    let known: [SeriesID: Int64]
    /// Keys that this batch looked up or added; they hold only once the transaction has.
    private(set) var found: [SeriesID: Int64] = [:]
    private(set) var counts = RecordCounts()

    init(known: [SeriesID: Int64]) { self.known = known }

    /// In the order of the table, so that a page is visited once; of two with the same time the first wins.
    mutating func insert(_ readings: [ValidReading], _ db: Database) throws {
        guard !readings.isEmpty else { return }
        let rows = try readings.enumerated().map { offset, reading in
            (
                key: try key(of: reading.series, reading.kind, db), time: reading.reading.time.milliseconds,
                offset: offset
            )
        }
        let statement = try db.cachedStatement(
            sql: "INSERT INTO reading (series, time, value) VALUES (?, ?, ?) ON CONFLICT (series, time) DO NOTHING")
        for row in rows.sorted(by: <) {
            let reading = readings[row.offset]
            try statement.execute(arguments: [row.key, row.time, reading.reading.value])
            counts.countReading(reading.kind, db.changesCount)
        }
    }

    /// Changes of capabilities that are not recorded as state changes are passed over.
    mutating func insert(_ changes: [StateChange], _ db: Database) throws {
        guard !changes.isEmpty else { return }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let statement = try db.cachedStatement(
            sql: "INSERT INTO state_change (series, time, value) VALUES (?, ?, ?) ON CONFLICT (series, time) DO NOTHING"
        )
        for change in changes {
            guard case .stateChange(let kind) = change.series.capability.kind.facts.recording,
                // Only numbers that are not finite have no text; one of them must not hold up its batch for ever.
                let value = try? encoder.encode(change.value)
            else { continue }
            try statement.execute(arguments: [
                try key(of: change.series, kind, db), change.time.milliseconds, String(decoding: value, as: UTF8.self),
            ])
            counts.stateChanges += db.changesCount
        }
    }

    private mutating func key(of series: SeriesID, _ kind: RecordKind, _ db: Database) throws -> Int64 {
        if let key = known[series] ?? found[series] { return key }
        let names = [series.device.rawValue, series.part.rawValue, series.capability.description]
        try db.cachedStatement(
            sql: """
                INSERT INTO series (device, part, capability, kind) VALUES (?, ?, ?, ?)
                ON CONFLICT (device, part, capability) DO NOTHING
                """
        ).execute(arguments: StatementArguments(names + [kind.rawValue]))
        let select = try db.cachedStatement(
            sql: "SELECT id FROM series WHERE device = ? AND part = ? AND capability = ?")
        guard let key = try Int64.fetchOne(select, arguments: StatementArguments(names)) else {
            throw StorageError.damaged(what: "a series that was just added is missing")
        }
        found[series] = key
        return key
    }
}

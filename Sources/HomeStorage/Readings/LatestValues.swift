import GRDB
package import HomeModel

/// What every series said last.
package struct LatestValues: Hashable, Sendable {
    package let readings: [SeriesID: Reading]
    package let states: [SeriesID: StateChange]

    package init(readings: [SeriesID: Reading], states: [SeriesID: StateChange]) {
        self.readings = readings
        self.states = states
    }
}

extension ReadingStore {
    /// The last value of every series that is within its term at `now`. One seek per series, whatever its length.
    package func latest(now: Timestamp, terms: RetentionTerms) async throws(StorageError) -> LatestValues {
        let edges = try RetentionEdges(terms, at: now)
        return try await pool.read { db in
            LatestValues(
                readings: try Dictionary(
                    uniqueKeysWithValues: Row.fetchAll(db, sql: Self.latestReadings, arguments: edges.arguments)
                        .map { (try SeriesID(row: $0), try Reading(row: $0)) }),
                states: try Dictionary(
                    uniqueKeysWithValues: Row.fetchAll(db, sql: Self.latestStates, arguments: edges.arguments)
                        .map { row in
                            let series = try SeriesID(row: row)
                            return (series, try StateChange(of: series, row: row))
                        }))
        }
    }

    // CROSS JOIN keeps the order of the tables: with JOIN alone, SQLite 3.40 walks through the whole history.
    static let latestReadings = """
        SELECT series.device, series.part, series.capability, reading.time, reading.value
        FROM series CROSS JOIN reading ON reading.series = series.id
            AND reading.time = (SELECT max(time) FROM reading WHERE reading.series = series.id)
        WHERE reading.time >= CASE series.kind WHEN 'energy' THEN :energy ELSE :environment END
        """

    static let latestStates = """
        SELECT series.device, series.part, series.capability, state_change.time, state_change.value
        FROM series CROSS JOIN state_change ON state_change.series = series.id
            AND state_change.time = (SELECT max(time) FROM state_change WHERE state_change.series = series.id)
        WHERE state_change.time >= CASE series.kind WHEN 'energy' THEN :energy ELSE :environment END
        """
}

extension SeriesID {
    init(row: Row) throws {
        self.init(
            device: try row.value("device"), part: try row.value("part"), capability: try row.value("capability"))
    }
}

extension Reading {
    init(row: Row) throws {
        self.init(
            time: Timestamp(milliseconds: try row.decode(forColumn: "time")), value: try row.decode(forColumn: "value"))
    }
}

extension StateChange {
    init(of series: SeriesID, row: Row) throws {
        self.init(
            series: series, time: Timestamp(milliseconds: try row.decode(forColumn: "time")),
            value: try row.json("value"))
    }
}

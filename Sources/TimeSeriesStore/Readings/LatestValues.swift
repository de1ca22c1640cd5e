import SQLiteDatabase
import GRDB
package import HomeModel

/// The last value of every series.
package struct LatestValues: Hashable, Sendable {
    package let readings: [SeriesID: Reading]
    package let states: [SeriesID: StateChange]

    package init(readings: [SeriesID: Reading], states: [SeriesID: StateChange]) {
        self.readings = readings
        self.states = states
    }

    /// The newest time of each device.
    package var newestOfDevices: [DeviceID: Timestamp] {
        var newest: [DeviceID: Timestamp] = [:]
        for (series, reading) in readings {
            newest[series.device] = max(newest[series.device] ?? reading.time, reading.time)
        }
        for (series, change) in states {
            newest[series.device] = max(newest[series.device] ?? change.time, change.time)
        }
        return newest
    }

    /// The newest time that is not in the future.
    package func newest(until now: Timestamp) -> Timestamp? {
        (readings.values.lazy.map(\.time) + states.values.lazy.map(\.time)).filter { $0 <= now }.max()
    }

    /// The median of the newest times of the devices, which single devices with a wrong clock do not change; nil when
    /// nothing is stored.
    package var medianOfDevices: Timestamp? {
        let sorted = newestOfDevices.values.sorted(by: >)
        return sorted.isEmpty ? nil : sorted[sorted.count / 2]
    }
}

extension ReadingStore {
    /// Returns the last value of every series that is within its term at `now`: readings from memory, states with one
    /// index search each.
    package func latest(now: Timestamp, terms: RetentionTerms) async throws(StorageError) -> LatestValues {
        let edges = try RetentionCutoffs(terms, at: now)
        var readings: [SeriesID: Reading] = [:]
        for entry in table.entries {
            guard let last = entry.last, last.time >= edges[entry.kind, entry.id] else { continue }
            readings[entry.id] = last
        }
        let unflushed = table.entries.filter { !$0.changes.isEmpty } + (flushing?.entries ?? [])
        var states: [SeriesID: StateChange] = [:]
        for change in try await latestStates() + (try changes(in: unflushed)) {
            guard case .stateChange(let kind) = change.series.capability.kind.facts.recording,
                change.time >= edges[kind, change.series],
                states[change.series].map({ $0.time < change.time }) ?? true
            else { continue }
            states[change.series] = change
        }
        return LatestValues(readings: readings, states: states)
    }

    /// Returns the newest reading of a series.
    package func newest(of series: SeriesID) -> Reading? { table[series]?.last }

    /// Returns the series with a newest reading after `time`, and the time of that reading.
    package func newest(after time: Timestamp) -> [(series: SeriesID, time: Timestamp)] {
        table.entries.compactMap { entry in
            guard let last = entry.last?.time, last > time else { return nil }
            return (entry.id, last)
        }.sorted { $0.series.description < $1.series.description }
    }

    private func latestStates() async throws(StorageError) -> [StateChange] {
        try await pool.read { db in
            try Row.fetchAll(db, sql: Self.latestStatesQuery).map { row in
                try StateChange(of: try SeriesID(row: row), row: row)
            }
        }
    }

    private func changes(in entries: [SeriesTable.Entry]) throws(StorageError) -> [StateChange] {
        try StorageError.translating {
            try entries.flatMap { entry in try entry.changes.map { try $0.change(of: entry.id) } }
        }
    }

    // CROSS JOIN fixes the order of the tables: with JOIN alone, SQLite 3.40 scans the whole history.
    static let latestStatesQuery = """
        SELECT series.device, series.part, series.capability, state_change.time, state_change.value
        FROM series CROSS JOIN state_change ON state_change.series = series.id
            AND state_change.time = (SELECT max(time) FROM state_change WHERE state_change.series = series.id)
        """
}

extension StateChange {
    init(of series: SeriesID, row: Row) throws {
        self.init(
            series: series, time: Timestamp(milliseconds: try row.decode(forColumn: "time")),
            value: try row.json("value"))
    }
}

extension StoredChange {
    func change(of series: SeriesID) throws -> StateChange {
        StateChange(series: series, time: time, value: try JSONColumn.decode(value))
    }
}

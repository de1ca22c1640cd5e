import GRDB
import HomeModel

extension ReadingStore {
    /// Forgets the series of removed devices of which nothing is left; the id of a device without series is free again.
    ///
    /// SQLite may give the key of a deleted row to the next one, so nothing that is still in the log may name it.
    func releaseRetiredDevices() async throws(StorageError) {
        await beginTurn()
        defer { endTurn() }
        let held = Set(held.lazy.flatMap(\.records).map(\.series))
        let unnamed = table.entries.filter { entry in
            entry.readings.isEmpty && entry.changes.isEmpty && sealing?[entry.id] == nil && !held.contains(entry.id)
        }
        let keys = Set(unnamed.map(\.key))
        let released = try await pool.write { db in
            let released = try Int64.fetchSet(db, sql: Self.emptySeriesOfRetiredDevices).intersection(keys)
            for key in released {
                try db.execute(sql: "DELETE FROM series WHERE id = ?", arguments: [key])
                try BuiltDays.forget(key, db)
            }
            try db.execute(sql: "DELETE FROM retired_device WHERE id NOT IN (SELECT device FROM series)")
            return released
        }
        table.remove(released)
    }

    private static let emptySeriesOfRetiredDevices = """
        SELECT id FROM series WHERE device IN (SELECT id FROM retired_device)
            AND NOT EXISTS (SELECT 1 FROM block WHERE block.series = series.id)
            AND NOT EXISTS (SELECT 1 FROM roll_up_block WHERE roll_up_block.series = series.id)
            AND NOT EXISTS (SELECT 1 FROM day_block WHERE day_block.series = series.id)
            AND NOT EXISTS (SELECT 1 FROM fresh_block WHERE fresh_block.series = series.id)
            AND NOT EXISTS (SELECT 1 FROM state_change WHERE state_change.series = series.id)
        """
}

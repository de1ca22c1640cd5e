import SQLiteDatabase
import Concurrency
import GRDB
import HomeModel

extension ReadingStore {
    /// Deletes the series of removed devices that have no records left. The ids of the devices are never assigned
    /// again, because the audit log, rights and scripts refer to them.
    ///
    /// Appends continue meanwhile; flushes wait. SQLite may give the key of a deleted row to the next row, so no record
    /// in the log may use the key without naming its series. Therefore these series count as not stored from the start:
    /// a record that arrives meanwhile names its series again, and the series stays.
    func deleteSeriesOfRetiredDevices() async throws(StorageError) {
        await compactionLock.acquire()
        defer { compactionLock.release() }
        let unnamed = Set(table.entries.filter { isUnused($0) }.map(\.key))
        table.markStored(unnamed, areStored: false)
        let released: Set<Int64>
        do throws(StorageError) {
            released = try await pool.write { db in try Self.release(unnamed, in: db) }
        } catch {
            table.markStored(unnamed, areStored: true)
            throw error
        }
        table.markStored(unnamed.subtracting(released), areStored: true)
        // A series that counts as stored now was imported again after the deletion.
        table.remove(released.filter { key in table[key].map { !$0.isStored && isUnused($0) } ?? false })
    }

    /// Whether neither the log nor an import uses the series.
    private func isUnused(_ entry: SeriesTable.Entry) -> Bool {
        entry.readings.isEmpty && entry.changes.isEmpty && flushing?[entry.id] == nil
            && importing[entry.id, default: 0] == 0
            && !unclocked.contains { $0.records.contains { $0.series == entry.id } }
    }

    private static func release(_ keys: Set<Int64>, in db: Database) throws -> Set<Int64> {
        let released = try Int64.fetchSet(db, sql: emptySeriesOfRetiredDevices).intersection(keys)
        for key in released {
            try db.execute(sql: "DELETE FROM series WHERE id = ?", arguments: [key])
            try DayRollUpProgress.invalidate(key, in: db)
        }
        return released
    }

    private static let emptySeriesOfRetiredDevices = """
        SELECT id FROM series WHERE device IN (SELECT id FROM retired_device)
            AND NOT EXISTS (SELECT 1 FROM block WHERE block.series = series.id)
            AND NOT EXISTS (SELECT 1 FROM roll_up_block WHERE roll_up_block.series = series.id)
            AND NOT EXISTS (SELECT 1 FROM day_block WHERE day_block.series = series.id)
            AND NOT EXISTS (SELECT 1 FROM fresh_block WHERE fresh_block.series = series.id)
            AND NOT EXISTS (SELECT 1 FROM state_change WHERE state_change.series = series.id)
            AND NOT EXISTS (
                SELECT 1 FROM strike WHERE strike.device = series.device AND strike.part = series.part
                    AND strike.capability = series.capability)
        """
}

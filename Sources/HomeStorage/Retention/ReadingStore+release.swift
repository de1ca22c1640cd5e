import GRDB
import HomeModel

extension ReadingStore {
    /// Forgets the series of removed devices of which nothing is left. Their ids are never free again: the audit log, rights
    /// and scripts speak of them.
    ///
    /// Storing goes on meanwhile, sealing waits. SQLite may give the key of a deleted row to the next one, so nothing that
    /// is still in the log may name it: from the beginning, a record of one of these series would name it again, and
    /// then it stays.
    func releaseRetiredDevices() async throws(StorageError) {
        await beginSealTurn()
        defer { sealTurns.pass() }
        let unnamed = Set(table.entries.filter { isUnused($0) }.map(\.key))
        table.note(unnamed, areStored: false)
        let released: Set<Int64>
        do throws(StorageError) {
            released = try await pool.write { db in try Self.release(unnamed, db) }
        } catch {
            table.note(unnamed, areStored: true)
            throw error
        }
        table.note(unnamed.subtracting(released), areStored: true)
        // One that is stored now was imported again after the deletion.
        table.remove(released.filter { key in table[key].map { !$0.isStored && isUnused($0) } ?? false })
    }

    /// Whether neither the log nor an import knows of it.
    private func isUnused(_ entry: SeriesTable.Entry) -> Bool {
        entry.readings.isEmpty && entry.changes.isEmpty && sealing?[entry.id] == nil
            && importing[entry.id, default: 0] == 0
            && !held.contains { $0.records.contains { $0.series == entry.id } }
    }

    private static func release(_ keys: Set<Int64>, _ db: Database) throws -> Set<Int64> {
        let released = try Int64.fetchSet(db, sql: emptySeriesOfRetiredDevices).intersection(keys)
        for key in released {
            try db.execute(sql: "DELETE FROM series WHERE id = ?", arguments: [key])
            try BuiltDays.forget(key, db)
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

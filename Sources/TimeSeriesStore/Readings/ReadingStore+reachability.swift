import SQLiteDatabase
import GRDB
package import HomeModel

extension ReadingStore {
    /// The number of changes to keep of each device; older ones are deleted.
    static let maximumReachabilityChanges = 1000

    /// Stores that a device can, or cannot, be reached from a moment on.
    package func add(_ change: ReachabilityChange) async throws(StorageError) {
        try await pool.write { db in
            try db.execute(
                sql: "INSERT OR REPLACE INTO reachability_change (device, time, is_reachable) VALUES (?, ?, ?)",
                arguments: [change.device.rawValue, change.time.milliseconds, change.isReachable])
            try db.execute(
                sql: """
                    DELETE FROM reachability_change WHERE device = ?1 AND time <= (
                        SELECT time FROM reachability_change WHERE device = ?1
                        ORDER BY time DESC LIMIT 1 OFFSET ?2)
                    """,
                arguments: [change.device.rawValue, Self.maximumReachabilityChanges])
        }
    }

    /// Returns the newest `limit` changes of a device in `from..<to`, oldest first.
    package func reachabilityChanges(
        of device: DeviceID, from: Timestamp, to: Timestamp, limit: Int
    ) async throws(StorageError) -> [ReachabilityChange] {
        try await pool.read { db in
            let statement = try db.cachedStatement(
                sql: """
                    SELECT time, is_reachable FROM reachability_change
                    WHERE device = ? AND time >= ? AND time < ? ORDER BY time DESC LIMIT ?
                    """)
            return try Row.fetchAll(
                statement, arguments: [device.rawValue, from.milliseconds, to.milliseconds, limit]
            ).reversed().map { row in
                ReachabilityChange(
                    device: device, time: Timestamp(milliseconds: try row.decode(forColumn: "time")),
                    isReachable: try row.decode(forColumn: "is_reachable"))
            }
        }
    }

    /// Returns for each device with a stored change whether it could be reached last.
    package func lastReachability() async throws(StorageError) -> [DeviceID: Bool] {
        try await pool.read { db in
            // SQLite returns the row of the largest time.
            let rows = try Row.fetchAll(
                db, sql: "SELECT device, max(time), is_reachable FROM reachability_change GROUP BY device")
            return try Dictionary(
                rows.map { (try $0.value("device") as DeviceID, try $0.decode(forColumn: "is_reachable") as Bool) },
                uniquingKeysWith: { $1 })
        }
    }

    /// Deletes the changes before `edge`.
    func deleteReachabilityChanges(before edge: Timestamp) async throws(StorageError) {
        try await pool.write { db in
            try db.execute(
                sql: "DELETE FROM reachability_change WHERE time < ?", arguments: [edge.milliseconds])
        }
    }
}

import SQLiteDatabase
import Foundation
import GRDB
package import HomeModel

/// Stores the clock readings at which certain actions were last done.
package struct ClockCheckpoints: Sendable {
    /// The actions.
    package enum Name: String, Sendable, CaseIterable {
        /// The wall clock was last considered right.
        case known
        /// Retention last deleted records.
        case purge
        /// The clock was first found to be further ahead of the last purge than the known causes explain.
        case ahead
    }

    let pool: SQLitePool

    /// Returns nil when the action was never done.
    package func checkpoint(_ name: Name) async throws(StorageError) -> ClockSnapshot? {
        try await pool.read { db in
            guard
                let row = try Row.fetchOne(
                    db, sql: "SELECT wall, uptime, boot FROM clock_mark WHERE name = ?", arguments: [name.rawValue])
            else { return nil }
            // A boot id that cannot be read is replaced by a random one, so that it never equals the current boot.
            let boot = UUID(uuidString: try row.decode(String.self, forColumn: "boot"))
            return ClockSnapshot(
                wall: Timestamp(milliseconds: try row.decode(forColumn: "wall")),
                uptime: .milliseconds(try row.decode(Int64.self, forColumn: "uptime")), boot: boot ?? UUID(),
                isKnown: true)
        }
    }

    package func set(_ name: Name, to clocks: ClockSnapshot) async throws(StorageError) {
        try await pool.write { db in
            try db.execute(
                sql: "INSERT OR REPLACE INTO clock_mark (name, wall, uptime, boot) VALUES (?, ?, ?, ?)",
                arguments: [
                    name.rawValue, clocks.wall.milliseconds, clocks.uptime.wholeMilliseconds, clocks.boot.uuidString,
                ])
        }
    }

    package func remove(_ name: Name) async throws(StorageError) {
        try await pool.write { db in
            try db.execute(sql: "DELETE FROM clock_mark WHERE name = ?", arguments: [name.rawValue])
        }
    }
}

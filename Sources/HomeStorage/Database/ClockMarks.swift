import Foundation
import GRDB
package import HomeModel

/// The clocks as they were when something was last done by them.
package struct ClockMarks: Sendable {
    /// What a mark is for.
    package enum Name: String, Sendable, CaseIterable {
        /// The wall clock was last taken for the time.
        case known
        /// Retention last deleted.
        case purge
        /// The clock was first found to be further ahead of the last purge than what is known explains.
        case ahead
    }

    let pool: SQLitePool

    package func mark(_ name: Name) async throws(StorageError) -> ClockReading? {
        try await pool.read { db in
            guard
                let row = try Row.fetchOne(
                    db, sql: "SELECT wall, uptime, boot FROM clock_mark WHERE name = ?", arguments: [name.rawValue])
            else { return nil }
            // A boot that cannot be read is none that runs now.
            let boot = UUID(uuidString: try row.decode(String.self, forColumn: "boot"))
            return ClockReading(
                wall: Timestamp(milliseconds: try row.decode(forColumn: "wall")),
                uptime: .milliseconds(try row.decode(Int64.self, forColumn: "uptime")), boot: boot ?? UUID(),
                isKnown: true)
        }
    }

    package func set(_ name: Name, to clocks: ClockReading) async throws(StorageError) {
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

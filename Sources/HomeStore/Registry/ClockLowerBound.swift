import SQLiteDatabase
package import Foundation
import GRDB
package import HomeModel

/// A time that is certainly over: a wall clock that shows an earlier time is wrong.
package struct ClockLowerBound: Hashable, Sendable {
    package let time: Timestamp
    package let confirmation: ClockConfirmation?
    /// The last audit entry of each severity whose time is ignored, because an owner confirmed the clock after it.
    package let disregarded: [AuditSeverity: UInt64]

    package init(time: Timestamp, confirmation: ClockConfirmation?, disregarded: [AuditSeverity: UInt64]) {
        self.time = time
        self.confirmation = confirmation
        self.disregarded = disregarded
    }
}

/// The confirmation by an owner that the clock is right, within one boot of the machine.
package struct ClockConfirmation: Hashable, Sendable {
    package let boot: UUID
    /// The time that the confirmed clock would have shown when the machine started.
    package let start: Timestamp

    package init(boot: UUID, start: Timestamp) {
        self.boot = boot
        self.start = start
    }
}

extension RegistryStore {
    /// Returns nil until a bound was saved.
    package func clockBound() async throws(StorageError) -> ClockLowerBound? {
        try await pool.read { db in
            try Row.fetchOne(db, sql: "SELECT * FROM clock_bound").map(ClockLowerBound.init(row:))
        }
    }

    /// Replaces the stored bound.
    package func save(_ bound: ClockLowerBound) async throws(StorageError) {
        try await pool.write { db in
            let entries = Dictionary(uniqueKeysWithValues: bound.disregarded.map { ($0.key.rawValue, $0.value) })
            try db.execute(sql: "DELETE FROM clock_bound")
            try db.execute(
                sql: "INSERT INTO clock_bound (time, boot, boot_time, disregarded) VALUES (?, ?, ?, ?)",
                arguments: [
                    bound.time.milliseconds, bound.confirmation?.boot.uuidString,
                    bound.confirmation?.start.milliseconds, try JSONColumn.encode(entries),
                ])
        }
    }
}

extension ClockLowerBound {
    fileprivate init(row: Row) throws {
        let boot = try row.decode(String?.self, forColumn: "boot").flatMap(UUID.init(uuidString:))
        let start = try row.decode(Int64?.self, forColumn: "boot_time").map(Timestamp.init(milliseconds:))
        let entries = try row.json("disregarded") as [String: UInt64]
        self.init(
            time: Timestamp(milliseconds: try row.decode(forColumn: "time")),
            confirmation: boot.flatMap { boot in start.map { ClockConfirmation(boot: boot, start: $0) } },
            disregarded: entries.reduce(into: [:]) { known, entry in
                if let severity = AuditSeverity(rawValue: entry.key) { known[severity] = entry.value }
            })
    }
}

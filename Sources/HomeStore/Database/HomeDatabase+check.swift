import HomeModel
import SQLiteDatabase
import SegmentedLog
import SystemPackage
import TimeSeriesStore
import Foundation
import GRDB

extension HomeDatabase {
    /// A database up to this size is read completely at each check.
    private static let fullCheckBytes: Int64 = 64 << 20
    /// A larger database is read completely once in so many checks.
    private static let checksPerPass: Int64 = 30

    /// Checks the database while other work continues. Returns one sentence per finding; empty means that no damage was
    /// found.
    ///
    /// The check reads every page of a database of up to 64 MB. Of a larger one it reads the small tables and a
    /// thirtieth of the blocks (64 MB at least), and continues there the next time, also after a restart. Damaged
    /// blocks that it finds are added to `damagedRanges`.
    package func check() async -> [String] { await check(fullCheckBytes: Self.fullCheckBytes) }

    func check(fullCheckBytes: Int64) async -> [String] {
        do throws(StorageError) {
            let size = FileSize.bytes(at: path)
            let isWhole = size <= fullCheckBytes
            let blocks = try await BlockCheck(of: timeSeries, isWhole: isWhole)
            let findings = try await pool.read { db in
                try Self.damages(db, isWhole: isWhole, isFirst: blocks.isAtStart) + Self.danglingReferences(db)
                    + Self.settings(db)
            }
            let budget = isWhole ? .max : Int(max(fullCheckBytes, size / Self.checksPerPass))
            return try await findings + blocks.run(atMost: budget) + exposure()
        } catch {
            return [error.description]
        }
    }

    private static func damages(_ db: Database, isWhole: Bool, isFirst: Bool) throws -> [String] {
        let checks =
            isWhole
            ? ["PRAGMA quick_check(5)"]
            : try String.fetchAll(db, sql: "SELECT name FROM sqlite_schema WHERE type = 'table'")
                .filter { !BlockCheck.tables.contains($0) && ($0 != "state_change" || isFirst) }
                .map { "PRAGMA quick_check('\($0)')" }
        return try checks.flatMap { try String.fetchAll(db, sql: $0) }
            .filter { $0 != "ok" }
            .map { "The database is damaged: \($0)." }
    }

    private static func danglingReferences(_ db: Database) throws -> [String] {
        try String.fetchSet(db, sql: #"SELECT DISTINCT "table" FROM pragma_foreign_key_check"#).sorted()
            .map { "A row of the table “\($0)” refers to a row that does not exist." }
    }

    private static func settings(_ db: Database) throws -> [String] {
        let isIncremental = try Int.fetchOne(db, sql: "PRAGMA auto_vacuum") == 2
        return isIncremental ? [] : ["The database cannot give deleted space back to the disk."]
    }

    private func exposure() -> [String] {
        guard let status = try? Stat(path) else {
            return ["The database file is missing. Stop the gateway and restore the file."]
        }
        return status.permissions.rawValue & 0o077 == 0
            ? [] : ["Other users can read the database; run chmod 600 \(path)."]
    }
}

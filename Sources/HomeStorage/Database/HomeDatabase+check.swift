import Foundation
import GRDB
import HomeModel

extension HomeDatabase {
    /// One sentence per finding; empty means sound. Reads every page of the file once, beside the other work.
    /// Blocks that turn out damaged are known to `damagedStretches` then.
    package func check() async -> [String] {
        do throws(StorageError) {
            let findings = try await pool.read { [damages] db in
                try Self.noteDamagedBlocks(db, damages)
                return try Self.damages(db) + Self.strays(db) + Self.settings(db)
            }
            return findings + exposure()
        } catch {
            return [error.description]
        }
    }

    private static func damages(_ db: Database) throws -> [String] {
        try String.fetchAll(db, sql: "PRAGMA quick_check(5)")
            .filter { $0 != "ok" }
            .map { "The database is damaged: \($0)." }
    }

    private static func strays(_ db: Database) throws -> [String] {
        try String.fetchSet(db, sql: #"SELECT DISTINCT "table" FROM pragma_foreign_key_check"#).sorted()
            .map { "A row of “\($0)” points at nothing." }
    }

    private static func noteDamagedBlocks(_ db: Database, _ damages: DamageNotes) throws {
        for table in ["block", "fresh_block", "roll_up_block"] {
            let rows = try Row.fetchCursor(db, sql: "SELECT data, series, id, first, last, count FROM \(table)")
            while let row = try rows.next() {
                let isIntact = try row.withUnsafeData(atIndex: 0) { $0?.withUnsafeBytes(Self.isIntact) ?? false }
                guard !isIntact else { continue }
                damages.insert(
                    DamageNotes.Note(
                        table: table, series: try row.decode(forColumn: "series"), row: try BlockRow(row: row)))
            }
        }
    }

    /// Every block ends with the CRC-32C of the rest.
    private static func isIntact(_ block: UnsafeRawBufferPointer) -> Bool {
        let end = block.count - 4
        return end > 0 && CRC32C.checksum(UnsafeRawBufferPointer(rebasing: block[..<end])) == block.integer(at: end)
    }

    private static func settings(_ db: Database) throws -> [String] {
        let isIncremental = try Int.fetchOne(db, sql: "PRAGMA auto_vacuum") == 2
        return isIncremental ? [] : ["The database cannot give deleted space back to the disk."]
    }

    private func exposure() -> [String] {
        var status = stat()
        guard stat(path, &status) == 0 else { return ["The database's file is gone; stop and restore it."] }
        return status.st_mode & 0o077 == 0 ? [] : ["Others can read the database; run chmod 600 \(path)."]
    }
}

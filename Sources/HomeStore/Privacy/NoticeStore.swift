import GRDB
package import HomeModel
import SQLiteDatabase

/// Stores which versions of the privacy notice each person has seen.
package struct NoticeStore: Sendable {
    let pool: SQLitePool

    /// Loads all of them, the newest version of each person last.
    package func load() async throws(StorageError) -> [PersonID: [NoticeView]] {
        try await pool.read { db in
            var views: [PersonID: [NoticeView]] = [:]
            let sql = "SELECT person, version, seen_at FROM privacy_notice ORDER BY person, version"
            for row in try Row.fetchAll(db, sql: sql) {
                let time = Timestamp(milliseconds: try row.decode(forColumn: "seen_at"))
                views[try row.value("person"), default: []].append(
                    NoticeView(version: try row.decode(forColumn: "version"), seenAt: time))
            }
            return views
        }
    }

    /// Stores that a person has seen a version; the first time stays. Returns false, and stores nothing, when the person
    /// does not exist, so that a removed person stays removed.
    package func save(_ view: NoticeView, of person: PersonID) async throws(StorageError) -> Bool {
        try await pool.write { db in
            try db.execute(
                sql: """
                    INSERT INTO privacy_notice (person, version, seen_at)
                    SELECT id, ?, ? FROM person WHERE id = ?
                    ON CONFLICT (person, version) DO UPDATE SET version = excluded.version
                    """,
                arguments: [view.version, view.seenAt.milliseconds, person.rawValue])
            return db.changesCount > 0
        }
    }
}

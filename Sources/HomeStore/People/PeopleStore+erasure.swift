import Foundation
import GRDB
package import HomeModel
import SQLiteDatabase

// What happens to the ids and rows of people who left the home.
extension PeopleStore {
    /// Replaces the ids of people whom an earlier version removed by their hashes. Does nothing when there are none.
    package func hashRetiredIDs(
        with hash: @escaping @Sendable (PersonID) -> PersonIDHash
    ) async throws(StorageError) {
        let isNeeded = try await pool.read { db in
            try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM retired_person)") ?? false
        }
        guard isNeeded else { return }
        try await pool.write { db in
            // An id that cannot be decoded was never that of a person.
            for id in try String.fetchAll(db, sql: "SELECT id FROM retired_person").compactMap({ PersonID($0) }) {
                try db.retire(hash(id))
            }
            try db.execute(sql: "DELETE FROM retired_person")
        }
    }

    /// Whether a person with this hash of the id left the home.
    package func isRetired(_ hash: PersonIDHash) async throws(StorageError) -> Bool {
        try await pool.read { db in try db.isRetired(hash) }
    }

    /// Deletes all rows of the person, whether or not the person was removed before, in one transaction. Invitations by
    /// the person end, the notes that the person wrote and the photographs that
    /// the person added are deleted, and where the person approved clients or looked after
    /// an appliance, `pseudonym` stands for the person. May be repeated.
    ///
    /// Earlier versions of the rows stay in the write-ahead log, and copies in the unused parts of pages, until
    /// `HomeDatabase.removeOldCopies` has removed them.
    package func erase(
        _ person: PersonID, retiring hash: PersonIDHash, pseudonym: String
    ) async throws(StorageError) {
        try await pool.write { db in
            try db.retire(hash)
            try db.execute(sql: "DELETE FROM retired_person WHERE id = ?", arguments: [person.rawValue])
            try db.execute(sql: "DELETE FROM person WHERE id = ?", arguments: [person.rawValue])
            try db.execute(
                sql: "DELETE FROM invitation WHERE inviter_person = ? OR inviter IN (?, ?)",
                arguments: [person.rawValue, person.rawValue, "console as \(person.rawValue)"])
            for prefix in ["", "console as "] {
                try db.execute(
                    sql: "UPDATE client SET approved_by = ? WHERE approved_by = ?",
                    arguments: [prefix + pseudonym, prefix + person.rawValue])
                try db.execute(
                    sql: """
                        UPDATE invitation SET used_by = json_set(used_by, '$.approval.approver', ?)
                        WHERE json_extract(used_by, '$.approval.approver') = ?
                        """,
                    arguments: [prefix + pseudonym, prefix + person.rawValue])
                try db.eraseNotes(by: prefix + person.rawValue, pseudonym: prefix + pseudonym)
                try db.eraseTasks(by: prefix + person.rawValue, pseudonym: prefix + pseudonym)
                try db.eraseAttachments(by: prefix + person.rawValue, pseudonym: prefix + pseudonym)
            }
        }
    }
}

extension PeopleStore {
    /// Writes the tables of people, those with what they wrote, and all that refer to these, on new pages: no copy of a
    /// deleted row stays in the unused part of a page.
    func rewriteTables() async throws(StorageError) {
        let tables = try await pool.read { db in
            try String.fetchAll(
                db,
                sql: """
                    WITH RECURSIVE personal (name) AS (
                        VALUES ('person'), ('appliance'), ('service_entry'), ('maintenance_task')
                        UNION
                        SELECT definition.name FROM sqlite_schema AS definition
                        JOIN pragma_foreign_key_list(definition.name) AS reference
                        JOIN personal ON reference."table" = personal.name
                        WHERE definition.type = 'table'
                    )
                    SELECT name FROM personal
                    """)
        }
        // The incidents come first, because rows about people refer to them.
        try await pool.rewrite(tables: ["incident"] + tables + ["retired_person"])
    }
}

extension Database {
    /// Keeps the hash of an id that is never assigned again.
    func retire(_ hash: PersonIDHash) throws {
        try execute(
            sql: "INSERT INTO retired_person_hash (hash) VALUES (?) ON CONFLICT (hash) DO NOTHING",
            arguments: [hash.rawValue])
    }

    /// Whether a person with this hash of the id left the home. In a transaction that names the person, this decides
    /// whether an erasure comes before or after it.
    func isRetired(_ hash: PersonIDHash) throws -> Bool {
        try Bool.fetchOne(
            self, sql: "SELECT EXISTS (SELECT 1 FROM retired_person_hash WHERE hash = ?)", arguments: [hash.rawValue])
            ?? false
    }
}

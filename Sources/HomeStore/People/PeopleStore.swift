import SQLiteDatabase
package import Foundation
import GRDB
package import HomeModel

/// Stores the people of the home, the grants and denies that extend or restrict their roles, and what all rights depend
/// on: the lockdown and the time zone.
package struct PeopleStore: Sendable {
    let pool: SQLitePool

    /// Loads all of it. `retired` are the hashes of the ids of removed people, which must not be assigned again.
    package func load() async throws(StorageError) -> (people: [Person], grants: [Grant], retired: Set<PersonIDHash>) {
        try await pool.read { db in
            (
                people: try Row.fetchAll(db, sql: "SELECT * FROM person ORDER BY id").map(Person.init(row:)),
                grants: try Row.fetchAll(db, sql: "SELECT * FROM access_grant ORDER BY id").map(Grant.init(row:)),
                retired: Set(
                    try Row.fetchAll(db, sql: "SELECT hash FROM retired_person_hash").map { try $0.word("hash") })
            )
        }
    }

    /// Adds a person with a new id. Throws when the id exists.
    package func add(_ person: Person) async throws(StorageError) {
        try await pool.write { db in
            try db.execute(
                sql: "INSERT INTO person (id, name, role) VALUES (?, ?, ?)",
                arguments: [person.id.rawValue, person.name.text, person.role.rawValue])
        }
    }

    /// Changes the name or the role; nil keeps the current value. Does nothing when the person does not exist, so that
    /// a removed person stays removed.
    package func update(_ person: PersonID, name: DisplayName?, role: Role?) async throws(StorageError) {
        try await pool.write { db in
            try db.execute(
                sql: "UPDATE person SET name = coalesce(?, name), role = coalesce(?, role) WHERE id = ?",
                arguments: [name?.text, role?.rawValue, person.rawValue])
        }
    }

    /// Removes the person with all grants, denies, clients, sessions, tokens and the PIN. Only `hash` of the id stays.
    package func remove(_ person: PersonID, retiring hash: PersonIDHash) async throws(StorageError) {
        try await pool.write { db in
            try db.retire(hash)
            try db.execute(sql: "DELETE FROM person WHERE id = ?", arguments: [person.rawValue])
        }
    }

    /// Adds the grant of a person who has been added. Does nothing when the grant exists already.
    package func add(_ grant: Grant) async throws(StorageError) {
        try await pool.write { db in
            try db.execute(
                sql: """
                    INSERT INTO access_grant (
                        permissions, selector, not_before, not_after, windows, maximum_uses, id, person, effect, uses)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                    ON CONFLICT (id) DO NOTHING
                    """,
                arguments: try grant.terms + [
                    grant.id.rawValue, grant.person.rawValue, grant.effect.rawValue, grant.uses,
                ])
        }
    }

    /// Updates everything except the person, the effect and the uses. Does nothing when the grant does not exist.
    package func update(_ grant: Grant) async throws(StorageError) {
        try await pool.write { db in
            try db.execute(
                sql: """
                    UPDATE access_grant SET permissions = ?, selector = ?, not_before = ?, not_after = ?, windows = ?,
                        maximum_uses = ?
                    WHERE id = ?
                    """,
                arguments: try grant.terms + [grant.id.rawValue])
        }
    }

    /// Does nothing when the grant does not exist, so that a revoked grant stays revoked.
    package func updateUses(of grant: Grant) async throws(StorageError) {
        try await pool.write { db in
            try db.execute(
                sql: "UPDATE access_grant SET uses = ? WHERE id = ?", arguments: [grant.uses, grant.id.rawValue])
        }
    }

    /// Does nothing when the grant does not exist.
    package func remove(_ grant: GrantID) async throws(StorageError) {
        try await pool.write { db in
            try db.execute(sql: "DELETE FROM access_grant WHERE id = ?", arguments: [grant.rawValue])
        }
    }
}

extension Person {
    fileprivate init(row: Row) throws {
        self.init(id: try row.value("id"), name: try row.name("name"), role: try row.word("role"))
    }
}

extension Grant {
    /// Everything that can be changed.
    fileprivate var terms: StatementArguments {
        get throws {
            [
                try JSONColumn.encode(permissions.sorted { $0.rawValue < $1.rawValue }),
                try JSONColumn.encode(selector), conditions.notBefore?.milliseconds, conditions.notAfter?.milliseconds,
                try JSONColumn.encode(conditions.windows), conditions.maximumUses,
            ]
        }
    }

    fileprivate init(row: Row) throws {
        self.init(
            id: try row.value("id"), person: try row.value("person"), effect: try row.word("effect"),
            permissions: try row.json("permissions"), selector: try row.json("selector"),
            conditions: try AccessConditions(row: row), uses: try row.decode(forColumn: "uses"))
    }
}

extension AccessConditions {
    fileprivate init(row: Row) throws {
        self.init(
            notBefore: try row.decode(Int64?.self, forColumn: "not_before").map(Timestamp.init(milliseconds:)),
            notAfter: try row.decode(Int64?.self, forColumn: "not_after").map(Timestamp.init(milliseconds:)),
            windows: try row.json("windows"), maximumUses: try row.decode(forColumn: "maximum_uses"))
    }
}

extension PeopleStore {
    /// The time since which all actuation except in safe directions is stopped; nil when there is no lockdown.
    package func lockdown() async throws(StorageError) -> Timestamp? {
        try await pool.read { db in
            try Int64.fetchOne(db, sql: "SELECT since FROM lockdown").map(Timestamp.init(milliseconds:))
        }
    }

    /// Stores the start of a lockdown; nil ends it.
    package func saveLockdown(since time: Timestamp?) async throws(StorageError) {
        try await pool.write { db in
            try db.execute(sql: "DELETE FROM lockdown")
            guard let time else { return }
            try db.execute(sql: "INSERT INTO lockdown (since) VALUES (?)", arguments: [time.milliseconds])
        }
    }

    /// Returns the time zone of the home; nil until people have set one, and when this machine does not know theirs.
    package func timeZone() async throws(StorageError) -> TimeZone? {
        try await pool.read { db in
            try String.fetchOne(db, sql: "SELECT zone FROM home_time_zone").flatMap(TimeZone.init(iana:))
        }
    }

    /// Replaces the stored time zone.
    package func save(timeZone zone: TimeZone) async throws(StorageError) {
        try await pool.write { db in
            try db.execute(sql: "DELETE FROM home_time_zone")
            try db.execute(sql: "INSERT INTO home_time_zone (zone) VALUES (?)", arguments: [zone.identifier])
        }
    }
}

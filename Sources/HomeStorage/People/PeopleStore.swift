import GRDB
package import HomeModel

/// The people of the home, and what they may do beyond or short of their roles.
package struct PeopleStore: Sendable {
    let pool: SQLitePool

    /// Also the ids of people who are no more: they are never minted again.
    package func load() async throws(StorageError) -> (people: [Person], grants: [Grant], retired: Set<PersonID>) {
        try await pool.read { db in
            (
                people: try Row.fetchAll(db, sql: "SELECT * FROM person ORDER BY id").map(Person.init(row:)),
                grants: try Row.fetchAll(db, sql: "SELECT * FROM access_grant ORDER BY id").map(Grant.init(row:)),
                retired: Set(try Row.fetchAll(db, sql: "SELECT id FROM retired_person").map { try $0.value("id") })
            )
        }
    }

    package func add(_ person: Person) async throws(StorageError) {
        try await pool.write { db in
            try db.execute(
                sql: "INSERT INTO person (id, name, role) VALUES (?, ?, ?)",
                arguments: [person.id.rawValue, person.name.text, person.role.rawValue])
        }
    }

    /// What is nil stays. Changes nothing when the person is gone: whoever was removed stays removed.
    package func update(_ person: PersonID, name: DisplayName?, role: Role?) async throws(StorageError) {
        try await pool.write { db in
            try db.execute(
                sql: "UPDATE person SET name = coalesce(?, name), role = coalesce(?, role) WHERE id = ?",
                arguments: [name?.text, role?.rawValue, person.rawValue])
        }
    }

    /// The person's grants, denies, clients, sessions, tokens and PIN go too.
    package func remove(_ person: PersonID) async throws(StorageError) {
        try await pool.write { db in
            try db.execute(
                sql: "INSERT INTO retired_person (id) VALUES (?) ON CONFLICT (id) DO NOTHING",
                arguments: [person.rawValue])
            try db.execute(sql: "DELETE FROM person WHERE id = ?", arguments: [person.rawValue])
        }
    }

    /// The person must have been added. Changes nothing when it is there already.
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

    /// All but whose it is, its effect and its uses. Changes nothing when the grant is gone.
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

    /// Changes nothing when the grant is gone: what was taken back stays taken back.
    package func updateUses(of grant: Grant) async throws(StorageError) {
        try await pool.write { db in
            try db.execute(
                sql: "UPDATE access_grant SET uses = ? WHERE id = ?", arguments: [grant.uses, grant.id.rawValue])
        }
    }

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
    /// All that can be changed.
    fileprivate var terms: StatementArguments {
        get throws {
            [
                try StoredText.encode(permissions.sorted { $0.rawValue < $1.rawValue }),
                try StoredText.encode(selector), conditions.notBefore?.milliseconds, conditions.notAfter?.milliseconds,
                try StoredText.encode(conditions.windows), conditions.maximumUses,
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

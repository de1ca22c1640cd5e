import Foundation
import GRDB
package import HomeModel
import SQLiteDatabase

/// Stores the open invitations. Secrets and numbers are stored only as digests.
package struct InvitationStore: Sendable {
    let pool: SQLitePool

    package func load() async throws(StorageError) -> [Invitation] {
        try await pool.read { db in
            try Row.fetchAll(db, sql: "SELECT * FROM invitation ORDER BY id").map(Invitation.init(row:))
        }
    }

    /// Adds an invitation. Its person must have been added. Returns false, and adds nothing, when the person who made it
    /// left the home; `inviter` is the hash of that person's id.
    @discardableResult package func add(
        _ invitation: Invitation, madeBy inviter: PersonIDHash? = nil
    ) async throws(StorageError) -> Bool {
        try await pool.write { db in
            if let inviter, try db.isRetired(inviter) { return false }
            try db.execute(
                sql: """
                    INSERT INTO invitation (
                        created_at, created_boot, created_uptime, is_created_known, wrong_secrets, wrong_numbers, used_by,
                        ending, id, person, inviter, inviter_role, inviter_person, admission, secret, number, grants,
                        scope, lifetime)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                    """,
                arguments: try invitation.state + invitation.terms)
            return true
        }
    }

    /// Updates everything that changes. Does nothing when the invitation does not exist, so that a revoked one stays
    /// revoked. Returns false, and changes nothing, when the person who makes the change left the home; `person` is the
    /// hash of that person's id.
    @discardableResult package func update(
        _ invitation: Invitation, changedBy person: PersonIDHash? = nil
    ) async throws(StorageError) -> Bool {
        try await pool.write { db in
            if let person, try db.isRetired(person) { return false }
            try db.execute(
                sql: """
                    UPDATE invitation SET created_at = ?, created_boot = ?, created_uptime = ?, is_created_known = ?,
                        wrong_secrets = ?, wrong_numbers = ?, used_by = ?, ending = ?
                    WHERE id = ?
                    """,
                arguments: try invitation.state + [invitation.id.rawValue])
            return true
        }
    }

    /// Does nothing when the invitation does not exist.
    package func remove(_ id: InvitationID) async throws(StorageError) {
        try await pool.write { db in
            try db.execute(sql: "DELETE FROM invitation WHERE id = ?", arguments: [id.rawValue])
        }
    }
}

extension Invitation {
    /// Everything that changes.
    fileprivate var state: StatementArguments {
        get throws {
            [
                createdAt.wall.milliseconds, createdAt.boot.uuidString, createdAt.uptime.wholeMilliseconds,
                createdAt.isKnown, wrongSecrets, wrongNumbers, try use.map { try JSONColumn.encode($0) },
                ending?.rawValue,
            ]
        }
    }

    /// Everything that never changes.
    fileprivate var terms: StatementArguments {
        get throws {
            [
                id.rawValue, person.rawValue, inviter.approval.approver, inviter.approval.role?.rawValue,
                inviter.person?.rawValue, admission.rawValue, Data(secret.bytes), number.map { Data($0.bytes) },
                try JSONColumn.encode(grants),
                try scope.map { try JSONColumn.encode($0.sorted { $0.rawValue < $1.rawValue }) },
                lifetime.wholeMilliseconds,
            ]
        }
    }

    fileprivate init(row: Row) throws {
        self.init(
            id: try row.value("id"), person: try row.value("person"), inviter: try Inviter(row: row),
            admission: try row.word("admission"),
            secret: TokenDigest(bytes: Array(try row.decode(Data.self, forColumn: "secret"))),
            number: try row.decode(Data?.self, forColumn: "number").map { TokenDigest(bytes: Array($0)) },
            grants: try row.json("grants"), scope: try row.jsonIfPresent("scope"),
            lifetime: .milliseconds(try row.decode(Int64.self, forColumn: "lifetime")),
            createdAt: try ClockSnapshot(row: row))
        wrongSecrets = try row.decode(forColumn: "wrong_secrets")
        wrongNumbers = try row.decode(forColumn: "wrong_numbers")
        use = try row.jsonIfPresent("used_by")
        ending = try row.decode(String?.self, forColumn: "ending") == nil ? nil : row.word("ending")
    }
}

extension Inviter {
    fileprivate init(row: Row) throws {
        self.init(
            approval: ClientApproval(
                approver: try row.decode(forColumn: "inviter"),
                role: try row.decode(String?.self, forColumn: "inviter_role").flatMap(Role.init(rawValue:))),
            person: try row.valueIfPresent("inviter_person"))
    }
}

extension ClockSnapshot {
    fileprivate init(row: Row) throws {
        // A boot id that cannot be read is replaced by a random one, so that it never equals the current boot.
        let boot = UUID(uuidString: try row.decode(String.self, forColumn: "created_boot"))
        self.init(
            wall: Timestamp(milliseconds: try row.decode(forColumn: "created_at")),
            uptime: .milliseconds(try row.decode(Int64.self, forColumn: "created_uptime")), boot: boot ?? UUID(),
            isKnown: try row.decode(forColumn: "is_created_known"))
    }
}

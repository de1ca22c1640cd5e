import SQLiteDatabase
import Foundation
import GRDB
package import HomeModel

/// Stores the credentials of people and scripts: paired clients, their sessions, service tokens and PINs. Secrets are
/// stored only as digests.
package struct SessionStore: Sendable {
    /// Everything that the store contains.
    package struct Contents: Sendable {
        package let clients: [Client]
        package let sessions: [Session]
        package let tokens: [ServiceToken]
        package let pins: [PersonID: StoredPIN]
    }

    let pool: SQLitePool

    package func load() async throws(StorageError) -> Contents {
        try await pool.read { db in
            Contents(
                clients: try Row.fetchAll(db, sql: "SELECT * FROM client ORDER BY id").map(Client.init(row:)),
                sessions: try Row.fetchAll(db, sql: "SELECT * FROM session ORDER BY id").map(Session.init(row:)),
                tokens: try Row.fetchAll(db, sql: "SELECT * FROM service_token ORDER BY id")
                    .map(ServiceToken.init(row:)),
                pins: Dictionary(
                    uniqueKeysWithValues: try Row.fetchAll(db, sql: "SELECT * FROM pin")
                        .map { (try $0.value("person"), try StoredPIN(row: $0)) }))
        }
    }

    /// Adds both or neither. The client's person must have been added. Returns false, and adds nothing, when the person
    /// who approved the client left the home; `approver` is the hash of that person's id.
    @discardableResult package func add(
        _ client: Client, session: Session, approvedBy approver: PersonIDHash? = nil
    ) async throws(StorageError) -> Bool {
        try await pool.write { db in
            if let approver, try db.isRetired(approver) { return false }
            try db.insert(client)
            try db.insert(session)
            return true
        }
    }

    /// Does nothing when the client does not exist.
    package func setLocked(_ isLocked: Bool, client: ClientID) async throws(StorageError) {
        try await pool.write { db in
            try db.execute(
                sql: "UPDATE client SET is_locked = ? WHERE id = ?", arguments: [isLocked, client.rawValue])
        }
    }

    /// Does nothing when the client does not exist.
    package func rename(_ client: ClientID, to name: DisplayName) async throws(StorageError) {
        try await pool.write { db in
            try db.execute(
                sql: "UPDATE client SET name = ? WHERE id = ?", arguments: [name.text, client.rawValue])
        }
    }

    /// Stores the times at which clients were last seen; ignores clients that do not exist.
    package func save(lastSeen: [ClientID: Timestamp]) async throws(StorageError) {
        try await pool.write { db in
            let statement = try db.cachedStatement(sql: "UPDATE client SET last_seen = ? WHERE id = ?")
            for (client, time) in lastSeen {
                try statement.execute(arguments: [time.milliseconds, client.rawValue])
            }
        }
    }

    /// Does nothing when the session does not exist.
    package func update(_ session: Session) async throws(StorageError) {
        try await pool.write { db in
            try db.execute(
                sql: """
                    UPDATE session SET access = ?, refresh = ?, previous_refresh = ?, is_successor_used = ?,
                        renewed_at = ?, renewed_boot = ?, renewed_uptime = ?
                    WHERE id = ?
                    """,
                arguments: session.arguments + [session.id.rawValue])
        }
    }

    /// Removes the client and its sessions.
    package func remove(_ client: ClientID) async throws(StorageError) {
        try await pool.write { db in
            try db.execute(sql: "DELETE FROM client WHERE id = ?", arguments: [client.rawValue])
        }
    }

    /// Adds a token. Its person must have been added.
    package func add(_ token: ServiceToken) async throws(StorageError) {
        try await pool.write { db in
            try db.execute(
                sql: """
                    INSERT INTO service_token (id, person, name, digest, scope, key, expires_at)
                    VALUES (?, ?, ?, ?, ?, ?, ?)
                    """,
                arguments: [
                    token.id.rawValue, token.person.rawValue, token.name.text, Data(token.digest.bytes),
                    try JSONColumn.encode(token.scope.sorted { $0.rawValue < $1.rawValue }), token.key?.description,
                    token.expiresAt.milliseconds,
                ])
        }
    }

    /// Does nothing when the token does not exist.
    package func rename(_ token: TokenID, to name: DisplayName) async throws(StorageError) {
        try await pool.write { db in
            try db.execute(
                sql: "UPDATE service_token SET name = ? WHERE id = ?", arguments: [name.text, token.rawValue])
        }
    }

    /// Does nothing when the token does not exist.
    package func remove(_ token: TokenID) async throws(StorageError) {
        try await pool.write { db in
            try db.execute(sql: "DELETE FROM service_token WHERE id = ?", arguments: [token.rawValue])
        }
    }

    /// Stores the PIN; nil removes it.
    package func save(_ pin: StoredPIN?, of person: PersonID) async throws(StorageError) {
        try await pool.write { db in
            try db.execute(sql: "DELETE FROM pin WHERE person = ?", arguments: [person.rawValue])
            guard let pin else { return }
            try db.execute(
                sql: "INSERT INTO pin (person, salt, hash, set_at) VALUES (?, ?, ?, ?)",
                arguments: [person.rawValue, Data(pin.salt), Data(pin.hash), pin.setAt])
        }
    }
}

/// A stored PIN: only a salted hash, so that it cannot be read back.
package struct StoredPIN: Hashable, Sendable {
    package let salt: [UInt8]
    package let hash: [UInt8]
    /// The client at which the PIN was set, or `console`; nil for a PIN of a version that did not store this.
    package let setAt: String?

    package init(salt: [UInt8], hash: [UInt8], setAt: String?) {
        self.salt = salt
        self.hash = hash
        self.setAt = setAt
    }
}

extension Database {
    fileprivate func insert(_ client: Client) throws {
        try execute(
            sql: """
                INSERT INTO client (
                    id, person, name, key, scope, paired_at, is_locked, last_seen, approved_by, approved_as)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                client.id.rawValue, client.person.rawValue, client.name.text, client.key.description,
                try client.scope.map { try JSONColumn.encode($0.sorted { $0.rawValue < $1.rawValue }) },
                client.pairedAt.milliseconds, client.isLocked, client.lastSeen?.milliseconds,
                client.approval?.approver, client.approval?.role?.rawValue,
            ])
    }

    fileprivate func insert(_ session: Session) throws {
        try execute(
            sql: """
                INSERT INTO session (
                    access, refresh, previous_refresh, is_successor_used, renewed_at, renewed_boot, renewed_uptime,
                    id, client)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: session.arguments + [session.id.rawValue, session.client.rawValue])
    }
}

extension Session {
    /// Everything that changes.
    fileprivate var arguments: StatementArguments {
        [
            Data(access.bytes), Data(refresh.bytes), previousRefresh.map { Data($0.bytes) }, isSuccessorUsed,
            renewedAt.wall.milliseconds, renewedAt.boot.uuidString, renewedAt.uptime.wholeMilliseconds,
        ]
    }
}

extension Client {
    fileprivate init(row: Row) throws {
        self.init(
            id: try row.value("id"), person: try row.value("person"), name: try row.name("name"),
            key: try row.value("key"), scope: try row.jsonIfPresent("scope"),
            pairedAt: Timestamp(milliseconds: try row.decode(forColumn: "paired_at")),
            isLocked: try row.decode(forColumn: "is_locked"),
            lastSeen: try row.decode(Int64?.self, forColumn: "last_seen").map(Timestamp.init(milliseconds:)),
            approval: try row.decode(String?.self, forColumn: "approved_by").map { approver in
                ClientApproval(
                    approver: approver,
                    role: try row.decode(String?.self, forColumn: "approved_as").flatMap(Role.init(rawValue:)))
            })
    }
}

extension Session {
    fileprivate init(row: Row) throws {
        let boot = UUID(uuidString: try row.decode(forColumn: "renewed_boot"))
        self.init(
            id: try row.value("id"), client: try row.value("client"), access: try row.digest("access"),
            refresh: try row.digest("refresh"),
            previousRefresh: try row.decode(Data?.self, forColumn: "previous_refresh")
                .map { TokenDigest(bytes: Array($0)) },
            isSuccessorUsed: try row.decode(forColumn: "is_successor_used"),
            renewedAt: ClockSnapshot(
                wall: Timestamp(milliseconds: try row.decode(forColumn: "renewed_at")),
                uptime: .milliseconds(try row.decode(Int64.self, forColumn: "renewed_uptime")),
                // For an unknown boot, only the wall clock can measure the elapsed time.
                boot: boot ?? UUID(), isKnown: true))
    }
}

extension ServiceToken {
    fileprivate init(row: Row) throws {
        self.init(
            id: try row.value("id"), person: try row.value("person"), name: try row.name("name"),
            digest: try row.digest("digest"), scope: try row.json("scope"), key: try row.valueIfPresent("key"),
            expiresAt: Timestamp(milliseconds: try row.decode(forColumn: "expires_at")))
    }
}

extension StoredPIN {
    fileprivate init(row: Row) throws {
        self.init(
            salt: Array(try row.decode(Data.self, forColumn: "salt")),
            hash: Array(try row.decode(Data.self, forColumn: "hash")),
            setAt: try row.decode(String?.self, forColumn: "set_at"))
    }
}

extension Row {
    fileprivate func digest(_ column: String) throws -> TokenDigest {
        TokenDigest(bytes: Array(try decode(Data.self, forColumn: column)))
    }
}

import Crypto
import Foundation
import GRDB
package import HomeModel
import SQLiteDatabase

/// Stores incidents. What they say is encrypted and bound to the id of the incident, because notes and subjects are
/// about people; only the id and the time of the opening are readable in the file.
package struct IncidentStore: Sendable {
    let pool: SQLitePool
    private let key: SymmetricKey

    init(pool: SQLitePool, key: SymmetricKey) {
        self.pool = pool
        self.key = key
    }

    /// Loads all incidents, oldest first. One that cannot be decrypted is left out and stays in the file: the gateway
    /// must start without it.
    package func load() async throws(StorageError) -> (incidents: [Incident], unreadable: Int) {
        let rows = try await pool.read { db in
            try Row.fetchAll(db, sql: "SELECT id, content FROM incident ORDER BY opened_at, id").map { row in
                (
                    id: try row.decode(String.self, forColumn: "id"),
                    content: try row.decode(Data.self, forColumn: "content")
                )
            }
        }
        let incidents = rows.compactMap { open($0.content, id: $0.id) }
        return (incidents, rows.count - incidents.count)
    }

    /// Loads which people have seen which incidents.
    package func loadSeen() async throws(StorageError) -> [IncidentID: Set<PersonID>] {
        try await pool.read { db in
            var seen: [IncidentID: Set<PersonID>] = [:]
            for row in try Row.fetchAll(db, sql: "SELECT incident, person FROM incident_seen") {
                seen[try row.value("incident"), default: []].insert(try row.value("person"))
            }
            return seen
        }
    }

    package func save(_ incident: Incident) async throws(StorageError) {
        let content = try seal(incident)
        try await pool.write { db in try db.save(content, of: incident) }
    }

    /// Stores that a person has seen an incident. A person or an incident that does not exist any more is left out.
    package func saveSeen(_ incident: IncidentID, by person: PersonID, at time: Timestamp) async throws(StorageError) {
        try await pool.write { db in
            try db.execute(
                sql: """
                    INSERT INTO incident_seen (incident, person, seen_at)
                    SELECT incident.id, person.id, ? FROM incident, person WHERE incident.id = ? AND person.id = ?
                    ON CONFLICT (incident, person) DO NOTHING
                    """,
                arguments: [time.milliseconds, incident.rawValue, person.rawValue])
        }
    }

    package func remove(_ ids: [IncidentID]) async throws(StorageError) {
        try await pool.write { db in
            for id in ids { try db.execute(sql: "DELETE FROM incident WHERE id = ?", arguments: [id.rawValue]) }
        }
    }

    /// Removes the notes of a person from all incidents, and puts `pseudonym` in the place of the person. May be
    /// repeated.
    package func erase(_ person: PersonID, pseudonym: String) async throws(StorageError) {
        try await pool.write { db in
            // In the same transaction, so that what others write about an incident meanwhile is not lost.
            for row in try Row.fetchAll(db, sql: "SELECT id, content FROM incident") {
                let id = try row.decode(String.self, forColumn: "id")
                guard var incident = open(try row.decode(Data.self, forColumn: "content"), id: id),
                    incident.names(person)
                else { continue }
                incident.erase(person, pseudonym: pseudonym)
                try db.save(try seal(incident), of: incident)
            }
        }
    }

    private func seal(_ incident: Incident) throws(StorageError) -> Data {
        guard let json = try? JSONEncoder().encode(incident),
            let sealed = try? AES.GCM.seal(json, using: key, authenticating: Self.context(incident.id.rawValue)),
            let content = sealed.combined
        else { throw .damaged(what: "an incident cannot be encrypted") }
        return content
    }

    private func open(_ content: Data, id: String) -> Incident? {
        guard let box = try? AES.GCM.SealedBox(combined: content),
            let json = try? AES.GCM.open(box, using: key, authenticating: Self.context(id)),
            let incident = try? JSONDecoder().decode(Incident.self, from: json), incident.id.rawValue == id
        else { return nil }
        return incident
    }

    /// Binds the content to its row.
    private static func context(_ id: String) -> Data { Data("tomte incident \(id)".utf8) }
}

/// The digests of files that only the gateway or an administrator changes, as the last run of the gateway saw them.
extension IncidentStore {
    package func watchedFiles() async throws(StorageError) -> [String: String] {
        try await pool.read { db in
            let rows = try Row.fetchAll(db, sql: "SELECT name, digest FROM watched_file")
            return try rows.reduce(into: [:]) { files, row in
                files[try row.decode(String.self, forColumn: "name")] = try row.decode(String.self, forColumn: "digest")
            }
        }
    }

    package func save(watchedFiles files: [String: String]) async throws(StorageError) {
        try await pool.write { db in
            try db.execute(sql: "DELETE FROM watched_file")
            for (name, digest) in files {
                try db.execute(
                    sql: "INSERT INTO watched_file (name, digest) VALUES (?, ?)", arguments: [name, digest])
            }
        }
    }
}

extension Database {
    /// An update keeps the row, and with it those that refer to it.
    fileprivate func save(_ content: Data, of incident: Incident) throws {
        try execute(
            sql: """
                INSERT INTO incident (id, opened_at, content) VALUES (?, ?, ?)
                ON CONFLICT (id) DO UPDATE SET content = excluded.content
                """,
            arguments: [incident.id.rawValue, incident.openedAt.milliseconds, content])
    }
}

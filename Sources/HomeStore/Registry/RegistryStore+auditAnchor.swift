import SQLiteDatabase
import Foundation
import GRDB
package import HomeModel

extension RegistryStore {
    /// Returns nil until a copy was saved, and when the copy cannot be read.
    package func auditAnchor() async throws(StorageError) -> AuditAnchor? {
        try await pool.read { db in
            try String.fetchOne(db, sql: "SELECT memory FROM audit_memory")
                .flatMap { try? JSONDecoder().decode(AuditAnchor.self, from: Data($0.utf8)) }
        }
    }

    /// Replaces the stored copy.
    package func save(_ memory: AuditAnchor) async throws(StorageError) {
        try await pool.write { db in
            try db.execute(sql: "DELETE FROM audit_memory")
            try db.execute(
                sql: "INSERT INTO audit_memory (memory) VALUES (?)", arguments: [try JSONColumn.encode(memory)])
        }
    }

    /// Whether the home was ever in use: whether it has people, devices or ids of removed ones.
    package func isInUse() async throws(StorageError) -> Bool {
        try await pool.read { db in
            try Bool.fetchOne(
                db,
                sql: """
                    SELECT EXISTS (SELECT 1 FROM person) OR EXISTS (SELECT 1 FROM device)
                        OR EXISTS (SELECT 1 FROM retired_device) OR EXISTS (SELECT 1 FROM retired_person)
                        OR EXISTS (SELECT 1 FROM retired_person_hash)
                    """) ?? false
        }
    }
}

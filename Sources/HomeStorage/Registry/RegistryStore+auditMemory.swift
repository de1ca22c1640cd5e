import Foundation
import GRDB

extension RegistryStore {
    /// Nil until something was remembered, and when it cannot be read.
    package func auditMemory() async throws(StorageError) -> AuditMemory? {
        try await pool.read { db in
            try String.fetchOne(db, sql: "SELECT memory FROM audit_memory")
                .flatMap { try? JSONDecoder().decode(AuditMemory.self, from: Data($0.utf8)) }
        }
    }

    package func save(_ memory: AuditMemory) async throws(StorageError) {
        try await pool.write { db in
            try db.execute(sql: "DELETE FROM audit_memory")
            try db.execute(
                sql: "INSERT INTO audit_memory (memory) VALUES (?)", arguments: [try StoredText.encode(memory)])
        }
    }

    /// Whether the home was ever in use: it has people, devices or ids of devices that it had.
    package func isInUse() async throws(StorageError) -> Bool {
        try await pool.read { db in
            try Bool.fetchOne(
                db,
                sql: """
                    SELECT EXISTS (SELECT 1 FROM person) OR EXISTS (SELECT 1 FROM device)
                        OR EXISTS (SELECT 1 FROM retired_device) OR EXISTS (SELECT 1 FROM retired_person)
                    """) ?? false
        }
    }
}

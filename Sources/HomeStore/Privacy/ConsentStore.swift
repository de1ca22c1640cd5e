import GRDB
package import HomeModel
import SQLiteDatabase

/// Stores whether each consent is given. `RetentionTerms` reads the consent to the history of presence from the same
/// table, in the transaction in which retention deletes.
package struct ConsentStore: Sendable {
    let pool: SQLitePool

    /// Loads all consents; one without a row has its initial record. A state that the program does not know counts as
    /// not given.
    package func load() async throws(StorageError) -> [ConsentID: ConsentRecord] {
        try await pool.read { db in
            var records = Dictionary(uniqueKeysWithValues: ConsentID.allCases.map { ($0, ConsentRecord.initial) })
            for row in try Row.fetchAll(db, sql: "SELECT * FROM consent") {
                guard let id = ConsentID(rawValue: try row.decode(forColumn: "id")) else { continue }
                records[id] = try ConsentRecord(row: row)
            }
            return records
        }
    }

    /// Stores the record of a consent. A person who does not exist any more is left out.
    package func save(_ record: ConsentRecord, of id: ConsentID) async throws(StorageError) {
        try await pool.write { db in
            try db.execute(
                sql: """
                    INSERT OR REPLACE INTO consent (
                        id, state, text_version, answered_at, answered_by, is_from_console, is_deletion_pending)
                    VALUES (?, ?, ?, ?, (SELECT id FROM person WHERE id = ?), ?, ?)
                    """,
                arguments: [
                    id.rawValue, record.state.rawValue, record.answer?.version, record.answer?.time.milliseconds,
                    record.answer?.person?.rawValue, record.answer?.isFromConsole ?? false, record.isDeletionPending,
                ])
        }
    }
}

extension ConsentRecord {
    fileprivate init(row: Row) throws {
        let state = State(rawValue: try row.decode(forColumn: "state")) ?? .notGiven
        var answer: Answer?
        if let version = try row.decode(Int?.self, forColumn: "text_version"),
            let time = try row.decode(Int64?.self, forColumn: "answered_at")
        {
            answer = Answer(
                version: version, time: Timestamp(milliseconds: time), person: try row.valueIfPresent("answered_by"),
                isFromConsole: try row.decode(forColumn: "is_from_console"))
        }
        self.init(state: state, answer: answer, isDeletionPending: try row.decode(forColumn: "is_deletion_pending"))
    }
}

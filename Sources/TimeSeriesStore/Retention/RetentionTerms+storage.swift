import GRDB
import HomeModel

/// Loads and saves the terms; a term that was never saved has its default.
extension RetentionTerms {
    init(_ db: Database) throws {
        self.init()
        let rows = try Row.fetchCursor(db, sql: "SELECT record, days FROM retention_term")
        while let row = try rows.next() {
            let record = try row.decode(String.self, forColumn: "record")
            RetentionTermRow.all.first { $0.record == record }?.set(&self, try row.decode(forColumn: "days"))
        }
        let exceptions = try Row.fetchCursor(db, sql: "SELECT * FROM series_retention")
        while let row = try exceptions.next() {
            self.exceptions[try SeriesID(row: row)] = RetentionException(
                days: try row.decode(forColumn: "days"), rollUpDays: try row.decode(forColumn: "roll_up_days"),
                hold: try row.decode(forColumn: "hold"))
        }
        limitsPresence = try Self.isPresenceLimited(db)
    }

    /// Whether the consent to the history of presence is not given. Homes from before the consent keep what they have
    /// until an owner has answered.
    private static func isPresenceLimited(_ db: Database) throws -> Bool {
        let state = try String.fetchOne(
            db, sql: "SELECT state FROM consent WHERE id = ?", arguments: [ConsentID.presenceHistory.rawValue])
        let keeping: Set<ConsentRecord.State> = [.given, .notAsked]
        return state.flatMap { ConsentRecord.State(rawValue: $0) }.map { !keeping.contains($0) } ?? true
    }

    func save(_ db: Database) throws {
        try db.execute(sql: "DELETE FROM retention_term")
        for column in RetentionTermRow.all {
            guard let days = column.days(self) else { continue }
            try db.execute(
                sql: "INSERT INTO retention_term (record, days) VALUES (?, ?)", arguments: [column.record, days])
        }
        try db.execute(sql: "DELETE FROM series_retention")
        for (series, exception) in exceptions {
            try db.execute(
                sql: """
                    INSERT INTO series_retention (device, part, capability, days, roll_up_days, hold)
                    VALUES (?, ?, ?, ?, ?, ?)
                    """,
                arguments: [
                    series.device.rawValue, series.part.rawValue, series.capability.description, exception.days,
                    exception.rollUpDays, exception.hold,
                ])
        }
    }
}

/// Maps a term to its row.
private struct RetentionTermRow: Sendable {
    static let all = [
        RetentionTermRow("energy", path: \.energyDays), RetentionTermRow("environment", path: \.environmentDays),
        RetentionTermRow("energyRollUps", path: \.energyRollUpDays),
        RetentionTermRow("environmentRollUps", path: \.environmentRollUpDays),
        RetentionTermRow("auditInformational", path: \.auditInformationalDays),
        RetentionTermRow("auditWarning", path: \.auditWarningDays),
        RetentionTermRow("auditSecurity", path: \.auditSecurityDays),
        RetentionTermRow("presence", path: \.presenceDays),
    ]

    let record: String
    let days: @Sendable (RetentionTerms) -> Int?
    let set: @Sendable (inout RetentionTerms, Int) -> Void

    init(_ record: String, path: any WritableKeyPath<RetentionTerms, Int> & Sendable) {
        self.record = record
        days = { $0[keyPath: path] }
        set = { $0[keyPath: path] = $1 }
    }

    init(_ record: String, path: any WritableKeyPath<RetentionTerms, Int?> & Sendable) {
        self.record = record
        days = { $0[keyPath: path] }
        set = { $0[keyPath: path] = $1 }
    }
}

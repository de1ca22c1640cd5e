import GRDB
package import HomeModel
import SQLiteDatabase

/// Stores the service history of appliances and devices, which stays when they leave the home.
package struct ServiceHistoryStore: Sendable {
    let pool: SQLitePool

    /// The entries that the filter means, newest day first.
    package func entries(_ filter: ServiceFilter) async throws(StorageError) -> [ServiceEntry] {
        try await pool.read { db in
            var (condition, arguments) = Self.condition(of: filter.subject)
            if let cursor = filter.cursor {
                condition += " AND (entry.day, entry.id) < (?, ?)"
                arguments += [cursor.day.description, cursor.entry.rawValue]
            }
            let bounds = ServiceFilter.limitBounds
            arguments += [min(max(filter.limit, bounds.lowerBound), bounds.upperBound)]
            return try Row.fetchAll(
                db, sql: "\(Self.selection) WHERE \(condition) ORDER BY entry.day DESC, entry.id DESC LIMIT ?",
                arguments: arguments
            )
            .map(ServiceEntry.init(row:))
        }
    }

    package func entry(_ id: ServiceEntryID) async throws(StorageError) -> ServiceEntry? {
        try await pool.read { db in
            try Row.fetchOne(db, sql: "\(Self.selection) WHERE entry.id = ?", arguments: [id.rawValue])
                .map(ServiceEntry.init(row:))
        }
    }

    /// The entries that this person added, did or made notes in, also through the console, oldest first.
    package func entries(naming person: PersonID) async throws(StorageError) -> [ServiceEntry] {
        try await pool.read { db in
            let actors = [person.rawValue, AuditEntry.consoleAs + person.rawValue]
            return try Row.fetchAll(
                db,
                sql: """
                    \(Self.selection)
                    WHERE entry.added_by IN (?, ?) OR entry.note_by IN (?, ?) OR entry.done_by IN (?, ?)
                    ORDER BY entry.day, entry.id
                    """,
                arguments: StatementArguments(actors + actors + actors)
            )
            .map(ServiceEntry.init(row:))
        }
    }

    /// What the services of a subject, or of all, cost in each year and currency. Different currencies are not added.
    package func costs(of subject: ServiceSubject? = nil) async throws(StorageError) -> [ServiceCost] {
        try await pool.read { db in
            let (condition, arguments) = Self.condition(of: subject)
            return try Row.fetchAll(
                db,
                sql: """
                    SELECT entry.appliance, entry.device, substr(entry.day, 1, 4) AS year,
                        entry.cost_currency AS cost_currency, sum(entry.cost) AS cost,
                        max(coalesce(appliance.name, device.name, entry.subject_name)) AS present_name
                    FROM service_entry AS entry
                    LEFT JOIN appliance ON appliance.id = entry.appliance
                    LEFT JOIN device ON device.id = entry.device
                    WHERE entry.cost IS NOT NULL AND entry.cost_currency IS NOT NULL AND \(condition)
                    GROUP BY entry.appliance, entry.device, substr(entry.day, 1, 4), entry.cost_currency
                    ORDER BY year DESC, present_name, entry.appliance, entry.device, cost_currency
                    """,
                arguments: arguments
            )
            .compactMap { row in
                guard let total = try row.money(amount: "cost", currency: "cost_currency") else { return nil }
                return ServiceCost(
                    subject: try row.serviceSubject(), subjectName: try row.name("present_name"),
                    year: try row.value("year"), total: total)
            }
        }
    }

    /// Adds an entry with a new id. `people` are the hashes of the ids of those whom it names. Results: `done`,
    /// `missing` when the home does not have the subject, `tooMany` or `personLeft`.
    package func add(
        _ entry: ServiceEntry, naming people: [PersonIDHash] = []
    ) async throws(StorageError) -> RecordChange {
        try await pool.write { db in try db.add(entry, naming: people) }
    }

    /// Replaces the details of an entry if it still has the revision before that of `entry`. `people` are as for `add`.
    /// Results: `done`, `missing`, `changedMeanwhile` or `personLeft`.
    package func replace(
        _ entry: ServiceEntry, naming people: [PersonIDHash] = []
    ) async throws(StorageError) -> RecordChange {
        try await pool.write { db in
            if try people.contains(where: db.isRetired) { return .personLeft }
            let known = try Int.fetchOne(
                db, sql: "SELECT revision FROM service_entry WHERE id = ?", arguments: [entry.id.rawValue])
            guard let known else { return .missing }
            guard known == entry.revision - 1 else { return .changedMeanwhile }
            try db.execute(
                sql: """
                    UPDATE service_entry SET day = ?, title = ?, note = ?, note_by = ?, cost = ?, cost_currency = ?,
                        done_by = ?, provider = ?, revision = ?
                    WHERE id = ?
                    """,
                arguments: entry.arguments + [entry.id.rawValue])
            return .done
        }
    }

    /// Deletes an entry. Results: `done` or `missing`.
    package func remove(_ id: ServiceEntryID) async throws(StorageError) -> RecordChange {
        try await pool.write { db in
            try db.execute(sql: "DELETE FROM service_entry WHERE id = ?", arguments: [id.rawValue])
            return db.changesCount > 0 ? .done : .missing
        }
    }

    /// Deletes all entries of a subject, and returns their number.
    package func removeAll(of subject: ServiceSubject) async throws(StorageError) -> Int {
        try await pool.write { db in
            let (condition, arguments) = Self.condition(of: subject)
            try db.execute(sql: "DELETE FROM service_entry AS entry WHERE \(condition)", arguments: arguments)
            return db.changesCount
        }
    }

    /// The number of entries of a subject.
    package func count(of subject: ServiceSubject) async throws(StorageError) -> Int {
        try await pool.read { db in
            let (condition, arguments) = Self.condition(of: subject)
            return try Int.fetchOne(
                db, sql: "SELECT count(*) FROM service_entry AS entry WHERE \(condition)", arguments: arguments) ?? 0
        }
    }

    /// The entries with the present names of their subjects; those that left the home have the name of the entry.
    private static let selection = """
        SELECT entry.*, coalesce(appliance.name, device.name, entry.subject_name) AS present_name,
            (SELECT count(*) FROM attachment WHERE attachment.service_entry = entry.id) AS photographs
        FROM service_entry AS entry
        LEFT JOIN appliance ON appliance.id = entry.appliance
        LEFT JOIN device ON device.id = entry.device
        """

    /// The condition that selects the entries of a subject, or all, with the arguments for it.
    private static func condition(of subject: ServiceSubject?) -> (sql: String, arguments: StatementArguments) {
        switch subject {
        case .appliance(let id): ("entry.appliance = ?", [id.rawValue])
        case .device(let id): ("entry.device = ?", [id.rawValue])
        case nil: ("TRUE", [])
        }
    }
}

extension Database {
    /// Adds an entry as `ServiceHistoryStore.add` does, in a transaction that also changes something else.
    func add(_ entry: ServiceEntry, naming people: [PersonIDHash]) throws -> RecordChange {
        if try people.contains(where: isRetired) { return .personLeft }
        guard try has(entry.subject) else { return .missing }
        let count = try Int.fetchOne(self, sql: "SELECT count(*) FROM service_entry") ?? 0
        guard count < ServiceEntry.maximumCount else { return .tooMany }
        try execute(
            sql: """
                INSERT INTO service_entry (
                    day, title, note, note_by, cost, cost_currency, done_by, provider, revision, id, appliance, device,
                    subject_name, task, added_by, added_at)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: entry.arguments + [
                entry.id.rawValue, entry.subject.appliance?.rawValue, entry.subject.device?.rawValue,
                entry.subjectName.text, entry.task?.rawValue, entry.addedBy, entry.addedAt.milliseconds,
            ])
        return .done
    }

    /// Whether the home has the appliance or the device.
    func has(_ subject: ServiceSubject) throws -> Bool {
        let arguments: StatementArguments = [subject.appliance?.rawValue, subject.device?.rawValue]
        let sql = "SELECT EXISTS (SELECT 1 FROM appliance WHERE id = ?) OR EXISTS (SELECT 1 FROM device WHERE id = ?)"
        return try Bool.fetchOne(self, sql: sql, arguments: arguments) ?? false
    }
}

extension ServiceEntry {
    fileprivate var arguments: StatementArguments {
        [
            details.day.description, details.title, details.note, noteBy,
            details.cost?.storedAmount, details.cost?.currency.description,
            details.doneBy, details.provider, revision,
        ]
    }

    fileprivate init(row: Row) throws {
        self.init(
            id: try row.value("id"), subject: try row.serviceSubject(), subjectName: try row.name("present_name"),
            details: ServiceDetails(
                day: try row.value("day"), title: try row.decode(forColumn: "title"),
                note: try row.decode(forColumn: "note"),
                cost: try row.money(amount: "cost", currency: "cost_currency"),
                doneBy: try row.decode(forColumn: "done_by"), provider: try row.decode(forColumn: "provider")),
            task: try row.valueIfPresent("task"), noteBy: try row.decode(forColumn: "note_by"),
            addedBy: try row.decode(forColumn: "added_by"),
            addedAt: Timestamp(milliseconds: try row.decode(forColumn: "added_at")),
            revision: try row.decode(forColumn: "revision"),
            photographCount: try row.decode(forColumn: "photographs"))
    }
}

extension Row {
    /// The appliance or the device of an entry.
    fileprivate func serviceSubject() throws -> ServiceSubject {
        if let appliance: ApplianceID = try valueIfPresent("appliance") { return .appliance(appliance) }
        return .device(try value("device"))
    }
}

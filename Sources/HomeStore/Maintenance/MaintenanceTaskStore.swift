import GRDB
package import HomeModel
import SQLiteDatabase

/// Stores the maintenance tasks of appliances and devices, which go when these leave the home.
package struct MaintenanceTaskStore: Sendable {
    let pool: SQLitePool

    /// All tasks, by title.
    package func all() async throws(StorageError) -> [MaintenanceTask] {
        try await pool.read { db in
            try Row.fetchAll(db, sql: "SELECT * FROM maintenance_task ORDER BY title, id").map(
                MaintenanceTask.init(row:))
        }
    }

    package func task(_ id: MaintenanceTaskID) async throws(StorageError) -> MaintenanceTask? {
        try await pool.read { db in
            try Row.fetchOne(db, sql: "SELECT * FROM maintenance_task WHERE id = ?", arguments: [id.rawValue])
                .map(MaintenanceTask.init(row:))
        }
    }

    /// The tasks that this person added, last did or made notes in, also through the console, oldest first.
    package func tasks(naming person: PersonID) async throws(StorageError) -> [MaintenanceTask] {
        try await pool.read { db in
            let actors = [person.rawValue, AuditEntry.consoleAs + person.rawValue]
            return try Row.fetchAll(
                db,
                sql: """
                    SELECT * FROM maintenance_task
                    WHERE added_by IN (?, ?) OR note_by IN (?, ?) OR done_by IN (?, ?) ORDER BY added_at, id
                    """,
                arguments: StatementArguments(actors + actors + actors)
            )
            .map(MaintenanceTask.init(row:))
        }
    }

    /// Adds a task with a new id. `people` are the hashes of the ids of those whom it names. Results: `done`, `missing`
    /// when the home does not have the subject, `tooMany` or `personLeft`.
    package func add(
        _ task: MaintenanceTask, naming people: [PersonIDHash] = []
    ) async throws(StorageError) -> RecordChange {
        try await pool.write { db in
            if try people.contains(where: db.isRetired) { return .personLeft }
            guard try db.has(task.subject) else { return .missing }
            let count = try Int.fetchOne(db, sql: "SELECT count(*) FROM maintenance_task") ?? 0
            guard count < MaintenanceTask.maximumCount else { return .tooMany }
            try db.execute(
                sql: """
                    INSERT INTO maintenance_task (
                        title, note, note_by, is_safety, schedule, state, previous, done_by, revision, id, appliance,
                        device, added_by, added_at, template)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                    """,
                arguments: try task.arguments + [
                    task.id.rawValue, task.subject.appliance?.rawValue, task.subject.device?.rawValue, task.addedBy,
                    task.addedAt.milliseconds, task.template,
                ])
            return .done
        }
    }

    /// Replaces a task if it still has the revision before that of `task`. With `entry`, the same transaction adds it to
    /// the service history, and with `removedEntry` it deletes that one with up to `photographs` photographs. `people` are
    /// as for `add`. Results: `done`, `missing`, `changedMeanwhile`, `personLeft`, `tooMany` when the history is full, or
    /// `hasPhotographs` when `removedEntry` has more of them.
    package func replace(
        _ task: MaintenanceTask, adding entry: ServiceEntry? = nil, removing removedEntry: ServiceEntryID? = nil,
        photographs: Int = 0, naming people: [PersonIDHash] = []
    ) async throws(StorageError) -> RecordChange {
        try await pool.write { db in
            if try people.contains(where: db.isRetired) { return .personLeft }
            let known = try Int.fetchOne(
                db, sql: "SELECT revision FROM maintenance_task WHERE id = ?", arguments: [task.id.rawValue])
            guard let known else { return .missing }
            guard known == task.revision - 1 else { return .changedMeanwhile }
            if let entry {
                let result = try db.add(entry, naming: people)
                guard result == .done else { return result }
            }
            if let removedEntry {
                guard try db.attachmentCount(of: removedEntry) <= photographs else { return .hasPhotographs }
                try db.execute(sql: "DELETE FROM service_entry WHERE id = ?", arguments: [removedEntry.rawValue])
            }
            try db.execute(
                sql: """
                    UPDATE maintenance_task SET title = ?, note = ?, note_by = ?, is_safety = ?, schedule = ?, state = ?,
                        previous = ?, done_by = ?, revision = ?
                    WHERE id = ?
                    """,
                arguments: try task.arguments + [task.id.rawValue])
            return .done
        }
    }

    /// Stores what an evaluation found, for those tasks that still have the revision on which it is based.
    package func save(_ tasks: [MaintenanceTask]) async throws(StorageError) {
        guard !tasks.isEmpty else { return }
        try await pool.write { db in
            let statement = try db.cachedStatement(
                sql: "UPDATE maintenance_task SET state = ? WHERE id = ? AND revision = ?")
            for task in tasks {
                try statement.execute(arguments: [
                    try JSONColumn.encode(task.state), task.id.rawValue, task.revision,
                ])
            }
        }
    }

    /// Deletes a task; the service history stays. Results: `done` or `missing`.
    package func remove(_ id: MaintenanceTaskID) async throws(StorageError) -> RecordChange {
        try await pool.write { db in
            try db.execute(sql: "DELETE FROM maintenance_task WHERE id = ?", arguments: [id.rawValue])
            return db.changesCount > 0 ? .done : .missing
        }
    }
}

extension Database {
    fileprivate func attachmentCount(of entry: ServiceEntryID) throws -> Int {
        let sql = "SELECT count(*) FROM attachment WHERE service_entry = ?"
        return try Int.fetchOne(self, sql: sql, arguments: [entry.rawValue]) ?? 0
    }

    /// Deletes the notes that an actor wrote in tasks. Where the actor added a task or did it, `pseudonym` stands for the
    /// actor.
    func eraseTasks(by actor: String, pseudonym: String) throws {
        try execute(
            sql: "UPDATE maintenance_task SET note = NULL, note_by = NULL, revision = revision + 1 WHERE note_by = ?",
            arguments: [actor])
        for column in ["added_by", "done_by"] {
            try execute(
                sql: "UPDATE maintenance_task SET \(column) = ?, revision = revision + 1 WHERE \(column) = ?",
                arguments: [pseudonym, actor])
        }
    }
}

extension MaintenanceTask {
    fileprivate var arguments: StatementArguments {
        get throws {
            [
                details.title, details.note, noteBy, details.isSafety, try JSONColumn.encode(details.schedule),
                try JSONColumn.encode(state), try previous.map { try JSONColumn.encode($0) }, doneBy, revision,
            ]
        }
    }

    fileprivate init(row: Row) throws {
        let appliance: ApplianceID? = try row.valueIfPresent("appliance")
        self.init(
            id: try row.value("id"),
            subject: try appliance.map(ServiceSubject.appliance) ?? .device(try row.value("device")),
            details: MaintenanceTaskDetails(
                title: try row.decode(forColumn: "title"), note: try row.decode(forColumn: "note"),
                schedule: try row.json("schedule"), isSafety: try row.decode(forColumn: "is_safety")),
            state: try row.json("state"), previous: try row.jsonIfPresent("previous"),
            noteBy: try row.decode(forColumn: "note_by"), addedBy: try row.decode(forColumn: "added_by"),
            doneBy: try row.decode(forColumn: "done_by"),
            addedAt: Timestamp(milliseconds: try row.decode(forColumn: "added_at")),
            template: try row.decode(forColumn: "template"), revision: try row.decode(forColumn: "revision"))
    }
}

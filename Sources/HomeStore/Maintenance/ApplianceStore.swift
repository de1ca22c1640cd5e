import GRDB
package import HomeModel
import SQLiteDatabase

/// Stores the appliances of the home.
package struct ApplianceStore: Sendable {
    let pool: SQLitePool

    /// All appliances, by name.
    package func all() async throws(StorageError) -> [Appliance] {
        try await pool.read { db in
            try Row.fetchAll(db, sql: "SELECT * FROM appliance ORDER BY name, id").map(Appliance.init(row:))
        }
    }

    package func appliance(_ id: ApplianceID) async throws(StorageError) -> Appliance? {
        try await pool.read { db in
            try Row.fetchOne(db, sql: "SELECT * FROM appliance WHERE id = ?", arguments: [id.rawValue])
                .map(Appliance.init(row:))
        }
    }

    /// Adds an appliance with a new id. `people` are the hashes of the ids of those whom it names. Results: `done`,
    /// `tooMany` or `personLeft`.
    package func add(
        _ appliance: Appliance, naming people: [PersonIDHash] = []
    ) async throws(StorageError) -> RecordChange {
        try await pool.write { db in
            if try people.contains(where: db.isRetired) { return .personLeft }
            let count = try Int.fetchOne(db, sql: "SELECT count(*) FROM appliance") ?? 0
            guard count < Appliance.maximumCount else { return .tooMany }
            try db.execute(
                sql: """
                    INSERT INTO appliance (
                        name, room, maker, model, serial_number, bought_on, bought_from, price, price_currency,
                        warranty_ends, manual, device, part, note, note_by, revision, id, added_at)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                    """,
                arguments: appliance.arguments + [appliance.id.rawValue, appliance.addedAt.milliseconds])
            return .done
        }
    }

    /// Replaces an appliance if it still has the revision before that of `appliance`. `people` are as for `add`. Results:
    /// `done`, `missing`, `changedMeanwhile` or `personLeft`.
    package func replace(
        _ appliance: Appliance, naming people: [PersonIDHash] = []
    ) async throws(StorageError) -> RecordChange {
        try await pool.write { db in
            if try people.contains(where: db.isRetired) { return .personLeft }
            let known = try Int.fetchOne(
                db, sql: "SELECT revision FROM appliance WHERE id = ?", arguments: [appliance.id.rawValue])
            guard let known else { return .missing }
            guard known == appliance.revision - 1 else { return .changedMeanwhile }
            try db.execute(
                sql: """
                    UPDATE appliance SET name = ?, room = ?, maker = ?, model = ?, serial_number = ?, bought_on = ?,
                        bought_from = ?, price = ?, price_currency = ?, warranty_ends = ?, manual = ?, device = ?,
                        part = ?, note = ?, note_by = ?, revision = ?
                    WHERE id = ?
                    """,
                arguments: appliance.arguments + [appliance.id.rawValue])
            return .done
        }
    }

    /// Removes an appliance. Its service history keeps the name that it had, or is deleted. Results: `done` or
    /// `missing`.
    package func remove(
        _ id: ApplianceID, history: HistoryDisposal
    ) async throws(StorageError) -> RecordChange {
        try await pool.write { db in
            switch history {
            case .keep:
                try db.execute(
                    sql: """
                        UPDATE service_entry SET subject_name = coalesce(
                            (SELECT name FROM appliance WHERE id = service_entry.appliance), subject_name)
                        WHERE appliance = ?
                        """,
                    arguments: [id.rawValue])
            case .delete:
                try db.execute(sql: "DELETE FROM service_entry WHERE appliance = ?", arguments: [id.rawValue])
            }
            try db.execute(sql: "DELETE FROM appliance WHERE id = ?", arguments: [id.rawValue])
            return db.changesCount > 0 ? .done : .missing
        }
    }
}

extension ApplianceStore {
    /// The appliances with a note that this person wrote, also through the console.
    package func notes(by person: PersonID) async throws(StorageError) -> [Appliance] {
        try await pool.read { db in
            try Row.fetchAll(
                db, sql: "SELECT * FROM appliance WHERE note_by IN (?, ?) ORDER BY name, id",
                arguments: [person.rawValue, AuditEntry.consoleAs + person.rawValue]
            )
            .map(Appliance.init(row:))
        }
    }
}

extension Database {
    /// Ends the links of appliances to a device that leaves the home, whose service history keeps its name.
    func separate(fromDevice device: DeviceID) throws {
        try execute(
            sql: """
                UPDATE service_entry SET subject_name = coalesce(
                    (SELECT name FROM device WHERE id = service_entry.device), subject_name)
                WHERE device = ?
                """,
            arguments: [device.rawValue])
        try execute(
            sql: "UPDATE appliance SET device = NULL, part = NULL, revision = revision + 1 WHERE device = ?",
            arguments: [device.rawValue])
    }

    /// Deletes the notes that an actor wrote. Where the actor added an entry or did what it says, `pseudonym` stands for
    /// the actor.
    func eraseNotes(by actor: String, pseudonym: String) throws {
        for table in ["appliance", "service_entry"] {
            try execute(
                sql: "UPDATE \(table) SET note = NULL, note_by = NULL, revision = revision + 1 WHERE note_by = ?",
                arguments: [actor])
        }
        for column in ["added_by", "done_by"] {
            try execute(
                sql: "UPDATE service_entry SET \(column) = ?, revision = revision + 1 WHERE \(column) = ?",
                arguments: [pseudonym, actor])
        }
    }
}

extension Appliance {
    fileprivate var arguments: StatementArguments {
        [
            details.name.text, details.room?.rawValue, details.maker, details.model,
            details.serialNumber?.exposedText, details.boughtOn?.description, details.boughtFrom,
            details.price?.storedAmount, details.price?.currency.description,
            details.warrantyEnds?.description, details.manual?.description, details.link?.device.rawValue,
            details.link?.part?.rawValue, details.note, noteBy, revision,
        ]
    }

    fileprivate init(row: Row) throws {
        let device: DeviceID? = try row.valueIfPresent("device")
        let part: PartID? = try row.valueIfPresent("part")
        self.init(
            id: try row.value("id"),
            details: ApplianceDetails(
                name: try row.name("name"), room: try row.valueIfPresent("room"),
                maker: try row.decode(forColumn: "maker"), model: try row.decode(forColumn: "model"),
                serialNumber: try row.decode(String?.self, forColumn: "serial_number").map { SerialNumber($0) },
                boughtOn: try row.valueIfPresent("bought_on"), boughtFrom: try row.decode(forColumn: "bought_from"),
                price: try row.money(amount: "price", currency: "price_currency"),
                warrantyEnds: try row.valueIfPresent("warranty_ends"), manual: try row.valueIfPresent("manual"),
                link: device.map { ApplianceLink(device: $0, part: part) }, note: try row.decode(forColumn: "note")),
            noteBy: try row.decode(forColumn: "note_by"),
            addedAt: Timestamp(milliseconds: try row.decode(forColumn: "added_at")),
            revision: try row.decode(forColumn: "revision"))
    }
}

extension Money {
    var storedAmount: Int64 { Int64(clamping: amount.hundredThousandths) }
}

extension Row {
    /// An amount with its currency; nil when one of the columns is empty.
    func money(amount: String, currency: String) throws -> Money? {
        guard let number = try decode(Int64?.self, forColumn: amount), let code: Currency = try valueIfPresent(currency)
        else { return nil }
        return Money(MoneyAmount(hundredThousandths: Int128(number)), currency: code)
    }
}

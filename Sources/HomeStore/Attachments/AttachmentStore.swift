import Foundation
import GRDB
package import HomeModel
import SQLiteDatabase

/// Stores the records of attachments, each with its wrapped key.
package struct AttachmentStore: Sendable {
    /// A record with the key of its files, as it is wrapped.
    package struct Entry: Hashable, Sendable {
        package let attachment: Attachment
        package let wrappedKey: [UInt8]

        package init(_ attachment: Attachment, wrappedKey: [UInt8]) {
            self.attachment = attachment
            self.wrappedKey = wrappedKey
        }
    }

    let pool: SQLitePool

    /// All records, oldest first.
    package func all() async throws(StorageError) -> [Entry] {
        try await pool.read { db in try Self.fetch(db, where: "TRUE") }
    }

    /// The records of an owner, oldest first.
    package func attachments(of owner: AttachmentOwner) async throws(StorageError) -> [Entry] {
        try await pool.read { db in
            try Self.fetch(
                db, where: "appliance = ? OR service_entry = ?",
                arguments: [owner.appliance?.rawValue, owner.serviceEntry?.rawValue])
        }
    }

    package func attachment(_ id: AttachmentID) async throws(StorageError) -> Entry? {
        try await pool.read { db in try Self.fetch(db, where: "id = ?", arguments: [id.rawValue]).first }
    }

    /// Those that this person added, also through the console.
    package func attachments(by person: PersonID) async throws(StorageError) -> [Entry] {
        try await pool.read { db in
            try Self.fetch(
                db, where: "added_by IN (?, ?)",
                arguments: [person.rawValue, AuditEntry.consoleAs + person.rawValue])
        }
    }

    /// Whether the home has the owner, and how many attachments it has.
    package func count(of owner: AttachmentOwner) async throws(StorageError) -> Int? {
        try await pool.read { db in
            guard try db.has(owner) else { return nil }
            return try db.count(of: owner)
        }
    }

    /// The present name of the appliance or the device to which the attachments of an owner belong; the last one of what
    /// has left the home.
    package func name(of owner: AttachmentOwner) async throws(StorageError) -> DisplayName? {
        try await pool.read { db in
            try Row.fetchOne(
                db,
                sql: """
                    SELECT name FROM appliance WHERE id = ?
                    UNION ALL
                    SELECT coalesce(appliance.name, device.name, entry.subject_name) AS name
                    FROM service_entry AS entry
                    LEFT JOIN appliance ON appliance.id = entry.appliance
                    LEFT JOIN device ON device.id = entry.device
                    WHERE entry.id = ?
                    """,
                arguments: [owner.appliance?.rawValue, owner.serviceEntry?.rawValue]
            )
            .map { row in try row.name("name") }
        }
    }

    /// The bytes of the contents and thumbnails of all attachments.
    package func totalBytes() async throws(StorageError) -> Int {
        try await pool.read { db in
            try Int.fetchOne(db, sql: "SELECT sum(bytes + coalesce(thumbnail_bytes, 0)) FROM attachment") ?? 0
        }
    }

    /// Adds a record. `person` is the hash of the id of the person who adds it. Results: `done`, `missing` when the home
    /// has no such owner, `tooMany`, `personLeft`, or `changedMeanwhile` when another record has the id.
    package func add(_ entry: Entry, by person: PersonIDHash?) async throws(StorageError) -> RecordChange {
        try await pool.write { db in
            if let person, try db.isRetired(person) { return .personLeft }
            let attachment = entry.attachment
            guard try db.has(attachment.owner) else { return .missing }
            guard try db.count(of: attachment.owner) < AttachmentLimits.perOwner else { return .tooMany }
            try db.execute(
                sql: """
                    INSERT INTO attachment (
                        id, appliance, service_entry, kind, title, bytes, thumbnail_bytes, width, height, added_by,
                        added_at, key)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                    ON CONFLICT (id) DO NOTHING
                    """,
                arguments: [
                    attachment.id.rawValue, attachment.owner.appliance?.rawValue,
                    attachment.owner.serviceEntry?.rawValue, attachment.kind.rawValue, attachment.title,
                    attachment.bytes, attachment.thumbnailBytes, attachment.pixels?.width, attachment.pixels?.height,
                    attachment.addedBy, attachment.addedAt.milliseconds, Data(entry.wrappedKey),
                ])
            return db.changesCount > 0 ? .done : .changedMeanwhile
        }
    }

    /// Deletes a record with its key: the files cannot be read afterwards, also not by those who copy them now. Then moves
    /// the change to the database file, because the write-ahead log has the row as it was. Results: `done` or `missing`.
    package func remove(_ id: AttachmentID) async throws(StorageError) -> RecordChange {
        let isRemoved = try await pool.write { db in
            try db.execute(sql: "DELETE FROM attachment WHERE id = ?", arguments: [id.rawValue])
            return db.changesCount > 0
        }
        guard isRemoved else { return .missing }
        try await destroyRemovedKeys()
        return .done
    }

    /// Removes the keys of deleted records from the write-ahead log too.
    package func destroyRemovedKeys() async throws(StorageError) { try await pool.emptyWriteAheadLog() }

    private static func fetch(
        _ db: Database, where condition: String, arguments: StatementArguments = StatementArguments()
    ) throws -> [Entry] {
        try Row.fetchAll(
            db, sql: "SELECT * FROM attachment WHERE \(condition) ORDER BY added_at, id", arguments: arguments
        )
        .map(Entry.init(row:))
    }
}

extension Database {
    /// Deletes the photographs that an actor added. `pseudonym` stands for the actor at manuals, which contain nothing of
    /// the person.
    func eraseAttachments(by actor: String, pseudonym: String) throws {
        try execute(
            sql: "DELETE FROM attachment WHERE added_by = ? AND kind <> ?",
            arguments: [actor, AttachmentKind.manual.rawValue])
        try execute(sql: "UPDATE attachment SET added_by = ? WHERE added_by = ?", arguments: [pseudonym, actor])
    }

    fileprivate func has(_ owner: AttachmentOwner) throws -> Bool {
        try Bool.fetchOne(
            self,
            sql: """
                SELECT EXISTS (SELECT 1 FROM appliance WHERE id = ?)
                    OR EXISTS (SELECT 1 FROM service_entry WHERE id = ?)
                """,
            arguments: [owner.appliance?.rawValue, owner.serviceEntry?.rawValue]) ?? false
    }

    fileprivate func count(of owner: AttachmentOwner) throws -> Int {
        try Int.fetchOne(
            self, sql: "SELECT count(*) FROM attachment WHERE appliance = ? OR service_entry = ?",
            arguments: [owner.appliance?.rawValue, owner.serviceEntry?.rawValue]) ?? 0
    }
}

extension AttachmentStore.Entry {
    fileprivate init(row: Row) throws {
        let owner: AttachmentOwner
        if let appliance: ApplianceID = try row.valueIfPresent("appliance") {
            owner = .appliance(appliance)
        } else {
            owner = .serviceEntry(try row.value("service_entry"))
        }
        let width = try row.decode(Int?.self, forColumn: "width")
        let height = try row.decode(Int?.self, forColumn: "height")
        let pixels = width.flatMap { width in height.map { PixelSize(width: width, height: $0) } }
        self.init(
            Attachment(
                id: try row.value("id"), owner: owner, kind: try row.word("kind"),
                title: try row.decode(forColumn: "title"), bytes: try row.decode(forColumn: "bytes"),
                thumbnailBytes: try row.decode(forColumn: "thumbnail_bytes"), pixels: pixels,
                addedBy: try row.decode(forColumn: "added_by"),
                addedAt: Timestamp(milliseconds: try row.decode(forColumn: "added_at"))),
            wrappedKey: Array(try row.decode(Data.self, forColumn: "key")))
    }
}

package import HomeModel
import SegmentedLog
import Foundation
import Glibc
import GRDB

/// Creates the database file, or migrates it from an older version to the version of `schema`.
package struct DatabaseFile: Sendable {
    let path: String
    let schema: DatabaseSchema

    package init(path: String, schema: DatabaseSchema) {
        self.path = path
        self.schema = schema
    }

    /// Makes sure that the file exists and has the version of `schema`. A file that cannot be opened stays unchanged
    /// byte for byte.
    ///
    /// Returns a sentence when data was missing.
    package func prepare() throws(StorageError) -> String? {
        if access(path, F_OK) != 0 { try create() }
        try rollBackInterruptedChange()
        let version = try DatabaseHeader(path: path).version
        let copies = DatabaseCopies(of: path)
        guard version <= schema.version else {
            throw .newerVersion(
                found: version, supported: schema.version, copy: copies.newest(upTo: schema.version))
        }
        let note = try SQLiteWALFile.renameIfDamaged(besides: path)
        try inspect()
        if version < schema.version {
            try copies.make(of: version)
            try migrate(path, from: version)
        }
        return note
    }

    /// Builds the database under another name and renames it, so that the file under its own name is never incomplete.
    private func create() throws(StorageError) {
        // SQLite would apply either file to the new database.
        for companion in ["-wal", "-journal"].map({ path + $0 }) where FileSize.bytes(at: companion) > 0 {
            throw .damaged(what: "the database is missing, but its log \(companion) exists")
        }
        let draft = path + ".new"
        unlink(draft + "-journal")
        unlink(draft)
        let descriptor = open(draft, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw StorageError(errno: errno, action: "create \(draft)") }
        Glibc.close(descriptor)
        try migrate(draft, from: 0)
        guard rename(draft, path) == 0 else { throw StorageError(errno: errno, action: "create \(path)") }
        try syncFolder()
    }

    /// Undoes a migration, or a change of the journal mode, during which an earlier start was killed.
    ///
    /// The rollback journal of that start contains the earlier pages, and only a connection that may write restores
    /// them. Until then the header of the file can already have the new version.
    private func rollBackInterruptedChange() throws(StorageError) {
        guard FileSize.bytes(at: path + "-journal") > 0 else { return }
        try StorageError.translating {
            let connection = try DatabaseQueue(path: path, configuration: Configuration())
            defer { try? connection.close() }
            _ = try connection.read { db in try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_schema") }
        }
    }

    /// Reads from the file through a read-only connection.
    private func inspect() throws(StorageError) {
        try StorageError.translating {
            let connection = try DatabaseQueue(path: path, configuration: SQLitePool.configuration(readonly: true))
            defer { try? connection.close() }
            _ = try connection.read { db in
                try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_schema")
            }
        }
    }

    /// Migrates with a rollback journal and not with a write-ahead log: then the version in the file itself, which is
    /// checked before SQLite may change anything, is never older than one in a write-ahead log. A rollback journal that
    /// is left behind is rolled back before that check.
    private func migrate(_ path: String, from version: Int) throws(StorageError) {
        try StorageError.translating {
            let connection = try DatabaseQueue(path: path, configuration: SQLitePool.configuration())
            defer { try? connection.close() }
            try connection.writeWithoutTransaction { db in
                try db.execute(sql: "PRAGMA journal_mode = DELETE")
                try removeDeletedContent(db, of: version)
                try schema.migrate(db, from: version)
            }
        }
    }

    /// Writes a file again whose deleted rows may still be in it: until version 16 the default of SQLite decided whether
    /// deleted content was overwritten. Debian's SQLite always did that. Comes before the migration, so that a start
    /// that was killed repeats it.
    private func removeDeletedContent(_ db: Database, of version: Int) throws {
        guard (1..<DatabaseSchema.firstWithSecureDeletion).contains(version),
            try Bool.fetchOne(db, sql: "SELECT sqlite_compileoption_used('SECURE_DELETE')") != true
        else { return }
        try db.execute(sql: "VACUUM")
    }

    private func syncFolder() throws(StorageError) {
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
        try SegmentFolder<StorageError>(path: folder, disk: .system).sync()
    }
}

/// An exclusive lock on a file beside the database, which marks the owner process. The kernel releases it when the
/// process ends.
package final class DatabaseLock: Sendable {
    private let descriptor: Int32

    /// Throws `.inUse` while another process has the lock.
    package init(besides path: String) throws(StorageError) {
        descriptor = open(path + ".lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw .cannotOpen(reason: "\(path).lock cannot be created (\(String(cString: strerror(errno)))).")
        }
        let code = ExclusiveLock.acquire(descriptor)
        guard code == 0 else {
            // `deinit` runs in this case too and closes the file.
            throw code == EWOULDBLOCK ? .inUse(path: path) : StorageError(errno: code, action: "lock \(path)")
        }
    }

    /// Releases the lock; may be called again. The lock file is not deleted: otherwise two owners could lock two
    /// different files.
    package func release() {
        flock(descriptor, LOCK_UN)
    }

    deinit {
        if descriptor >= 0 { Glibc.close(descriptor) }
    }
}

/// The file beside the database in which SQLite keeps changes that are not checkpointed yet.
///
/// SQLite treats a write-ahead log with a damaged header as empty and overwrites it without an error. Source: SQLite
/// "Database File Format" §4.1.
enum SQLiteWALFile {
    private static let headerBytes = 32

    /// Renames the file if it cannot be read, and returns a sentence about it. Call it before SQLite opens anything.
    static func renameIfDamaged(besides database: String) throws(StorageError) -> String? {
        let path = database + "-wal"
        guard FileSize.bytes(at: path) > 0 else { return nil }
        let file = FileHandle(forReadingAtPath: path)
        defer { try? file?.close() }
        guard let file, let header = try? file.read(upToCount: headerBytes) else {
            throw .cannotOpen(reason: "\(path) cannot be read.")
        }
        guard !isIntact([UInt8](header)) else { return nil }
        let aside = path + ".damaged"
        guard rename(path, aside) == 0 else { throw StorageError(errno: errno, action: "rename \(path)") }
        return "The latest changes of the database could not be read and are missing; their file is now \(aside)."
    }

    /// Checks the checksum of the first six words, which the last two contain. The lowest bit of the first word is
    /// their byte order.
    private static func isIntact(_ header: [UInt8]) -> Bool {
        guard header.count == headerBytes, word(header, place: 0, isBig: true) | 1 == 0x377F_0683 else { return false }
        let isBig = header[3] & 1 == 1
        var sums: (UInt32, UInt32) = (0, 0)
        for place in stride(from: 0, to: 24, by: 8) {
            sums.0 &+= word(header, place: place, isBig: isBig) &+ sums.1
            sums.1 &+= word(header, place: place + 4, isBig: isBig) &+ sums.0
        }
        return sums == (word(header, place: 24, isBig: true), word(header, place: 28, isBig: true))
    }

    private static func word(_ bytes: [UInt8], place: Int, isBig: Bool) -> UInt32 {
        let word = bytes[place..<place + 4]
        return isBig ? word.reduce(0) { $0 << 8 | UInt32($1) } : word.reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }
}

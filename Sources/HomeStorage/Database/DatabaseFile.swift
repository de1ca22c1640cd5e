import Glibc
import GRDB

/// Creates the database file, or migrates it from an older version to the version of `schema`.
struct DatabaseFile: Sendable {
    let path: String
    let schema: DatabaseSchema

    /// Makes sure that the file exists and has the version of `schema`. A file that cannot be opened stays unchanged
    /// byte for byte.
    ///
    /// Returns a sentence when data was missing.
    func prepare() throws(StorageError) -> String? {
        if access(path, F_OK) != 0 { try create() }
        try rollBackInterruptedChange()
        let version = try DatabaseHeader(path: path).version
        guard version <= schema.version else { throw .newerVersion(found: version, supported: schema.version) }
        let note = try SQLiteWALFile.renameIfDamaged(besides: path)
        try inspect()
        if version < schema.version { try migrate(path, from: version) }
        return note
    }

    /// Returns the size of a file in bytes, 0 when it does not exist.
    static func size(_ path: String) -> Int64 {
        var status = stat()
        return stat(path, &status) == 0 ? Int64(status.st_size) : 0
    }

    /// Builds the database under another name and renames it, so that the file under its own name is never incomplete.
    private func create() throws(StorageError) {
        // SQLite would apply either file to the new database.
        for companion in ["-wal", "-journal"].map({ path + $0 }) where Self.size(companion) > 0 {
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
        guard Self.size(path + "-journal") > 0 else { return }
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
                try schema.migrate(db, from: version)
            }
        }
    }

    private func syncFolder() throws(StorageError) {
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw StorageError(errno: errno, action: "open \(folder)") }
        defer { Glibc.close(descriptor) }
        guard fsync(descriptor) == 0 else { throw StorageError(errno: errno, action: "sync \(folder)") }
    }
}

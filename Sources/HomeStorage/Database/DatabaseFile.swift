import Glibc
import GRDB

/// The database's file from nothing, or from an older version, to the schema's version.
struct DatabaseFile: Sendable {
    let path: String
    let schema: DatabaseSchema

    /// Afterwards the file exists and has the schema's version. What cannot be opened is left byte for byte.
    ///
    /// Returns a sentence when something was missing.
    func prepare() throws(StorageError) -> String? {
        if access(path, F_OK) != 0 { try create() }
        try rollBackInterruptedChange()
        let version = try DatabaseHeader(path: path).version
        guard version <= schema.version else { throw .newerVersion(found: version, supported: schema.version) }
        let note = try WriteAheadLog.putAsideIfDamaged(besides: path)
        try inspect()
        if version < schema.version { try migrate(path, from: version) }
        return note
    }

    /// Bytes of a file, 0 when there is none.
    static func size(_ path: String) -> Int64 {
        var status = stat()
        return stat(path, &status) == 0 ? Int64(status.st_size) : 0
    }

    /// Made complete under another name, so that a file under its own name is never an unfinished one.
    private func create() throws(StorageError) {
        // Either would be taken for that of the new file.
        for companion in ["-wal", "-journal"].map({ path + $0 }) where Self.size(companion) > 0 {
            throw .damaged(what: "the database is gone, but its log \(companion) is there")
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

    /// Undoes a migration, or a change of the journal's kind, in which an earlier start was killed.
    ///
    /// The rollback journal that it left holds the pages as they were before, and only a connection that may write puts
    /// them back. Until then the file's header can already say the new version.
    private func rollBackInterruptedChange() throws(StorageError) {
        guard Self.size(path + "-journal") > 0 else { return }
        try StorageError.translating {
            let connection = try DatabaseQueue(path: path, configuration: Configuration())
            defer { try? connection.close() }
            _ = try connection.read { db in try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_schema") }
        }
    }

    /// Looks into the file with a connection that cannot write to it.
    private func inspect() throws(StorageError) {
        try StorageError.translating {
            let connection = try DatabaseQueue(path: path, configuration: SQLitePool.configuration(readonly: true))
            defer { try? connection.close() }
            _ = try connection.read { db in
                try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_schema")
            }
        }
    }

    /// With a rollback journal: then the version in the file itself, which is what is looked at before
    /// SQLite may touch anything, is never older than the one in a write-ahead log. A journal that is left behind
    /// is rolled back before that.
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

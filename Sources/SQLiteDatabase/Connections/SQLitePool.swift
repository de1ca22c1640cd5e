package import HomeModel
package import GRDB

/// The connections to the open database: one writer, several readers. Every failure is thrown as a `StorageError`.
package struct SQLitePool: Sendable {
    package let connections: DatabasePool
    private let deletesSecurely: Bool

    /// `deletesSecurely` is false only in tests, which show that deleted data can be found then.
    package init(path: String, deletesSecurely: Bool = true) throws(StorageError) {
        self.deletesSecurely = deletesSecurely
        connections = try StorageError.translating {
            let configuration = Self.configuration(deletesSecurely: deletesSecurely)
            let connections = try DatabasePool(path: path, configuration: configuration)
            // The pool lowers this to NORMAL when it turns the write-ahead log on.
            try connections.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
            return connections
        }
    }

    package func read<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws(StorageError) -> Value {
        do {
            return try await connections.read(body)
        } catch {
            throw StorageError(error)
        }
    }

    /// Runs `body` in one transaction: when this returns, all changes are on the disk; when it throws, none are.
    package func write<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws(StorageError) -> Value {
        do {
            return try await connections.write(body)
        } catch {
            throw StorageError(error)
        }
    }

    /// Writes the rows of tables on new pages, in one transaction; the old pages are overwritten. A table comes after
    /// those to which its rows refer, and has no triggers. All rows are in memory meanwhile.
    ///
    /// When SQLite moves a row to another page, a copy of it stays in the unused part of the old page. `secure_delete`
    /// overwrites a row that is deleted, but not such a copy, unless its whole page becomes free.
    package func rewrite(tables names: [String]) async throws(StorageError) {
        guard deletesSecurely else { return }
        try await write { db in
            let tables = try names.map { try TableContent(of: $0, in: db) }
            // With foreign keys in force, the removal of a table deletes the rows that refer to it, so those go first.
            for table in tables.reversed() { try db.execute(sql: "DROP TABLE \"\(table.name)\"") }
            for table in tables { try table.restore(in: db) }
        }
    }

    /// Moves all changes to the database file and empties the write-ahead log, which contains earlier versions of pages.
    /// Waits for the reads that run, because they may need those versions, and lets no other begin meanwhile.
    package func emptyWriteAheadLog() async throws(StorageError) {
        do {
            try await connections.barrierWriteWithoutTransaction { db in _ = try db.checkpoint(.truncate) }
        } catch {
            throw StorageError(error)
        }
    }

    /// Checkpoints the write-ahead log and closes the connections. Returns false, and closes nothing, when a connection
    /// is still in use.
    package func close() -> Bool {
        // The pool closes its writer before its readers, and the readers cannot checkpoint. If the checkpoint fails
        // here, the next start does it.
        try? connections.writeWithoutTransaction { try $0.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)") }
        return (try? connections.close()) != nil
    }

    package static func configuration(readonly: Bool = false, deletesSecurely: Bool = true) -> Configuration {
        var configuration = Configuration()
        configuration.readonly = readonly
        configuration.busyMode = .timeout(1)
        configuration.maximumReaderCount = 4
        configuration.prepareDatabase { db in
            guard !db.configuration.readonly else { return }
            // Takes effect only in a file that has no table yet.
            try db.execute(sql: "PRAGMA auto_vacuum = INCREMENTAL")
            try db.execute(sql: "PRAGMA journal_size_limit = 16777216")
            // Deleted content is overwritten with zeros. Debian's SQLite does that by default, others do not.
            try db.execute(sql: "PRAGMA secure_delete = \(deletesSecurely ? "ON" : "OFF")")
        }
        return configuration
    }
}

extension StorageError {
    /// Converts the errors of GRDB, SQLite and decoders.
    package init(_ error: any Error) {
        switch error {
        case let error as StorageError: self = error
        case let error as DatabaseError: self = Self.translate(error)
        case is CancellationError: self = .cancelled
        // The details of a decoding error may contain personal data.
        default: self = .damaged(what: "a stored row has an unexpected form")
        }
    }

    package static func translating<Value>(_ body: () throws -> Value) throws(StorageError) -> Value {
        do {
            return try body()
        } catch {
            throw StorageError(error)
        }
    }

    private static func translate(_ error: DatabaseError) -> StorageError {
        let message = error.message ?? "no message"
        switch (error.resultCode, error.extendedResultCode) {
        // When space runs out, the shared memory of the write-ahead log fails first.
        case (.SQLITE_FULL, _), (_, .SQLITE_IOERR_SHMSIZE): return .diskFull
        case (.SQLITE_CORRUPT, _), (.SQLITE_NOTADB, _): return .damaged(what: message)
        case (.SQLITE_BUSY, _), (.SQLITE_LOCKED, _): return .busy
        case (.SQLITE_CANTOPEN, _): return .cannotOpen(reason: "\(message).")
        case (.SQLITE_INTERRUPT, _): return .cancelled
        case (.SQLITE_MISUSE, _): return .closed
        default: return .unknown(code: error.extendedResultCode.rawValue, message: message)
        }
    }
}

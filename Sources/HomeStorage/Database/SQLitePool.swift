import GRDB

/// The connections to the open database: one writer, several readers. Every failure is thrown as a `StorageError`.
struct SQLitePool: Sendable {
    let connections: DatabasePool

    init(path: String) throws(StorageError) {
        connections = try StorageError.translating {
            let connections = try DatabasePool(path: path, configuration: Self.configuration())
            // The pool lowers this to NORMAL when it turns the write-ahead log on.
            try connections.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
            return connections
        }
    }

    func read<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws(StorageError) -> Value {
        do {
            return try await connections.read(body)
        } catch {
            throw StorageError(error)
        }
    }

    /// Runs `body` in one transaction: when this returns, all changes are on the disk; when it throws, none are.
    func write<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws(StorageError) -> Value {
        do {
            return try await connections.write(body)
        } catch {
            throw StorageError(error)
        }
    }

    /// Checkpoints the write-ahead log and closes the connections. Returns false, and closes nothing, when a connection
    /// is still in use.
    func close() -> Bool {
        // The pool closes its writer before its readers, and the readers cannot checkpoint. If the checkpoint fails
        // here, the next start does it.
        try? connections.writeWithoutTransaction { try $0.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)") }
        return (try? connections.close()) != nil
    }

    static func configuration(readonly: Bool = false) -> Configuration {
        var configuration = Configuration()
        configuration.readonly = readonly
        configuration.busyMode = .timeout(1)
        configuration.maximumReaderCount = 4
        configuration.prepareDatabase { db in
            guard !db.configuration.readonly else { return }
            // Takes effect only in a file that has no table yet.
            try db.execute(sql: "PRAGMA auto_vacuum = INCREMENTAL")
            try db.execute(sql: "PRAGMA journal_size_limit = 16777216")
        }
        return configuration
    }
}

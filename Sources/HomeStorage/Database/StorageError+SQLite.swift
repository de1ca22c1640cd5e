import GRDB

extension StorageError {
    /// Converts the errors of GRDB, SQLite and decoders.
    init(_ error: any Error) {
        switch error {
        case let error as StorageError: self = error
        case let error as DatabaseError: self = Self.translate(error)
        case is CancellationError: self = .cancelled
        // The details of a decoding error may contain personal data.
        default: self = .damaged(what: "a stored row has an unexpected form")
        }
    }

    static func translating<Value>(_ body: () throws -> Value) throws(StorageError) -> Value {
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

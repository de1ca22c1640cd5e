/// The reasons for which the storage could not complete a request. The request stored nothing.
package enum StorageError: Error, Hashable, Sendable {
    /// A newer program wrote the data; it was left unchanged. `copy` is the path of a copy that this program can open.
    case newerVersion(found: Int, supported: Int, copy: String?)
    /// The disk has too little space for the copy that is made before a migration; nothing was changed.
    case noSpaceForCopy(path: String, missingBytes: Int64)
    /// Another process owns the file.
    case inUse(path: String)
    case cannotOpen(reason: String)
    case diskFull
    /// The content cannot be the content that was written; the file is left as it is.
    case damaged(what: String)
    /// Another process has locked the file.
    case busy
    /// The write-ahead log of readings is full, because it could not be flushed to the database for a long time.
    case writeAheadLogFull
    case closed
    /// The calling task was cancelled before the operation was complete.
    case cancelled
    /// Some retention terms lie outside `RetentionTerms.bounds`.
    case termsOutOfBounds(names: [String])
    /// A code that has no case of its own: SQLite's extended result code or an `errno`.
    case unknown(code: Int32, message: String)
}

extension StorageError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .newerVersion(let found, let supported, let copy):
            "The stored data has version \(found), but this program supports only versions up to \(supported). "
                + "Nothing was changed; run the newer program."
                + (copy.map { " \(Self.wayBack(to: $0))" } ?? "")
        case .noSpaceForCopy(let path, let missing):
            "This version of the program changes the database, and keeps a copy of \(path) first. Nothing was changed: "
                + "free at least \((missing >> 20) + 1) MB on its disk, then start the gateway again."
        case .inUse(let path):
            "Another process uses \(path). Only one gateway can run for a home."
        case .cannotOpen(let reason):
            "The storage cannot be opened: \(reason)"
        case .diskFull:
            "The disk is full. Free some space; the gateway then continues by itself."
        case .damaged(let what):
            "The stored data is damaged (\(what)); it was left as it is. Restore a backup or move the file away."
        case .busy:
            "Another process holds a lock on the stored data. Close that process, for example a database browser."
        case .writeAheadLogFull:
            "The log of new readings is full, because they could not be moved to the database. "
                + "The gateway tries again by itself."
        case .closed:
            "The storage is closed because the gateway is stopping."
        case .cancelled:
            "The operation was cancelled before it was complete."
        case .termsOutOfBounds(let names):
            "A retention term must be between \(RetentionTerms.bounds.lowerBound) and "
                + "\(RetentionTerms.bounds.upperBound) days. Out of range: \(names.joined(separator: ", "))."
        case .unknown(let code, let message):
            "The storage failed with code \(code): \(message)"
        }
    }

    /// The program does not do this itself, because everything that was recorded since the copy is missing then.
    private static func wayBack(to copy: String) -> String {
        let database = copy.firstRange(of: ".version-").map { copy[..<$0.lowerBound] } ?? copy[...]
        return "Or go back to the state before the upgrade, without what was recorded since: move \(database) and "
            + "\(database)-* to another folder, and rename \(copy) to \(database)."
    }
}

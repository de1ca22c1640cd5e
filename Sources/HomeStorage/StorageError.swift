import Glibc
import HomeModel

/// Why the home's storage could not do what was asked. Nothing of the request was stored.
package enum StorageError: Error, Hashable, Sendable {
    /// Written by a newer program; left untouched.
    case newerVersion(found: Int, supported: Int)
    /// Another process owns the file.
    case inUse(path: String)
    case cannotOpen(reason: String)
    case diskFull
    /// Content that cannot be what was written; the file is left as it is.
    case damaged(what: String)
    /// Another process holds the file's lock.
    case busy
    /// The log of new readings is full, because the database has not taken them for long.
    case notSealed
    case closed
    /// The asking task was cancelled before the end.
    case cancelled
    /// Retention terms outside `RetentionTerms.bounds`.
    case termsOutOfBounds(names: [String])
    /// A code that has no case of its own: SQLite's extended result code or an `errno`.
    case unknown(code: Int32, message: String)
}

extension StorageError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .newerVersion(let found, let supported):
            "The stored data is of version \(found), this program knows up to \(supported); run the newer program. "
                + "Nothing was changed."
        case .inUse(let path):
            "Another process uses \(path); only one gateway can run on a home."
        case .cannotOpen(let reason):
            "The storage cannot be opened: \(reason)"
        case .diskFull:
            "The disk is full; free some space, and the gateway goes on by itself."
        case .damaged(let what):
            "The stored data is damaged (\(what)); it was left as it is. Restore a backup or move the file away."
        case .busy:
            "Another process holds a lock on the stored data; close it, for example a database browser."
        case .notSealed:
            "New readings wait for the database, which has not taken any for long; the gateway tries again by itself."
        case .closed:
            "The storage is closed because the gateway is stopping."
        case .cancelled:
            "The work was cancelled before the end."
        case .termsOutOfBounds(let names):
            "A retention term lies between \(RetentionTerms.bounds.lowerBound) and "
                + "\(RetentionTerms.bounds.upperBound) days; \(names.joined(separator: ", ")) does not."
        case .unknown(let code, let message):
            "The storage failed with code \(code): \(message)"
        }
    }
}

extension StorageError {
    /// The error of a failed system call. `action` completes "cannot …".
    init(errno code: Int32, action: String) {
        switch code {
        case ENOSPC, EDQUOT: self = .diskFull
        default: self = .unknown(code: code, message: "cannot \(action): \(String(cString: strerror(code)))")
        }
    }
}

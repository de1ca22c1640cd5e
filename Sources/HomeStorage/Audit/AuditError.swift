import Foundation

/// The reasons for which the audit log could not complete a request.
package enum AuditError: Error, Hashable, Sendable {
    /// Another process, or another part of this one, has the folder open.
    case inUse(folder: String)
    case closed
    case entryTooLarge(bytes: Int, maximumBytes: Int)
    case wrongKeyLength(bytes: Int, expectedBytes: Int)
    case encryptionFailed
    case signingFailed
    case fileTooLarge(name: String, maximumBytes: Int)
    /// A system call failed; `code` is its `errno`.
    case disk(DiskOperation, code: Int32)

    /// The system calls on files and folders that can fail.
    package enum DiskOperation: String, Sendable {
        case open, list, read, create, write, sync, rename, remove
    }
}

extension AuditError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .inUse(let folder): "The audit log in \(folder) is already open; only one gateway may write it."
        case .closed: "The audit log is closed; nothing can be written until the gateway runs again."
        case .entryTooLarge(let bytes, let maximumBytes):
            "The audit entry has \(bytes) bytes; at most \(maximumBytes) fit."
        case .wrongKeyLength(let bytes, let expectedBytes):
            "An audit key has \(bytes) bytes; it must have \(expectedBytes)."
        case .encryptionFailed: "A record could not be encrypted, so it was not written."
        case .signingFailed: "The heads of the audit log could not be signed."
        case .fileTooLarge(let name, let maximumBytes):
            "The audit file \(name) is larger than \(maximumBytes) bytes, so this log cannot have written it."
        case .disk(let operation, let code):
            "The audit log could not \(operation.rawValue) a file: \(String(cString: strerror(code))). "
                + "Check the disk and the free space."
        }
    }
}

package import SegmentedLog
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
    case disk(FileOperation, code: Int32)
}

extension AuditError: FileFailure {
    package init(_ fault: FileFault) {
        switch fault {
        case .failed(let operation, _, let code): self = .disk(operation, code: code)
        case .tooLarge(let name, let maximumBytes): self = .fileTooLarge(name: name, maximumBytes: maximumBytes)
        }
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

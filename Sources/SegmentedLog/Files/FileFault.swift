import Glibc
package import HomeModel

/// A system call on a file or folder that can fail; the raw value completes "cannot …".
package enum FileOperation: String, Sendable {
    case open, list, read, create, write, sync, rename, remove
}

/// The reasons for which a file or folder cannot be used.
package enum FileFault: Hashable, Sendable {
    /// A system call failed; `code` is its `errno`.
    case failed(FileOperation, path: String, code: Int32)
    case tooLarge(name: String, maximumBytes: Int)
}

/// The error of a store that keeps its data in files. Each store throws its own errors, so the files are generic over it.
package protocol FileFailure: Error {
    init(_ fault: FileFault)
}

extension StorageError: FileFailure {
    package init(_ fault: FileFault) {
        switch fault {
        case .failed(let operation, let path, let code):
            self.init(errno: code, action: "\(operation.rawValue) \(path)")
        case .tooLarge(let name, let maximumBytes):
            self = .damaged(what: "\(name) is larger than \(maximumBytes) bytes")
        }
    }
}

extension StorageError {
    /// Converts the `errno` of a failed system call. `action` completes "cannot …".
    package init(errno code: Int32, action: String) {
        switch code {
        case ENOSPC, EDQUOT: self = .diskFull
        default: self = .unknown(code: code, message: "cannot \(action): \(String(cString: strerror(code)))")
        }
    }
}

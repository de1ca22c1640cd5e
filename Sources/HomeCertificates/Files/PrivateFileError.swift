/// An error with a file or folder that only the gateway's user may read.
package enum PrivateFileError: Error, Equatable, CustomStringConvertible {
    /// A system call failed; `reason` is the error text of the system.
    case failed(operation: String, path: String, reason: String)
    case ownedByAnotherUser(path: String)
    case notAFolder(path: String)
    case tooLarge(path: String, limitBytes: Int)

    package var description: String {
        switch self {
        case .failed(let operation, let path, let reason): "Could not \(operation) \(path): \(reason)."
        case .ownedByAnotherUser(let path):
            "\(path) belongs to another user: make the user that runs the gateway its owner, or choose another state "
                + "folder."
        case .notAFolder(let path): "\(path) must be a folder, not a file or a link."
        case .tooLarge(let path, let limitBytes): "\(path) is larger than \(limitBytes) bytes and was not read."
        }
    }
}

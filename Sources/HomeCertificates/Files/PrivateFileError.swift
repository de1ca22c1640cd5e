/// What went wrong with a file or folder that only we may read.
package enum PrivateFileError: Error, Equatable, CustomStringConvertible {
    /// The system refused; `reason` is its own text.
    case failed(operation: String, path: String, reason: String)
    case belongsToSomeoneElse(path: String)
    case notAFolder(path: String)
    case tooLarge(path: String, limitBytes: Int)

    package var description: String {
        switch self {
        case .failed(let operation, let path, let reason): "Could not \(operation) \(path): \(reason)."
        case .belongsToSomeoneElse(let path):
            "\(path) belongs to another user: give it to the one that runs the gateway, or choose another state folder."
        case .notAFolder(let path): "\(path) must be a folder, not a file or a link."
        case .tooLarge(let path, let limitBytes): "\(path) is larger than \(limitBytes) bytes and was not read."
        }
    }
}

/// The PIN that a lock demands with each command, as it is stored, sealed. No description shows it.
struct LockCode: Codable, Sendable, Equatable {
    let exposedDigits: String
    /// Whether the lock refused it. It is not sent again then.
    var isRefused = false

    init(exposedDigits: String) { self.exposedDigits = exposedDigits }
}

extension LockCode: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    var description: String { isRefused ? "LockCode(hidden, refused)" : "LockCode(hidden)" }
    var debugDescription: String { description }
    var customMirror: Mirror { Mirror(self, children: ["isRefused": isRefused]) }
}

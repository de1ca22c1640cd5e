import Foundation
import Glibc

/// A folder that only its owner may open (0700, files 0600), or that one group may also read (0750, files 0640). Files
/// are replaced as a whole and are on disk when `write` returns.
package struct PrivateFolder: Sendable {
    package let path: String
    private let readerGroup: gid_t?

    /// Creates the folder if it is missing and repairs its mode. Throws if it belongs to another user or is not a
    /// folder.
    /// - Parameters:
    ///   - readerGroup: a group that may read as well.
    ///   - owner: the owner to whom root gives the folder; nil for the user of this process.
    package init(
        path: String, readerGroup: UInt32? = nil, owner: (user: UInt32, group: UInt32)? = nil
    ) throws(PrivateFileError) {
        self.path = path
        self.readerGroup = readerGroup
        if mkdir(path, 0o700) != 0, errno != EEXIST {
            throw .failed(operation: "create", path: path, reason: reason(errno))
        }
        let folder = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard folder >= 0 else {
            if errno == ENOTDIR || errno == ELOOP { throw .notAFolder(path: path) }
            throw .failed(operation: "open", path: path, reason: reason(errno))
        }
        defer { close(folder) }
        // Root takes over a folder that an unprivileged run created; other users can use only a folder of their own.
        let (user, group) = owner ?? (geteuid(), readerGroup ?? getegid())
        let mode: mode_t = readerGroup == nil ? 0o700 : 0o750
        guard let found = Self.permissions(of: path) else {
            throw .failed(operation: "inspect", path: path, reason: reason(ENOENT))
        }
        // What is right already stays: the filter of a service forbids `fchown`, also when it would change nothing.
        if found.owner != user || found.group != group, fchown(folder, user, group) != 0 {
            if errno == EPERM, found.owner != user { throw .ownedByAnotherUser(path: path) }
            throw .failed(operation: "change the owner of", path: path, reason: reason(errno))
        }
        if found.mode != UInt32(mode), fchmod(folder, mode) != 0 {
            throw .failed(operation: "change the mode of", path: path, reason: reason(errno))
        }
    }

    /// Uses a folder that the installation made, whose group may read. Changes neither its owner nor its mode. Throws if
    /// it belongs to another user, or if others may write in it.
    package init(existing path: String) throws(PrivateFileError) {
        self.path = path
        let folder = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard folder >= 0 else {
            if errno == ENOTDIR || errno == ELOOP { throw .notAFolder(path: path) }
            throw .failed(operation: "open", path: path, reason: reason(errno))
        }
        defer { close(folder) }
        guard let found = Self.permissions(of: path) else {
            throw .failed(operation: "inspect", path: path, reason: reason(ENOENT))
        }
        guard found.owner == geteuid() else { throw .ownedByAnotherUser(path: path) }
        guard found.mode & 0o022 == 0 else {
            throw .failed(operation: "use", path: path, reason: "other users may write in it")
        }
        readerGroup = found.group
    }

    /// The names of all files in the folder.
    package func names() throws(PrivateFileError) -> [String] {
        do {
            return try FileManager.default.contentsOfDirectory(atPath: path)
        } catch {
            throw .failed(operation: "list", path: path, reason: error.localizedDescription)
        }
    }

    package func path(of name: String) -> String { "\(path)/\(name)" }

    /// The whole file; nil if there is none. Throws `.tooLarge` for more than `limitBytes`.
    package func read(_ name: String, limitBytes: Int = 1 << 20) throws(PrivateFileError) -> [UInt8]? {
        let path = path(of: name)
        let file = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
        guard file >= 0 else {
            if errno == ENOENT { return nil }
            throw .failed(operation: "open", path: path, reason: reason(errno))
        }
        defer { close(file) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 16 << 10)
        while true {
            let count = Glibc.read(file, &chunk, chunk.count)
            if count == 0 { return bytes }
            if count < 0 {
                if errno == EINTR { continue }
                throw .failed(operation: "read", path: path, reason: reason(errno))
            }
            bytes += chunk[..<count]
            if bytes.count > limitBytes { throw .tooLarge(path: path, limitBytes: limitBytes) }
        }
    }

    /// Replaces the file as a whole: a reader sees either the old bytes or the new ones, also after a crash.
    package func write(_ bytes: some Sequence<UInt8>, to name: String) throws(PrivateFileError) {
        let target = path(of: name)
        try withTemporary(Array(bytes), for: name) { temporary throws(PrivateFileError) in
            guard rename(temporary, target) == 0 else {
                let cause = errno
                unlink(temporary)
                throw .failed(operation: "replace", path: target, reason: reason(cause))
            }
        }
        try synchronise()
    }

    /// Writes the file unless it already contains these bytes with the intended owner, group and mode. Returns whether
    /// it wrote. The access is checked because a folder that was copied or restored may have lost its groups.
    package func update(_ name: String, to bytes: some Sequence<UInt8>) throws(PrivateFileError) -> Bool {
        let bytes = Array(bytes)
        if try read(name) == bytes, hasIntendedAccess(name) { return false }
        try write(bytes, to: name)
        return true
    }

    /// Creates the file and returns `bytes`, or returns the bytes of the file that another process created first.
    package func createOrRead(_ name: String, bytes: [UInt8]) throws(PrivateFileError) -> [UInt8] {
        if let existing = try read(name) { return existing }
        let cause = try withTemporary(bytes, for: name) { temporary in
            defer { unlink(temporary) }
            return link(temporary, path(of: name)) == 0 ? 0 : errno
        }
        if cause == 0 {
            try synchronise()
            return bytes
        }
        guard cause == EEXIST, let existing = try read(name) else {
            throw .failed(operation: "create", path: path(of: name), reason: reason(cause))
        }
        return existing
    }

    /// Removes the file; does nothing if there is none.
    package func remove(_ name: String) throws(PrivateFileError) {
        if unlink(path(of: name)) != 0, errno != ENOENT {
            throw .failed(operation: "remove", path: path(of: name), reason: reason(errno))
        }
        try synchronise()
    }

    /// Removes the temporary files of processes that were killed while they wrote; the files of running processes stay.
    /// Returns the number of removed files.
    ///
    /// Only for a folder that contains nothing but files written by this type: another file whose name has the form of
    /// a temporary one would be removed too.
    @discardableResult package func removeUnfinished() throws(PrivateFileError) -> Int {
        var removed = 0
        for name in try names() where Self.isTemporary(name) {
            let file = open(path(of: name), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
            guard file >= 0 else { continue }
            defer { close(file) }
            // The writer keeps the lock until the file has its final name.
            guard flock(file, LOCK_EX | LOCK_NB) == 0 else { continue }
            try remove(name)
            removed += 1
        }
        return removed
    }

    /// Whether `name` is a dot, a file name, a dot and a number in base 36.
    private static func isTemporary(_ name: String) -> Bool {
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count >= 3, parts[0].isEmpty, !parts[1].isEmpty, let number = parts.last else { return false }
        return (1...13).contains(number.utf8.count) && number == number.lowercased()
            && UInt64(number, radix: 36) != nil
    }

    /// Removes every file in the folder.
    package func removeAll() throws(PrivateFileError) {
        for name in try names() { try remove(name) }
    }

    /// Runs `body` while no other process has this folder's lock. The lock ends with the process.
    package func withLock<Value, Failure: Error>(
        mapping wrap: (PrivateFileError) -> Failure, _ body: () throws(Failure) -> Value
    ) throws(Failure) -> Value {
        let path = path(of: ".lock")
        let file = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw wrap(.failed(operation: "open", path: path, reason: reason(errno))) }
        defer { close(file) }
        while flock(file, LOCK_EX) != 0 {
            if errno != EINTR { throw wrap(.failed(operation: "lock", path: path, reason: reason(errno))) }
        }
        return try body()
    }

    /// Writes a temporary file and runs `body`, which gives the file its final name or removes it. The file is locked
    /// until then, so that `removeUnfinished` of another process does not remove it.
    private func withTemporary<Value>(
        _ bytes: [UInt8], for name: String, body: (String) throws(PrivateFileError) -> Value
    ) throws(PrivateFileError) -> Value {
        while true {
            let temporary = path(of: ".\(name).\(String(UInt64.random(in: .min ... .max), radix: 36))")
            let file = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
            guard file >= 0 else { throw .failed(operation: "create", path: path(of: name), reason: reason(errno)) }
            defer { close(file) }
            while flock(file, LOCK_EX) != 0 {
                if errno != EINTR { throw .failed(operation: "lock", path: path(of: name), reason: reason(errno)) }
            }
            // Another process removed the file as unfinished before it was locked.
            if access(temporary, F_OK) != 0, errno == ENOENT { continue }
            try fill(temporary, file: file, with: bytes, for: name)
            return try body(temporary)
        }
    }

    private func fill(
        _ temporary: String, file: Int32, with bytes: [UInt8], for name: String
    ) throws(PrivateFileError) {
        guard writeAll(bytes, to: file), share(file, at: temporary), fsync(file) == 0 else {
            let cause = errno
            unlink(temporary)
            throw .failed(operation: "write", path: path(of: name), reason: reason(cause))
        }
    }

    private func writeAll(_ bytes: [UInt8], to file: Int32) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
            if count < 0, errno != EINTR { return false }
            rest = rest.dropFirst(max(0, count))
        }
        return true
    }

    private func hasIntendedAccess(_ name: String) -> Bool {
        guard let found = Self.permissions(of: path(of: name)), found.owner == geteuid() else { return false }
        guard let readerGroup else { return found.mode == 0o600 }
        return found.mode == 0o640 && found.group == readerGroup
    }

    /// The owner, group and mode of a file or folder; nil if they cannot be read. A link is not followed.
    private static func permissions(of path: String) -> (owner: UInt32, group: UInt32, mode: UInt32)? {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        func number(_ key: FileAttributeKey) -> UInt32? { (attributes?[key] as? NSNumber)?.uint32Value }
        guard let owner = number(.ownerAccountID), let group = number(.groupOwnerAccountID),
            let mode = number(.posixPermissions)
        else { return nil }
        return (owner, group, mode)
    }

    private func share(_ file: Int32, at temporary: String) -> Bool {
        guard let readerGroup else { return true }
        // In a folder with the set-group-ID bit, files have its group already.
        let isOfGroup =
            Self.permissions(of: temporary)?.group == readerGroup || fchown(file, uid_t.max, readerGroup) == 0
        return isOfGroup && fchmod(file, 0o640) == 0
    }

    /// Syncs the folder, because a rename is durable only after that.
    private func synchronise() throws(PrivateFileError) {
        let folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { throw .failed(operation: "open", path: path, reason: reason(errno)) }
        defer { close(folder) }
        guard fsync(folder) == 0 else { throw .failed(operation: "write", path: path, reason: reason(errno)) }
    }
}

private func reason(_ code: Int32) -> String { String(cString: strerror(code)) }

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

    /// The same for people elsewhere: without the paths of folders.
    package var explanation: String {
        switch self {
        case .failed(let operation, let path, let reason):
            PrivateFileError.failed(operation: operation, path: Self.name(path), reason: reason).description
        case .ownedByAnotherUser(let path): PrivateFileError.ownedByAnotherUser(path: Self.name(path)).description
        case .notAFolder(let path): PrivateFileError.notAFolder(path: Self.name(path)).description
        case .tooLarge(let path, let limitBytes):
            PrivateFileError.tooLarge(path: Self.name(path), limitBytes: limitBytes).description
        }
    }

    private static func name(_ path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }
}

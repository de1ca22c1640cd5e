/// What belongs in a folder and its subfolders: the one table against which a folder is checked.
package struct FolderContents: Sendable {
    /// Who may own a file, and which permissions it may have.
    package enum Access: Hashable, Sendable {
        /// The owner of the folder, and no other user: modes 0700 and 0600.
        case owner
        /// The group of the folder may read too: modes 0750 and 0640.
        case ownerAndReaders
        /// Another user writes here; only users outside the group of the folder have no access.
        case shared
        /// An administrator puts files here: root may own them, and others may read them.
        case administrator
    }

    /// A folder and the names of its files.
    package struct Folder: Sendable {
        let path: String
        let access: Access
        /// The exact names, and the names with one `*` for any characters.
        let files: [String]
        /// The names of files with an access of their own.
        let exceptions: [String: Access]
        /// Whether each file may have a temporary version: a dot, the name, a dot, and a number.
        let hasTemporaryFiles: Bool
        /// The exact names of the sockets.
        let sockets: [String]

        package init(
            _ path: String, access: Access = .owner, files: [String], exceptions: [String: Access] = [:],
            hasTemporaryFiles: Bool = true, sockets: [String] = []
        ) {
            (self.path, self.access, self.files, self.sockets) = (path, access, files, sockets)
            (self.exceptions, self.hasTemporaryFiles) = (exceptions, hasTemporaryFiles)
        }

        func contains(_ name: String) -> Bool {
            if sockets.contains(name) { return true }
            if files.contains(where: { Self.matches(name, pattern: $0) }) { return true }
            guard hasTemporaryFiles, name.hasPrefix("."), let dot = name.lastIndex(of: "."), dot > name.startIndex
            else {
                return false
            }
            let inner = String(name[name.index(after: name.startIndex)..<dot])
            return files.contains { Self.matches(inner, pattern: $0) }
        }

        func access(of name: String) -> Access { exceptions[name] ?? access }

        private static func matches(_ name: String, pattern: String) -> Bool {
            let parts = pattern.split(separator: "*", maxSplits: 1, omittingEmptySubsequences: false)
            guard let first = parts.first, let last = parts.last, parts.count == 2 else { return name == pattern }
            return name.utf8.count >= first.utf8.count + last.utf8.count && name.hasPrefix(first)
                && name.hasSuffix(last)
        }
    }

    let folders: [String: Folder]

    /// The paths are relative; that of the folder itself is empty.
    package init(_ folders: [Folder]) {
        self.folders = Dictionary(folders.map { ($0.path, $0) }) { first, _ in first }
    }
}

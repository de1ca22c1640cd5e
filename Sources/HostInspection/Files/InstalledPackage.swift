import Crypto
import Glibc
import SystemPackage

/// Compares the files of an installed Debian package with the sums that dpkg stored, as `dpkg --verify` does. It reads the
/// sums itself, because the gateway's sandbox lets it start no other program. Configuration files have no sum there, so
/// that a person may change them.
package struct InstalledPackage: Sendable {
    /// The files that differ from those that were installed, with absolute paths.
    package struct Differences: Hashable, Sendable {
        package var missing: [String] = []
        package var changed: [String] = []
        /// Files that a user other than root can change.
        package var writable: [String] = []
        package var unreadable: [String] = []

        package var isEmpty: Bool { self == Differences() }
    }

    private static let maximumListBytes = 4 << 20
    private static let maximumFiles = 20_000
    /// Folders whose files an administrator may have excluded from every package (`path-exclude` of dpkg).
    private static let excludable = ["usr/share/doc/", "usr/share/man/", "usr/share/locale/", "usr/share/lintian/"]

    private let root: String
    private let owner: uid_t
    private let sums: [(sum: String, path: String)]

    /// Nil if the package is not installed. `root` is the folder that contains the system, and `owner` the user to whom
    /// its files belong.
    package init?(_ name: String, root: String = "", owner: UInt32 = 0) {
        let list = BoundedFile.text("\(root)/var/lib/dpkg/info/\(name).md5sums", limitBytes: Self.maximumListBytes)
        guard let list else { return nil }
        (self.root, self.owner) = (root, owner)
        sums = list.split(separator: "\n").prefix(Self.maximumFiles).compactMap(Self.entry)
    }

    package var fileCount: Int { sums.count }

    /// Reads every file of the package. Blocks the calling thread. Returns nil as soon as `isCancelled` returns true.
    package func differences(isCancelled: () -> Bool = { false }) -> Differences? {
        var differences = Differences()
        for (sum, path) in sums where !isCancelled() {
            check(path, sum: sum, into: &differences, isCancelled: isCancelled)
        }
        return isCancelled() ? nil : differences
    }

    private func check(
        _ path: String, sum: String, into differences: inout Differences, isCancelled: () -> Bool
    ) {
        let shown = "/\(path)"
        let file = open("\(root)\(shown)", O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else {
            let code = errno
            if code == ENOENT, Self.excludable.contains(where: path.hasPrefix) { return }
            switch code {
            case ENOENT, ENOTDIR: differences.missing.append(shown)
            case ELOOP: differences.changed.append(shown)
            default: differences.unreadable.append(shown)
            }
            return
        }
        defer { close(file) }
        guard let status = try? Stat(FileDescriptor(rawValue: file)), status.type == .regular else {
            differences.changed.append(shown)
            return
        }
        if status.userID.rawValue != owner || status.permissions.rawValue & 0o022 != 0 {
            differences.writable.append(shown)
        }
        guard let digest = Self.digest(of: file, isCancelled: isCancelled) else {
            differences.unreadable.append(shown)
            return
        }
        if digest != sum { differences.changed.append(shown) }
    }

    private static func digest(of file: Int32, isCancelled: () -> Bool) -> String? {
        var digest = Insecure.MD5()
        let isComplete = BoundedFile.readBlocks(of: file) { block in
            digest.update(data: block)
            return !isCancelled()
        }
        return isComplete
            ? digest.finalize().map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined() : nil
    }

    /// `d41d8cd98f00b204e9800998ecf8427e  usr/bin/tomte`; the path is relative to the root.
    private static func entry(_ line: Substring) -> (sum: String, path: String)? {
        let sum = line.prefix(32)
        let path = line.dropFirst(34)
        guard sum.utf8.count == 32, line.dropFirst(32).hasPrefix("  "), !path.isEmpty, !path.hasPrefix("/"),
            !path.split(separator: "/").contains("..")
        else { return nil }
        return (sum.lowercased(), String(path))
    }
}

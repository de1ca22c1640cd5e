import Foundation
import Glibc

/// Where a node keeps its fabrics and the values that controllers wrote.
package enum NodeStorage: Hashable, Sendable {
    /// They end with the server.
    case memory
    /// They are in the file `NAME.json` of this folder, which must exist. Only the user of the process may read the
    /// file, because it contains private keys.
    case file(folder: String, name: String)

    private static let mode: mode_t = 0o600

    /// The stored record; nil if there is none. Throws if it cannot be read.
    func load() throws(NodeStorageError) -> NodeRecord? {
        guard case .file(let folder, let name) = self else { return nil }
        let path = Self.path(folder: folder, name: name)
        guard FileManager.default.fileExists(atPath: path) else { return nil }
        guard let data = FileManager.default.contents(atPath: path) else { throw .unreadable(path: path) }
        guard let record = try? JSONDecoder().decode(NodeRecord.self, from: data) else { throw .damaged(path: path) }
        return record
    }

    /// Returns after the record is on the disk. A crash leaves either the earlier or the new record.
    func save(_ record: NodeRecord) throws(NodeStorageError) {
        guard case .file(let folder, let name) = self else { return }
        let path = Self.path(folder: folder, name: name)
        guard let data = try? JSONEncoder().encode(record) else { throw .unwritable(path: path, code: EINVAL) }
        let temporary = path + ".new"
        try Self.write(Array(data), to: temporary)
        guard rename(temporary, path) == 0 else { throw .unwritable(path: path, code: errno) }
        let directory = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard directory >= 0 else { throw .unwritable(path: folder, code: errno) }
        defer { close(directory) }
        guard fsync(directory) == 0 else { throw .unwritable(path: folder, code: errno) }
    }

    private static func path(folder: String, name: String) -> String { "\(folder)/\(name).json" }

    private static func write(_ bytes: [UInt8], to path: String) throws(NodeStorageError) {
        let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, mode)
        guard file >= 0 else { throw .unwritable(path: path, code: errno) }
        defer { close(file) }
        // A file that was left from an earlier run may have another mode.
        guard fchmod(file, mode) == 0 else { throw .unwritable(path: path, code: errno) }
        var written = 0
        while written < bytes.count {
            let count = bytes[written...].withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
            guard count > 0 else { throw .unwritable(path: path, code: errno) }
            written += count
        }
        guard fsync(file) == 0 else { throw .unwritable(path: path, code: errno) }
    }
}

/// The reason why the record of a node cannot be read or written.
package enum NodeStorageError: Error, Hashable, Sendable {
    case unreadable(path: String)
    case damaged(path: String)
    case unwritable(path: String, code: Int32)
}

extension NodeStorageError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .unreadable(let path): "The file \(path) of a simulated node cannot be read; check its owner."
        case .damaged(let path):
            "The file \(path) of a simulated node is damaged. Remove it to reset the node, then commission it again."
        case .unwritable(let path, let code):
            "The fabrics of a simulated node cannot be written to \(path): \(String(cString: strerror(code)))."
        }
    }
}

package import Foundation
import Glibc

/// The file `NAME.json` in which a simulated device keeps what survives a restart. Only the user of the process may read
/// it, because it contains private keys. The folder must exist.
package struct RecordFile: Hashable, Sendable {
    private static let mode: mode_t = 0o600

    package let path: String
    private let folder: String

    package init(folder: String, name: String) {
        self.folder = folder
        path = "\(folder)/\(name).json"
    }

    /// The stored bytes; nil if there is no file. Throws if it cannot be read: a device that then began with a fresh
    /// identity would have lost its pairings without a message.
    package func read() throws(RecordFileError) -> Data? {
        guard FileManager.default.fileExists(atPath: path) else { return nil }
        guard let data = FileManager.default.contents(atPath: path) else { throw .unreadable(path: path) }
        return data
    }

    /// Returns after the bytes are on the disk. A crash leaves either the earlier or the new ones.
    package func write(_ bytes: [UInt8]) throws(RecordFileError) {
        let temporary = path + ".new"
        try write(bytes, to: temporary)
        guard rename(temporary, path) == 0 else { throw .unwritable(path: path, code: errno) }
        let directory = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard directory >= 0 else { throw .unwritable(path: folder, code: errno) }
        defer { close(directory) }
        guard fsync(directory) == 0 else { throw .unwritable(path: folder, code: errno) }
    }

    private func write(_ bytes: [UInt8], to path: String) throws(RecordFileError) {
        let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, Self.mode)
        guard file >= 0 else { throw .unwritable(path: path, code: errno) }
        defer { close(file) }
        // A file that was left from an earlier run may have another mode.
        guard fchmod(file, Self.mode) == 0 else { throw .unwritable(path: path, code: errno) }
        var written = 0
        while written < bytes.count {
            let count = bytes[written...].withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
            guard count > 0 else { throw .unwritable(path: path, code: errno) }
            written += count
        }
        guard fsync(file) == 0 else { throw .unwritable(path: path, code: errno) }
    }
}

/// Why the record of a simulated device cannot be read or written.
package enum RecordFileError: Error, Hashable, Sendable {
    case unreadable(path: String)
    /// The bytes are no record.
    case damaged(path: String)
    case unwritable(path: String, code: Int32)
}

extension RecordFileError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .unreadable(let path): "The file \(path) of a simulated device cannot be read; check its owner."
        case .damaged(let path):
            "The file \(path) of a simulated device is damaged. Remove it to reset the device, then pair it again."
        case .unwritable(let path, let code):
            "The pairings of a simulated device cannot be written to \(path): \(String(cString: strerror(code)))."
        }
    }
}

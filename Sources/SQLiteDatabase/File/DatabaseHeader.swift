import HomeModel
import SegmentedLog
import Foundation
import Glibc

/// The header of a database file, its first 100 bytes, read without SQLite so that nothing is changed.
///
/// Source: SQLite "Database File Format" §1.3.
struct DatabaseHeader: Sendable {
    let version: Int

    /// Throws `.damaged` or `.cannotOpen` for a file that is not a complete database of this program.
    init(path: String) throws(StorageError) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw .cannotOpen(reason: "\(path) cannot be read (\(String(cString: strerror(errno)))).")
        }
        defer { Glibc.close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 100)
        guard pread(descriptor, &bytes, bytes.count, 0) == bytes.count else {
            throw .damaged(what: "the database is shorter than its header")
        }
        guard bytes.starts(with: Array("SQLite format 3\0".utf8)) else {
            throw .damaged(what: "the database's header is not SQLite's")
        }
        guard Self.number(in: bytes, at: 68) == DatabaseSchema.applicationID else {
            throw .cannotOpen(reason: "\(path) is a database, but not the database of a home.")
        }
        version = Int(Self.number(in: bytes, at: 60))
        guard version > 0 else { throw .damaged(what: "the database's version is missing") }
        guard Self.isWhole(bytes, at: path, descriptor: descriptor) else {
            throw .damaged(what: "the database's end is missing")
        }
    }

    /// The size is not checked if there is a write-ahead log, which may contain pages that the file still lacks, or if
    /// the page count in the header is not current.
    private static func isWhole(_ header: [UInt8], at path: String, descriptor: Int32) -> Bool {
        guard FileSize.bytes(at: path + "-wal") == 0, number(in: header, at: 24) == number(in: header, at: 92)
        else { return true }
        let field = UInt64(header[16]) << 8 | UInt64(header[17])
        let pageSize = field == 1 ? 65_536 : field
        return UInt64(FileSize.bytes(at: path)) >= pageSize * UInt64(number(in: header, at: 28))
    }

    private static func number(in bytes: [UInt8], at offset: Int) -> UInt32 {
        bytes[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) }
    }
}

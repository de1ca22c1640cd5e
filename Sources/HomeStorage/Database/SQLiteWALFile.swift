import Foundation

/// The file beside the database in which SQLite keeps changes that are not checkpointed yet.
///
/// SQLite treats a write-ahead log with a damaged header as empty and overwrites it without an error. Source: SQLite
/// "Database File Format" §4.1.
enum SQLiteWALFile {
    private static let headerBytes = 32

    /// Renames the file if it cannot be read, and returns a sentence about it. Call it before SQLite opens anything.
    static func renameIfDamaged(besides database: String) throws(StorageError) -> String? {
        let path = database + "-wal"
        guard DatabaseFile.size(path) > 0 else { return nil }
        let file = FileHandle(forReadingAtPath: path)
        defer { try? file?.close() }
        guard let file, let header = try? file.read(upToCount: headerBytes) else {
            throw .cannotOpen(reason: "\(path) cannot be read.")
        }
        guard !isIntact([UInt8](header)) else { return nil }
        let aside = path + ".damaged"
        guard rename(path, aside) == 0 else { throw StorageError(errno: errno, action: "rename \(path)") }
        return "The latest changes of the database could not be read and are missing; their file is now \(aside)."
    }

    /// Checks the checksum of the first six words, which the last two contain. The lowest bit of the first word is
    /// their byte order.
    private static func isIntact(_ header: [UInt8]) -> Bool {
        guard header.count == headerBytes, word(header, place: 0, isBig: true) | 1 == 0x377F_0683 else { return false }
        let isBig = header[3] & 1 == 1
        var sums: (UInt32, UInt32) = (0, 0)
        for place in stride(from: 0, to: 24, by: 8) {
            sums.0 &+= word(header, place: place, isBig: isBig) &+ sums.1
            sums.1 &+= word(header, place: place + 4, isBig: isBig) &+ sums.0
        }
        return sums == (word(header, place: 24, isBig: true), word(header, place: 28, isBig: true))
    }

    private static func word(_ bytes: [UInt8], place: Int, isBig: Bool) -> UInt32 {
        let word = bytes[place..<place + 4]
        return isBig ? word.reduce(0) { $0 << 8 | UInt32($1) } : word.reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }
}

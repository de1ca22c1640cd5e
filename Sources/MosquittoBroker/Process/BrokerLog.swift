import Glibc

/// The log file of the broker. The gateway reads it to find out what the broker did.
struct BrokerLog: Sendable {
    let path: String

    /// A position in the file; later lines come after it.
    struct Position { fileprivate let offset: off_t }

    /// A file above this size is truncated to nothing.
    private static let limitBytes: off_t = 2 << 20

    /// The current end of the file.
    var end: Position {
        let file = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else { return Position(offset: 0) }
        defer { close(file) }
        return Position(offset: max(0, lseek(file, 0, SEEK_END)))
    }

    /// Returns at most the first 64 kB after the mark, as whole lines without their times.
    func lines(after position: Position) -> [String] {
        let file = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else { return [] }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 64 << 10)
        let wasCut = lseek(file, 0, SEEK_END) < position.offset
        let count = pread(file, &bytes, bytes.count, wasCut ? 0 : position.offset)
        guard count > 0, let last = bytes[..<count].lastIndex(of: UInt8(ascii: "\n")) else { return [] }
        return bytes[..<last].split(separator: UInt8(ascii: "\n")).map { line in
            let text = String(decoding: line, as: UTF8.self)
            return text.dropTime
        }
    }

    /// The last 64 kB, as whole lines without their times.
    var lastLines: [String] {
        let length: off_t = 64 << 10
        return lines(after: Position(offset: max(0, end.offset - length)))
    }

    /// Truncates a file that is too large. This is safe while the broker writes to it, because the broker appends.
    func trim() {
        let file = open(path, O_WRONLY | O_NOFOLLOW | O_CLOEXEC)
        guard file >= 0 else { return }
        defer { close(file) }
        if lseek(file, 0, SEEK_END) > Self.limitBytes { ftruncate(file, 0) }
    }
}

extension String {
    /// The line without its time. Lines begin with `2026-01-31T12:00:00: `, or with seconds since 1970 before the
    /// configuration is read.
    fileprivate var dropTime: String {
        guard first?.isNumber == true, let colon = firstRange(of: ": ") else { return self }
        return String(self[colon.upperBound...])
    }
}

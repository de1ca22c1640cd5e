import Glibc

/// The broker's log file, which the gateway opens for it and reads to learn what the broker did.
struct BrokerLog {
    let path: String

    /// A place in the file; what is logged later is after it.
    struct Mark { fileprivate let offset: off_t }

    /// Past this size the file starts anew.
    private static let limitBytes: off_t = 2 << 20

    var end: Mark {
        let file = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
        guard file >= 0 else { return Mark(offset: 0) }
        defer { close(file) }
        return Mark(offset: max(0, lseek(file, 0, SEEK_END)))
    }

    /// At most the first 64 kB after the mark, in whole lines without their times.
    func lines(after mark: Mark) -> [String] {
        let file = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
        guard file >= 0 else { return [] }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 64 << 10)
        let wasCut = lseek(file, 0, SEEK_END) < mark.offset
        let count = pread(file, &bytes, bytes.count, wasCut ? 0 : mark.offset)
        guard count > 0, let last = bytes[..<count].lastIndex(of: UInt8(ascii: "\n")) else { return [] }
        return bytes[..<last].split(separator: UInt8(ascii: "\n")).map { line in
            let text = String(decoding: line, as: UTF8.self)
            return text.dropTime
        }
    }

    /// The broker appends, so cutting the file to nothing under it is safe.
    func trim() {
        let file = open(path, O_WRONLY | O_NOFOLLOW | O_CLOEXEC)
        guard file >= 0 else { return }
        defer { close(file) }
        if lseek(file, 0, SEEK_END) > Self.limitBytes { ftruncate(file, 0) }
    }
}

extension String {
    /// Lines begin `2026-01-31T12:00:00: `, or with seconds since 1970 before the configuration is read.
    fileprivate var dropTime: String {
        guard first?.isNumber == true, let colon = firstRange(of: ": ") else { return self }
        return String(self[colon.upperBound...])
    }
}

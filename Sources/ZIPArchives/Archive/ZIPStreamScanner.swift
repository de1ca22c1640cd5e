/// Counts the files of an archive while its bytes arrive, so that a reader of the stream can show the progress.
///
/// It looks for the first ten bytes of the local headers that `ZIPWriter` writes. Compressed data contains them by
/// chance once in 2^80 places, and a wrong count would only show a wrong progress.
package struct ZIPStreamScanner: Sendable {
    /// The number of bytes that arrived.
    package private(set) var bytes = 0
    /// The number of files that have begun.
    package private(set) var files = 0
    /// Whether the last bytes are the end of a central directory: only then is the archive complete.
    package var isComplete: Bool { tail.starts(with: [0x50, 0x4B, 0x05, 0x06]) }

    /// The number of bytes of the header that the last bytes match.
    private var matched = 0
    /// The last bytes, as many as the record at the end has.
    private var tail: [UInt8] = []
    private static let endRecordBytes = 22

    package init() {}

    package mutating func add(_ piece: [UInt8]) {
        bytes += piece.count
        tail = (tail + piece.suffix(Self.endRecordBytes)).suffix(Self.endRecordBytes)
        let start = ZIPRecord.localHeaderStart
        for byte in piece {
            // The first byte occurs nowhere else in the header, so a mismatch can only begin a new match.
            if byte == start[matched] {
                matched += 1
            } else {
                matched = byte == start[0] ? 1 : 0
            }
            guard matched == start.count else { continue }
            files += 1
            matched = 0
        }
    }
}

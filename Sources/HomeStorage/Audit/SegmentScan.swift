import Foundation

/// Iterates over a segment from its start: intact records, and ranges of bytes between them that are no records.
///
/// Each record contains its own hash, so the scan finds the next intact record after a damaged one.
struct SegmentScan: Sequence, IteratorProtocol {
    /// An intact record, or a range of bytes that is not one.
    enum Item {
        case record(AuditFrame)
        case damage(Range<Int>)
    }

    private let bytes: [UInt8]
    private var offset = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Returns nil at the end, when the rest of the segment is only zeros.
    mutating func next() -> Item? {
        let item: Item? = bytes.withUnsafeBytes { bytes in
            if let frame = AuditFrame(in: bytes, at: offset) { return .record(frame) }
            guard !UnsafeRawBufferPointer(rebasing: bytes[offset...]).isZero else { return nil }
            return .damage(offset..<Self.nextRecord(in: bytes, after: offset))
        }
        switch item {
        case .record(let frame): offset = frame.range.upperBound
        case .damage(let range): offset = range.upperBound
        case nil: offset = bytes.count
        }
        return item
    }

    private static func nextRecord(in bytes: UnsafeRawBufferPointer, after offset: Int) -> Int {
        var candidate = offset + 1
        while candidate + AuditFrame.minimumBytes <= bytes.count {
            if AuditFrame(in: bytes, at: candidate) != nil { return candidate }
            candidate += 1
        }
        return bytes.count
    }
}

extension SegmentScan.Item {
    var frame: AuditFrame? {
        guard case .record(let frame) = self else { return nil }
        return frame
    }
}

extension UnsafeRawBufferPointer {
    /// Whether every byte is zero. The check is that the first byte is zero and that each byte equals the one before.
    var isZero: Bool {
        guard let start = baseAddress, count > 0 else { return true }
        return start.load(as: UInt8.self) == 0 && memcmp(start, start + 1, count - 1) == 0
    }
}

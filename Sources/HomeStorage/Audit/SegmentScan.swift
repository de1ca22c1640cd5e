import Foundation

/// What stands in a segment, from its start: intact records, and between them what is none.
///
/// A record vouches for itself by its hash, so reading finds its feet again behind a damaged one.
struct SegmentScan: Sequence, IteratorProtocol {
    enum Item {
        case record(AuditFrame)
        case damage(Range<Int>)
    }

    private let bytes: [UInt8]
    private var offset = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Nil at the end: from here on the segment holds only zeros.
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
    /// Whether every byte is zero: the first one is, and each equals the one before.
    var isZero: Bool {
        guard let start = baseAddress, count > 0 else { return true }
        return start.load(as: UInt8.self) == 0 && memcmp(start, start + 1, count - 1) == 0
    }
}

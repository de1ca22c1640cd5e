import Foundation

/// The format of the frames in a segment.
@usableFromInline package protocol FrameFormat {
    associatedtype Frame

    /// Frames start at multiples of this number of bytes.
    var alignment: Int { get }
    /// No frame is shorter.
    var minimumBytes: Int { get }

    /// Returns the frame that starts at `offset` if it is intact, and the offset at which the next one starts.
    func frame(in bytes: UnsafeRawBufferPointer, at offset: Int) -> (frame: Frame, end: Int)?
}

/// Iterates over a segment: intact frames, and ranges of bytes between them that are no frames.
///
/// Each frame contains its own checksum, so the scan finds the next intact frame after a damaged one. Its types are usable
/// from inline and its functions inlinable, so that the compiler specialises them for the formats of other targets: a
/// scan reads millions of frames.
@usableFromInline package struct SegmentScan<Format: FrameFormat>: Sequence, IteratorProtocol {
    /// An intact frame, or a range of bytes that is not one.
    @usableFromInline package enum Item {
        case record(Format.Frame)
        /// Ends at the next intact frame, or at the end of the segment when there is none.
        case damage(Range<Int>)
    }

    @usableFromInline let bytes: [UInt8]
    @usableFromInline let format: Format
    @usableFromInline var offset: Int

    @inlinable package init(_ bytes: [UInt8], from start: Int = 0, format: Format) {
        self.bytes = bytes
        self.format = format
        offset = start
    }

    /// Returns nil at the end, when the rest of the segment is only zeros.
    @inlinable package mutating func next() -> Item? {
        guard offset < bytes.count else { return nil }
        let (item, end): (Item?, Int) = bytes.withUnsafeBytes { bytes in
            if let (frame, end) = format.frame(in: bytes, at: offset) { return (.record(frame), end) }
            guard !UnsafeRawBufferPointer(rebasing: bytes[offset...]).isZero else { return (nil, bytes.count) }
            let end = nextFrame(in: bytes, after: offset)
            return (.damage(offset..<end), end)
        }
        offset = end
        return item
    }

    @inlinable func nextFrame(in bytes: UnsafeRawBufferPointer, after offset: Int) -> Int {
        var candidate = offset + format.alignment
        while candidate + format.minimumBytes <= bytes.count {
            if format.frame(in: bytes, at: candidate) != nil { return candidate }
            candidate += format.alignment
        }
        return bytes.count
    }
}

extension SegmentScan.Item {
    @inlinable package var frame: Format.Frame? {
        guard case .record(let frame) = self else { return nil }
        return frame
    }
}

extension UnsafeRawBufferPointer {
    /// Whether every byte is zero. The check is that the first byte is zero and that each byte equals the one before.
    @usableFromInline package var isZero: Bool {
        guard let start = baseAddress, count > 0 else { return true }
        return start.load(as: UInt8.self) == 0 && memcmp(start, start + 1, count - 1) == 0
    }
}

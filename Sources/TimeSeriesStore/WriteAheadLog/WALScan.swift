import HomeModel
import SQLiteDatabase
import SegmentedLog

/// The result of reading a log file.
struct WALScan {
    private(set) var batches: [LoggedBatch] = []
    /// The offset of the next frame.
    private(set) var end: Int
    /// Ranges that are not frames and have intact frames after them, or that are missing: the file was changed from
    /// outside.
    private(set) var damages: [Range<Int>] = []
    /// Whether the disk could not read a part of the file. Such a file is not written again.
    let isUnreadable: Bool

    /// Reads the frames of `file` from `start` on, each at a multiple of `alignment`. An incomplete last frame was
    /// never acknowledged.
    ///
    /// `unreadable` are the ranges that the disk could not read, zero in `bytes`. Frames in them are lost; nothing was
    /// written after the last frame yet.
    init(
        _ bytes: [UInt8], from start: Int, alignment: Int, of file: UInt64,
        unreadable: [Range<Int>] = []
    ) {
        isUnreadable = !unreadable.isEmpty
        end = start
        for item in SegmentScan(bytes, from: start, format: WALFrameFormat(file: file, alignment: alignment)) {
            switch item {
            case .record(let frame):
                if let batch = frame.batch(in: bytes) { batches.append(batch) } else { damages.append(frame.payload) }
                end = frame.end
            case .damage(let range) where range.upperBound < bytes.count: damages.append(range)
            // No frame follows: these bytes are an incomplete frame, or frames of an earlier use of the file.
            case .damage: break
            }
        }
        noteUnreadableEnd(bytes, of: file, unreadable: unreadable)
    }

    mutating func note(damage: Range<Int>) { damages.append(damage) }

    /// Adds unreadable bytes at the position of the next frame to the damage: the frame there was acknowledged if the
    /// read error is its only fault.
    private mutating func noteUnreadableEnd(
        _ bytes: [UInt8], of file: UInt64, unreadable: [Range<Int>]
    ) {
        let claimed = bytes.withUnsafeBytes { WALFrame.claimedLength(in: $0, at: end, of: file) }
            .map { $0 + WALFrame.headerBytes }
        let reach = end..<end + (claimed ?? 1)
        damages += unreadable.map { $0.clamped(to: end..<bytes.count) }.filter { $0.overlaps(reach) }
    }
}

extension WALFile {
    /// After a read error, the file is read in pieces of this size to find the unreadable ones.
    private static let pieceBytes = 4096

    /// Reads the frames of the file with `number`; returns nil when the file belongs to another use.
    ///
    /// Unreadable bytes count as damage where frames were or may have been; after the frames they count as empty.
    static func scan(_ path: String, number: UInt64, disk: DiskCalls) throws(StorageError) -> WALScan? {
        let file = try SegmentFile<StorageError>(path, mode: .reading, disk: disk)
        var bytes = [UInt8](repeating: 0, count: Int(FileSize.bytes(at: path)))
        var unreadable: [Range<Int>] = []
        bytes.withUnsafeMutableBytes { target in
            guard file.read(into: target, at: 0).count < target.count else { return }
            for start in stride(from: 0, to: target.count, by: pieceBytes) {
                let range = start..<min(start + pieceBytes, target.count)
                let piece = UnsafeMutableRawBufferPointer(rebasing: target[range])
                guard file.read(into: piece, at: start).count < piece.count else { continue }
                piece.initializeMemory(as: UInt8.self, repeating: 0)
                unreadable.append(range)
            }
        }
        return scan(bytes, number: number, unreadable: unreadable)
    }

    private static func scan(
        _ bytes: [UInt8], number: UInt64, unreadable: [Range<Int>]
    ) -> WALScan? {
        var scan = WALScan(bytes, from: headerBytes, alignment: alignment, of: number, unreadable: unreadable)
        // Complete files have a reserved length; a shorter file has lost its end.
        let whole = reserved(for: bytes.count)
        if !header(number).elementsEqual(bytes.prefix(16)) {
            let isHeaderUnreadable = unreadable.contains { $0.lowerBound == 0 }
            guard !scan.batches.isEmpty || bytes.count < whole || isHeaderUnreadable else { return nil }
            scan.note(damage: 0..<headerBytes)
        }
        if bytes.count < whole { scan.note(damage: bytes.count..<whole) }
        return scan
    }
}

/// Finds the frames of one use of a log file.
struct WALFrameFormat: FrameFormat {
    /// An intact frame.
    struct Frame {
        let payload: Range<Int>
        let isNaming: Bool
        /// The offset of the next frame.
        let end: Int

        /// Returns nil when the payload is not a batch.
        func batch(in bytes: [UInt8]) -> LoggedBatch? {
            bytes.withUnsafeBytes { LoggedBatch(UnsafeRawBufferPointer(rebasing: $0[payload]), isNaming: isNaming) }
        }
    }

    let file: UInt64
    let alignment: Int
    let minimumBytes = WALFrame.headerBytes

    func frame(in bytes: UnsafeRawBufferPointer, at offset: Int) -> (frame: Frame, end: Int)? {
        guard let (payload, isNaming) = WALFrame.payload(in: bytes, at: offset, of: file) else { return nil }
        let end = (payload.upperBound + alignment - 1) / alignment * alignment
        return (Frame(payload: payload, isNaming: isNaming, end: end), end)
    }
}

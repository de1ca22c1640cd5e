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

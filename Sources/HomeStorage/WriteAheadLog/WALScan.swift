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
        _ bytes: UnsafeRawBufferPointer, from start: Int, alignment: Int, of file: UInt64,
        unreadable: [Range<Int>] = []
    ) {
        isUnreadable = !unreadable.isEmpty
        end = start
        var offset = start
        while offset < bytes.count {
            guard let (payload, isNaming) = WALFrame.payload(in: bytes, at: offset, of: file) else {
                guard let next = Self.nextFrame(in: bytes, after: offset, alignment, file: file) else { break }
                damages.append(offset..<next)
                offset = next
                continue
            }
            let frame = UnsafeRawBufferPointer(rebasing: bytes[payload])
            if let batch = LoggedBatch(frame, isNaming: isNaming) {
                batches.append(batch)
            } else {
                damages.append(payload)
            }
            offset = (payload.upperBound + alignment - 1) / alignment * alignment
            end = offset
        }
        noteUnreadableEnd(bytes, of: file, unreadable: unreadable)
    }

    mutating func note(damage: Range<Int>) { damages.append(damage) }

    /// Adds unreadable bytes at the position of the next frame to the damage: the frame there was acknowledged if the
    /// read error is its only fault.
    private mutating func noteUnreadableEnd(
        _ bytes: UnsafeRawBufferPointer, of file: UInt64, unreadable: [Range<Int>]
    ) {
        let claimed = WALFrame.claimedLength(in: bytes, at: end, of: file).map { $0 + WALFrame.headerBytes }
        let reach = end..<end + (claimed ?? 1)
        damages += unreadable.map { $0.clamped(to: end..<bytes.count) }.filter { $0.overlaps(reach) }
    }

    private static func nextFrame(
        in bytes: UnsafeRawBufferPointer, after offset: Int, _ alignment: Int, file: UInt64
    ) -> Int? {
        stride(from: offset + alignment, to: bytes.count, by: alignment)
            .first { WALFrame.payload(in: bytes, at: $0, of: file) != nil }
    }
}

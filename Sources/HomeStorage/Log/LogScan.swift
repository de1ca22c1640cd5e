/// What an opened log file turned out to hold.
struct LogScan {
    private(set) var batches: [LoggedBatch] = []
    /// Where the next frame goes.
    private(set) var end: Int
    /// Stretches that are no frames, with intact ones behind them, or that are missing: something changed the file.
    private(set) var damages: [Range<Int>] = []
    /// Whether the disk refused to give some of it. Nothing is written there again.
    let isUnreadable: Bool

    /// Frames of `file` from `start` on, each at a multiple of `alignment`. A torn last one was never acknowledged.
    ///
    /// `unreadable` are stretches that the disk did not give, zero in `bytes`. They cost the frames that they hit; behind
    /// the last frame nothing was written yet.
    init(
        _ bytes: UnsafeRawBufferPointer, from start: Int, alignment: Int, of file: UInt64,
        unreadable: [Range<Int>] = []
    ) {
        isUnreadable = !unreadable.isEmpty
        end = start
        var offset = start
        while offset < bytes.count {
            guard let (payload, isNaming) = LogFrame.payload(in: bytes, at: offset, of: file) else {
                guard let next = Self.nextFrame(in: bytes, after: offset, alignment, file) else { break }
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
        noteUnreadableEnd(bytes, of: file, unreadable)
    }

    mutating func note(damage: Range<Int>) { damages.append(damage) }

    /// What stands where the next frame would go was one that was acknowledged, if all that is wrong with it is that the
    /// disk does not give it.
    private mutating func noteUnreadableEnd(
        _ bytes: UnsafeRawBufferPointer, of file: UInt64, _ unreadable: [Range<Int>]
    ) {
        let claimed = LogFrame.claimedLength(in: bytes, at: end, of: file).map { $0 + LogFrame.headerBytes }
        let reach = end..<end + (claimed ?? 1)
        damages += unreadable.map { $0.clamped(to: end..<bytes.count) }.filter { $0.overlaps(reach) }
    }

    private static func nextFrame(
        in bytes: UnsafeRawBufferPointer, after offset: Int, _ alignment: Int, _ file: UInt64
    ) -> Int? {
        stride(from: offset + alignment, to: bytes.count, by: alignment)
            .first { LogFrame.payload(in: bytes, at: $0, of: file) != nil }
    }
}

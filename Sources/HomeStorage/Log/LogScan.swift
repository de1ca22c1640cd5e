/// What an opened log file turned out to hold.
struct LogScan {
    private(set) var batches: [LoggedBatch] = []
    /// Where the next frame goes.
    private(set) var end: Int
    /// Stretches that are no frames, with intact ones behind them, or that are missing: something changed the file.
    private(set) var damages: [Range<Int>] = []

    /// Frames of `file` from `start` on, each at a multiple of `alignment`. A torn last one was never acknowledged.
    init(_ bytes: UnsafeRawBufferPointer, from start: Int, alignment: Int, of file: UInt64) {
        end = start
        var offset = start
        while offset < bytes.count {
            guard let payload = LogFrame.payload(in: bytes, at: offset, of: file) else {
                guard let next = Self.nextFrame(in: bytes, after: offset, alignment, file) else { break }
                damages.append(offset..<next)
                offset = next
                continue
            }
            if let batch = LoggedBatch(UnsafeRawBufferPointer(rebasing: bytes[payload])) {
                batches.append(batch)
            } else {
                damages.append(payload)
            }
            offset = (payload.upperBound + alignment - 1) / alignment * alignment
            end = offset
        }
    }

    mutating func note(damage: Range<Int>) { damages.append(damage) }

    private static func nextFrame(
        in bytes: UnsafeRawBufferPointer, after offset: Int, _ alignment: Int, _ file: UInt64
    ) -> Int? {
        stride(from: offset + alignment, to: bytes.count, by: alignment)
            .first { LogFrame.payload(in: bytes, at: $0, of: file) != nil }
    }
}

import HomeModel

/// How a block of readings begins.
///
/// | offset | field |
/// |---|---|
/// | 0 | format |
/// | 1 | bytes of the header behind this one, n |
/// | 2 | header |
/// | 2 + n | times, then values, range coded |
/// | length − 4 | CRC-32C of everything before, UInt32 little endian |
struct BlockHeader {
    static let format: UInt8 = 1
    static let checksumBytes = 4

    var summary: BlockSummary
    var times: NumberColumn
    var values: NumberColumn
    var scale: ValueScale

    func bytes() -> [UInt8] {
        var fields = LogBytes()
        fields.append(UInt64(summary.count))
        fields.append(summary.last.milliseconds &- summary.first.milliseconds)
        for value in [summary.minimum, summary.maximum, summary.sum] { fields.append(value) }
        fields.append(scale.rawValue)
        fields.append(times)
        fields.append(values)
        return [Self.format, UInt8(truncatingIfNeeded: fields.bytes.count)] + fields.bytes
    }

    /// The header and what is behind it, once the checksum is right.
    static func read(
        _ bytes: UnsafeRawBufferPointer
    ) throws(BlockDamage) -> (header: BlockHeader, body: UnsafeRawBufferPointer) {
        guard bytes.count >= 2 + checksumBytes else { throw .truncated }
        guard bytes[0] == format else { throw .unknownFormat(bytes[0]) }
        let end = bytes.count - checksumBytes
        let content = UnsafeRawBufferPointer(rebasing: bytes[..<end])
        guard CRC32C.checksum(content) == bytes.integer(at: end) else { throw .checksum }
        let body = 2 + Int(bytes[1])
        guard body <= end, let header = BlockHeader(UnsafeRawBufferPointer(rebasing: bytes[2..<body])) else {
            throw .impossible
        }
        return (header, UnsafeRawBufferPointer(rebasing: bytes[body..<end]))
    }
}

extension BlockHeader {
    fileprivate init?(_ bytes: UnsafeRawBufferPointer) {
        var fields = LogByteReader(bytes)
        guard let count = fields.number(), (1...UInt64(ReadingBlock.maximumReadings)).contains(count),
            let span = fields.signedNumber(), let minimum = fields.double(), let maximum = fields.double(),
            let sum = fields.double(), let scale = fields.number().flatMap(ValueScale.init),
            let times = fields.column(), let values = fields.column(), fields.isAtEnd
        else { return nil }
        let first = Timestamp(milliseconds: times.first)
        let last = Timestamp(milliseconds: times.first &+ span)
        summary = BlockSummary(
            count: Int(count), first: first, last: last, minimum: minimum, maximum: maximum, sum: sum)
        self.scale = scale
        self.times = times
        self.values = values
    }
}

extension LogBytes {
    mutating func append(_ column: NumberColumn) {
        append(column.first)
        append(UInt64(bitPattern: column.unit))
        append(column.line.slope)
        append(UInt64(bitPattern: column.line.levelGain))
        append(UInt64(bitPattern: column.line.slopeGain))
        append(column.context.rawValue << 1 | (column.isGrid ? 1 : 0))
    }
}

extension LogByteReader {
    mutating func column() -> NumberColumn? {
        guard let first = signedNumber(), let unit = whole(), unit > 0, let slope = signedNumber(),
            let levelGain = whole(), let slopeGain = whole(), let kind = number(),
            let context = NumberColumn.Context(rawValue: kind >> 1)
        else { return nil }
        let line = LinePredictor.Settings(slope: slope, levelGain: levelGain, slopeGain: slopeGain)
        guard line.isPossible else { return nil }
        return NumberColumn(first: first, unit: unit, line: line, context: context, isGrid: kind & 1 == 1)
    }

    private mutating func whole() -> Int64? { number().flatMap(Int64.init(exactly:)) }
}

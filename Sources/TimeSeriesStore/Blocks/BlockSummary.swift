import HomeModel

/// The statistics of a block of readings that are stored in the block itself.
///
/// Queries use them without decoding the readings. Decoding checks the readings against them, because the checksum
/// would not reveal a mistake of the codec.
struct BlockSummary: Hashable, Sendable {
    let count: Int
    /// Time of its first reading.
    let first: Timestamp
    /// Time of its last reading.
    let last: Timestamp
    /// The least value; NaN only if all values are NaN.
    let minimum: Double
    let maximum: Double
    /// The sum of the values, added in their order.
    let sum: Double
}

extension BlockSummary {
    init(of readings: ArraySlice<Reading>) {
        count = readings.count
        first = readings.first?.time ?? Timestamp(milliseconds: 0)
        last = readings.last?.time ?? first
        var minimum = readings.first?.value ?? 0
        var maximum = minimum
        var sum = 0.0
        for reading in readings {
            minimum = .minimum(minimum, reading.value)
            maximum = .maximum(maximum, reading.value)
            sum += reading.value
        }
        self.minimum = minimum
        self.maximum = maximum
        self.sum = sum
    }

    /// Whether the statistics can belong to `readings`.
    func matches(_ readings: [Reading]) -> Bool {
        let other = BlockSummary(of: readings[...])
        // NaN equals nothing, and machines differ in how they compute the minimum with NaN, so only count and times are
        // compared then.
        return self == other
            || sum.isNaN && other.sum.isNaN && count == other.count && first == other.first && last == other.last
    }
}

extension BinaryWriter {
    mutating func append(_ summary: BlockSummary) {
        append(UInt64(summary.count))
        append(summary.first.milliseconds)
        append(summary.last.milliseconds &- summary.first.milliseconds)
        append(compact: summary.minimum)
        append(compact: summary.maximum)
        append(summary.sum)
    }

    /// Uses few bytes for a short decimal.
    private mutating func append(compact value: Double) {
        let scale = ValueScale(exactly: value)
        append(scale.rawValue)
        if scale == .bits { append(value) } else { append(ValueQuantizer(scale).number(value)) }
    }
}

extension BinaryReader {
    mutating func summary() -> BlockSummary? {
        guard let count = number(), (1...UInt64(ReadingBlock.maximumReadings)).contains(count),
            let first = signedNumber(), let span = signedNumber(), let minimum = compact(), let maximum = compact(),
            let sum = double()
        else { return nil }
        return BlockSummary(
            count: Int(count), first: Timestamp(milliseconds: first), last: Timestamp(milliseconds: first &+ span),
            minimum: minimum, maximum: maximum, sum: sum)
    }

    private mutating func compact() -> Double? {
        guard let scale = number().flatMap(ValueScale.init) else { return nil }
        return scale == .bits ? double() : signedNumber().map(ValueQuantizer(scale).value)
    }
}

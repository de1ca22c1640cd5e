import HomeModel

/// What a block of readings says about itself.
///
/// It answers without the readings being decoded; those that are decoded are held against it, because the checksum would
/// not tell a mistake of the codec.
struct BlockSummary: Hashable, Sendable {
    let count: Int
    /// Time of its first reading.
    let first: Timestamp
    /// Time of its last reading.
    let last: Timestamp
    /// Of its values; those that are not numbers count only where there are no others.
    let minimum: Double
    let maximum: Double
    /// Of its values, in their order.
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

    /// Whether it can be that of `readings`.
    func fits(_ readings: [Reading]) -> Bool {
        let other = BlockSummary(of: readings[...])
        // What is no number equals nothing, and machines differ in how they take the least of it.
        return self == other
            || sum.isNaN && other.sum.isNaN && count == other.count && first == other.first && last == other.last
    }
}

extension LogBytes {
    mutating func append(_ summary: BlockSummary) {
        append(UInt64(summary.count))
        append(summary.first.milliseconds)
        append(summary.last.milliseconds &- summary.first.milliseconds)
        append(compact: summary.minimum)
        append(compact: summary.maximum)
        append(summary.sum)
    }

    /// Short for a short decimal.
    private mutating func append(compact value: Double) {
        let scale = ValueScale(exactly: value)
        append(scale.rawValue)
        if scale == .bits { append(value) } else { append(ScaledValues(scale).number(value)) }
    }
}

extension LogByteReader {
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
        return scale == .bits ? double() : signedNumber().map(ScaledValues(scale).value)
    }
}

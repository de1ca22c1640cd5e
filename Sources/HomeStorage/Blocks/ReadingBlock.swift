import HomeModel

/// A sealed run of readings of one series: its times and its values, each as a column, in as few bytes as we know how.
enum ReadingBlock {
    /// More readings make blocks that are a little smaller by the reading, and longer to open.
    static let maximumReadings = 16_384

    /// `readings` are in the order of time, of different times, and at least one; at most `maximumReadings`.
    static func encode(_ readings: ArraySlice<Reading>) -> [UInt8] {
        let scale = ValueScale(of: readings.lazy.map(\.value))
        var times = readings.map(\.time.milliseconds)
        var values = readings.map { [power = scale.power] in ValueScale.number($0.value, power) }
        return times.withUnsafeMutableBufferPointer { times in
            values.withUnsafeMutableBufferPointer { values in
                let header = BlockHeader(
                    summary: BlockSummary(of: readings), times: NumberColumn(of: times, isTime: true),
                    values: NumberColumn(of: values, isTime: false), scale: scale)
                var encoder = RangeEncoder(after: header.bytes())
                header.times.code(times, &encoder)
                header.values.code(values, &encoder)
                var bytes = encoder.finish()
                bytes.append(littleEndian: bytes.withUnsafeBytes { CRC32C.checksum($0) })
                return bytes
            }
        }
    }

    /// The readings that were encoded. Throws for any other bytes; nothing that they hold is believed unchecked.
    static func decode(_ bytes: UnsafeRawBufferPointer) throws(BlockDamage) -> [Reading] {
        let (header, body) = try BlockHeader.read(bytes)
        let count = header.summary.count
        let readings = withUnsafeTemporaryAllocation(of: Int64.self, capacity: 2 * count) { numbers in
            numbers.initialize(repeating: 0)
            let times = UnsafeMutableBufferPointer(rebasing: numbers[..<count])
            let values = UnsafeMutableBufferPointer(rebasing: numbers[count...])
            var decoder = RangeDecoder(body)
            header.times.code(times, &decoder)
            header.values.code(values, &decoder)
            let power = header.scale.power
            return [Reading](unsafeUninitializedCapacity: count) { readings, initialized in
                for index in 0..<count {
                    readings.initializeElement(
                        at: index,
                        to: Reading(
                            time: Timestamp(milliseconds: times[index]),
                            value: ValueScale.value(values[index], power)))
                }
                initialized = count
            }
        }
        guard readings.last?.time == header.summary.last else { throw .impossible }
        return readings
    }

    /// What the header says; the checksum covers the readings too.
    static func summary(_ bytes: UnsafeRawBufferPointer) throws(BlockDamage) -> BlockSummary {
        try BlockHeader.read(bytes).header.summary
    }
}

extension BlockSummary {
    init(of readings: ArraySlice<Reading>) {
        let values = readings.lazy.map(\.value)
        count = readings.count
        first = readings.first?.time ?? Timestamp(milliseconds: 0)
        last = readings.last?.time ?? first
        minimum = values.dropFirst().reduce(values.first ?? 0, Double.minimum)
        maximum = values.dropFirst().reduce(values.first ?? 0, Double.maximum)
        sum = values.reduce(0, +)
    }
}

import HomeModel

/// A block of readings of one series: the times and the values, each as a column. `BlockFrame` describes its outer
/// format.
enum ReadingBlock {
    /// Larger blocks use slightly fewer bytes per reading and take longer to decode.
    static let maximumReadings = 16_384
    static let format: UInt8 = 1

    /// `readings` must be sorted by time, with different times, at least one and at most `maximumReadings`.
    static func encode(_ readings: ArraySlice<Reading>) -> [UInt8] {
        let summary = BlockSummary(of: readings)
        var fields = BinaryWriter()
        fields.append(summary)
        var body = RangeEncoder()
        var times = readings.map(\.time.milliseconds)
        IntegerColumn.encode(&times, isTime: true, fields: &fields, body: &body)
        ValueColumn.encode(readings.map(\.value), fields: &fields, body: &body)
        return BlockFrame.bytes(format: format, fields: fields.bytes, body: body.finish())
    }

    /// Returns the readings that were encoded. Throws for any other bytes; every field is checked.
    static func decode(_ bytes: UnsafeRawBufferPointer) throws(BlockDecodingError) -> [Reading] {
        var (fields, body) = try BlockFrame.open(bytes, format: format)
        guard let summary = fields.summary(),
            let times = IntegerColumn.decode(summary.count, fields: &fields, body: &body),
            let values = ValueColumn.decode(summary.count, fields: &fields, body: &body), fields.isAtEnd
        else { throw .invalidContent }
        let readings = zip(times, values).map { Reading(time: Timestamp(milliseconds: $0), value: $1) }
        guard summary.matches(readings) else { throw .invalidContent }
        return readings
    }

    /// Returns the statistics of the block after a check of the checksum; the readings are not decoded.
    static func summary(_ bytes: UnsafeRawBufferPointer) throws(BlockDecodingError) -> BlockSummary {
        var fields = try BlockFrame.open(bytes, format: format).fields
        guard let summary = fields.summary() else { throw .invalidContent }
        return summary
    }
}

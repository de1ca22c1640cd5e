import HomeModel

/// A sealed run of readings of one series: its times and its values, each as a column. Wrapped as `BlockFrame` says.
enum ReadingBlock {
    /// More readings make blocks that are a little smaller by the reading, and take longer to open.
    static let maximumReadings = 16_384
    static let format: UInt8 = 1

    /// `readings` are in the order of time, of different times, and at least one; at most `maximumReadings`.
    static func encode(_ readings: ArraySlice<Reading>) -> [UInt8] {
        let summary = BlockSummary(of: readings)
        var fields = LogBytes()
        fields.append(summary)
        var body = RangeEncoder()
        var times = readings.map(\.time.milliseconds)
        NumberColumn.encode(&times, isTime: true, &fields, &body)
        ValueColumn.encode(readings.map(\.value), &fields, &body)
        return BlockFrame.bytes(format: format, fields: fields.bytes, body: body.finish())
    }

    /// The readings that were encoded. Throws for any other bytes; nothing that they say is believed unchecked.
    static func decode(_ bytes: UnsafeRawBufferPointer) throws(BlockDamage) -> [Reading] {
        var (fields, body) = try BlockFrame.open(bytes, format: format)
        guard let summary = fields.summary(), let times = NumberColumn.decode(summary.count, &fields, &body),
            let values = ValueColumn.decode(summary.count, &fields, &body), fields.isAtEnd
        else { throw .impossible }
        let readings = zip(times, values).map { Reading(time: Timestamp(milliseconds: $0), value: $1) }
        guard summary.fits(readings) else { throw .impossible }
        return readings
    }

    /// What the block says about itself; the checksum is looked at, the readings are not.
    static func summary(_ bytes: UnsafeRawBufferPointer) throws(BlockDamage) -> BlockSummary {
        var fields = try BlockFrame.open(bytes, format: format).fields
        guard let summary = fields.summary() else { throw .impossible }
        return summary
    }
}

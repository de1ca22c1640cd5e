import HomeModel

/// Days of one series: the columns of `RollUpBlock`, and what flowed each way. Wrapped as `BlockFrame` says.
enum DayBlock {
    static let format: UInt8 = 3

    /// `days` are in the order of their starts; at most `RollUpBlock.maximumRollUps`.
    static func encode(_ days: ArraySlice<DayRollUp>) -> [UInt8] {
        var fields = LogBytes()
        var body = RangeEncoder()
        RollUpBlock.encode(days.map(\.rollUp)[...], &fields, &body)
        ValueColumn.encode(days.map(\.forward), &fields, &body)
        ValueColumn.encode(days.map(\.backward), &fields, &body)
        var hours = days.map { Int64($0.forwardHours) }
        NumberColumn.encode(&hours, &fields, &body)
        return BlockFrame.bytes(format: format, fields: fields.bytes, body: body.finish())
    }

    /// As `ReadingBlock.decode`.
    static func decode(_ bytes: UnsafeRawBufferPointer) throws(BlockDamage) -> [DayRollUp] {
        var (fields, body) = try BlockFrame.open(bytes, format: format)
        let rollUps = try RollUpBlock.decode(&fields, &body)
        guard let forward = ValueColumn.decode(rollUps.count, &fields, &body),
            let backward = ValueColumn.decode(rollUps.count, &fields, &body),
            let hours = NumberColumn.decode(rollUps.count, &fields, &body), fields.isAtEnd
        else { throw .impossible }
        return rollUps.indices.map { index in
            DayRollUp(
                rollUp: rollUps[index], forward: forward[index], backward: backward[index],
                forwardHours: Int(hours[index]))
        }
    }
}

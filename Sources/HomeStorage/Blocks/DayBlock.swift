import HomeModel

/// A block of day roll-ups of one series: the columns of `RollUpBlock`, and the flow in each direction. `BlockFrame`
/// describes its outer format.
enum DayBlock {
    static let format: UInt8 = 3

    /// `days` must be sorted by start; at most `RollUpBlock.maximumRollUps`.
    static func encode(_ days: ArraySlice<DayRollUp>) -> [UInt8] {
        var fields = BinaryWriter()
        var body = RangeEncoder()
        RollUpBlock.encode(days.map(\.rollUp)[...], fields: &fields, body: &body)
        ValueColumn.encode(days.map(\.forward), fields: &fields, body: &body)
        ValueColumn.encode(days.map(\.backward), fields: &fields, body: &body)
        var hours = days.map { Int64($0.forwardHours) }
        IntegerColumn.encode(&hours, fields: &fields, body: &body)
        return BlockFrame.bytes(format: format, fields: fields.bytes, body: body.finish())
    }

    /// Works like `ReadingBlock.decode`.
    static func decode(_ bytes: UnsafeRawBufferPointer) throws(BlockDecodingError) -> [DayRollUp] {
        var (fields, body) = try BlockFrame.open(bytes, format: format)
        let rollUps = try RollUpBlock.decode(&fields, body: &body)
        guard let forward = ValueColumn.decode(rollUps.count, fields: &fields, body: &body),
            let backward = ValueColumn.decode(rollUps.count, fields: &fields, body: &body),
            let hours = IntegerColumn.decode(rollUps.count, fields: &fields, body: &body), fields.isAtEnd
        else { throw .invalidContent }
        return rollUps.indices.map { index in
            DayRollUp(
                rollUp: rollUps[index], forward: forward[index], backward: backward[index],
                forwardHours: Int(hours[index]))
        }
    }
}

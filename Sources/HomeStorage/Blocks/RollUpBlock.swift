import HomeModel

/// A block of roll-ups of one series, column by column. `BlockFrame` describes its outer format.
///
/// Much of a roll-up follows from the rest: the minimum is mostly the first or the last value, and the mean is about
/// the sum divided by the count. Only the differences from such predictions are written.
enum RollUpBlock {
    static let maximumRollUps = 16_384
    static let format: UInt8 = 2

    /// `rollUps` must be sorted by start; at most `maximumRollUps`.
    static func encode(_ rollUps: ArraySlice<RollUp>) -> [UInt8] {
        var fields = BinaryWriter()
        var body = RangeEncoder()
        encode(rollUps, fields: &fields, body: &body)
        return BlockFrame.bytes(format: format, fields: fields.bytes, body: body.finish())
    }

    /// Writes the columns; a block of another format may add more columns after them.
    static func encode(_ rollUps: ArraySlice<RollUp>, fields: inout BinaryWriter, body: inout RangeEncoder) {
        fields.append(UInt64(rollUps.count))
        var starts = rollUps.map(\.start.milliseconds)
        var counts = rollUps.map { Int64($0.count) }
        var coverages = rollUps.map(\.coverage.wholeMilliseconds)
        IntegerColumn.encode(&starts, isTime: true, fields: &fields, body: &body)
        IntegerColumn.encode(&counts, fields: &fields, body: &body)
        IntegerColumn.encode(&coverages, fields: &fields, body: &body)
        var known = RollUpColumns(counts: counts)
        for column in RollUpColumns.order {
            let values = rollUps.map { $0[keyPath: column.value] }
            let choice = choice(for: values, column.predictions, known: known)
            fields.append(UInt64(choice))
            ValueColumn.encode(values, predicted: column.predictions[choice](known), fields: &fields, body: &body)
            known[keyPath: column.known] = values
        }
    }

    /// Returns the index of the prediction that needs the fewest bytes.
    private static func choice(
        for values: [Double], _ predictions: [(RollUpColumns) -> [Double]?], known: RollUpColumns
    ) -> Int {
        guard predictions.count > 1 else { return 0 }
        let sizes = predictions.map { expectation in
            var fields = BinaryWriter()
            var body = RangeEncoder()
            ValueColumn.encode(values, predicted: expectation(known), fields: &fields, body: &body)
            return fields.bytes.count + body.finish().count
        }
        return sizes.indices.min { sizes[$0] < sizes[$1] } ?? 0
    }

    /// Works like `ReadingBlock.decode`.
    static func decode(_ bytes: UnsafeRawBufferPointer) throws(BlockDecodingError) -> [RollUp] {
        var (fields, body) = try BlockFrame.open(bytes, format: format)
        let rollUps = try decode(&fields, body: &body)
        guard fields.isAtEnd else { throw .invalidContent }
        return rollUps
    }

    /// Reads what `encode(_:_:_:)` wrote.
    static func decode(
        _ fields: inout BinaryReader, body: inout RangeDecoder
    ) throws(BlockDecodingError) -> [RollUp] {
        guard let size = fields.number(), size <= UInt64(maximumRollUps),
            let starts = IntegerColumn.decode(Int(size), fields: &fields, body: &body),
            let counts = IntegerColumn.decode(Int(size), fields: &fields, body: &body),
            let coverages = IntegerColumn.decode(Int(size), fields: &fields, body: &body)
        else { throw .invalidContent }
        var known = RollUpColumns(counts: counts)
        for column in RollUpColumns.order {
            guard let choice = fields.number(), choice < UInt64(column.predictions.count),
                let values = ValueColumn.decode(
                    Int(size), predicted: column.predictions[Int(choice)](known), fields: &fields, body: &body)
            else { throw .invalidContent }
            known[keyPath: column.known] = values
        }
        return starts.indices.map { index in
            RollUp(
                start: Timestamp(milliseconds: starts[index]), count: Int(counts[index]),
                minimum: known.minimum[index], maximum: known.maximum[index], first: known.first[index],
                last: known.last[index], mean: known.mean[index], sum: known.sum[index],
                increase: known.increase[index], coverage: .milliseconds(coverages[index]))
        }
    }
}

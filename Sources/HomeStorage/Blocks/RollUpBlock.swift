import HomeModel

/// Roll-ups of one series, column by column. Wrapped as `BlockFrame` says.
///
/// Much of a roll-up follows from the rest: the least value is mostly the first or the last one, and the mean is about
/// the sum by the count. Only what is different is written.
enum RollUpBlock {
    static let maximumRollUps = 16_384
    static let format: UInt8 = 2

    /// `rollUps` are in the order of their starts; at most `maximumRollUps`.
    static func encode(_ rollUps: ArraySlice<RollUp>) -> [UInt8] {
        var fields = LogBytes()
        var body = RangeEncoder()
        encode(rollUps, &fields, &body)
        return BlockFrame.bytes(format: format, fields: fields.bytes, body: body.finish())
    }

    /// Writes the columns; a block of another format may go on behind them.
    static func encode(_ rollUps: ArraySlice<RollUp>, _ fields: inout LogBytes, _ body: inout RangeEncoder) {
        fields.append(UInt64(rollUps.count))
        var starts = rollUps.map(\.start.milliseconds)
        var counts = rollUps.map { Int64($0.count) }
        var coverages = rollUps.map(\.coverage.wholeMilliseconds)
        NumberColumn.encode(&starts, isTime: true, &fields, &body)
        NumberColumn.encode(&counts, &fields, &body)
        NumberColumn.encode(&coverages, &fields, &body)
        var known = RollUpColumns(counts: counts)
        for column in RollUpColumns.order {
            let values = rollUps.map { $0[keyPath: column.value] }
            let choice = choice(for: values, column.expectations, known)
            fields.append(UInt64(choice))
            ValueColumn.encode(values, expected: column.expectations[choice](known), &fields, &body)
            known[keyPath: column.known] = values
        }
    }

    /// The expectation that leaves the least to write.
    private static func choice(
        for values: [Double], _ expectations: [(RollUpColumns) -> [Double]?], _ known: RollUpColumns
    ) -> Int {
        guard expectations.count > 1 else { return 0 }
        let sizes = expectations.map { expectation in
            var fields = LogBytes()
            var body = RangeEncoder()
            ValueColumn.encode(values, expected: expectation(known), &fields, &body)
            return fields.bytes.count + body.finish().count
        }
        return sizes.indices.min { sizes[$0] < sizes[$1] } ?? 0
    }

    /// As `ReadingBlock.decode`.
    static func decode(_ bytes: UnsafeRawBufferPointer) throws(BlockDamage) -> [RollUp] {
        var (fields, body) = try BlockFrame.open(bytes, format: format)
        let rollUps = try decode(&fields, &body)
        guard fields.isAtEnd else { throw .impossible }
        return rollUps
    }

    /// Reads what `encode(_:_:_:)` wrote.
    static func decode(
        _ fields: inout LogByteReader, _ body: inout RangeDecoder
    ) throws(BlockDamage) -> [RollUp] {
        guard let size = fields.number(), size <= UInt64(maximumRollUps),
            let starts = NumberColumn.decode(Int(size), &fields, &body),
            let counts = NumberColumn.decode(Int(size), &fields, &body),
            let coverages = NumberColumn.decode(Int(size), &fields, &body)
        else { throw .impossible }
        var known = RollUpColumns(counts: counts)
        for column in RollUpColumns.order {
            guard let choice = fields.number(), choice < UInt64(column.expectations.count),
                let values = ValueColumn.decode(
                    Int(size), expected: column.expectations[Int(choice)](known), &fields, &body)
            else { throw .impossible }
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

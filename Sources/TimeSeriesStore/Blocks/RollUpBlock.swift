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

/// The columns of roll-ups that are known so far, and the predictions that follow from them for the next one.
struct RollUpColumns {
    let counts: [Int64]
    var first: [Double] = []
    var last: [Double] = []
    var minimum: [Double] = []
    var maximum: [Double] = []
    var increase: [Double] = []
    var sum: [Double] = []
    var mean: [Double] = []

    init(counts: [Int64]) { self.counts = counts }

    /// One column: its value in a roll-up, its place among the known columns, and its possible predictions.
    struct Column {
        let value: KeyPath<RollUp, Double>
        let known: WritableKeyPath<RollUpColumns, [Double]>
        /// One of them is chosen for the whole column; nil means no prediction.
        let predictions: [(RollUpColumns) -> [Double]?]
    }

    /// The columns in the order in which they are written; each may use those before it.
    static var order: [Column] {
        [
            Column(value: \.last, known: \.last, predictions: [{ _ in nil }]),
            Column(value: \.first, known: \.first, predictions: [{ _ in nil }, \.previousLast]),
            Column(value: \.minimum, known: \.minimum, predictions: [{ zip($0.first, $0.last).map(min) }]),
            Column(value: \.maximum, known: \.maximum, predictions: [{ zip($0.first, $0.last).map(max) }]),
            Column(
                value: \.increase, known: \.increase,
                predictions: [{ _ in nil }, { zip($0.last, $0.previousLast).map(-) }]),
            Column(value: \.sum, known: \.sum, predictions: [{ _ in nil }, \.trapezoid]),
            Column(value: \.mean, known: \.mean, predictions: [{ zip($0.sum, $0.counts).map { $0 / Double($1) } }]),
        ]
    }

    private var previousLast: [Double] { last.prefix(1) + last.dropLast() }

    private var trapezoid: [Double] {
        zip(zip(first, last), counts).map { ($0.0 + $0.1) / 2 * Double($1) }
    }
}

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

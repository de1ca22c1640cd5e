import HomeModel

/// Hourly roll-ups of one series, column by column.
///
/// | offset | field |
/// |---|---|
/// | 0 | format |
/// | 1 | bytes of the header behind this one, UInt16 little endian, n |
/// | 3 | count, then each column's scale and settings |
/// | 3 + n | the columns, range coded |
/// | length − 4 | CRC-32C of everything before, UInt32 little endian |
enum RollUpBlock {
    static let format: UInt8 = 129
    static let maximumRollUps = 16_384
    private static let headerOffset = 3

    static func encode(_ rollUps: ArraySlice<RollUp>) -> [UInt8] {
        var fields = LogBytes()
        fields.append(UInt64(rollUps.count))
        var body = RangeEncoder(after: [])
        let whole: [(RollUp) -> Int64] = [
            { $0.start.milliseconds }, { Int64($0.count) }, { $0.coverage.wholeMilliseconds },
        ]
        for column in whole {
            var numbers = rollUps.map(column)
            append(&numbers, &fields, &body)
        }
        let values: [(RollUp) -> Double] = [
            \.minimum, \.maximum, \.first, \.last, \.mean, \.sum, \.increase,
        ]
        for column in values {
            let scale = ValueScale(of: rollUps.lazy.map(column))
            fields.append(scale.rawValue)
            var numbers = rollUps.map { [power = scale.power] in ValueScale.number(column($0), power) }
            append(&numbers, &fields, &body)
        }
        var bytes = [format]
        bytes.append(littleEndian: UInt16(truncatingIfNeeded: fields.bytes.count))
        bytes += fields.bytes + body.finish()
        bytes.append(littleEndian: bytes.withUnsafeBytes { CRC32C.checksum($0) })
        return bytes
    }

    private static func append(_ numbers: inout [Int64], _ fields: inout LogBytes, _ body: inout RangeEncoder) {
        numbers.withUnsafeMutableBufferPointer { numbers in
            let column = NumberColumn(of: numbers, isTime: false)
            fields.append(column)
            column.code(numbers, &body)
        }
    }

    static func decode(_ bytes: UnsafeRawBufferPointer) throws(BlockDamage) -> [RollUp] {
        guard bytes.count >= headerOffset + BlockHeader.checksumBytes else { throw .truncated }
        guard bytes[0] == format else { throw .unknownFormat(bytes[0]) }
        let end = bytes.count - BlockHeader.checksumBytes
        guard CRC32C.checksum(UnsafeRawBufferPointer(rebasing: bytes[..<end])) == bytes.integer(at: end) else {
            throw .checksum
        }
        let body = headerOffset + Int(bytes.integer(at: 1, as: UInt16.self))
        guard body <= end else { throw .impossible }
        var fields = LogByteReader(UnsafeRawBufferPointer(rebasing: bytes[headerOffset..<body]))
        guard let count = fields.number(), count <= UInt64(maximumRollUps) else { throw .impossible }
        var decoder = RangeDecoder(UnsafeRawBufferPointer(rebasing: bytes[body..<end]))
        var whole: [[Int64]] = []
        for _ in 0..<3 {
            guard let column = fields.column() else { throw .impossible }
            whole.append(numbers(Int(count), column, &decoder))
        }
        var values: [[Double]] = []
        for _ in 0..<7 {
            guard let scale = fields.number().flatMap(ValueScale.init), let column = fields.column() else {
                throw .impossible
            }
            values.append(
                numbers(Int(count), column, &decoder).map { [power = scale.power] in ValueScale.value($0, power) })
        }
        return (0..<Int(count)).map { index in
            RollUp(
                start: Timestamp(milliseconds: whole[0][index]), count: Int(whole[1][index]),
                minimum: values[0][index], maximum: values[1][index], first: values[2][index],
                last: values[3][index], mean: values[4][index], sum: values[5][index],
                increase: values[6][index], coverage: .milliseconds(whole[2][index]))
        }
    }

    private static func numbers(_ count: Int, _ column: NumberColumn, _ decoder: inout RangeDecoder) -> [Int64] {
        var numbers = [Int64](repeating: 0, count: count)
        numbers.withUnsafeMutableBufferPointer { column.code($0, &decoder) }
        return numbers
    }
}

/// Codes a run of values: their numbers on a scale, and what is still missing to the last bit.
enum ValueColumn {
    private static let hasCorrections: UInt64 = 1
    private static let hasTable: UInt64 = 2
    /// More distinct values than this are no longer listed.
    private static let largestTable = 1024

    /// Where something is `expected` of each value, only what is different is written.
    static func encode(
        _ values: [Double], expected: [Double]? = nil, _ fields: inout LogBytes, _ body: inout RangeEncoder
    ) {
        let scale = ValueScale(of: values)
        let scaled = ScaledValues(scale)
        var numbers = values.map(scaled.number)
        var corrections = zip(values, numbers).map { scaled.correction(of: $0, from: $1) }
        let isExact = corrections.allSatisfy { $0 == 0 }
        if let expected {
            for index in numbers.indices { numbers[index] &-= scaled.number(expected[index]) }
        }
        let table = expected == nil ? table(of: numbers) : nil
        fields.append(scale.rawValue << 2 | (isExact ? 0 : hasCorrections) | (table == nil ? 0 : hasTable))
        if var table {
            fields.append(UInt64(table.count))
            let places = Dictionary(uniqueKeysWithValues: zip(table, Int64(0)...))
            for index in numbers.indices { numbers[index] = places[numbers[index]] ?? 0 }
            NumberColumn.encode(&table, &fields, &body)
        }
        NumberColumn.encode(&numbers, &fields, &body)
        if !isExact { NumberColumn.encode(&corrections, &fields, &body) }
    }

    /// Nil when the fields say what cannot be.
    static func decode(
        _ count: Int, expected: [Double]? = nil, _ fields: inout LogByteReader, _ body: inout RangeDecoder
    ) -> [Double]? {
        guard let kind = fields.number(), let scale = ValueScale(rawValue: kind >> 2) else { return nil }
        var table: [Int64]?
        if kind & hasTable != 0 {
            guard let entries = fields.number(), (1...UInt64(largestTable)).contains(entries) else { return nil }
            table = NumberColumn.decode(Int(entries), &fields, &body)
        }
        guard var numbers = NumberColumn.decode(count, &fields, &body) else { return nil }
        if let table {
            for index in numbers.indices {
                guard let place = Int(exactly: numbers[index]), table.indices.contains(place) else { return nil }
                numbers[index] = table[place]
            }
        }
        let scaled = ScaledValues(scale)
        if let expected {
            for index in numbers.indices { numbers[index] &+= scaled.number(expected[index]) }
        }
        guard kind & hasCorrections != 0 else { return numbers.map(scaled.value) }
        guard let corrections = NumberColumn.decode(count, &fields, &body) else { return nil }
        return zip(numbers, corrections).map { scaled.value($0, correction: $1) }
    }

    /// The distinct numbers in their order, where they are few and far between: of a sensor with a scale of its own.
    private static func table(of numbers: [Int64]) -> [Int64]? {
        guard let minimum = numbers.min(), let maximum = numbers.max() else { return nil }
        let span = UInt64(bitPattern: maximum &- minimum)
        guard span >= 1024 else { return nil }
        let most = min(largestTable, numbers.count / 8)
        var distinct: Set<Int64> = []
        for number in numbers {
            distinct.insert(number)
            guard distinct.count <= most else { return nil }
        }
        return span / UInt64(distinct.count) >= 16 ? distinct.sorted() : nil
    }
}

/// Encodes a run of values: their numbers on a scale, and the corrections that restore every bit.
enum ValueColumn {
    private static let hasCorrections: UInt64 = 1
    private static let hasTable: UInt64 = 2
    /// The largest number of distinct values for which a table is written.
    private static let largestTable = 1024

    /// With `predicted` values, only the differences from them are written.
    static func encode(
        _ values: [Double], predicted: [Double]? = nil, fields: inout BinaryWriter, body: inout RangeEncoder
    ) {
        let scale = ValueScale(of: values)
        let scaled = ValueQuantizer(scale)
        var numbers = values.map(scaled.number)
        var corrections = zip(values, numbers).map { scaled.correction(of: $0, from: $1) }
        let isExact = corrections.allSatisfy { $0 == 0 }
        if let predicted {
            for index in numbers.indices { numbers[index] &-= scaled.number(predicted[index]) }
        }
        let table = predicted == nil ? table(of: numbers) : nil
        fields.append(scale.rawValue << 2 | (isExact ? 0 : hasCorrections) | (table == nil ? 0 : hasTable))
        if var table {
            fields.append(UInt64(table.count))
            let places = Dictionary(uniqueKeysWithValues: zip(table, Int64(0)...))
            for index in numbers.indices { numbers[index] = places[numbers[index]] ?? 0 }
            IntegerColumn.encode(&table, fields: &fields, body: &body)
        }
        IntegerColumn.encode(&numbers, fields: &fields, body: &body)
        if !isExact { IntegerColumn.encode(&corrections, fields: &fields, body: &body) }
    }

    /// Returns nil when the fields are not possible.
    static func decode(
        _ count: Int, predicted: [Double]? = nil, fields: inout BinaryReader, body: inout RangeDecoder
    ) -> [Double]? {
        guard let kind = fields.number(), let scale = ValueScale(rawValue: kind >> 2) else { return nil }
        var table: [Int64]?
        if kind & hasTable != 0 {
            guard let entries = fields.number(), (1...UInt64(largestTable)).contains(entries) else { return nil }
            table = IntegerColumn.decode(Int(entries), fields: &fields, body: &body)
        }
        guard var numbers = IntegerColumn.decode(count, fields: &fields, body: &body) else { return nil }
        if let table {
            for index in numbers.indices {
                guard let place = Int(exactly: numbers[index]), table.indices.contains(place) else { return nil }
                numbers[index] = table[place]
            }
        }
        let scaled = ValueQuantizer(scale)
        if let predicted {
            for index in numbers.indices { numbers[index] &+= scaled.number(predicted[index]) }
        }
        guard kind & hasCorrections != 0 else { return numbers.map(scaled.value) }
        guard let corrections = IntegerColumn.decode(count, fields: &fields, body: &body) else { return nil }
        return zip(numbers, corrections).map { scaled.value($0, correction: $1) }
    }

    /// Returns the sorted distinct numbers if they are few and far apart, as from a sensor with a coarse scale of its
    /// own; otherwise nil.
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

/// How a run of whole numbers, such as the times of a block, is coded.
struct NumberColumn: Hashable, Sendable {
    /// What the spread of a residual is learned by.
    enum Context: UInt64, CaseIterable, Sendable {
        case none
        /// The residual before.
        case previous
        /// How large the latest ones were, and where between two numbers the line is.
        case spread
    }

    var first: Int64 = 0
    /// All differences are multiples of it.
    var unit: Int64 = 1
    var line = LinePredictor.Settings()
    var context = Context.none
    /// Numbers stand on a grid of the line's slope, and some may be missing.
    var isGrid = false

    private static let skips = 32
    private static let chances = NumberModel.chances(contexts: skips + 1)

    /// Codes all of `numbers` but the first: reads them when `coder` writes, and the other way round.
    func code(_ numbers: UnsafeMutableBufferPointer<Int64>, _ coder: inout some BinaryCoder) {
        guard !numbers.isEmpty else { return }
        withUnsafeTemporaryAllocation(of: Chance.self, capacity: Self.chances) { chances in
            Chance.steps.withUnsafeBufferPointer { steps in
                guard let base = chances.baseAddress, let steps = steps.baseAddress else { return }
                let model = NumberModel(contexts: Self.skips + 1, chances: base, steps: steps)
                switch context {
                case .none: code(numbers, model, &coder) { _, _ in 0 }
                case .previous: code(numbers, model, &coder) { _, residual in Self.kind(of: residual) }
                case .spread: code(numbers, model, &coder) { line, _ in Self.kind(of: line) }
                }
            }
        }
        numbers[0] = first
    }

    @inline(__always)
    private func code<Coder: BinaryCoder>(
        _ numbers: UnsafeMutableBufferPointer<Int64>, _ model: NumberModel, _ coder: inout Coder,
        context: (LinePredictor, Int64) -> Int
    ) {
        var line = LinePredictor(line)
        var residual: Int64 = 0
        let first = first
        let unit = unit
        let isGrid = isGrid
        for index in 1..<max(numbers.count, 1) {
            let number = Coder.isReader ? 0 : (numbers[index] &- first) / unit
            if isGrid { line.skip(model.code(line.missing(before: number), context: Self.skips, &coder)) }
            residual = model.code(number &- line.expected, context: context(line, residual), &coder)
            line.take(residual)
            numbers[index] = first &+ line.last &* unit
        }
    }

    @inline(__always)
    private static func kind(of residual: Int64) -> Int {
        min(64 - residual.magnitude.leadingZeroBitCount, 3) + (residual < 0 ? 4 : 0)
    }

    /// Twice the logarithm of the spread, and the line's phase.
    @inline(__always)
    private static func kind(of line: LinePredictor) -> Int {
        let spread = UInt64(bitPattern: line.spread >> 6 &+ 1)
        let width = 63 - spread.leadingZeroBitCount
        let half = width > 0 ? Int(truncatingIfNeeded: spread >> UInt64(width - 1) & 1) : 0
        return min(2 * width + half, 7) << 2 | line.phase
    }
}

extension NumberColumn {
    /// Writes `numbers` as they are best written; they are left as they were.
    static func encode(
        _ numbers: inout [Int64], isTime: Bool = false, _ fields: inout LogBytes, _ body: inout RangeEncoder
    ) {
        numbers.withUnsafeMutableBufferPointer { numbers in
            let column = NumberColumn(of: numbers, isTime: isTime)
            fields.append(column)
            column.code(numbers, &body)
        }
    }

    /// Nil when the fields say what cannot be. The caller has checked that `count` is not too much.
    static func decode(
        _ count: Int, _ fields: inout LogByteReader, _ body: inout RangeDecoder
    ) -> [Int64]? {
        guard let column = fields.column() else { return nil }
        return [Int64](unsafeUninitializedCapacity: count) { numbers, initialized in
            numbers.initialize(repeating: 0)
            column.code(UnsafeMutableBufferPointer(rebasing: numbers[..<count]), &body)
            initialized = count
        }
    }
}

extension LogBytes {
    fileprivate mutating func append(_ column: NumberColumn) {
        append(column.context.rawValue << 1 | (column.isGrid ? 1 : 0))
        append(column.first)
        append(UInt64(bitPattern: column.unit))
        append(column.line.slope)
        append(UInt64(bitPattern: column.line.levelGain))
        append(UInt64(bitPattern: column.line.slopeGain))
    }
}

extension LogByteReader {
    fileprivate mutating func column() -> NumberColumn? {
        guard let kind = number(), let context = NumberColumn.Context(rawValue: kind >> 1), let first = signedNumber(),
            let unit = whole(), unit > 0, let slope = signedNumber(), let levelGain = whole(), let slopeGain = whole()
        else { return nil }
        let line = LinePredictor.Settings(slope: slope, levelGain: levelGain, slopeGain: slopeGain)
        guard line.isPossible else { return nil }
        return NumberColumn(first: first, unit: unit, line: line, context: context, isGrid: kind & 1 == 1)
    }

    private mutating func whole() -> Int64? { number().flatMap(Int64.init(exactly:)) }
}

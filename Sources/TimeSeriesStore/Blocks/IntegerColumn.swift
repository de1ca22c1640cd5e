/// The parameters with which a run of integers, such as the times of a block, is encoded.
struct IntegerColumn: Hashable, Sendable {
    /// The context that selects the adaptive models of a residual.
    enum Context: UInt64, CaseIterable, Sendable {
        case none
        /// The previous residual.
        case previous
        /// The size of the latest residuals, and the position of the line between two integers.
        case spread
    }

    var first: Int64 = 0
    /// All differences from `first` are multiples of it.
    var unit: Int64 = 1
    var line = LinearPredictor.Settings()
    var context = Context.none
    /// The numbers lie on a grid with the line's slope, and some may be missing.
    var isGrid = false

    private static let skips = 32
    private static let models = AdaptiveIntegerModel.models(contexts: skips + 1)

    /// Encodes all of `numbers` but the first when `coder` writes, or decodes into them when it reads. Sets the first
    /// number in both cases.
    func code(_ numbers: UnsafeMutableBufferPointer<Int64>, coder: inout some BinaryCoder) {
        guard !numbers.isEmpty else { return }
        withUnsafeTemporaryAllocation(of: AdaptiveBitModel.self, capacity: Self.models) { models in
            AdaptiveBitModel.steps.withUnsafeBufferPointer { steps in
                guard let base = models.baseAddress, let steps = steps.baseAddress else { return }
                let model = AdaptiveIntegerModel(contexts: Self.skips + 1, models: base, steps: steps)
                switch context {
                case .none: code(numbers, model: model, coder: &coder) { _, _ in 0 }
                case .previous: code(numbers, model: model, coder: &coder) { _, residual in Self.kind(of: residual) }
                case .spread: code(numbers, model: model, coder: &coder) { line, _ in Self.kind(of: line) }
                }
            }
        }
        numbers[0] = first
    }

    @inline(__always)
    private func code<Coder: BinaryCoder>(
        _ numbers: UnsafeMutableBufferPointer<Int64>, model: AdaptiveIntegerModel, coder: inout Coder,
        context: (LinearPredictor, Int64) -> Int
    ) {
        var line = LinearPredictor(line)
        var residual: Int64 = 0
        let first = first
        let unit = unit
        let isGrid = isGrid
        for index in 1..<max(numbers.count, 1) {
            let number = Coder.isReader ? 0 : (numbers[index] &- first) / unit
            if isGrid { line.skip(model.code(line.missing(before: number), context: Self.skips, coder: &coder)) }
            residual = model.code(number &- line.predicted, context: context(line, residual), coder: &coder)
            line.update(residual)
            numbers[index] = first &+ line.last &* unit
        }
    }

    @inline(__always)
    private static func kind(of residual: Int64) -> Int {
        min(64 - residual.magnitude.leadingZeroBitCount, 3) + (residual < 0 ? 4 : 0)
    }

    /// Twice the binary logarithm of the spread, and the line's phase.
    @inline(__always)
    private static func kind(of line: LinearPredictor) -> Int {
        let spread = UInt64(bitPattern: line.spread >> 6 &+ 1)
        let width = 63 - spread.leadingZeroBitCount
        let half = width > 0 ? Int(truncatingIfNeeded: spread >> UInt64(width - 1) & 1) : 0
        return min(2 * width + half, 7) << 2 | line.phase
    }
}

extension IntegerColumn {
    /// Writes `numbers` with the best parameters found. `numbers` are unchanged afterwards.
    static func encode(
        _ numbers: inout [Int64], isTime: Bool = false, fields: inout BinaryWriter, body: inout RangeEncoder
    ) {
        numbers.withUnsafeMutableBufferPointer { numbers in
            let column = IntegerColumn(of: numbers, isTime: isTime)
            fields.append(column)
            column.code(numbers, coder: &body)
        }
    }

    /// Returns nil when the fields are not possible. The caller must have limited `count`.
    static func decode(
        _ count: Int, fields: inout BinaryReader, body: inout RangeDecoder
    ) -> [Int64]? {
        guard let column = fields.column() else { return nil }
        return [Int64](unsafeUninitializedCapacity: count) { numbers, initialized in
            numbers.initialize(repeating: 0)
            column.code(UnsafeMutableBufferPointer(rebasing: numbers[..<count]), coder: &body)
            initialized = count
        }
    }
}

extension BinaryWriter {
    fileprivate mutating func append(_ column: IntegerColumn) {
        append(column.context.rawValue << 1 | (column.isGrid ? 1 : 0))
        append(column.first)
        append(UInt64(bitPattern: column.unit))
        append(column.line.slope)
        append(UInt64(bitPattern: column.line.levelGain))
        append(UInt64(bitPattern: column.line.slopeGain))
    }
}

extension BinaryReader {
    fileprivate mutating func column() -> IntegerColumn? {
        guard let kind = number(), let context = IntegerColumn.Context(rawValue: kind >> 1), let first = signedNumber(),
            let unit = whole(), unit > 0, let slope = signedNumber(), let levelGain = whole(), let slopeGain = whole()
        else { return nil }
        let line = LinearPredictor.Settings(slope: slope, levelGain: levelGain, slopeGain: slopeGain)
        guard line.isPossible else { return nil }
        return IntegerColumn(first: first, unit: unit, line: line, context: context, isGrid: kind & 1 == 1)
    }

    private mutating func whole() -> Int64? { number().flatMap(Int64.init(exactly:)) }
}

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
    static let chances = NumberModel.chances(contexts: skips + 1)

    /// Codes all of `numbers` but the first: reads them when `coder` writes, and the other way round.
    func code(_ numbers: UnsafeMutableBufferPointer<Int64>, _ coder: inout some BinaryCoder) {
        guard !numbers.isEmpty else { return }
        withUnsafeTemporaryAllocation(of: Chance.self, capacity: Self.chances) { chances in
            guard let base = chances.baseAddress else { return }
            let model = NumberModel(contexts: Self.skips + 1, chances: base)
            switch context {
            case .none: code(numbers, model, &coder) { _, _ in 0 }
            case .previous: code(numbers, model, &coder) { _, residual in Self.kind(of: residual) }
            case .spread: code(numbers, model, &coder) { line, _ in Self.kind(of: line) }
            }
        }
        numbers[0] = first
    }

    @inline(__always)
    private func code(
        _ numbers: UnsafeMutableBufferPointer<Int64>, _ model: NumberModel, _ coder: inout some BinaryCoder,
        context: (LinePredictor, Int64) -> Int
    ) {
        var line = LinePredictor(line)
        var residual: Int64 = 0
        let first = first
        let unit = unit
        let isGrid = isGrid
        for index in 1..<max(numbers.count, 1) {
            let number = (numbers[index] &- first) / unit
            if isGrid { line.skip(model.code(missing(number &- line.expected), context: Self.skips, &coder)) }
            residual = model.code(number &- line.expected, context: context(line, residual), &coder)
            line.take(residual)
            numbers[index] = first &+ line.last &* unit
        }
    }

    /// How many numbers of the grid are missing when the next one is so far beyond what was expected.
    @inline(__always)
    private func missing(_ residual: Int64) -> Int64 {
        let step = line.slope >> 16
        return residual <= step >> 1 || step < 1 ? 0 : min(residual / step + (residual % step > step >> 1 ? 1 : 0), 1 << 16)
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

/// Computes the typical difference between neighbouring numbers of a column.
enum MedianStep {
    private static let stretches = 32
    private static let length = 1024

    /// Returns the step in 65,536ths of `unit`, or 0 when there is none that a line could have.
    ///
    /// The result is the median, over runs from all over `numbers`, of their mean steps. Missing numbers in a run are
    /// counted.
    static func of(_ numbers: UnsafeMutableBufferPointer<Int64>, unit: Int64) -> Int64 {
        let step = median((1..<min(numbers.count, length)).map { (numbers[$0] &- numbers[$0 - 1]) / unit })
        guard step.magnitude < 1 << 30 else { return 0 }
        guard step > 0 else { return step << 16 }
        let length = min(numbers.count - 1, length)
        let slopes = (0..<stretches).compactMap { stretch -> Int64? in
            let start = (numbers.count - 1 - length) * stretch / (stretches - 1)
            let way = (numbers[start + length] &- numbers[start]) / unit
            guard way > 0, way < 1 << 46 else { return nil }
            let steps = (way + step / 2) / step
            return steps > 0 ? (way << 16) / steps : nil
        }
        return slopes.isEmpty ? step << 16 : min(median(slopes), LinearPredictor.Settings.largestSlope)
    }

    private static func median(_ numbers: [Int64]) -> Int64 {
        numbers.isEmpty ? 0 : numbers.sorted()[numbers.count / 2]
    }
}

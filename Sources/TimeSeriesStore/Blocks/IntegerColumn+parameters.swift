extension IntegerColumn {
    /// Chooses the parameters that encode a sample of `numbers` in the fewest bytes.
    init(of numbers: UnsafeMutableBufferPointer<Int64>, isTime: Bool) {
        guard numbers.count > 1 else {
            first = numbers.first ?? 0
            return
        }
        first = numbers[0]
        unit = Self.unit(of: numbers)
        let step = MedianStep.of(numbers, unit: unit)
        let sample = Self.sample(of: numbers)
        var best = Int.max
        for candidate in Candidate.all(isTime: isTime, count: numbers.count) {
            var column = self
            column.context = candidate.context
            column.isGrid = isTime
            let slope = isTime || candidate.slopeGain != 0 ? step : 0
            column.line = .init(slope: slope, levelGain: candidate.levelGain, slopeGain: candidate.slopeGain)
            let size = column.size(of: sample)
            if size < best { (best, self) = (size, column) }
        }
    }

    private func size(of sample: [Int64]) -> Int {
        var sample = sample
        var encoder = RangeEncoder()
        sample.withUnsafeMutableBufferPointer { code($0, coder: &encoder) }
        return encoder.finish().count
    }

    /// The parameter sets that were the best for some series of a home; others gained less than a thousandth.
    private struct Candidate {
        let levelGain: Int64
        let slopeGain: Int64
        let context: Context

        init(_ levelGain: Int64, slopeGain: Int64, context: Context) {
            self.levelGain = levelGain
            self.slopeGain = slopeGain
            self.context = context
        }

        static func all(isTime: Bool, count: Int) -> [Candidate] {
            if isTime { return times }
            return count < 1024 ? common : common + rare
        }

        private static let times = [256, 64, 16, 4].map { Candidate($0, slopeGain: 0, context: .none) }
        private static let common = [
            Candidate(256, slopeGain: 0, context: .none), Candidate(0, slopeGain: 0, context: .none),
            Candidate(128, slopeGain: 0, context: .none), Candidate(32, slopeGain: 0, context: .none),
            Candidate(256, slopeGain: 1024, context: .spread),
        ]
        /// In short columns the search for them costs more than they gain.
        private static let rare = [
            Candidate(256, slopeGain: 0, context: .previous), Candidate(256, slopeGain: 0, context: .spread),
            Candidate(192, slopeGain: 0, context: .none),
            Candidate(64, slopeGain: 0, context: .none), Candidate(16, slopeGain: 0, context: .none),
            Candidate(256, slopeGain: 512, context: .spread),
            Candidate(256, slopeGain: 2048, context: .spread), Candidate(256, slopeGain: 1024, context: .previous),
            Candidate(256, slopeGain: 4096, context: .none),
            Candidate(192, slopeGain: 2048, context: .spread), Candidate(128, slopeGain: 1024, context: .spread),
            Candidate(64, slopeGain: 64, context: .spread),
        ]
    }

    /// Takes runs from all over `numbers`: a quarter of a full column.
    private static func sample(of numbers: UnsafeMutableBufferPointer<Int64>) -> [Int64] {
        let stretches = 8
        let length = numbers.count > 4096 ? 512 : 64
        guard numbers.count > stretches * length else { return Array(numbers) }
        return (0..<stretches).flatMap { stretch in
            let start = (numbers.count - length) * stretch / (stretches - 1)
            return numbers[start..<start + length]
        }
    }

    private static func unit(of numbers: UnsafeMutableBufferPointer<Int64>) -> Int64 {
        var unit: UInt64 = 0
        for index in 1..<numbers.count where unit != 1 {
            var step = (numbers[index] &- numbers[0]).magnitude
            while step != 0 { (unit, step) = (step, unit % step) }
        }
        return unit == 0 ? 1 : Int64(exactly: unit) ?? 1
    }
}

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

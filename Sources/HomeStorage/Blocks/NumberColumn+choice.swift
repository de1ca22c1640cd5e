extension NumberColumn {
    /// The way to code `numbers` that turned out best on a part of them.
    init(of numbers: UnsafeMutableBufferPointer<Int64>, isTime: Bool) {
        guard numbers.count > 1 else {
            first = numbers.first ?? 0
            return
        }
        first = numbers[0]
        unit = Self.unit(of: numbers)
        let slope = Self.slope(of: numbers, unit: unit)
        let sample = Self.sample(of: numbers)
        var best = Int.max
        for candidate in isTime ? Self.timeCandidates(self, slope: slope) : Self.candidates(self, slope: slope) {
            var encoder = RangeEncoder(after: [])
            var copy = sample
            copy.withUnsafeMutableBufferPointer { candidate.code($0, &encoder) }
            let size = encoder.finish().count
            if size < best { (best, self) = (size, candidate) }
        }
        if isTime { return }
        let winner = self
        for kind in Context.allCases where kind != .spread {
            var candidate = winner
            candidate.context = kind
            var encoder = RangeEncoder(after: [])
            var copy = sample
            copy.withUnsafeMutableBufferPointer { candidate.code($0, &encoder) }
            let size = encoder.finish().count
            if size < best { (best, self) = (size, candidate) }
        }
    }

    private static func timeCandidates(_ column: NumberColumn, slope: Int64) -> [NumberColumn] {
        [Int64]([256, 64, 32, 16, 8]).map { gain in
            var column = column
            column.line = .init(slope: slope, levelGain: gain)
            column.isGrid = true
            return column
        }
    }

    private static func candidates(_ column: NumberColumn, slope: Int64) -> [NumberColumn] {
        let gains: [(Int64, Int64)] = [
            (256, 0), (192, 0), (128, 0), (64, 0), (32, 0), (16, 0), (8, 0), (256, 4096), (256, 1024), (256, 256),
            (256, 64), (128, 256), (64, 64), (64, 16), (32, 16), (32, 4), (16, 4), (16, 1),
        ]
        return gains.map { gain in
            var column = column
            column.line = .init(slope: gain.1 == 0 ? 0 : slope, levelGain: gain.0, slopeGain: gain.1)
            column.context = .spread
            return column
        }
    }

    /// Four stretches from all over `numbers`.
    private static func sample(of numbers: UnsafeMutableBufferPointer<Int64>) -> [Int64] {
        let length = 512
        guard numbers.count > 4 * length else { return Array(numbers) }
        return (0..<4).flatMap { stretch in
            let start = (numbers.count - length) * stretch / 3
            return numbers[start..<start + length]
        }
    }

    /// The typical step, in 65,536ths; 0 when it is out of bounds.
    private static func slope(of numbers: UnsafeMutableBufferPointer<Int64>, unit: Int64) -> Int64 {
        var steps: [Int64] = []
        for index in 1..<min(numbers.count, 1024) {
            steps.append((numbers[index] &- numbers[index - 1]) / unit)
        }
        steps.sort()
        let median = steps[steps.count / 2]
        return median.magnitude < 1 << 30 ? median << 16 : 0
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

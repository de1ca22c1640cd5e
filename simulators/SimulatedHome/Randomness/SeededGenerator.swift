/// The SplitMix64 generator: small, seeded, the same on every machine. Each device has a stream of its own, so that
/// devices do not change the numbers of each other.
package struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// `stream` names the purpose of the numbers. The same seed and stream give the same numbers.
    package init(seed: UInt64, stream: String) {
        // FNV-1a, because the standard hasher has another seed in each process.
        state = stream.utf8.reduce(seed ^ 0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    }

    package mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }

    /// Returns a new generator for a part of the purpose of this one.
    mutating func split() -> SeededGenerator { SeededGenerator(seed: next(), stream: "split") }

    /// Returns a uniform number in 0..<1.
    mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }

    mutating func uniform(_ range: ClosedRange<Double>) -> Double {
        range.lowerBound + unit() * (range.upperBound - range.lowerBound)
    }

    /// Returns a number close to a normal distribution of mean 0 and deviation 1, never beyond ±3.5: the sum of four
    /// uniform numbers needs no library function and has no rare outliers.
    mutating func gaussian() -> Double { (unit() + unit() + unit() + unit() - 2) * 1.732_050_807_568_877_2 }

    /// Whether an event that occurs `perHour` times on average occurs within `seconds`.
    mutating func happens(perHour: Double, within seconds: Double) -> Bool { unit() < perHour * seconds / 3600 }

    mutating func pick<Element>(_ choices: [Element]) -> Element? {
        choices.isEmpty ? nil : choices[Int(next() % UInt64(choices.count))]
    }
}

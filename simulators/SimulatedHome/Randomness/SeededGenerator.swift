/// SplitMix64: small, seeded, the same on every machine. One stream per device, so that devices do not disturb each other.
package struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// `stream` names what the numbers are for; the same seed and stream give the same numbers.
    package init(seed: UInt64, stream: String) {
        // FNV-1a; the standard hasher is seeded anew in each process.
        state = stream.utf8.reduce(seed ^ 0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    }

    package mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }

    /// A stream of its own, for a piece of what this one serves.
    mutating func split() -> SeededGenerator { SeededGenerator(seed: next(), stream: "split") }

    /// Uniform in 0..<1.
    mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }

    mutating func uniform(_ range: ClosedRange<Double>) -> Double {
        range.lowerBound + unit() * (range.upperBound - range.lowerBound)
    }

    /// Close to normal, mean 0, deviation 1, never beyond ±3.5 (four uniforms: no library function, no rare giants).
    mutating func gaussian() -> Double { (unit() + unit() + unit() + unit() - 2) * 1.732_050_807_568_877_2 }

    /// Whether something that happens `perHour` times happens within `seconds`.
    mutating func happens(perHour: Double, within seconds: Double) -> Bool { unit() < perHour * seconds / 3600 }

    mutating func pick<Element>(_ choices: [Element]) -> Element? {
        choices.isEmpty ? nil : choices[Int(next() % UInt64(choices.count))]
    }
}

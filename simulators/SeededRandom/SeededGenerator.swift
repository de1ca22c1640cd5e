/// The SplitMix64 generator: small, seeded, the same on every machine, so that a run can be repeated from its seed.
/// Simulated devices, tests and benchmarks use it. Nothing secret may: its numbers are predictable.
///
/// Source: G. Steele and others, "Fast splittable pseudorandom number generators", OOPSLA 2014.
package struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var state: UInt64

    package init(seed: UInt64) { state = seed }

    /// `stream` names the purpose of the numbers. Generators of one seed and different streams are independent, so that
    /// a new purpose does not change the numbers of the others.
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

    /// Returns a uniform number from 0 up to, not including, 1.
    package mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }
}

import Foundation

/// The SplitMix64 generator: small, fast, and the same on every machine. Source: G. Steele and others, OOPSLA 2014.
struct SplitMix64Generator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// Returns a uniform number from 0 up to, not including, 1.
    mutating func fraction() -> Double { Double(next() >> 11) * 0x1p-53 }

    /// Returns a normally distributed number of mean 0 and variance 1. Source: G. Box and M. Muller (1958).
    mutating func normal() -> Double {
        (-2 * log(1 - fraction())).squareRoot() * cos(2 * .pi * fraction())
    }

    mutating func isTrue(_ probability: Double) -> Bool { fraction() < probability }
}

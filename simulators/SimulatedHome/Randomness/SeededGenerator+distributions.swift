import SeededRandom

/// The distributions that the simulation draws from. A scenario's seed decides the simulated data, so these functions
/// must keep how many numbers they take and what they make of them.
extension SeededGenerator {
    /// Returns a new generator for a part of the purpose of this one.
    mutating func split() -> SeededGenerator { SeededGenerator(seed: next(), stream: "split") }

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

import HomeModel
import Testing

struct CounterIncreaseTests {
    @Test(
        arguments: [
            // Steady, also after a correction.
            (0, 0, 0), (1200, 1203.5, 3.5), (1200, 1200, 0), (1200, 1199.9, -0.1), (1000, 900, -100), (0, 12, 12),
            // A device that began again at 0.
            (1000, 899.9, 899.9), (1000, 0, 0), (1000, 3, 3), (42, 1, 1), (100, 0.4, 0.4), (8999, 2, 2),
            // A display of so many digits, or a register of so many bits, that ran over.
            (9999.9, 0, 0.1), (9990, 5, 15), (99_999.9, 0.2, 0.3), (98_000, 1000, 3000), (999_999, 1, 2),
            (65_535, 1, 2), (6553.5, 0.1, 0.2), (4_294_967, 0.704, 1),
            // Too far from the end, or too far from the start, to be one.
            (89_999, 5, 5), (99_000, 10_001, 10_001), (10_000_000, 1, 1),
        ] as [(Double, Double, Double)])
    func stepsAreRead(_ previous: Double, _ value: Double, _ increase: Double) {
        #expect(abs(CounterIncrease.between(previous, value) - increase) < 1e-6)
    }

    @Test func theKindOfStepIsSaid() {
        #expect(CounterIncrease(from: 10, to: 9.5) == .steady)
        #expect(CounterIncrease(from: 99_999, to: 3) == .rollOver(modulus: 100_000))
        #expect(CounterIncrease(from: 50_000, to: 3) == .reset)
        #expect(CounterIncrease(from: 50_000, to: .nan) == .reset, "what is no number never traps")
    }
}

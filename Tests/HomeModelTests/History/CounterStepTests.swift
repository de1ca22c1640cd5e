import HomeModel
import Testing

struct CounterStepTests {
    @Test(
        arguments: [
            // The counter is steady, also after a correction.
            (0, 0, 0), (1200, 1203.5, 3.5), (1200, 1200, 0), (1200, 1199.9, -0.1), (1000, 999, -1), (0, 12, 12),
            // The counter started again at 0.
            (1000, 0, 0), (1000, 3, 3), (42, 1, 1), (100, 0.4, 0.4), (8999, 2, 2), (100, 20, 20),
            // A display with a number of digits, or a register with a number of bits, rolled over.
            (9999.9, 0, 0.1), (9990, 5, 15), (99_999.9, 0.2, 0.3), (99_980, 6, 26), (999_999, 1, 2),
            (65_535, 1, 2), (6553.5, 0.1, 0.2), (4_294_967, 0.704, 1),
            // Too far from the end or from the start for a rollover: a new start, or another meter.
            (89_999, 5, 5), (99_000, 10_001, 0), (98_000, 1000, 0), (10_000_000, 1, 1),
            // Another meter was installed, with a higher or a lower value.
            (1000, 900, 0), (1000, 899.9, 0), (1000, 1026.1, 0), (0, 27, 0), (120.1, 45_000, 0),
        ] as [(Double, Double, Double)])
    func increaseFollowsFromTwoConsecutiveValues(_ previous: Double, value: Double, increase: Double) {
        let quarter: Int64 = 900_000
        #expect(abs(CounterStep.between(previous, value: value, after: quarter) - increase) < 1e-6)
    }

    @Test(
        arguments: [
            // No home uses as much in that time.
            (100, 1000, 0), (2, 1000, 0), (5000, 3_600_000, 0), (.infinity, 1000, 0),
            // A home may use this much.
            (0.1, 1000, 0.1), (1, 0, 1), (25, 900_000, 25), (5000, 200_000_000, 5000), (7, .max, 7), (0, -1, 0),
        ] as [(Double, Int64, Double)])
    func implausiblyLargeStepsAreNotCounted(_ step: Double, milliseconds: Int64, increase: Double) {
        for start in [0, 64] as [Double] where step.isFinite || start == 0 {
            let counted = CounterStep.between(start, value: start + step, after: milliseconds)
            #expect(abs(counted - increase) < 1e-9, "from \(start)")
        }
    }

    /// The second value follows after ten seconds, 15 minutes, an hour or a day.
    @Test(
        arguments: [
            (5.0, 4.8, 86_400_000, 4.8), (5, 0.3, 86_400_000, 0.3), (5, 4.8, 10_000, -0.2), (50, 49.9, 3_600_000, -0.1),
            (0.9, 0.3, 900_000, 0.3), (0.2, 0.1, 10_000, 0.1), (0.2, 0.15, 10_000, -0.05),
            (12_345.1, 11_500, 10_000, 0),
        ] as [(Double, Double, Int64, Double)])
    func dipIsACorrectionOnlyIfItIsSmallAndQuick(
        _ previous: Double, value: Double, milliseconds: Int64, increase: Double
    ) {
        #expect(abs(CounterStep.between(previous, value: value, after: milliseconds) - increase) < 1e-6)
    }

    /// A wrong 0, or a new start, close to a value at which counters roll over.
    @Test(
        arguments: [
            (9500, 0, 10_000, 0), (6200, 0.4, 10_000, 0.4), (9999, 0.2, 10_000, 1.2), (99_000, 0, 900_000, 0),
            // A month without readings is long enough for the use.
            (99_000, 0, 2_592_000_000, 1000),
        ] as [(Double, Double, Int64, Double)])
    func rolloverIsCountedOnlyIfTheUseIsPlausible(
        _ previous: Double, value: Double, milliseconds: Int64, increase: Double
    ) {
        #expect(abs(CounterStep.between(previous, value: value, after: milliseconds) - increase) < 1e-6)
    }

    /// If a profile gives the rollover of a counter, the counter rolls over only there, and even after a long silence.
    @Test(
        arguments: [
            (9_999_999, 2, 100_000, nil, 2), (9_999_999, 2, 100_000, 10_000_000, 3),
            (99_999, 1, 100_000, 10_000_000, 1), (70_000, 5, 2_592_000_000, 100_000, 30_005),
            (70_000, 5, 2_592_000_000, nil, 5), (50, 5, 1000, 100, 0), (50, 0.5, 1000, 100, 0.5),
            (50, 5, 3_600_000, 100, 55),
        ] as [(Double, Double, Int64, Double?, Double)])
    func knownRolloverExcludesAllOthers(
        _ previous: Double, value: Double, milliseconds: Int64, rollover: Double?, increase: Double
    ) {
        let counter = Counter(rollover: rollover)
        #expect(CounterStep.between(previous, value: value, after: milliseconds, of: counter) == increase)
    }

    @Test func stepIsClassified() {
        #expect(CounterStep(from: 10, to: 9.5, after: 1) == .steady)
        #expect(CounterStep(from: 99_999, to: 3, after: 900_000) == .rollOver(modulus: 100_000))
        #expect(CounterStep(from: 99_999, to: 0.3, after: 1) == .reset)
        #expect(CounterStep(from: 50_000, to: 3, after: 1) == .replaced)
        #expect(CounterStep(from: 0, to: 50_000, after: 1) == .replaced)
        #expect(CounterStep(from: 50_000, to: .nan, after: 1) == .replaced, "a NaN does not trap")
    }
}

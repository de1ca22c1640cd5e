import SeededRandom
import Testing

@testable import HomeModel

/// The increase that is counted over consecutive readings.
struct CounterAccumulatorTests {
    private func counted(_ values: [Double], every step: Double = 10) -> Double {
        counted(values.enumerated().map { (Double($0.offset) * step, $0.element) })
    }

    /// Times in seconds from an hour's start.
    private func counted(_ readings: [(Double, Double)]) -> Double {
        let sorted = readings.sorted { $0.0 < $1.0 }.map { seconds, value in
            Reading(time: noon.startOfHour + .milliseconds(Int64(seconds * 1000)), value: value)
        }
        return RollUp.hours(of: sorted, after: nil, counter: Counter()).map(\.increase).reduce(0, +)
    }

    @Test(
        arguments: [
            // The meter is replaced by one with a lower, a higher and a slightly lower value.
            ([98_765.4, 98_765.5, 1234.5, 1234.6], 0.2), ([120, 120.1, 45_000, 45_000.1], 0.2),
            ([12_345, 12_345.1, 11_500, 11_500.1], 0.2),
            // One bad frame, or several.
            ([3.2, 3.3, 42_949.67, 3.4, 3.5], 0.3), ([3.2, 3.3, 4_294_967.295, 3.4], 0.2),
            ([3.2, 3.3, 42_949.67, 42_949.67, 42_949.67, 3.4], 0.2), ([0.5, 0.5, 42_949, 0.5, 0.6], 0.1),
            ([12_345.6, 0.001, 12_345.7], 0.1), ([12_345.6, 0, 0, 12_345.7], 0.1), ([0.6, 0, 0, 0.7], 0.1),
            ([0.9, 0, 0.91], 0.01),
            // The counter starts again at 0; the use since then counts.
            ([12_345.6, 0.001, 0.002, 0.01], 0.01), ([5, 5.1, 0.2, 0.3], 0.4), ([0.6, 0, 0.1, 0.2, 0.3], 0.3),
            // Whole units.
            ([5, 5, 0, 1, 2, 3, 4, 5, 6], 6), ([99, 100, 101, 101, 102], 3),
            // A correction, and a last digit that flickers.
            ([1200, 1200.1, 1199.9, 1200.2], 0.2), ([7.1, 7.2, 7.1, 7.2, 7.1, 7.3], 0.2),
            // The counter rolls over.
            ([9999.8, 9999.9, 0.1, 0.2], 0.4),
        ] as [([Double], Double)])
    func countedIncreaseEqualsTheUse(_ values: [Double], expected: Double) {
        #expect(abs(counted(values) - expected) < 0.0011, "counted \(counted(values))")
    }

    /// The clock is set back once by 301.5 s, so that the readings of a small counter are two passes that interleave.
    @Test(arguments: [0.0, 0.05, 0.2, 3, 1000] as [Double])
    func clockThatIsSetBackCausesNoCounterReset(_ start: Double) {
        let power = 0.0033 / 10 * 3
        var readings: [(Double, Double)] = []
        var (clock, truth) = (0.0, 0.0)
        while clock < 3300 {
            readings.append((clock, start + truth * power))
            truth += 10
            clock += 10
            // The clock is set back once, in the middle, by about five minutes.
            if truth == 1500 { clock -= 301.5 }
        }
        let used = (truth - 10) * power
        #expect(abs(counted(readings) - used) < 0.5, "counted \(counted(readings)), used \(used)")
    }

    /// After a silence the delayed readings arrive within moments and carry the time of their arrival.
    @Test func readingsAfterASilenceMayCountTheUseOfTheSilence() {
        func delayedReadings(after silence: Double, endingWith last: Double) -> Double {
            var readings: [(Double, Double)] = [(0, 99.9), (1700 - silence, 100), (1800, last)]
            for index in 0..<32 {
                let value = Double(index)
                readings.append((1700 + value / 500, 100 + 1.5 * value))
            }
            return counted(readings)
        }
        #expect(abs(delayedReadings(after: 1700, endingWith: 147) - 47.1) < 1e-6)
        #expect(delayedReadings(after: 10, endingWith: 146.5) < 30, "no more than a plausible use is counted")
    }

    /// Gas and heat meters show the use of an hour at once and repeat it every ten seconds, also across the end of an hour.
    @Test(arguments: [0, 10, 300, 1800, 3590])
    func useOfAnHourThatAMeterShowsAtOnceIsCounted(secondOfTheStep second: Int) {
        let readings = (0..<4 * 360).map { index in
            let time = index * 10
            let value = 20 * ((time + 3600 - second) / 3600)
            return Reading(time: noon.startOfHour + .seconds(time), value: Double(value))
        }
        let hours = RollUp.hours(of: readings, after: nil, counter: Counter())
        // It is unknown for how long the meter showed the first value.
        let known = hours.dropFirst().map(\.increase)
        #expect(known == [20, 20, 20])
    }

    /// A bad frame with a plausible value is no longer counted once the counter returns to its old value.
    @Test func possibleJumpIsUndoneWhenTheCounterReturns() {
        func quarter(then values: Double...) -> Double { counted([Double](repeating: 500, count: 150) + values) }
        #expect(abs(quarter(then: 540, 500, 500.1) - 0.1) < 1e-6)
        #expect(abs(quarter(then: 540, 540, 540.1) - 40.1) < 1e-6)
    }

    /// The use in the hour before decides whether the first step of an hour is plausible.
    @Test func meterReplacementAtTheStartOfAnHourCountsNothing() {
        let steady = (0..<360).map { (Double($0) * 10, 1000 + Double($0) / 1000) }
        #expect(abs(counted(steady + [(3600, 1090), (3610, 1090.01)]) - 0.369) < 1e-6)
        #expect(abs(counted(steady + [(3599, 0), (3609, 1000.361), (3619, 1000.362)]) - 0.36) < 0.01)
    }

    @Test(arguments: 0..<300 as Range<UInt64>)
    func countedIncreaseEqualsTheTrueConsumption(seed: UInt64) {
        var meter = SimulatedMeter(seed: seed)
        for _ in 0..<400 { meter.step() }
        let total = RollUp.hours(of: meter.readings, after: nil, counter: Counter(rollover: meter.rollover))
            .map(\.increase).reduce(0, +)
        let error = abs(total - meter.consumed)
        #expect(
            error <= meter.uncertainty + 1e-3, "seed \(seed): \(total) of \(meter.consumed), ± \(meter.uncertainty)")
        #expect(total >= -1e-3, "seed \(seed)")
    }
}

/// A simulated meter with a known true consumption and random events. It sums up the error that the events cause for any
/// reader of its readings.
private struct SimulatedMeter {
    private(set) var readings: [Reading] = []
    private(set) var consumed = 0.0
    private(set) var uncertainty = 0.0
    let rollover: Double?
    private var register: Double
    private var time = noon.startOfHour
    private let interval: Int64
    private let power: Double
    private let isDaily: Bool
    private var stepsSinceEvent = 0
    private var random: SeededGenerator

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
        interval = [10_000, 60_000, 900_000].randomElement(using: &random) ?? 10_000
        power = Double.random(in: 0.05...12, using: &random)
        let ends: [Double?] = [nil, nil, 1000, 100_000]
        rollover = ends.randomElement(using: &random) ?? nil
        isDaily = rollover == nil && Bool.random(using: &random)
        register = isDaily ? 0 : Double.random(in: 0...1, using: &random) * (rollover ?? 20_000)
        show(register)
    }

    private var hours: Double { Double(interval) / 3_600_000 }
    /// The largest plausible use between two readings.
    private var possible: Double { 1 + 100 * hours }

    mutating func step() {
        let day = time.milliseconds / 86_400_000
        time = time + .milliseconds(interval)
        let used = power * hours * Double.random(in: 0...1, using: &random)
        consumed += used
        register += used
        stepsSinceEvent += 1
        if let rollover, register >= rollover { register -= rollover }
        if isDaily, time.milliseconds / 86_400_000 != day {
            // The register may already show use of the new day; the use of the old day after its last reading is lost.
            register = used * Double.random(in: 0...1, using: &random)
            uncertainty += used
            stepsSinceEvent = 0
        } else if stepsSinceEvent > 3, Int.random(in: 0..<40, using: &random) == 0 {
            simulateEvent(used)
            stepsSinceEvent = 0
        }
        show(register)
    }

    private mutating func simulateEvent(_ used: Double) {
        switch Int.random(in: 0..<4, using: &random) {
        case 0:
            // Another meter is installed: its step is unknown, and a small step looks like use.
            register = Double.random(in: 0...1, using: &random) * (rollover ?? 50_000)
            uncertainty += used + possible
        case 1:
            register = Double.random(in: 0...0.02, using: &random)
            uncertainty += used + 0.02
        case 2: showBadFrame([0, 0.001, 42_949.67, 4_294_967.295].randomElement(using: &random) ?? 0, used: used)
        default:
            // A frame arrives a little late or early; the next one is right.
            show(max(register - 0.004, 0), at: time - .milliseconds(interval / 2))
        }
    }

    /// Shows one bad frame between two good ones.
    private mutating func showBadFrame(_ value: Double, used: Double) {
        let moment = time - .milliseconds(interval / 2)
        show(value, at: moment)
        let crossesHour = moment.startOfHour != time.startOfHour
        if crossesHour { uncertainty += possible + used }
        // A plausible use in that time cannot be distinguished from a new start.
        if register <= 20 * hours + used { uncertainty += register + used }
        // Close to the rollover, a frame near 0 looks like a rollover.
        if let rollover, rollover - register <= possible + value { uncertainty += possible + used }
        for end in [6553.6, 10_000, 65_536, 100_000] where end > register && end - register <= possible {
            uncertainty += possible + used
        }
    }

    private mutating func show(_ value: Double, at moment: Timestamp? = nil) {
        readings.append(Reading(time: moment ?? time, value: (value * 10_000).rounded() / 10_000))
    }
}

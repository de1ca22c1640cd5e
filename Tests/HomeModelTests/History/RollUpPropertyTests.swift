import SeededRandom
import Foundation
import HomeModel
import Testing

/// Compares the hours and days of random series with their definitions.
struct RollUpPropertyTests {
    @Test(arguments: 1...40)
    func hoursDoNotDependOnHowTheReadingsAreSplit(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let series = random.series()
        for isCounter in [true, false] {
            let all = RollUp.hours(of: series, after: nil, counter: isCounter ? Counter() : nil)
            var pieces: [RollUp] = []
            var start = 0
            while start < series.count {
                // A cut lies between two hours.
                var end = min(start + Int.random(in: 1...40, using: &random), series.count)
                while end < series.count, series[end].time.startOfHour == series[end - 1].time.startOfHour { end += 1 }
                let hour = start > 0 ? series[start - 1].time.startOfHour : nil
                let carry = RollUp.Carry(lastOf: series[..<start].filter { $0.time.startOfHour == hour })
                pieces += RollUp.hours(of: series[start..<end], after: carry, counter: isCounter ? Counter() : nil)
                start = end
            }
            #expect(pieces == all, "seed \(seed)")
        }
    }

    @Test(arguments: 1...40)
    func hoursMatchTheirDefinition(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let series = random.series()
        let hours = RollUp.hours(of: series, after: nil, counter: Counter())
        #expect(hours.map(\.start) == Set(series.map(\.time.startOfHour)).sorted(), "seed \(seed)")
        for hour in hours {
            let inside = series.filter { $0.time.startOfHour == hour.start }
            let values = inside.map(\.value)
            #expect(hour.count == values.count)
            #expect(hour.minimum == values.min())
            #expect(hour.maximum == values.max())
            #expect(hour.first == values.first)
            #expect(hour.last == values.last)
            #expect(abs(hour.sum - values.reduce(0, +)) < 1e-6)
            let (mean, covered) = try #require(meanMinuteByMinute(of: series, in: hour.start))
            #expect(abs(hour.mean - mean) <= abs(mean) * 1e-6 + 1e-12, "seed \(seed) at \(hour.start)")
            #expect(hour.coverage == .milliseconds(covered))
        }
    }

    @Test(arguments: 1...40)
    func increaseOfACounterIsTheLastLessTheFirstValue(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var value = Double.random(in: 0...5000, using: &random).rounded()
        let counter = random.series().map { reading in
            // Dips are corrections, so they reduce the increase.
            value = ((value + Double.random(in: -0.05...0.5, using: &random)) * 1000).rounded() / 1000
            return Reading(time: reading.time, value: max(value, 0))
        }
        let (first, last) = try (#require(counter.first), #require(counter.last))
        let hours = RollUp.hours(of: counter, after: nil, counter: Counter())
        let days = DayRollUp.days(of: hours, in: .gmt).map(\.rollUp)
        for rollUps in [hours, days] {
            let total = rollUps.map(\.increase).reduce(0, +)
            #expect(abs(total - (last.value - first.value)) < 1e-8, "seed \(seed)")
        }
    }

    @Test(arguments: 1...40)
    func counterResetLosesNoIncrease(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var (value, truth) = (200.0, 0.0)
        let counter = random.series().enumerated().map { index, reading in
            let step = Double(Int.random(in: 0...400, using: &random)) / 1000
            // The counter starts again at 0, and its first step from there is read at once.
            let isReset = index > 0 && value > 20 && Int.random(in: 0..<20, using: &random) == 0
            value = isReset ? step : value + step
            truth += index > 0 ? step : 0
            return Reading(time: reading.time, value: value)
        }
        let total = RollUp.hours(of: counter, after: nil, counter: Counter()).map(\.increase).reduce(0, +)
        #expect(abs(total - truth) < 1e-6, "seed \(seed)")
    }

    @Test(arguments: 1...40)
    func occasionalZerosOfACounterCountNothingTwice(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var (value, truth, time) = (5000.0, 0.0, noon)
        var counter: [Reading] = []
        for _ in 0..<500 {
            let isMistaken = !counter.isEmpty && Int.random(in: 0..<10, using: &random) == 0
            // The use around a wrong 0 is unknown, so the meter uses nothing then.
            let step =
                isMistaken || counter.last?.value == 0 ? 0 : Double(Int.random(in: 0...400, using: &random)) / 1000
            value += step
            truth += counter.isEmpty ? 0 : step
            counter.append(Reading(time: time, value: isMistaken ? 0 : value))
            time = time + .milliseconds(Int64.random(in: 1...900_000, using: &random))
        }
        let total = RollUp.hours(of: counter, after: nil, counter: Counter()).map(\.increase).reduce(0, +)
        #expect(abs(total - truth) < 1e-6, "seed \(seed)")
    }

    /// Computes the mean by its definition: each value times its duration, from the first known value to the hour's end.
    private func meanMinuteByMinute(of series: [Reading], in hour: Timestamp) -> (Double, Int64)? {
        let end = hour + .hours(1)
        let known = series.filter { $0.time >= hour - .hours(1) && $0.time < end }
        let carried = known.last { $0.time < hour }
        let inside = known.filter { $0.time >= hour }
        guard let first = inside.first else { return nil }
        let segments = (carried.map { [Reading(time: hour, value: $0.value)] } ?? []) + inside
        let ends = segments.dropFirst().map(\.time) + [end]
        let weighted = zip(segments, ends).reduce(0.0) {
            $0 + $1.0.value * Double(($1.1 - $1.0.time).wholeMilliseconds)
        }
        let covered = (end - (carried == nil ? first.time : hour)).wholeMilliseconds
        return (weighted / Double(covered), covered)
    }
}

extension SeededGenerator {
    /// Returns up to 400 readings with jitter, gaps, times on the hour, and values of very different size.
    mutating func series() -> [Reading] {
        var time = noon - .days(Int.random(in: 0...300, using: &self))
        let size: Double = [1.0, 20, 1e6, 1e-3].randomElement(using: &self) ?? 1
        return (0..<Int.random(in: 1...400, using: &self)).map { _ in
            switch Int.random(in: 0..<20, using: &self) {
            case 0: time = time.startOfHour + .hours(Int.random(in: 1...60, using: &self))
            case 1: time = time + .milliseconds(Int64.random(in: 1...90_000_000, using: &self))
            default: time = time + .milliseconds(Int64.random(in: 1...900_000, using: &self))
            }
            let isZero = Int.random(in: 0..<10, using: &self) == 0
            let value = (Double.random(in: 0...100, using: &self) * 100).rounded() / 100 * size
            return Reading(time: time, value: isZero ? 0 : value)
        }
    }
}

import Foundation
import HomeModel
import SeededRandom
import Testing

/// The stored count: late values, deleted values, and a clock that is set back.
struct RunCounterTests {
    private static let start = Timestamp(milliseconds: 1_790_000_000_000)
    private let rule = RunRule(runsAtWatts: 10, longestPauseSeconds: 600, shortestRunSeconds: 60)

    private func sample(_ hour: Double, watts: Double) -> RunSample {
        RunSample(.watts(watts), at: Self.start + .milliseconds(Int64(hour * 3_600_000)))
    }

    /// Returns whether the counter must be stored at once.
    @discardableResult private func update(
        _ counter: inout RunCounter, with samples: [RunSample], at hour: Double
    ) -> Bool {
        let now = Self.start + .milliseconds(Int64(hour * 3_600_000))
        return counter.update(
            with: samples.filter { $0.time >= counter.start && $0.time < now }, by: rule,
            settling: now - RunCounter.settlingTime, now: now)
    }

    @Test func lateValueIsCounted() {
        var counter = RunCounter(from: Self.start, by: rule)
        update(&counter, with: [sample(0, watts: 100)], at: 1)
        #expect(counter.latest.running == 3_600_000)
        // The broker delivers later that it stopped after half an hour.
        update(&counter, with: [sample(0, watts: 100), sample(0.5, watts: 0)], at: 2)
        #expect(counter.latest.running == 1_800_000)
    }

    @Test func deletedValuesStayCounted() {
        var counter = RunCounter(from: Self.start, by: rule)
        let samples = (0..<20).map { sample(Double($0) / 2, watts: $0 % 2 == 0 ? 100 : 0) }
        let isIncomplete = update(&counter, with: samples, at: 10)
        #expect(!isIncomplete)
        let before = counter.latest
        #expect(before.running == 10 * 1_800_000)
        let areMissing = update(&counter, with: [], at: 10.5)
        #expect(areMissing)
        #expect(counter.latest.running == before.running && counter.latest.cycles >= before.cycles)
        let areMissingAgain = update(&counter, with: [sample(11, watts: 100)], at: 11.5)
        #expect(!areMissingAgain)
        #expect(counter.latest.running == before.running + 1_800_000)
    }

    @Test func clockThatIsSetBackLosesNothing() {
        var counter = RunCounter(from: Self.start, by: rule)
        update(&counter, with: [sample(99, watts: 100)], at: 100)
        let running = counter.latest.running
        // A little: the count waits. Far: it goes on at the new time.
        update(&counter, with: [], at: 99.8)
        #expect(counter.latest.through == Self.start + .hours(100))
        let mustBeStored = update(&counter, with: [], at: 20)
        #expect(mustBeStored)
        #expect(counter.latest.running == running && counter.latest.through == Self.start + .hours(20))
        update(&counter, with: [sample(20.5, watts: 100)], at: 21)
        #expect(counter.latest.running == running + 1_800_000)
    }

    /// Updates at any times, restarts between them, and values that arrive up to two days late give the same as counting
    /// all values at once.
    @Test func lateValuesAndRestartsGiveTheSameAsOneCount() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var random = SeededGenerator(seed: seed)
        for _ in 0..<40 {
            var hour = 0.0
            let samples = (0..<300).map { _ in
                hour += Double.random(in: 0.02...1.5, using: &random)
                return sample((hour * 3600).rounded() / 3600, watts: Bool.random(using: &random) ? 100 : 0)
            }
            let arrivals = samples.map { each in
                let late = Int.random(in: 0..<10, using: &random) == 0 ? Double.random(in: 0...40, using: &random) : 0
                return (sample: each, hour: Double((each.time - Self.start).wholeMilliseconds) / 3_600_000 + late)
            }
            var counter = RunCounter(from: Self.start, by: rule)
            var now = 0.0
            while now < hour + 60 {
                now += Double.random(in: 0.1...10, using: &random)
                update(&counter, with: arrivals.filter { $0.hour < now }.map(\.sample), at: now)
                counter = try JSONDecoder().decode(RunCounter.self, from: JSONEncoder().encode(counter))
            }
            var whole = RunCount(from: Self.start, by: rule)
            for each in samples { whole.add(each, by: rule) }
            whole.advance(to: counter.latest.through, by: rule)
            #expect(counter.latest == whole, "seed \(seed)")
        }
    }
}

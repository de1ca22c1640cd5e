import Foundation
import HomeModel
import SeededRandom
import Testing

/// Run-hours and cycles from values, without a store.
struct RunCountTests {
    /// 2026-10-25T00:00:00Z: the clocks of Stockholm go back an hour later, which must make no difference.
    private static let start = Timestamp(milliseconds: 1_792_886_400_000)
    private let washer = RunRule(runsAtWatts: 10, longestPauseSeconds: 600, shortestRunSeconds: 300)

    private func count(
        _ samples: [(minute: Int, watts: Double)], until minute: Int, rule: RunRule
    ) -> RunCount {
        var count = RunCount(from: Self.start, by: rule)
        for sample in samples {
            count.add(RunSample(.watts(sample.watts), at: Self.start + .seconds(sample.minute * 60)), by: rule)
        }
        count.advance(to: Self.start + .seconds(minute * 60), by: rule)
        return count
    }

    @Test func powerAboveTheThresholdIsUse() {
        let count = count([(0, 0.5), (10, 2000), (40, 0.5)], until: 60, rule: washer)
        #expect(count.running == 30 * 60_000 && count.cycles == 1 && count.unknown == 0)
        #expect(count.phase == .resting && count.through == Self.start + .seconds(3600))
    }

    /// Between 8 and 10 W nothing changes.
    @Test func powerBetweenTheThresholdsChangesNothing() {
        let count = count([(0, 12), (10, 9), (20, 11), (30, 8.5), (40, 7.9)], until: 60, rule: washer)
        #expect(count.running == 40 * 60_000 && count.cycles == 1)
    }

    @Test func shortPauseBelongsToTheCycle() {
        let one = count([(0, 2000), (20, 1), (29, 2000), (40, 1)], until: 60, rule: washer)
        #expect(one.cycles == 1 && one.running == 31 * 60_000)
        let two = count([(0, 2000), (20, 1), (30, 2000), (40, 1)], until: 60, rule: washer)
        #expect(two.cycles == 2 && two.running == 30 * 60_000)
    }

    @Test func shortRunIsNoCycle() {
        let count = count([(0, 1), (10, 2000), (14, 1)], until: 60, rule: washer)
        #expect(count.cycles == 0 && count.running == 4 * 60_000)
    }

    /// A run that has not ended is no cycle yet.
    @Test func openRunIsCountedOnceItEnds() {
        #expect(count([(0, 2000), (30, 1)], until: 39, rule: washer).cycles == 0)
        #expect(count([(0, 2000), (30, 1)], until: 40, rule: washer).cycles == 1)
    }

    /// A value applies for an hour. What follows is neither use nor rest.
    @Test func timeWithoutValuesIsNotKnown() {
        let count = count([(0, 2000), (3 * 24 * 60, 0.5)], until: 3 * 24 * 60 + 30, rule: washer)
        #expect(count.running == 3_600_000)
        #expect(count.unknown == (3 * 24 - 1) * 3_600_000)
        #expect(count.cycles == 1)
    }

    @Test func nothingIsKnownBeforeTheFirstValue() {
        let count = count([(45, 2000)], until: 60, rule: washer)
        #expect(count.running == 15 * 60_000 && count.unknown == 45 * 60_000)
    }

    @Test func lastValueBeforeTheStartAppliesAtTheStart() {
        let before = RunSample(.watts(2000), at: Self.start - .seconds(600))
        var count = RunCount(from: Self.start, after: before, by: washer)
        count.advance(to: Self.start + .seconds(600), by: washer)
        #expect(count.running == 600_000 && count.unknown == 0)
        let old = RunSample(.watts(2000), at: Self.start - .hours(1))
        #expect(RunCount(from: Self.start, after: old, by: washer).phase == .unknown)
    }

    @Test func stateAppliesUntilItChanges() {
        var count = RunCount(from: Self.start, by: .states)
        count.add(RunSample(.phase(.running), at: Self.start), by: .states)
        count.advance(to: Self.start + .days(20), by: .states)
        #expect(count.running == 20 * 86_400_000 && count.unknown == 0 && count.cycles == 0)
        count.add(RunSample(.phase(.stopped), at: Self.start + .days(20)), by: .states)
        #expect(count.cycles == 1)
    }

    @Test func pausedProgrammeIsOneCycle() {
        var count = RunCount(from: Self.start, by: .states)
        for (hour, phase) in [(0, RunPhase.running), (1, .resting), (9, .running), (10, .stopped)] {
            count.add(RunSample(.phase(phase), at: Self.start + .hours(hour)), by: .states)
        }
        #expect(count.cycles == 1 && count.running == 2 * 3_600_000)
    }

    /// What a device did while it could not be reached is not known, for a state too.
    @Test func deviceThatIsAwayIsNotCounted() {
        var count = RunCount(from: Self.start, by: .states)
        count.add(RunSample(.phase(.running), at: Self.start), by: .states)
        count.add(RunSample(.lost, at: Self.start + .hours(1)), by: .states)
        count.add(RunSample(.found, at: Self.start + .days(14)), by: .states)
        count.advance(to: Self.start + .days(14) + .hours(2), by: .states)
        #expect(count.running == 3 * 3_600_000)
        #expect(count.unknown == (14 * 24 - 1) * 3_600_000)
    }

    /// A short break of the network does not make two cycles of one.
    @Test func shortLossDoesNotEndARun() {
        var count = RunCount(from: Self.start, by: .states)
        for (minute, content) in [
            (0, RunSample.Content.phase(.running)), (30, .lost), (32, .found), (60, .phase(.stopped)),
        ] {
            count.add(RunSample(content, at: Self.start + .seconds(minute * 60)), by: .states)
        }
        #expect(count.cycles == 1 && count.running == 58 * 60_000 && count.unknown == 2 * 60_000)
    }

    /// Advancing in many steps, and being stored and loaded between them, gives the same as one step.
    @Test func resultDoesNotDependOnTheSteps() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var random = SeededGenerator(seed: seed)
        for _ in 0..<200 {
            let rule = Self.rule(&random)
            let samples = Self.samples(&random, isPower: rule.runsAtWatts != nil)
            let end = (samples.last?.time ?? Self.start) + .hours(3)
            var whole = RunCount(from: Self.start, by: rule)
            for sample in samples { whole.add(sample, by: rule) }
            whole.advance(to: end, by: rule)

            var stepped = RunCount(from: Self.start, by: rule)
            for sample in samples {
                while Bool.random(using: &random), stepped.through < sample.time {
                    let left = (sample.time - stepped.through).wholeMilliseconds
                    stepped.advance(
                        to: stepped.through + .milliseconds(Int64.random(in: 0...left, using: &random)), by: rule)
                    let data = try JSONEncoder().encode(stepped)
                    stepped = try JSONDecoder().decode(RunCount.self, from: data)
                }
                stepped.add(sample, by: rule)
            }
            stepped.advance(to: end, by: rule)
            #expect(stepped == whole, "seed \(seed)")
        }
    }

    /// An oracle that looks at each second: what was the last value, and is it older than an hour?
    @Test func useAgreesWithACountOfEachSecond() {
        let seed = UInt64.random(in: 0...UInt64.max)
        var random = SeededGenerator(seed: seed)
        for _ in 0..<20 {
            let samples = Self.samples(&random, isPower: true)
            let rule = RunRule(runsAtWatts: 100, restsBelowWatts: 50, longestPauseSeconds: 600)
            let seconds = 30 * 3600
            var count = RunCount(from: Self.start, by: rule)
            for sample in samples { count.add(sample, by: rule) }
            count.advance(to: Self.start + .seconds(seconds), by: rule)
            var (running, unknown, next) = (0, 0, 0)
            var isOn: Bool?
            var last: Timestamp?
            for second in 0..<seconds {
                let time = Self.start + .seconds(second)
                while next < samples.count, samples[next].time <= time {
                    switch samples[next].content {
                    case .watts(let watts):
                        last = samples[next].time
                        isOn = watts >= 100 ? true : watts < 50 ? false : isOn
                    case .lost: isOn = nil
                    default: break
                    }
                    next += 1
                }
                if let seen = last, (time - seen).wholeMilliseconds >= 3_600_000 { isOn = nil }
                if isOn == nil { unknown += 1 } else if isOn == true { running += 1 }
            }
            #expect(count.running == Int64(running) * 1000, "seed \(seed)")
            #expect(count.unknown == Int64(unknown) * 1000, "seed \(seed)")
        }
    }

    private static func rule(_ random: inout SeededGenerator) -> RunRule {
        guard Bool.random(using: &random) else { return .states }
        return RunRule(
            runsAtWatts: 100, restsBelowWatts: 50, longestPauseSeconds: Int.random(in: 0...7200, using: &random),
            shortestRunSeconds: Int.random(in: 0...600, using: &random))
    }

    /// Values of about a day, at whole seconds, with gaps.
    private static func samples(_ random: inout SeededGenerator, isPower: Bool) -> [RunSample] {
        var time = start
        return (0..<60).map { _ in
            time =
                time
                + .seconds(
                    Int.random(in: 1...(Int.random(in: 0..<10, using: &random) == 0 ? 9000 : 1200), using: &random))
            let phases: [RunSample.Content] = [.phase(.running), .phase(.resting), .phase(.stopped)]
            switch Int.random(in: 0..<12, using: &random) {
            case 0: return RunSample(.lost, at: time)
            case 1: return RunSample(.found, at: time)
            default:
                let content =
                    isPower ? .watts(Double.random(in: 0...200, using: &random)) : phases.randomElement(using: &random)
                return RunSample(content ?? .lost, at: time)
            }
        }
    }
}

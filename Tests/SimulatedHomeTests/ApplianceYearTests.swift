import Foundation
import HomeModel
import SeededRandom
import SimulatedHome
import Testing

/// Twelve months of simulated appliances: the tasks that Tomte suggests count the programmes that the simulator ran, and
/// are due on the day on which the last one of the limit ended.
@Suite struct ApplianceYearTests {
    private static let zone = TimeZone(identifier: "Europe/Stockholm") ?? .gmt
    private static let step = Duration.seconds(60)

    @Test(.timeLimit(.minutes(10)), arguments: [(ApplianceKind.washer, "Washer"), (.dishwasher, "Dishwasher")])
    func suggestedTaskCountsTheProgrammesOfTheSimulator(kind: ApplianceKind, name: String) throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        let start = try #require(Timestamp(rfc3339: "2026-12-01T00:00:00Z"))
        var load = ApplianceLoad(kind, random: SeededGenerator(seed: seed, stream: name))
        let (suggested, usage) = try suggestedTask(name, from: start)
        var task = suggested
        var programmes = ProgrammeLog(longestPause: .seconds(usage.rule.longestPauseSeconds))
        var (samples, timesDone) = ([RunSample](), 0)
        for minute in 0..<(365 * 24 * 60) {
            let time = start + Self.step * minute
            let now = time + Self.step
            let hour = Double(minute % (24 * 60)) / 60
            let watts = load.advance(by: Self.step, hour: hour, isRoomOccupied: true)
            samples.append(RunSample(.watts(watts), at: time))
            let hasEnded = programmes.record(load.isRunning, from: time, to: now)
            guard hasEnded || minute % 60 == 59 else { continue }

            let today = try #require(LocalDate(now, in: Self.zone))
            evaluate(&task, by: usage, with: samples, at: now, today: today)
            let count = try #require(task.state.counter?.latest)
            let words: Comment = "seed \(seed), minute \(minute)"
            #expect(count.cycles == programmes.cycles && count.unknown == 0, words)
            #expect(count.running == programmes.running.wholeMilliseconds, words)
            #expect(task.state.dueSince == (programmes.cycles >= usage.limit ? today : nil), words)
            if task.status(on: today) == .due {
                let counter = RunCounter(from: now, after: samples.last, by: usage.rule)
                task.markDone(on: today, at: now, by: "ada", counter: counter, entry: nil)
                programmes = ProgrammeLog(longestPause: programmes.longestPause)
                timesDone += 1
            }
            samples = []
        }
        #expect(timesDone >= 3, "seed \(seed)")
    }

    private func evaluate(
        _ task: inout MaintenanceTask, by usage: UsageRule, with samples: [RunSample], at now: Timestamp,
        today: LocalDate
    ) {
        _ = task.state.counter?.update(with: samples, by: usage.rule, settling: now, now: now)
        _ = task.state.evaluate(task.details.schedule, value: nil, today: today)
    }

    /// The task that is suggested for an appliance of this name with a plug that measures its power.
    private func suggestedTask(
        _ name: String, from start: Timestamp
    ) throws -> (task: MaintenanceTask, usage: UsageRule) {
        let part = Part(id: .main, capabilities: [Capability(CapabilityName(.power))])
        let plug = Device(
            id: DeviceID("plug"), name: DisplayName("Plug" as StaticString), room: nil,
            address: LinkAddress(kind: .archive, foreignID: "plug", root: "plug"),
            description: DeviceDescription(name: "Plug", parts: [part]), adoptedAt: start)
        let today = try #require(LocalDate(start, in: Self.zone))
        let suggestion = try #require(MaintainedThing(texts: [name], device: plug).suggestions(today: today).first)
        guard case .usage(let usage) = suggestion.schedule else { throw NotCounted() }
        var task = MaintenanceTask(
            id: .random(), subject: .device(plug.id),
            details: MaintenanceTaskDetails(title: suggestion.template.title, schedule: suggestion.schedule),
            state: MaintenanceTaskState(), addedBy: "ada", addedAt: start)
        task.state.counter = RunCounter(from: start, by: usage.rule)
        return (task, usage)
    }

    private struct NotCounted: Error {}
}

/// What the simulator ran. A programme that begins soon after another one belongs to the same cycle.
private struct ProgrammeLog {
    let longestPause: Duration
    private(set) var cycles = 0
    private(set) var running = Duration.zero
    /// Whether a cycle has begun that has not ended yet, and since when it pauses.
    private var isOpen = false
    private var pauseStart: Timestamp?

    init(longestPause: Duration) { self.longestPause = longestPause }

    /// Adds a step, and returns whether a cycle ended with it.
    mutating func record(_ isRunning: Bool, from start: Timestamp, to end: Timestamp) -> Bool {
        if isRunning {
            running += end - start
            (isOpen, pauseStart) = (true, nil)
        }
        guard isOpen, !isRunning else { return false }
        let pause = pauseStart ?? start
        pauseStart = pause
        guard end - pause >= longestPause else { return false }
        (isOpen, pauseStart) = (false, nil)
        cycles += 1
        return true
    }
}

import Foundation
import HomeModel
import HomeStore
import SeededRandom
import StorageFixtures
import Testing
import TimeSeriesStore

@testable import GatewayCore

/// Twelve months of a simulated home, through the real stores: run-hours, cycles and due dates agree with what the
/// simulator knows, although the gateway is killed again and again, and values arrive days late.
@Suite(.timeLimit(.minutes(20))) struct MaintenanceYearTests {
    private static let zone = TimeZone(identifier: "Europe/Stockholm") ?? .gmt
    private static let days = 365

    @Test func yearOfASimulatedHomeHasTheRightCountsAndDates() async throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        try await withCore { home in
            let console = try #require(CoreHome.console)
            let start = try #require(Timestamp(rfc3339: "2026-12-01T00:00:00Z"))
            home.time.set(to: start, isSynchronised: true)
            try await home.people.setTimeZone(Self.zone)
            try await Self.addDevices(to: home)
            var run = YearRun(home: home, console: console, seed: seed)
            try await run.addTasks(from: start)
            for number in 0..<Self.days {
                try await run.live(through: number, from: start + .days(number))
            }
            #expect(run.doneCounts["washer", default: 0] >= 2, "seed \(seed)")
            #expect(run.doneCounts["pump", default: 0] >= 2, "seed \(seed)")
            #expect(run.doneCounts["smoke", default: 0] >= 8, "seed \(seed)")
            #expect(run.doneCounts["service"] == 1, "seed \(seed)")
        }
    }

    private static func addDevices(to home: CoreHome) async throws {
        try await home.add(DeviceID("washer"), capabilities: [Capability(CapabilityName(.power))])
        try await home.add(DeviceID("pump"), capabilities: [Capability(CapabilityName(.power))])
        try await home.add(DeviceID("oven"), capabilities: [Capability(CapabilityName(.appliance))])
    }
}

/// The gateway and the person through the year, beside the truth of the simulator.
private struct YearRun {
    /// A task by use, with what the simulator knows since it was last done.
    struct Counted {
        let name: String
        let series: SeriesID
        let usage: UsageRule
        var id: MaintenanceTaskID
        var running: Int64 = 0
        var cycles = 0
        var unknown: Int64 = 0
    }

    let home: CoreHome
    let console: Identity
    let seed: UInt64
    private var year: SimulatedYear
    private var random: SeededGenerator
    private var evaluator: MaintenanceEvaluator
    private var counted: [Counted] = []
    private var smoke: MaintenanceTaskID?
    /// The next date of the test of the smoke alarm, by Foundation's calendar.
    private var smokeDate: LocalDate?
    /// Due in the whole of March, each year.
    private var service: MaintenanceTaskID?
    /// Values of earlier days that have not arrived yet.
    private var late: [ValidReading] = []
    private(set) var doneCounts: [String: Int] = [:]

    init(home: CoreHome, console: Identity, seed: UInt64) {
        self.home = home
        self.console = console
        self.seed = seed
        year = SimulatedYear(seed: seed)
        random = SeededGenerator(seed: seed, stream: "gateway")
        evaluator = home.makeEvaluator()
    }

    private var tasks: MaintenanceService { home.tasks(evaluator) }

    mutating func addTasks(from start: Timestamp) async throws {
        let power = RunRule(runsAtWatts: 50, longestPauseSeconds: 600, shortestRunSeconds: 120)
        for (name, series, measure, limit, rule) in [
            ("washer", SimulatedYear.washer, .cycles, 60, power),
            ("pump", SimulatedYear.pump, .hours, 500, power),
            ("oven", SimulatedYear.programme, .cycles, 40, .states),
        ] as [(String, SeriesID, UsageRule.Measure, Int, RunRule)] {
            let usage = UsageRule(series: series, measure: measure, limit: limit, rule: rule)
            let draft = MaintenanceTaskDraft(title: "Clean the \(name)", schedule: .usage(usage))
            let task = try await tasks.add(draft, to: .device(series.device), as: console)
            counted.append(Counted(name: name, series: series, usage: usage, id: task.task.id))
        }
        let first = try #require(LocalDate("2026-12-31"))
        let draft = MaintenanceTaskDraft.monthly("Test the alarm", first: first)
        smoke = try await tasks.add(draft, to: .device(DeviceID("washer")), as: console).task.id
        smokeDate = first
        let march = CalendarRecurrence(
            every: 1, unit: .years, first: try #require(LocalDate("2027-03-01")), basis: .fixedDates, isWholeMonth: true
        )
        service = try await tasks.add(
            MaintenanceTaskDraft(title: "Have it serviced", schedule: .calendar(march)),
            to: .device(DeviceID("pump")), as: console
        ).task.id
    }

    /// One day: values are stored, some of them a day late, the gateway may be killed, and the tasks are checked.
    mutating func live(through number: Int, from start: Timestamp) async throws {
        let day = year.day(number, from: start)
        let end = start + .days(1)
        home.time.advance(by: .days(1))
        var arriving = late
        late = []
        // The last values of a day are in time, so that the count of the day can be compared with the truth at its end.
        let isSlow = Int.random(in: 0..<8, using: &random) == 0
        for (series, reading) in day.readings {
            let value = try valid(series, at: reading.time, value: reading.value, now: end)
            if isSlow, reading.time < start + .hours(20) { late.append(value) } else { arriving.append(value) }
        }
        try await home.database.readings.append(RecordBatch(readings: arriving, changes: day.changes))
        for index in counted.indices {
            let series = counted[index].series
            counted[index].running += day.running[series] ?? 0
            counted[index].cycles += day.cycles[series] ?? 0
            counted[index].unknown += day.unknown[series] ?? 0
        }
        // A kill: only what is stored remains.
        if Int.random(in: 0..<5, using: &random) == 0 { evaluator = home.makeEvaluator() }
        try await evaluator.evaluate()
        try await checkDates()
        try await checkService()
        guard late.isEmpty else { return }
        for index in counted.indices { try await check(index) }
    }

    /// The count agrees with the truth, and the status follows from it. A task that is due is done after some days.
    private mutating func check(_ index: Int) async throws {
        let truth = counted[index]
        let view = try await tasks.task(truth.id, as: console)
        let count = try #require(view.task.state.counter?.latest)
        let words: Comment = "seed \(seed), \(truth.name) on \(home.clock.now())"
        #expect(count.running == truth.running, words)
        #expect(count.cycles == truth.cycles, words)
        if truth.series != SimulatedYear.programme { #expect(count.unknown == truth.unknown, words) }
        let used = truth.usage.measure == .hours ? Double(truth.running) / 3_600_000 : Double(truth.cycles)
        #expect([.due, .overdue].contains(view.status) == (used >= Double(truth.usage.limit)), words)
        guard used >= Double(truth.usage.limit), Int.random(in: 0..<4, using: &random) == 0 else { return }
        _ = try await tasks.markDone(truth.id, with: MaintenanceDoneDraft(), as: console)
        if Int.random(in: 0..<3, using: &random) == 0 {
            // Done by mistake: everything is as before.
            _ = try await tasks.undo(truth.id, as: console)
            let undone = try await tasks.task(truth.id, as: console)
            #expect(undone.task.state.counter?.latest.running == truth.running, words)
            _ = try await tasks.markDone(truth.id, with: MaintenanceDoneDraft(), as: console)
        }
        (counted[index].running, counted[index].cycles, counted[index].unknown) = (0, 0, 0)
        doneCounts[truth.name, default: 0] += 1
    }

    /// The alarm is tested each month, some days late, and the next date counts from that day.
    private mutating func checkDates() async throws {
        let (id, date) = (try #require(smoke), try #require(smokeDate))
        let view = try await tasks.task(id, as: console)
        let zone = await home.people.policy.timeZone
        let today = try #require(LocalDate(home.clock.now(), in: zone))
        #expect(view.task.state.nextDate == date, "seed \(seed), on \(today)")
        #expect([.due, .overdue].contains(view.status) == (today >= date), "seed \(seed), on \(today)")
        guard today >= date, Int.random(in: 0..<3, using: &random) == 0 else { return }
        _ = try await tasks.markDone(id, with: MaintenanceDoneDraft(), as: console)
        doneCounts["smoke", default: 0] += 1
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let next = calendar.date(byAdding: .month, value: 1, to: today.start(in: .gmt).date)
        smokeDate = next.flatMap { LocalDate(Timestamp($0), in: .gmt) }
    }

    /// The service is due from 1 March on and overdue from April on, until it is done, some weeks late perhaps. The next
    /// one is in the next March.
    private mutating func checkService() async throws {
        let id = try #require(service)
        let view = try await tasks.task(id, as: console)
        let today = try #require(LocalDate(home.clock.now(), in: await home.people.policy.timeZone))
        let isDone = doneCounts["service"] != nil
        let isDue = !isDone && (today.year, today.month) >= (2027, 3)
        let words: Comment = "seed \(seed), on \(today)"
        #expect(view.task.state.nextDate == LocalDate(isDone ? "2028-03-01" : "2027-03-01"), words)
        #expect((view.status == .due) == (isDue && today.month == 3), words)
        #expect((view.status == .overdue) == (isDue && today.month > 3), words)
        guard isDue, Int.random(in: 0..<20, using: &random) == 0 else { return }
        _ = try await tasks.markDone(id, with: MaintenanceDoneDraft(), as: console)
        doneCounts["service"] = 1
    }
}

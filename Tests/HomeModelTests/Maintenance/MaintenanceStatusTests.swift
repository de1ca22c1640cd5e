import HomeModel
import Testing

struct MaintenanceStatusTests {
    private let power = SeriesID(device: DeviceID("plug"), part: .main, capability: CapabilityName(.power))
    private let filter = SeriesID(device: DeviceID("purifier"), part: .main, capability: CapabilityName(.filterLife))

    /// A task of every six months that is due on 12 May: soon two weeks before, overdue two weeks after.
    @Test(arguments: [
        ("2027-04-27", MaintenanceStatus.scheduled), ("2027-04-28", .dueSoon), ("2027-05-11", .dueSoon),
        ("2027-05-12", .due), ("2027-05-26", .due), ("2027-05-27", .overdue), ("2030-01-01", .overdue),
    ])
    func calendarDecidesTheStatus(today: String, status: MaintenanceStatus) throws {
        let schedule = MaintenanceSchedule.calendar(try recurrence(every: 6, unit: .months, first: "2027-05-12"))
        #expect(try task(schedule).status(on: LocalDate(today)) == status)
    }

    @Test(arguments: [
        ("2027-09-16", MaintenanceStatus.scheduled), ("2027-09-17", .dueSoon), ("2027-10-01", .due),
        ("2027-10-31", .due), ("2027-11-01", .overdue),
    ])
    func taskOfAMonthIsDueForTheWholeMonth(today: String, status: MaintenanceStatus) throws {
        let first = try #require(LocalDate("2027-10-01"))
        let october = CalendarRecurrence(
            every: 1, unit: .years, first: first, basis: .fixedDates, isWholeMonth: true)
        #expect(try task(.calendar(october)).status(on: LocalDate(today)) == status)
    }

    @Test func nothingIsDueWhileNoDayIsKnown() throws {
        let schedule = MaintenanceSchedule.calendar(try recurrence(every: 1, unit: .months, first: "1990-01-01"))
        #expect(try task(schedule).status(on: nil) == .scheduled)
    }

    @Test func taskOfOneDayIsDoneOnce() throws {
        let day = try #require(LocalDate("2027-03-01"))
        var task = try task(.once(day))
        #expect(task.status(on: day) == .due)
        task.markDone(on: day, at: Timestamp(milliseconds: 0), by: "ada", entry: nil)
        #expect(task.status(on: day.adding(days: 400)) == .done && task.state.nextDate == nil)
    }

    /// 500 h: soon from 450 h, overdue from 600 h.
    @Test(arguments: [
        (449, MaintenanceStatus.scheduled), (450, .dueSoon), (499, .dueSoon), (500, .due), (599, .due), (600, .overdue),
    ])
    func useDecidesTheStatus(hours: Int, status: MaintenanceStatus) throws {
        let rule = RunRule(runsAtWatts: 100)
        let start = Timestamp(milliseconds: 1_790_000_000_000)
        var counter = RunCounter(from: start, by: rule)
        let samples = (0..<hours).map { RunSample(.watts(200), at: start + .hours($0)) }
        _ = counter.update(
            with: samples, by: rule, settling: start, now: start + .hours(hours))
        var task = try task(.usage(UsageRule(series: power, measure: .hours, limit: 500, rule: rule)))
        task.state.counter = counter
        #expect(task.status(on: LocalDate("2027-01-01")) == status)
    }

    @Test(arguments: [
        Pace(hours: 4, days: 7, limit: 500, daysAhead: 118), Pace(hours: 4, days: 6, limit: 500, daysAhead: nil),
        Pace(hours: 0, days: 28, limit: 500, daysAhead: nil), Pace(hours: 24, days: 21, limit: 500, daysAhead: nil),
        Pace(hours: 1, days: 7, limit: 100_000, daysAhead: nil),
        Pace(hours: 4, days: 7, silentDays: 7, limit: 500, daysAhead: 118),
        Pace(hours: 4, days: 4, silentDays: 10, limit: 500, daysAhead: nil),
        Pace(hours: 2, days: 14, measure: .cycles, limit: 20, daysAhead: 6),
        Pace(hours: 2, every: 4, days: 12, measure: .cycles, limit: 4, daysAhead: 4),
        Pace(hours: 2, every: 4, days: 8, measure: .cycles, limit: 30, daysAhead: nil),
        Pace(hours: 2, days: 20, measure: .cycles, limit: 20, daysAhead: nil),
    ])
    func paceOfACountGivesAnEstimate(_ pace: Pace) throws {
        let rule = RunRule(runsAtWatts: 100)
        let start = Timestamp(milliseconds: 1_790_000_000_000)
        let samples = (0..<pace.days * 24).map { hour in
            RunSample(.watts(pace.isRunning(inHour: hour) ? 200 : 0), at: start + .hours(hour))
        }
        var counter = RunCounter(from: start, by: rule)
        _ = counter.update(
            with: samples, by: rule, settling: start, now: start + .hours((pace.days + pace.silentDays) * 24))
        let usage = UsageRule(series: power, measure: pace.measure, limit: pace.limit, rule: rule)
        var task = try task(.usage(usage))
        task.state.counter = counter
        let today = try #require(LocalDate("2027-01-01"))
        #expect(task.estimatedDate(on: today) == pace.daysAhead.flatMap { today.adding(days: $0) })
        #expect(task.estimatedDate(on: nil) == nil)
    }

    @Test func taskWithADateNeedsNoEstimate() throws {
        let schedule = MaintenanceSchedule.calendar(try recurrence(every: 1, unit: .months, first: "2027-05-12"))
        #expect(try task(schedule).estimatedDate(on: LocalDate("2027-01-01")) == nil)
    }

    @Test func snoozedTaskComesBackOnItsDay() throws {
        var task = try task(.calendar(try recurrence(every: 1, unit: .months, first: "2027-05-12")))
        task.snooze(until: LocalDate("2027-05-20"))
        #expect(task.status(on: LocalDate("2027-05-19")) == .snoozed)
        #expect(task.status(on: LocalDate("2027-05-20")) == .overdue)
        #expect(task.status(on: LocalDate("2027-04-01")) == .scheduled)
        #expect(task.state.nextDate == LocalDate("2027-05-12"))
    }

    /// Filter life varies around its limit of 10 %: the task is due until the value is well above it.
    @Test func reportedValueHasHysteresis() throws {
        let rule = ReportedRule(series: filter, comparison: .atMost, limit: 10)
        var task = try task(.reported(rule))
        let day = try #require(LocalDate("2027-05-12"))
        for (value, isDue) in [(12.0, false), (10, true), (10.5, true), (11.5, false), (9, true), (100, false)] {
            _ = task.state.evaluate(.reported(rule), value: .number(value), today: day)
            #expect(task.status(on: day) == (isDue ? .due : .scheduled), "\(value)")
        }
        #expect(task.status(on: nil) == .scheduled)
    }

    /// After “done” the device may need days to report the new filter. Then the old value makes it due again.
    @Test func doneTaskWaitsAWeekForTheDevice() throws {
        let rule = ReportedRule(series: filter, comparison: .atMost, limit: 10)
        var task = try task(.reported(rule))
        let day = try #require(LocalDate("2027-05-12"))
        _ = task.state.evaluate(.reported(rule), value: .number(5), today: day)
        task.markDone(on: day, at: Timestamp(milliseconds: 0), by: "ada", entry: nil)
        for days in 0..<ReportedRule.daysToRecover {
            _ = task.state.evaluate(.reported(rule), value: .number(5), today: day.adding(days: days))
            #expect(task.state.dueSince == nil)
        }
        let later = day.adding(days: ReportedRule.daysToRecover)
        _ = task.state.evaluate(.reported(rule), value: .number(5), today: later)
        #expect(task.state.dueSince == later && task.status(on: later) == .due)
    }

    @Test func unknownDayChangesNothing() throws {
        let rule = ReportedRule(series: filter, comparison: .atMost, limit: 10)
        var state = MaintenanceTaskState()
        let hasChanged = state.evaluate(.reported(rule), value: .number(5), today: nil)
        #expect(!hasChanged)
        #expect(state.dueSince == nil)
    }

    @Test func undoRestoresEverything() throws {
        var task = try task(.calendar(try recurrence(every: 6, unit: .months, first: "2027-05-12")))
        task.snooze(until: LocalDate("2027-06-01"))
        let before = task.state
        let entry: ServiceEntryID = .random()
        task.markDone(
            on: try #require(LocalDate("2027-05-30")), at: Timestamp(milliseconds: 5), by: "ada", entry: entry)
        #expect(task.state.nextDate == LocalDate("2027-11-30") && task.previous?.entry == entry)
        task.undoDone()
        #expect(task.state == before && task.previous == nil && task.doneBy == nil)
        let revision = task.revision
        task.undoDone()
        #expect(task.state == before && task.revision == revision)
    }

    /// Its first date was years ago; it is not due for it again.
    @Test func newPeriodCountsFromTheDayOnWhichTheTaskWasDone() throws {
        var task = try task(.calendar(try recurrence(every: 6, unit: .months, first: "2020-05-12")))
        task.markDone(
            on: try #require(LocalDate("2027-05-30")), at: Timestamp(milliseconds: 5), by: "ada", entry: nil)
        var details = task.details
        details.schedule = .calendar(try recurrence(every: 3, unit: .months, first: "2020-05-12"))
        task.change(to: details)
        #expect(task.state.nextDate == LocalDate("2027-08-30") && task.previous == nil)
        // A first date after that day is meant.
        details.schedule = .calendar(try recurrence(every: 3, unit: .months, first: "2027-06-10"))
        task.change(to: details)
        #expect(task.state.nextDate == LocalDate("2027-06-10"))
        details.schedule = .once(try #require(LocalDate("2020-01-01")))
        task.change(to: details)
        #expect(task.state.nextDate == LocalDate("2020-01-01") && task.state.doneOn == nil)
    }

    @Test(
        arguments: [
            (MaintenanceSchedule.calendar(.sample(every: 0)), "schedule.every"),
            (.calendar(.sample(every: 1001)), "schedule.every"),
            (.calendar(.sample(every: 1, isWholeMonth: true)), "schedule.first"),
            (.once(LocalDate("9999-12-31") ?? .first), "schedule.first"),
            (.once(LocalDate("2200-01-01") ?? .first), "schedule.first"),
            (.usage(.sample(.power, watts: nil)), "schedule.runsAtWatts"),
            (.usage(.sample(.switch, watts: 10)), "schedule.runsAtWatts"),
            (.usage(.sample(.temperature, watts: nil)), "schedule.capability"),
            (.usage(.sample(.power, watts: .infinity)), "schedule.runsAtWatts"),
            (.usage(.sample(.power, watts: 10, limit: 0)), "schedule.limit"),
            (.reported(.sample(.filterLife, by: .atMost, limit: nil)), "schedule.value"),
            (.reported(.sample(.filterLife, by: .atMost, limit: 101)), "schedule.value"),
            (.reported(.sample(.filterLife, by: .isOn, limit: nil)), "schedule.comparison"),
            (.reported(.sample(.lowBattery, by: .atMost, limit: 1)), "schedule.comparison"),
        ] as [(MaintenanceSchedule, String)])
    func brokenScheduleIsRefused(schedule: MaintenanceSchedule, field: String) {
        do throws(MaintenanceScheduleError) {
            try schedule.check()
            Issue.record("\(schedule) was accepted")
        } catch {
            #expect(error.field == field)
        }
    }

    @Test(
        arguments: [
            MaintenanceSchedule.usage(.sample(.power, watts: 10)), .usage(.sample(.appliance, watts: nil)),
            .reported(.sample(.filterLife, by: .atMost, limit: 10)),
            .reported(.sample(.lowBattery, by: .isOn, limit: nil)),
            .calendar(.sample(every: 6)), .once(LocalDate("2199-12-31") ?? .first),
        ] as [MaintenanceSchedule])
    func goodScheduleIsAccepted(schedule: MaintenanceSchedule) {
        #expect(throws: Never.self) { try schedule.check() }
    }

    private func recurrence(
        every: Int, unit: CalendarRecurrence.Unit, first: String
    ) throws -> CalendarRecurrence {
        CalendarRecurrence(every: every, unit: unit, first: try #require(LocalDate(first)), basis: .dayDone)
    }

    private func task(_ schedule: MaintenanceSchedule) throws -> MaintenanceTask {
        MaintenanceTask(
            id: .random(), subject: .device(DeviceID("plug")),
            details: MaintenanceTaskDetails(title: "Clean it", schedule: schedule),
            state: MaintenanceTaskState(nextDate: schedule.firstDate), addedBy: "ada",
            addedAt: Timestamp(milliseconds: 0))
    }
}

/// A plug that runs for some hours on each `every`th day, and then reports nothing for some days.
struct Pace: Sendable {
    let hours: Int
    var every = 1
    let days: Int
    var silentDays = 0
    var measure = UsageRule.Measure.hours
    let limit: Int
    /// From today to the estimate.
    let daysAhead: Int?

    func isRunning(inHour hour: Int) -> Bool { (hour / 24).isMultiple(of: every) && hour % 24 < hours }
}

extension CalendarRecurrence {
    fileprivate static func sample(every: Int, isWholeMonth: Bool = false) -> CalendarRecurrence {
        let first = LocalDate(year: 2027, month: 5, day: 12) ?? .first
        return CalendarRecurrence(
            every: every, unit: .months, first: first, basis: .dayDone, isWholeMonth: isWholeMonth)
    }
}

extension UsageRule {
    fileprivate static func sample(_ kind: CapabilityKind, watts: Double?, limit: Int = 60) -> UsageRule {
        UsageRule(
            series: SeriesID(device: DeviceID("plug"), part: .main, capability: CapabilityName(kind)),
            measure: .cycles, limit: limit, rule: RunRule(runsAtWatts: watts))
    }
}

extension ReportedRule {
    fileprivate static func sample(
        _ kind: CapabilityKind, by comparison: Comparison, limit: Double?
    ) -> ReportedRule {
        ReportedRule(
            series: SeriesID(device: DeviceID("plug"), part: .main, capability: CapabilityName(kind)),
            comparison: comparison, limit: limit)
    }
}

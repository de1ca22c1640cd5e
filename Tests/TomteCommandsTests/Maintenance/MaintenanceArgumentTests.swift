import GatewayWire
import HomeModel
import Testing

@testable import TomteCommands

struct MaintenanceArgumentTests {
    @Test(arguments: [
        ("6 months", 6, CalendarRecurrence.Unit.months), ("6m", 6, .months), ("1 year", 1, .years), ("2W", 2, .weeks),
        ("30d", 30, .days), ("1 day", 1, .days), ("10  weeks", 10, .weeks),
    ])
    func periodIsReadAsPeopleWriteIt(text: String, count: Int, unit: CalendarRecurrence.Unit) {
        let period = PeriodArgument(argument: text)
        #expect(period?.count == count && period?.unit == unit)
    }

    @Test func periodEndsOnTheLastDayOfAShorterMonth() throws {
        let day = try #require(LocalDate("2026-08-31"))
        #expect(PeriodArgument(argument: "6 months")?.after(day) == LocalDate("2027-02-28"))
        #expect(PeriodArgument(argument: "2w")?.after(day) == LocalDate("2026-09-14"))
    }

    @Test(arguments: ["", "m", "6", "6 moons", "-6 months", "6.5 months", "99999999999999999999 days", "６ months"])
    func otherTextIsNoPeriod(text: String) {
        #expect(PeriodArgument(argument: text) == nil)
    }

    @Test func useIsInHoursOrCycles() {
        #expect(UsageArgument(argument: "500h")?.limit == 500)
        #expect(UsageArgument(argument: "500 hours")?.measure == .hours)
        #expect(UsageArgument(argument: "60 Cycles")?.measure == .cycles)
        #expect(UsageArgument(argument: "60 washes") == nil)
    }

    @Test(arguments: [("October", 10), ("oct", 10), ("10", 10), ("may", 5), ("1", 1)])
    func monthIsANameOrANumber(text: String, number: Int) {
        #expect(MonthArgument(argument: text)?.number == number)
    }

    @Test(arguments: ["13", "0", "", "octo", "-1"]) func otherTextIsNoMonth(text: String) {
        #expect(MonthArgument(argument: text) == nil)
    }

    @Test func reportedValueIsACapabilityWithALimit() {
        let filter = ReportedArgument(argument: "filterLife<=10")
        #expect(filter?.capability.kind == .filterLife && filter?.comparison == .atMost && filter?.value == 10)
        let salt = ReportedArgument(argument: "number.salt>=-0.5")
        #expect(salt?.capability.label == PartID("salt") && salt?.comparison == .atLeast && salt?.value == -0.5)
        let battery = ReportedArgument(argument: "lowBattery")
        #expect(battery?.comparison == .isOn && battery?.value == nil)
        for text in ["filterLife<=", "<=10", "filterLife<=ten", "filterLife<=inf", "filterLife<=1<=2", "dust<=1", ""] {
            #expect(ReportedArgument(argument: text) == nil, "\(text)")
        }
    }

    @Test(arguments: [
        (CapabilityKind.battery, 99.0, "when battery is 99 % or less"),
        (.temperature, 21.5, "when temperature is 21.5 °C or less"),
        (.filterLife, 10, "when filterLife is 10 % or less"),
    ])
    func limitOfAReportHasItsUnit(kind: CapabilityKind, value: Double, words: String) {
        var schedule = MaintenanceScheduleBody(kind: .reported)
        (schedule.capability, schedule.comparison, schedule.value) = (CapabilityName(kind), .atMost, value)
        #expect(MaintenanceText.words(schedule) == words)
    }

    @Test func entryWithPhotosIsTakenBackWithAnOptionAndNotWithANumber() {
        let task = MaintenanceTaskID("f2m4w8zpk3x9d0a7" as StaticString)
        let problem = ProblemBody(
            status: 409, title: "Conflict", code: "hasPhotographs", detail: "State their number in “photos”.",
            requestID: "r")
        let sentence = MaintenanceDoneText.error(.problem(problem), undoing: task).sentences.joined()
        #expect(sentence.hasSuffix("tomte maintenance done f2m4w8zpk3x9d0a7 --undo --with-photos"), "\(sentence)")
        #expect(!sentence.contains("number"))
    }

    /// A comma before one or two digits is that of decimals; before three, it may separate thousands.
    @Test(
        arguments: [
            ("12,50", "12.50"), ("12.5", "12.50"), ("1249", "1249.00"), ("1,249", nil), ("1,2,3", nil), (",5", nil),
        ] as [(String, String?)])
    func amountMayHaveADecimalComma(text: String, amount: String?) {
        #expect(MoneyText.amount(text) == amount.flatMap { MoneyAmount($0) })
    }

    @Test(
        arguments: [
            ("Europe/Stockholm", "SEK"), ("Europe/Helsinki", "EUR"), ("Atlantic/Reykjavik", "ISK"), ("Etc/UTC", nil),
        ] as [(String, String?)])
    func currencyOfACostIsThatOfTheHomesCountry(zone: String, currency: String?) {
        #expect(MoneyText.currency(ofTimeZone: zone)?.description == currency)
    }

    @Test(arguments: [
        ("miele.se/manual", "https://miele.se/manual"), ("http://miele.se", "http://miele.se"), ("manual", "manual"),
        ("javascript:alert(1.5)", "javascript:alert(1.5)"),
    ])
    func addressOfAManualMayLackItsScheme(text: String, address: String) {
        #expect(ApplianceOptions.webAddress(text) == address)
    }

    @Test func refusedValueSaysWhatIsValid() {
        #expect(throws: (any Error).self) { try MonthArgument.argument("Oktober") }
        do {
            _ = try LocalDate.argument("32/1")
            Issue.record("the date was accepted")
        } catch {
            #expect("\(error)".contains("2026-12-01"))
        }
    }

    @Test func scheduleIsSaidInWords() {
        var schedule = MaintenanceScheduleBody(kind: .calendar)
        (schedule.every, schedule.unit, schedule.basis) = (6, .months, .dayDone)
        #expect(MaintenanceText.words(schedule) == "every 6 months")
        (schedule.every, schedule.basis) = (1, .fixedDates)
        #expect(MaintenanceText.words(schedule) == "every month, on fixed dates")
        (schedule.unit, schedule.isWholeMonth, schedule.first) = (.years, true, LocalDate("2027-10-01"))
        #expect(MaintenanceText.words(schedule) == "each October")
        var usage = MaintenanceScheduleBody(kind: .usage)
        (usage.measure, usage.limit) = (.hours, 500)
        #expect(MaintenanceText.words(usage) == "after 500 h of use")
        var reported = MaintenanceScheduleBody(kind: .reported)
        (reported.capability, reported.comparison, reported.value) = (CapabilityName(.filterLife), .atMost, 10)
        #expect(MaintenanceText.words(reported) == "when filterLife is 10 % or less")
    }

    @Test func countedTaskShowsItsEstimate() {
        let plug: DeviceID = DeviceID("plug" as StaticString)
        let usage = UsageRule(
            series: SeriesID(device: plug, part: .main, capability: CapabilityName(.power)), measure: .cycles,
            limit: 30, rule: RunRule(runsAtWatts: 100))
        let start = Timestamp(milliseconds: 0)
        let task = MaintenanceTask(
            id: .random(), subject: .device(plug),
            details: MaintenanceTaskDetails(title: "Clean the drum", schedule: .usage(usage)),
            state: MaintenanceTaskState(counter: RunCounter(from: start, by: usage.rule)), addedBy: "ada",
            addedAt: start)
        let body = MaintenanceTaskBody(
            task, status: .scheduled, name: "Washer", room: nil, doneByName: nil, value: nil, sourceName: nil,
            isSourceMissing: false, estimatedDate: LocalDate("2026-12-03"))
        #expect(MaintenanceText.next(body) == "0 of 30 cycles, about 2026-12-03 at this pace")
    }

    @Test func nothingIsSaidWhenNothingIsDue() {
        let due = DueMaintenanceBody(tasks: [], batteries: [], isClockKnown: true)
        #expect(MaintenanceText.summary(due) == nil)
    }
}

import Foundation
import GatewayWire
import HomeModel
import Testing

@testable import TomteCommands

struct EnergyComparisonTests {
    private static let zone = TimeZone(identifier: "Europe/Stockholm") ?? .gmt
    /// A Thursday.
    private static let date = "2026-11-26"

    // MARK: - The calendar

    /// Columns: a kind, a date, the first day of the week, and the period with the one before.
    @Test(
        arguments: [
            (.day, "2026-03-01", 2, "2026-03-01 2026-03-02 2026-02-28"),
            (.week, "2026-11-26", 2, "2026-11-23 2026-11-30 2026-11-16"),
            (.week, "2026-11-22", 2, "2026-11-16 2026-11-23 2026-11-09"),
            (.week, "2026-11-22", 1, "2026-11-22 2026-11-29 2026-11-15"),
            (.week, "2026-11-22", 7, "2026-11-21 2026-11-28 2026-11-14"),
            (.month, "2027-01-31", 2, "2027-01-01 2027-02-01 2026-12-01"),
            (.month, "2026-12-31", 2, "2026-12-01 2027-01-01 2026-11-01"),
            (.year, "2026-11-26", 2, "2026-01-01 2027-01-01 2025-01-01"),
        ] as [(EnergyPeriod.Kind, String, Int, String)])
    func periodsFollowTheCalendar(
        _ kind: EnergyPeriod.Kind, date: String, firstDayOfWeek: Int, expected: String
    ) throws {
        let period = try #require(
            EnergyPeriod(kind, containing: try Self.localDate(date), firstDayOfWeek: firstDayOfWeek))
        let before = try #require(period.before)
        #expect("\(period.first) \(period.next) \(before.first)" == expected)
        #expect(before.next == period.first)
    }

    @Test func calendarEndsWithoutAFailure() throws {
        #expect(EnergyPeriod(.year, containing: try Self.localDate("9999-05-05"), firstDayOfWeek: 2) == nil)
        let first = try #require(EnergyPeriod(.day, containing: try Self.localDate("1970-01-01"), firstDayOfWeek: 2))
        #expect(first.before == nil && EnergyComparison.datesBeside(first.first).isEmpty)
    }

    // MARK: - The consumption

    /// Columns: the flows in kWh, and what the home consumed.
    @Test(
        arguments: [
            ([:], nil), ([.production: 3], nil), ([.consumption: 2], 2), ([.gridImport: 5], 5),
            ([.gridImport: 5, .consumption: 2], 5), ([.gridImport: 1, .consumption: 2], 2),
            ([.gridImport: 5, .gridExport: 1, .production: 4, .charge: 2, .discharge: 1], 7),
        ] as [([EnergyFlow: Double], Double?)])
    func consumptionFollowsFromTheFlows(_ flows: [EnergyFlow: Double], expected: Double?) {
        let amounts = flows.map { EnergyAmount(flow: $0.key, kilowattHours: $0.value, isEstimated: false) }
        let row = EnergyRowBody(amounts: amounts)
        #expect(EnergyUse(of: [row])?.kilowattHours == expected)
        #expect(EnergyUse(of: [row, row])?.kilowattHours == expected.map { $0 * 2 })
    }

    @Test func sumsHaveNoRoundingErrors() {
        let row = EnergyRowBody(
            amounts: [EnergyAmount(flow: .consumption, kilowattHours: 0.1, isEstimated: false)])
        #expect(EnergyUse(of: [row, row, row])?.kilowattHours == 0.3)
    }

    @Test func costsAreAddedExactly() throws {
        let rows = try (0..<10).map { _ in
            EnergyRowBody(
                amounts: [EnergyAmount(flow: .consumption, kilowattHours: 0.1, isEstimated: true)],
                cost: [try Self.cost("0.10001"), try Self.cost("0.00001", currency: "EUR", isPartial: true)])
        }
        let use = try #require(EnergyUse(of: rows))
        #expect(use.isEstimated)
        #expect(use.cost == [try Self.cost("1.00010"), try Self.cost("0.0001", currency: "EUR", isPartial: true)])
    }

    // MARK: - Days

    @Test func dayThatIsOverIsComparedAsAWhole() throws {
        let comparison = try Self.day(at: "2026-11-27T09:30:00Z", use: [0: 2, -1: 1, -7: 1, -14: 4, -21: 3, -28: 2])
        #expect(comparison.until == nil && comparison.use?.kilowattHours == 48)
        let before = try #require(comparison.before)
        #expect("\(before.first)" == "2026-11-25" && before.use.kilowattHours == 24)
        #expect(before.difference?.percent == 100)
        let typical = try #require(comparison.typical)
        #expect(typical.days == 4 && typical.kilowattHours == 60 && typical.difference?.percent == -20)
        #expect(typical.hours == Array(repeating: 2.5, count: 24))
    }

    @Test func dayThatIsNotOverIsComparedUntilTheLastWholeHour() throws {
        // In Stockholm it is 14:30.
        let comparison = try Self.day(at: "2026-11-26T13:30:00Z", use: [0: 1, -1: 2, -7: 1, -14: 1, -21: 1])
        #expect(comparison.until == Timestamp(rfc3339: "2026-11-26T13:00:00Z"))
        #expect(comparison.use?.kilowattHours == 14 && comparison.before?.use.kilowattHours == 28)
        #expect(comparison.typical?.kilowattHours == 14 && comparison.typical?.hours.count == 24)
    }

    /// Columns: the time, the consumption per hour of the days beside, and which comparisons there are.
    @Test(
        arguments: [
            ("2026-11-25T23:20:00Z", [-1: 1, -7: 1, -14: 1, -21: 1], ""),
            ("2026-11-27T09:00:00Z", [-1: 1], "before"), ("2026-11-27T09:00:00Z", [-7: 1, -14: 1], ""),
            ("2026-11-27T09:00:00Z", [-7: 1, -14: 1, -42: 1], "typical"),
            ("2026-11-27T09:00:00Z", [-7: 1, -14: 1, -49: 1], ""),
        ] as [(String, [Int: Double], String)])
    func daysWithoutEnoughDataAreNotCompared(_ now: String, use: [Int: Double], expected: String) throws {
        let comparison = try Self.day(at: now, use: use.merging([0: 1]) { $1 })
        let shown = [comparison.before.map { _ in "before" }, comparison.typical.map { _ in "typical" }]
        #expect(shown.compactMap(\.self).joined(separator: " ") == expected)
    }

    @Test func dayWithFewHoursIsNotCompared() throws {
        let period = try Self.period(.day)
        let dates = [period.first] + EnergyComparison.datesBeside(period.first)
        let rows = Dictionary(uniqueKeysWithValues: dates.map { ($0, Array(Self.hours(of: $0, use: 1).prefix(19))) })
        let comparison = EnergyComparison(
            day: period, rows: rows, zone: Self.zone, now: try Self.time("2026-11-27T09:00:00Z"))
        #expect(comparison.before == nil && comparison.typical == nil)
    }

    // MARK: - Other periods

    /// Columns: today, the part of October with which November is compared, and its days with data.
    @Test(
        arguments: [
            ("2026-12-05", "2026-10-01", "2026-11-01", 31, true), ("2026-11-26", "2026-10-01", "2026-10-26", 25, true),
            ("2026-11-26", "2026-10-01", "2026-10-26", 20, false), ("2026-11-01", "", "", 0, false),
        ])
    func monthIsComparedWithAsManyDaysOfTheOneBefore(
        _ today: String, first: String, next: String, days: Int, isCompared: Bool
    ) throws {
        let (period, date) = (try Self.period(.month), try Self.localDate(today))
        let dates = EnergyComparison.dates(before: period, today: date)
        #expect(dates.map { "\($0.first)" } ?? "" == first && dates.map { "\($0.next)" } ?? "" == next)
        let comparison = EnergyComparison(
            period, own: try Self.days(from: "2026-11-01", count: 30, use: 3),
            before: try Self.days(from: "2026-10-01", count: days, use: 2), zone: Self.zone, today: date)
        #expect((comparison.before != nil) == isCompared)
        if isCompared { #expect(comparison.before?.use.kilowattHours == Double(2 * days)) }
        let over = min(period.first.distance(to: date), 30)
        #expect(comparison.use?.kilowattHours ?? 0 == Double(3 * over))
    }

    @Test func longerMonthIsComparedWithTheWholeShorterOne() throws {
        let march = try #require(
            EnergyPeriod(.month, containing: try Self.localDate("2026-03-31"), firstDayOfWeek: 2))
        let dates = EnergyComparison.dates(before: march, today: try Self.localDate("2026-03-31"))
        #expect(dates.map { "\($0.first) \($0.next)" } == "2026-02-01 2026-03-01")
    }

    // MARK: - The texts

    @Test func tableNamesEachPeriodAndTheDifference() throws {
        let comparison = try Self.day(at: "2026-11-26T13:30:00Z", use: [0: 1, -1: 2, -7: 1, -14: 1, -21: 1])
        let lines = EnergyComparisonTable(comparison, zone: Self.zone).lines().map(\.plain)
        #expect(lines[1].hasPrefix("2026-11-26 until 14:00") && lines[1].contains("14.00"))
        #expect(lines[2].hasPrefix("2026-11-25 until 14:00") && lines[2].contains("50 % less"))
        #expect(lines[3].hasPrefix("typical Thursday until 14:00, median of 3 days"))
        #expect(lines[3].contains("about the same") && lines.count == 4)
    }

    @Test func comparisonWithoutDataSaysSo() throws {
        let alone = try Self.day(at: "2026-11-27T09:00:00Z", use: [0: 1])
        #expect(
            EnergyComparisonTable(alone, zone: Self.zone).lines().last?.plain
                == "There is not enough earlier data to compare with.")
        let nothing = try Self.day(at: "2026-11-27T09:00:00Z", use: [:])
        #expect(
            EnergyComparisonTable(nothing, zone: Self.zone).lines().map(\.plain)
                == ["No energy was counted in this period."])
    }

    /// Columns: both amounts in kWh and the percentage.
    @Test(
        arguments: [(2, 1, 100), (0, 1, -100), (1, 1, 0), (1, 0.04, nil), (nil, 1, nil), (1, 3, -67)]
            as [(Double?, Double, Int?)])
    func differencesArePercentages(_ own: Double?, other: Double, percent: Int?) {
        #expect(EnergyDifference(own, to: other)?.percent == percent)
    }

    // MARK: - Samples

    /// The comparison of the day; `use` has the consumption of each hour of the days beside it, by their distance.
    private static func day(at now: String, use: [Int: Double]) throws -> EnergyComparison {
        let period = try period(.day)
        let rows = use.compactMap { distance, use in
            period.first.adding(days: distance).map { ($0, hours(of: $0, use: use)) }
        }
        return EnergyComparison(
            day: period, rows: Dictionary(uniqueKeysWithValues: rows), zone: zone, now: try time(now))
    }

    private static func hours(of date: LocalDate, use: Double) -> [EnergyRowBody] {
        (0..<24).map { hour in row(date.firstHour(in: zone) + .hours(hour), use: use) }
    }

    private static func days(from first: String, count: Int, use: Double) throws -> [EnergyRowBody] {
        let first = try localDate(first)
        return try (0..<count).map { row(try #require(first.adding(days: $0)).firstHour(in: zone), use: use) }
    }

    private static func row(_ start: Timestamp, use: Double) -> EnergyRowBody {
        EnergyRowBody(
            start: start, amounts: [EnergyAmount(flow: .consumption, kilowattHours: use, isEstimated: false)])
    }

    private static func period(_ kind: EnergyPeriod.Kind) throws -> EnergyPeriod {
        try #require(EnergyPeriod(kind, containing: try localDate(date), firstDayOfWeek: 2))
    }

    private static func localDate(_ text: String) throws -> LocalDate { try #require(LocalDate(text)) }
    private static func time(_ text: String) throws -> Timestamp { try #require(Timestamp(rfc3339: text)) }

    private static func cost(
        _ amount: String, currency: String = "SEK", isPartial: Bool = false
    ) throws -> EnergyCost {
        EnergyCost(
            currency: try #require(Currency(currency)), amount: try #require(MoneyAmount(amount)), isPartial: isPartial)
    }
}

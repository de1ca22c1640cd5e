import Foundation
import GatewayWire
import HomeModel

/// A period beside the one before, and a day beside a typical one, as on the page. A period that is not over is compared
/// up to the last hour, or day, that is.
struct EnergyComparison: Codable {
    /// The period before.
    struct Before: Codable {
        let first: LocalDate
        /// The first date after the compared part.
        let next: LocalDate
        let use: EnergyUse
        let difference: EnergyDifference?
    }

    /// The median of the same weekday in the weeks before.
    struct Typical: Codable {
        /// The number of days with data.
        let days: Int
        let kilowattHours: Double
        let difference: EnergyDifference?
        /// The median of each hour of the whole day, from 0 to 23.
        let hours: [Double]
    }

    let period: EnergyPeriod.Kind
    let first: LocalDate
    let next: LocalDate
    /// The end of what is compared; nil if the period is over.
    let until: Timestamp?
    /// What was consumed in the period up to `until`.
    let use: EnergyUse?
    let before: Before?
    /// Nil for other periods than days.
    let typical: Typical?
}

/// How much more or less is consumed, for a person.
struct EnergyDifference: Codable, Hashable {
    /// Less energy than this in kWh is no basis for a percentage.
    private static let least = 0.05

    let percent: Int
    let factor: Double

    /// Nil without a basis.
    init?(_ own: Double?, to other: Double) {
        guard let own, other >= Self.least, own.isFinite, abs(own / other) < 1e9 else { return nil }
        factor = own / other
        percent = Int((factor * 100).rounded()) - 100
    }
}

extension EnergyComparison {
    private static let weeks = 6
    private static let fewestDays = 3

    /// The day before `date`, and the same weekday in the weeks before.
    static func datesBeside(_ date: LocalDate) -> [LocalDate] {
        ([-1] + (1...weeks).map { -7 * $0 }).compactMap { date.adding(days: $0) }
    }

    /// Compares a day. `rows` are the hours of the day itself and of `datesBeside`.
    init(day period: EnergyPeriod, rows: [LocalDate: [EnergyRowBody]], zone: TimeZone, now: Timestamp) {
        let present = now.startOfHour
        let isOver = present >= period.next.firstHour(in: zone)
        let end = isOver ? 24 : present <= period.first.firstHour(in: zone) ? 0 : zone.hour(of: present)
        let days = rows.mapValues { EnergyDay($0, zone: zone) }
        let use = days[period.first]?.use(until: end)
        let dates = Self.datesBeside(period.first)
        (self.period, first, next) = (.day, period.first, period.next)
        until = isOver ? nil : present
        self.use = use
        if end > 0, let date = dates.first, let day = days[date], day.isCovered(until: end),
            let other = day.use(until: end)
        {
            before = Before(
                first: date, next: period.first, use: other,
                difference: EnergyDifference(use?.kilowattHours, to: other.kilowattHours))
        } else {
            before = nil
        }
        typical =
            end > 0
            ? Self.typical(of: dates.dropFirst().compactMap { days[$0] }, until: end, own: use?.kilowattHours) : nil
    }

    private static func typical(of days: [EnergyDay], until end: Int, own: Double?) -> Typical? {
        let covered = days.filter { $0.isCovered(until: 24) }
        guard covered.count >= fewestDays else { return nil }
        let total = median(covered.map { $0.use(until: end)?.kilowattHours ?? 0 })
        let hours = (0..<24).map { hour in median(covered.map { $0.use(in: hour)?.kilowattHours ?? 0 }) }
        return Typical(
            days: covered.count, kilowattHours: total, difference: EnergyDifference(own, to: total), hours: hours)
    }

    /// `values` is not empty.
    private static func median(_ values: [Double]) -> Double {
        let sorted = values.sorted()
        return ((sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2).asReported
    }

    /// The dates before `period` with which it is compared: of a period that is not over, as many days as are over.
    static func dates(before period: EnergyPeriod, today: LocalDate) -> (first: LocalDate, next: LocalDate)? {
        guard let before = period.before else { return nil }
        guard period.next > today else { return (before.first, before.next) }
        let over = max(period.first.distance(to: today), 0)
        guard over > 0, let next = before.first.adding(days: over) else { return nil }
        return (before.first, min(next, before.next))
    }

    /// Compares a week, month or year. `own` and `before` are the days of the period and of `dates(before:today:)`.
    init(
        _ period: EnergyPeriod, own: [EnergyRowBody], before: [EnergyRowBody], zone: TimeZone, today: LocalDate
    ) {
        (self.period, first, next) = (period.kind, period.first, period.next)
        until = period.next > today ? today.firstHour(in: zone) : nil
        let past = own.filter { row in
            row.start.flatMap { LocalDate($0, in: zone) }.map { $0 < today } ?? false
        }
        let use = EnergyUse(of: past)
        self.use = use
        typical = nil
        guard let dates = Self.dates(before: period, today: today), let other = EnergyUse(of: before),
            before.count * 6 >= dates.first.distance(to: dates.next) * 5
        else {
            self.before = nil
            return
        }
        self.before = Before(
            first: dates.first, next: dates.next, use: other,
            difference: EnergyDifference(use?.kilowattHours, to: other.kilowattHours))
    }
}

/// The hours of one day, by the clock of the home.
private struct EnergyDay {
    private let hours: [(hour: Int, row: EnergyRowBody)]

    init(_ rows: [EnergyRowBody], zone: TimeZone) {
        hours = rows.compactMap { row in row.start.map { (zone.hour(of: $0), row) } }
    }

    func use(until end: Int) -> EnergyUse? { EnergyUse(of: hours.filter { $0.hour < end }.map(\.row)) }
    func use(in hour: Int) -> EnergyUse? { EnergyUse(of: hours.filter { $0.hour == hour }.map(\.row)) }

    /// Whether most hours have data: a day on which the meters were off says nothing.
    func isCovered(until end: Int) -> Bool { hours.count { $0.hour < end } * 6 >= end * 5 }
}

extension TimeZone {
    /// The hour that a clock shows at `time`, 0 to 23.
    fileprivate func hour(of time: Timestamp) -> Int {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = self
        return calendar.component(.hour, from: time.date)
    }
}

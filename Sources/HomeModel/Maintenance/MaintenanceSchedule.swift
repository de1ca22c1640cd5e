/// When a task is due.
package enum MaintenanceSchedule: Hashable, Sendable {
    /// Again and again, by the calendar.
    case calendar(CalendarRecurrence)
    /// On one day.
    case once(LocalDate)
    /// After so much use since it was last done.
    case usage(UsageRule)
    /// When the device reports a value beyond a limit.
    case reported(ReportedRule)
}

/// How much something may be used before a task is due.
package struct UsageRule: Hashable, Sendable, Codable {
    package enum Measure: String, Sendable, Codable, CaseIterable { case hours, cycles }

    package static let limits = 1...100_000
    /// The share of the limit from which the task is due soon.
    static let soonShare = 0.9
    /// The share of the limit from which it is overdue.
    static let overdueShare = 1.2

    package let series: SeriesID
    package let measure: Measure
    /// In hours, or in cycles.
    package let limit: Int
    package let rule: RunRule

    package init(series: SeriesID, measure: Measure, limit: Int, rule: RunRule) {
        self.series = series
        self.measure = measure
        self.limit = limit
        self.rule = rule
    }

    /// How much of the limit is used: hours with decimals, or cycles.
    package func amount(of count: RunCount) -> Double {
        switch measure {
        case .hours: Double(count.running) / 3_600_000
        case .cycles: Double(count.cycles)
        }
    }
}

/// The reported values for which a task is due.
package struct ReportedRule: Hashable, Sendable, Codable {
    package enum Comparison: String, Sendable, Codable, CaseIterable {
        /// The value is the limit or less.
        case atMost
        /// The value is the limit or more.
        case atLeast
        /// The device reports a warning, such as that of a battery.
        case isOn
    }

    /// The share of the limit by which a value must leave it before the task is no longer due, so that a value that
    /// varies around the limit does not make it due again and again.
    static let recoveryShare = 0.1
    /// A task that is done is due again after so many days when the device still reports the old value.
    package static let daysToRecover = 7

    package let series: SeriesID
    package let comparison: Comparison
    /// In the unit of the series; nil for a warning.
    package let limit: Double?

    package init(series: SeriesID, comparison: Comparison, limit: Double? = nil) {
        self.series = series
        self.comparison = comparison
        self.limit = limit
    }

    /// Whether the task is due with this value.
    package func isMet(by value: CapabilityValue) -> Bool {
        switch (comparison, value, limit) {
        case (.atMost, .number(let number), let limit?): number <= limit
        case (.atLeast, .number(let number), let limit?): number >= limit
        case (.isOn, .boolean(let isOn), _): isOn
        default: false
        }
    }

    /// Whether the value is so far from the limit that what made the task due is over.
    package func isOver(with value: CapabilityValue) -> Bool {
        switch (comparison, value, limit) {
        case (.atMost, .number(let number), let limit?): number > limit + abs(limit) * Self.recoveryShare
        case (.atLeast, .number(let number), let limit?): number < limit - abs(limit) * Self.recoveryShare
        case (.isOn, .boolean(let isOn), _): !isOn
        default: false
        }
    }
}

extension MaintenanceSchedule {
    /// The series from which it counts, or whose values it compares.
    package var series: SeriesID? {
        switch self {
        case .usage(let usage): usage.series
        case .reported(let rule): rule.series
        case .calendar, .once: nil
        }
    }

    /// The first date; nil for a schedule without dates.
    package var firstDate: LocalDate? {
        switch self {
        case .calendar(let recurrence): recurrence.first
        case .once(let date): date
        case .usage, .reported: nil
        }
    }

    /// The date of a new schedule for a task that was last done on `day`. A first date that is not after that day is past:
    /// the next one counts.
    package func nextDate(lastDoneOn day: LocalDate?) -> LocalDate? {
        guard case .calendar(let recurrence) = self, let day, day >= recurrence.first else { return firstDate }
        return recurrence.next(afterDoneOn: day, due: nil)
    }

    /// For how many days before its date a task is due soon, and after how many days it is overdue.
    var marginDays: Int {
        switch self {
        case .calendar(let recurrence): min(max(recurrence.shortestDays / 8, 1), 14)
        case .once: 7
        case .usage, .reported: 14
        }
    }
}

extension MaintenanceSchedule: Codable {
    private enum Key: String, CodingKey { case calendar, once, usage, reported }

    package init(from decoder: any Decoder) throws {
        let object = try decoder.container(keyedBy: Key.self)
        if let recurrence = try object.decodeIfPresent(CalendarRecurrence.self, forKey: .calendar) {
            self = .calendar(recurrence)
        } else if let date = try object.decodeIfPresent(LocalDate.self, forKey: .once) {
            self = .once(date)
        } else if let usage = try object.decodeIfPresent(UsageRule.self, forKey: .usage) {
            self = .usage(usage)
        } else {
            self = .reported(try object.decode(ReportedRule.self, forKey: .reported))
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: Key.self)
        switch self {
        case .calendar(let recurrence): try object.encode(recurrence, forKey: .calendar)
        case .once(let date): try object.encode(date, forKey: .once)
        case .usage(let usage): try object.encode(usage, forKey: .usage)
        case .reported(let rule): try object.encode(rule, forKey: .reported)
        }
    }
}

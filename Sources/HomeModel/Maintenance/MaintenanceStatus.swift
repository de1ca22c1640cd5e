/// How near a task is.
package enum MaintenanceStatus: String, Sendable, Codable, CaseIterable {
    case scheduled, dueSoon, due, overdue
    /// It would be due soon, due or overdue, and a person asked to be reminded later.
    case snoozed
    /// A task on one day that was done.
    case done
}

extension MaintenanceTask {
    /// The status on `today`, the day at home; nil while no day is known.
    ///
    /// Callers pass the last known day while the clock is not known, so that nothing becomes due by a wrong clock and
    /// nothing that is due is forgotten.
    package func status(on today: LocalDate?) -> MaintenanceStatus {
        if state.isFinished(details.schedule) { return .done }
        guard let today else { return .scheduled }
        let status = statusWithoutSnooze(on: today)
        guard status != .scheduled, let until = state.snoozedUntil, today < until else { return status }
        return .snoozed
    }

    private func statusWithoutSnooze(on today: LocalDate) -> MaintenanceStatus {
        switch details.schedule {
        case .calendar, .once:
            guard let date = state.nextDate else { return .scheduled }
            let days = date.days(until: today)
            if let last = lastDay(of: date), today > last { return .overdue }
            if days >= 0 { return .due }
            return days >= -details.schedule.marginDays ? .dueSoon : .scheduled
        case .usage(let usage):
            guard let used = state.used(usage) else { return .scheduled }
            let share = used / Double(usage.limit)
            return share >= UsageRule.overdueShare
                ? .overdue : share >= 1 ? .due : share >= UsageRule.soonShare ? .dueSoon : .scheduled
        case .reported:
            guard let since = state.dueSince else { return .scheduled }
            return since.days(until: today) > details.schedule.marginDays ? .overdue : .due
        }
    }

    /// The last day on which a task of this date is not overdue.
    private func lastDay(of date: LocalDate) -> LocalDate? {
        if case .calendar(let recurrence) = details.schedule, recurrence.isWholeMonth {
            return LocalDate(year: date.year, month: date.month, day: LocalDate.days(in: date.month, of: date.year))
        }
        return date.adding(days: details.schedule.marginDays)
    }
}

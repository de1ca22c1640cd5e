/// The rule that a schedule breaks.
package struct MaintenanceScheduleError: Error, Hashable, Sendable, CustomStringConvertible {
    package let field: String
    package let code: String
    package let description: String

    init(_ field: String, code: String, sentence: String) {
        self.field = field
        self.code = code
        description = sentence
    }
}

extension MaintenanceSchedule {
    /// A later first date is a typing error.
    private static let lastYear = 2199

    /// Throws for a schedule that breaks a rule. Whether the device has the series is not checked here.
    package func check() throws(MaintenanceScheduleError) {
        if let firstDate, firstDate.year > Self.lastYear {
            throw MaintenanceScheduleError(
                "schedule.first", code: "outOfRange", sentence: "Name a date before the year \(Self.lastYear + 1).")
        }
        switch self {
        case .calendar(let recurrence): try recurrence.check()
        case .once: break
        case .usage(let usage): try usage.check()
        case .reported(let rule): try rule.check()
        }
    }
}

extension CalendarRecurrence {
    fileprivate func check() throws(MaintenanceScheduleError) {
        guard Self.counts.contains(every) else {
            throw MaintenanceScheduleError(
                "schedule.every", code: "outOfRange",
                sentence: "A period has 1 to \(Self.counts.upperBound) days, weeks, months or years.")
        }
        guard !isWholeMonth || first.day == 1 else {
            throw MaintenanceScheduleError(
                "schedule.first", code: "contradictory",
                sentence: "A task of a whole month has the first day of the month as its date, such as 2027-10-01.")
        }
        guard !isWholeMonth || unit == .months || unit == .years else {
            throw MaintenanceScheduleError(
                "schedule.unit", code: "contradictory",
                sentence: "A task of a whole month has a period of months or years.")
        }
    }
}

extension UsageRule {
    fileprivate func check() throws(MaintenanceScheduleError) {
        let kind = series.capability.kind
        guard kind.saysWhetherItRuns else {
            throw MaintenanceScheduleError(
                "schedule.capability", code: "wrongType",
                sentence: "Runs are counted from a power, a switch, a programme or a vacuum cleaner, "
                    + "not from \(kind.rawValue).")
        }
        guard Self.limits.contains(limit) else {
            throw MaintenanceScheduleError(
                "schedule.limit", code: "outOfRange",
                sentence: "The limit is \(Self.limits.lowerBound) to \(Self.limits.upperBound) hours or cycles.")
        }
        guard (kind == .power) == (rule.runsAtWatts != nil) else {
            throw MaintenanceScheduleError(
                "schedule.runsAtWatts", code: "contradictory",
                sentence: "A power needs the number of watts from which it runs, and a state has none.")
        }
        try rule.check()
    }
}

extension RunRule {
    fileprivate func check() throws(MaintenanceScheduleError) {
        if let runsAtWatts {
            let rest = restsBelowWatts ?? runsAtWatts
            guard Self.watts.contains(runsAtWatts), rest.isFinite, (0...runsAtWatts).contains(rest) else {
                throw MaintenanceScheduleError(
                    "schedule.runsAtWatts", code: "outOfRange",
                    sentence: "The power from which it runs is 0.1 to 100000 W, and that below which it rests is no "
                        + "higher.")
            }
        }
        guard Self.pauseSeconds.contains(longestPauseSeconds), Self.runSeconds.contains(shortestRunSeconds) else {
            throw MaintenanceScheduleError(
                "schedule.longestPauseSeconds", code: "outOfRange", sentence: "A pause and a run have at most 86400 s.")
        }
    }
}

extension ReportedRule {
    fileprivate func check() throws(MaintenanceScheduleError) {
        let facts = series.capability.kind.facts
        let type: ValueType = comparison == .isOn ? .boolean : .number
        guard facts.valueType == type else {
            throw MaintenanceScheduleError(
                "schedule.comparison", code: "wrongType",
                sentence: "\(series.capability) has values of another type, so it cannot be compared like this.")
        }
        guard (limit != nil) == (comparison != .isOn), limit.map(\.isFinite) ?? true,
            limit.map(facts.range.contains) ?? true
        else {
            throw MaintenanceScheduleError(
                "schedule.value", code: "outOfRange",
                sentence: "A number is compared with a value in the range of the capability, and a warning with none.")
        }
    }
}

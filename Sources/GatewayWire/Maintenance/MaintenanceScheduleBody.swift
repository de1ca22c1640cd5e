package import HomeModel

/// When a maintenance task is due. Which properties it has depends on its kind.
package struct MaintenanceScheduleBody: Codable, Sendable, Hashable {
    package enum Kind: String, Codable, Sendable, CaseIterable { case calendar, once, usage, reported }

    package var kind: Kind
    /// The first date of a calendar, or the only one.
    package var first: LocalDate?
    package var every: Int?
    package var unit: CalendarRecurrence.Unit?
    package var basis: CalendarRecurrence.Basis?
    package var isWholeMonth: Bool?
    /// The series from which use is counted, or whose values are compared.
    package var device: DeviceID?
    package var part: PartID?
    package var capability: CapabilityName?
    package var measure: UsageRule.Measure?
    /// In hours, or in cycles.
    package var limit: Int?
    package var runsAtWatts: Double?
    package var restsBelowWatts: Double?
    package var longestPauseSeconds: Int?
    package var shortestRunSeconds: Int?
    package var comparison: ReportedRule.Comparison?
    /// The value with which reported ones are compared.
    package var value: Double?

    package init(kind: Kind) { self.kind = kind }

    package init(_ schedule: MaintenanceSchedule) {
        switch schedule {
        case .calendar(let recurrence):
            self.init(kind: .calendar)
            (first, every, unit, basis) = (recurrence.first, recurrence.every, recurrence.unit, recurrence.basis)
            isWholeMonth = recurrence.isWholeMonth ? true : nil
        case .once(let date):
            self.init(kind: .once)
            first = date
        case .usage(let usage):
            self.init(kind: .usage)
            (device, part, capability) = (usage.series.device, usage.series.part, usage.series.capability)
            (measure, limit) = (usage.measure, usage.limit)
            guard let watts = usage.rule.runsAtWatts else { return }
            (runsAtWatts, restsBelowWatts) = (watts, usage.rule.restsBelowWatts)
            longestPauseSeconds = usage.rule.longestPauseSeconds
            shortestRunSeconds = usage.rule.shortestRunSeconds
        case .reported(let rule):
            self.init(kind: .reported)
            (device, part, capability) = (rule.series.device, rule.series.part, rule.series.capability)
            (comparison, value) = (rule.comparison, rule.limit)
        }
    }
}

/// A template for one device or appliance: a task that a person can add as it is, or change first.
package struct MaintenanceSuggestion: Hashable, Sendable {
    package let template: MaintenanceTemplate
    package let schedule: MaintenanceSchedule
}

extension MaintenanceSuggestion {
    /// The one in the documentation of the API.
    package static let example = MaintenanceSuggestion(
        template: MaintenanceTemplate.example,
        schedule: .calendar(CalendarRecurrence(every: 6, unit: .months, first: .first, basis: .dayDone)))
}

/// A thing of the home, as far as templates look at it.
package struct MaintainedThing: Sendable {
    /// Its name, maker and model.
    let texts: [String]
    /// The parts of the device that measures or controls it.
    let parts: [(device: DeviceID, part: Part)]

    package init(texts: [String], device: Device?, part: PartID? = nil) {
        self.texts = texts
        parts =
            device.map { device in
                device.description.parts.filter { part == nil || $0.id == part }
                    .map { (device: device.id, part: $0) }
            } ?? []
    }

    /// The templates that fit, in their order, for a task that begins on `today`.
    package func suggestions(today: LocalDate) -> [MaintenanceSuggestion] {
        let words = Self.words(texts.joined(separator: " | "))
        return MaintenanceTemplate.all.compactMap { template in
            guard template.matches.contains(where: { fits($0, words: words) }) else { return nil }
            return schedule(template.timing, today: today).map {
                MaintenanceSuggestion(template: template, schedule: $0)
            }
        }
    }

    private func fits(_ match: MaintenanceTemplate.Match, words: String) -> Bool {
        switch match {
        case .words(let names):
            names.contains { name in
                MaintenanceTemplate.wordEndings.contains { words.contains(" \(name)\($0) ") }
            }
        case .capability(let kind): series { $0 == kind } != nil
        }
    }

    private func schedule(_ timing: MaintenanceTemplate.Timing, today: LocalDate) -> MaintenanceSchedule? {
        switch timing {
        case .every(let count, let unit): return calendar(every: count, unit: unit, from: today)
        case .month(let month):
            return LocalDate(year: today.year + (month < today.month ? 1 : 0), month: month, day: 1).map {
                .calendar(
                    CalendarRecurrence(every: 1, unit: .years, first: $0, basis: .fixedDates, isWholeMonth: true))
            }
        case .usage(let measure, let limit, let watts, let months):
            if let series = series(where: { $0 == .appliance || $0 == .vacuum }) {
                return .usage(UsageRule(series: series, measure: measure, limit: limit, rule: .states))
            }
            guard let series = series(where: { $0 == .power }) else {
                return calendar(every: months, unit: .months, from: today)
            }
            let rule = RunRule(
                runsAtWatts: watts, longestPauseSeconds: RunRule.usualPauseSeconds,
                shortestRunSeconds: RunRule.usualRunSeconds)
            return .usage(UsageRule(series: series, measure: measure, limit: limit, rule: rule))
        case .reported(let comparison, let limit):
            return series { $0 == .filterLife }.map {
                .reported(ReportedRule(series: $0, comparison: comparison, limit: limit))
            }
        }
    }

    private func calendar(
        every count: Int, unit: CalendarRecurrence.Unit, from today: LocalDate
    ) -> MaintenanceSchedule? {
        let once = CalendarRecurrence(every: count, unit: unit, first: today, basis: .dayDone)
        return once.next(afterDoneOn: today, due: nil).map {
            .calendar(CalendarRecurrence(every: count, unit: unit, first: $0, basis: .dayDone))
        }
    }

    private func series(where isMeant: (CapabilityKind) -> Bool) -> SeriesID? {
        for (device, part) in parts {
            if let capability = part.capabilities.first(where: { $0.isReported && isMeant($0.kind) }) {
                return SeriesID(device: device, part: part.id, capability: capability.name)
            }
        }
        return nil
    }

    /// The words in lower case, with a space before and after each one.
    private static func words(_ text: String) -> String {
        let parts = text.prefix(1000).lowercased().split { !$0.isLetter && !$0.isNumber && $0 != "|" }
        return " " + parts.joined(separator: " ") + " "
    }
}

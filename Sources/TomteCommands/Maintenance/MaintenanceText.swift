import Foundation
import GatewayWire
import HomeModel

/// Formats maintenance tasks and batteries for people.
enum MaintenanceText {
    /// A column with dates is never narrower than one of them.
    private static let dateWidth = 10

    static func show(_ due: DueMaintenanceBody, on console: Console) {
        if !due.isClockKnown {
            console.prose("The clock is not known, so nothing new becomes due.", after: "\("!", .warning) ")
        }
        guard !due.tasks.isEmpty || !due.batteries.isEmpty else { return console.line("Nothing is due.") }
        if !due.tasks.isEmpty { console.table(table(due.tasks)) }
        for battery in due.batteries {
            console.line("\("!", .warning) \(battery.name, .strong): change the battery (\(level(battery))).")
        }
    }

    /// One line about what is due now; nil when nothing is.
    static func summary(_ due: DueMaintenanceBody) -> StyledText? {
        let tasks = due.tasks.filter { $0.status == .due || $0.status == .overdue }
        let names = tasks.map { "\($0.name): \($0.title)" } + due.batteries.map { "\($0.name): change the battery" }
        guard let first = names.first else { return nil }
        let more = names.count > 1 ? " and \(names.count - 1) more (tomte maintenance list --due)" : ""
        return "Due: \(first)\(more)"
    }

    static func table(_ tasks: [MaintenanceTaskBody]) -> Table {
        var table = Table([
            Table.Column("ID", isNeverTruncated: true), Table.Column("STATUS", isNeverTruncated: true),
            Table.Column("NEXT", minimumWidth: dateWidth), Table.Column("ABOUT"), Table.Column("TASK"),
            Table.Column("WHEN", minimumWidth: dateWidth),
        ])
        for task in tasks {
            let last = task.doneOn.map { ", last done \($0)" } ?? ""
            table.add([
                StyledText(task.id.rawValue), status(task), StyledText(next(task)), StyledText(task.name),
                StyledText(task.title), StyledText(words(task.schedule) + last),
            ])
        }
        return table
    }

    static func table(_ batteries: [BatteryBody], now: Timestamp) -> Table {
        var table = Table([
            Table.Column("DEVICE"), Table.Column("ROOM"),
            Table.Column("BATTERY", alignment: .trailing), Table.Column("REPORTED", isNeverTruncated: true),
        ])
        // The part says something only for a device with several batteries.
        let counts = Dictionary(grouping: batteries, by: \.device).mapValues(\.count)
        for battery in batteries {
            let name = counts[battery.device] == 1 ? battery.name : "\(battery.name)/\(battery.part)"
            table.add([
                StyledText(name), StyledText(battery.room?.name ?? ""),
                StyledText(level(battery), style: battery.isLow ? .warning : nil),
                StyledText(battery.reportedAt.map { RelativeTime.text($0, now: now) } ?? "never"),
            ])
        }
        return table
    }

    /// “every 6 months”, “after 500 h of use”, “when filterLife is 10 % or less”.
    static func words(_ schedule: MaintenanceScheduleBody) -> String {
        switch schedule.kind {
        case .calendar: calendarWords(schedule)
        case .once: "once, on \(schedule.first?.description ?? "?")"
        case .usage: "after \(schedule.limit ?? 0) \(schedule.measure == .cycles ? "cycles" : "h of use")"
        case .reported: "when \(schedule.capability?.description ?? "?") \(comparison(schedule))"
        }
    }

    private static func calendarWords(_ schedule: MaintenanceScheduleBody) -> String {
        if schedule.isWholeMonth == true, schedule.every == 1, schedule.unit == .years, let first = schedule.first {
            return "each \(MonthArgument.names[first.month - 1].capitalized)"
        }
        let count = schedule.every ?? 1
        let unit = schedule.unit?.rawValue ?? ""
        let period = count == 1 ? String(unit.dropLast()) : "\(count) \(unit)"
        return "every \(period)\(schedule.basis == .fixedDates ? ", on fixed dates" : "")"
    }

    private static func comparison(_ schedule: MaintenanceScheduleBody) -> String {
        let unit = schedule.capability?.kind.facts.unit?.rawValue
        let value = schedule.value.map { ValueText.text($0, unit: unit) } ?? ""
        switch schedule.comparison {
        case .atMost: return "is \(value) or less"
        case .atLeast: return "is \(value) or more"
        case .isOn, nil: return "is reported"
        }
    }

    private static func status(_ task: MaintenanceTaskBody) -> StyledText {
        switch task.status {
        case .overdue: StyledText("overdue", style: task.isSafety ? .bad : .warning)
        case .due: StyledText("due", style: .warning)
        case .dueSoon: "due soon"
        case .snoozed: "snoozed"
        case .scheduled: StyledText("scheduled", style: .faint)
        case .done: StyledText("done", style: .faint)
        }
    }

    /// The next date, or what is counted, with the estimate that follows from it.
    static func next(_ task: MaintenanceTaskBody) -> String {
        if task.isSourceMissing { return "its device is missing" }
        if let until = task.snoozedUntil, task.status == .snoozed { return "shown again on \(until)" }
        if let date = task.nextDate { return date.description }
        guard let usage = task.usage else { return task.dueSince.map { "since \($0)" } ?? "" }
        let unit = usage.measure == .hours ? "h" : "cycles"
        let unknown = usage.unknownHours >= 1 ? ", \(Int(usage.unknownHours)) h not known" : ""
        let estimate = task.estimatedDate.map { ", about \($0) at this pace" } ?? ""
        return "\(Int(usage.amount)) of \(usage.limit) \(unit)\(unknown)\(estimate)"
    }

    private static func level(_ battery: BatteryBody) -> String {
        let level = battery.level.map { "\(Int($0.rounded())) %" }
        let warning = battery.isWarning.map { $0 ? "nearly empty" : "OK" }
        return level ?? warning ?? "not known"
    }
}

import ArgumentParser
import Foundation
import GatewayWire
import HomeModel
import TomteClient

/// When a task is due, as options.
struct MaintenanceScheduleOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("Again and again, such as \"6 months\", 2w, 30d or 1y.", valueName: "period"),
        transform: PeriodArgument.argument)
    var every: PeriodArgument?

    @Option(
        help: ArgumentHelp("In the whole of this month, each year, such as October.", valueName: "month"),
        transform: MonthArgument.argument)
    var each: MonthArgument?

    @Option(
        help: ArgumentHelp(
            "The first day of --every (default: one period after it was last done, or from today).", valueName: "date"),
        transform: LocalDate.argument)
    var next: LocalDate?

    @Flag(help: "The days of --every are fixed; without it they count from the day on which the task was done.")
    var fixed = false

    @Option(help: ArgumentHelp("Once, on this day.", valueName: "date"), transform: LocalDate.argument)
    var on: LocalDate?

    @Option(
        help: ArgumentHelp("After so much use, such as 500h or \"60 cycles\".", valueName: "use"),
        transform: UsageArgument.argument)
    var after: UsageArgument?

    @Option(help: "The power in W from which it runs, for --after of a device that measures power (default: 10).")
    var watts: Double?

    @Option(help: "The minutes of rest that end a cycle, for --after of a device that measures power (default: 10).")
    var pause: Int?

    @Option(
        help: ArgumentHelp("When the device reports this, such as filterLife<=10 or lowBattery.", valueName: "report"),
        transform: ReportedArgument.argument)
    var when: ReportedArgument?

    @Option(help: "The device of --after and --when: DEVICE or DEVICE/PART (default: that of the task).")
    var source: DeviceArgument?

    /// The number of options that each say when the task is due.
    var count: Int { [every != nil, each != nil, on != nil, after != nil, when != nil].count { $0 } }

    func validate() throws {
        guard count <= 1 else { throw ValidationError("Give one of --every, --each, --on, --after and --when.") }
        guard every != nil || next == nil && !fixed else { throw ValidationError("--next and --fixed need --every.") }
        guard after != nil || watts == nil && pause == nil else {
            throw ValidationError("--watts and --pause need --after.")
        }
        guard after != nil || when != nil || source == nil else {
            throw ValidationError("--source needs --after or --when.")
        }
        guard pause.map({ (0...1440).contains($0) }) ?? true else {
            throw ValidationError("--pause is 0 to 1440 minutes.")
        }
    }

    /// The schedule; nil without options. `subject` is what the task is about, and the period of `--every` begins on
    /// `lastDone`, or today.
    func schedule(
        of subject: ServiceSubject, lastDone: LocalDate? = nil, client: CLIClient
    ) async throws(CLIError) -> MaintenanceScheduleBody? {
        if let every { return try await calendar(every, lastDone: lastDone, client: client) }
        if let each { return try await month(each, client: client) }
        if let on {
            var body = MaintenanceScheduleBody(kind: .once)
            body.first = on
            return body
        }
        if let after { return try await usage(after, of: subject, client: client) }
        if let when { return try await reported(when, of: subject, client: client) }
        return nil
    }

    private func calendar(
        _ period: PeriodArgument, lastDone: LocalDate?, client: CLIClient
    ) async throws(CLIError) -> MaintenanceScheduleBody {
        guard CalendarRecurrence.counts.contains(period.count) else {
            throw .invalid("A period has 1 to \(CalendarRecurrence.counts.upperBound) days, weeks, months or years.")
        }
        var first = next
        if first == nil {
            var begin = lastDone
            if begin == nil { begin = try await client.today() }
            first = begin.flatMap { period.after($0) }
        }
        var body = MaintenanceScheduleBody(kind: .calendar)
        (body.every, body.unit, body.first) = (period.count, period.unit, first)
        body.basis = fixed ? .fixedDates : .dayDone
        return body
    }

    private func month(_ month: MonthArgument, client: CLIClient) async throws(CLIError) -> MaintenanceScheduleBody {
        let today = try await client.today()
        var body = MaintenanceScheduleBody(kind: .calendar)
        (body.every, body.unit, body.isWholeMonth, body.basis) = (1, .years, true, .fixedDates)
        body.first = LocalDate(
            year: today.year + (month.number < today.month ? 1 : 0), month: month.number, day: 1)
        return body
    }

    private func usage(
        _ usage: UsageArgument, of subject: ServiceSubject, client: CLIClient
    ) async throws(CLIError) -> MaintenanceScheduleBody {
        let source = try await measuring(subject, client: client)
        var body = MaintenanceScheduleBody(kind: .usage)
        (body.measure, body.limit) = (usage.measure, usage.limit)
        let kinds: [CapabilityKind] = watts == nil ? [.appliance, .vacuum, .power, .switch] : [.power]
        for kind in kinds {
            for part in source.device.parts where source.part == nil || part.id == source.part {
                guard let capability = part.capabilities.first(where: { $0.name.kind == kind }) else { continue }
                (body.device, body.part, body.capability) = (source.device.id, part.id, capability.name)
                if kind == .power {
                    body.runsAtWatts = watts ?? 10
                    body.longestPauseSeconds = pause.map { $0 * 60 }
                }
                return body
            }
        }
        throw .invalid(
            "\(source.device.name) reports nothing from which use can be counted: a power, a programme, a switch or a "
                + "vacuum cleaner. Use --every instead.")
    }

    private func reported(
        _ report: ReportedArgument, of subject: ServiceSubject, client: CLIClient
    ) async throws(CLIError) -> MaintenanceScheduleBody {
        let source = try await measuring(subject, client: client)
        var body = MaintenanceScheduleBody(kind: .reported)
        (body.comparison, body.value) = (report.comparison, report.value)
        for part in source.device.parts where source.part == nil || part.id == source.part {
            guard part.capabilities.contains(where: { $0.name == report.capability }) else { continue }
            (body.device, body.part, body.capability) = (source.device.id, part.id, report.capability)
            return body
        }
        let values = Self.comparable(source.device, part: source.part)
        throw .invalid("\(source.device.name) does not report “\(report.capability)”. \(values)")
    }

    /// The values that a task can compare: numbers and the warning of a battery.
    static func comparable(_ device: DeviceBody, part: PartID?) -> String {
        let names = device.parts.filter { part == nil || $0.id == part }.flatMap(\.capabilities).filter {
            $0.type == .number || $0.name.kind == .lowBattery
        }
        .map(\.name.description)
        return names.isEmpty
            ? "It reports no value that a task can compare; use --every instead."
            : "It reports: \(Set(names).sorted().joined(separator: ", "))."
    }

    /// The device of `--source`, else that of the task: the device itself, or the one that belongs to the appliance.
    private func measuring(
        _ subject: ServiceSubject, client: CLIClient
    ) async throws(CLIError) -> (device: DeviceBody, part: PartID?) {
        if let source {
            let device = try await client.resolve(source)
            try source.checkPart(in: device)
            return (device, source.part)
        }
        let devices = try await client.devices().body()
        var (id, part): (DeviceID?, PartID?) = (subject.device, nil)
        if let appliance = subject.appliance {
            let body = try await client.appliance(appliance).body()
            (id, part) = (body.device, body.part)
        }
        guard let device = devices.first(where: { $0.id == id }) else {
            throw .invalid("The appliance has no device from which to count; name one with --source.")
        }
        return (device, part)
    }
}

extension CLIClient {
    /// Today at home: the terminal may be in another time zone.
    func today() async throws(CLIError) -> LocalDate {
        let identifier = try await home().body().timeZone
        guard let zone = TimeZone(identifier: identifier), let today = LocalDate(Timestamp(Date()), in: zone) else {
            throw .invalid("The day at home is not known.")
        }
        return today
    }

    /// A task by its id, or by its title when no other one has the same.
    func resolveTask(_ text: String) async throws(CLIError) -> MaintenanceTaskBody {
        let tasks = try await maintenanceTasks().body()
        return try NameMatch.one(of: tasks, noun: .task, text: text, id: \.id.rawValue, name: \.title)
    }
}

import GatewayWire
import HomeModel

extension MaintenanceScheduleBody: DocumentedBody {
    static let schema = Schema.component(
        "MaintenanceSchedule",
        .object(
            ["kind": .word(of: Kind.self)],
            optional: [
                "first": .date.about("Of a `calendar`, the first date; of `once`, the only one. Both need it."),
                "every": .integer(CalendarRecurrence.counts).about(
                    "Of a `calendar`, which needs it: every so many units."),
                "unit": .word(of: CalendarRecurrence.Unit.self).about("Of a `calendar`, which needs it."),
                "basis": .word(of: CalendarRecurrence.Basis.self).about(
                    "Of a `calendar`: whether the next date counts from the day on which the task was done, or the "
                        + "dates are fixed. The usual one by default."),
                "isWholeMonth": .boolean.about(
                    "Of a `calendar`: whether the task is due in the whole month of its date, which is the first day."),
                "device": .id.about("Of `usage` and `reported`, which need it."),
                "part": .id.about("Of `usage` and `reported`; `main` by default."),
                "capability": .capabilityName.about(
                    "Of `usage`, which needs it: a power, a switch, a programme or a vacuum cleaner. Of `reported`, "
                        + "which needs it: a number or a warning."),
                "measure": .word(of: UsageRule.Measure.self).about("Of `usage`, which needs it."),
                "limit": .integer(UsageRule.limits).about(
                    "Of `usage`, which needs it: the hours or the cycles after which the task is due."),
                "runsAtWatts": .number.about(
                    "Of the `usage` of a power, which needs it: it runs at so many watts or more."),
                "restsBelowWatts": .number.about("Of the `usage` of a power: it rests below so many watts."),
                "longestPauseSeconds": .integer(RunRule.pauseSeconds).about(
                    "Of the `usage` of a power: a rest of so many seconds ends a cycle."),
                "shortestRunSeconds": .integer(RunRule.runSeconds).about(
                    "Of the `usage` of a power: a run of fewer seconds is no cycle."),
                "comparison": .word(of: ReportedRule.Comparison.self).about("Of `reported`, which needs it."),
                "value": .number.about("Of `reported`: the limit in the unit of the capability; none for `isOn`."),
            ]
        ).about("When a task is due. Its kind says which properties it has."))

    static let example = MaintenanceScheduleBody(.example)
}

extension MaintenanceSchedule {
    fileprivate static let example = MaintenanceSchedule.calendar(
        CalendarRecurrence(every: 6, unit: .months, first: .exampleDate, basis: .dayDone))
}

extension UsageRule {
    fileprivate static let example = UsageRule(
        series: SeriesID(device: DeviceID("dishwasher-plug"), part: .main, capability: CapabilityName(.power)),
        measure: .cycles, limit: 60, rule: RunRule(runsAtWatts: 100))
}

extension LocalDate {
    fileprivate static let exampleDate = LocalDate(dayNumber: 20_600) ?? .first
}

extension MaintenanceTaskBody: DocumentedBody {
    static let schema = Schema.component(
        "MaintenanceTask",
        .object(
            [
                "id": .id, "name": .name.about("Of the appliance or the device."), "title": .taskTitle,
                "schedule": MaintenanceScheduleBody.schema, "isSafety": .isSafety,
                "status": .word(of: MaintenanceStatus.self), "canUndo": .boolean,
                "isSourceMissing": .boolean.about(
                    "Whether the device of the schedule left the home, or does not report the value any more."),
                "revision": .integer(1...Int(Int32.max)).about("Increases with every change, for `If-Match`."),
            ],
            optional: [
                "appliance": .id, "device": .id, "room": RoomBody.schema, "note": .taskNote,
                "nextDate": .date,
                "estimatedDate": .date.about(
                    "An estimate: the day on which the limit of use is reached, at the pace since the count began. Absent "
                        + "before three hours or cycles in seven days are counted, and once the task is due."),
                "dueSince": .date.about("The first day on which it was found due."),
                "snoozedUntil": .date, "doneOn": .date.about("The day on which it was last done."),
                "doneByName": .text,
                "doneEntry": .id.about(
                    "The entry that this added to the service history, while it can be taken back."),
                "usage": MaintenanceUsageBody.schema,
                "value": .value.about("The last value of the device of the schedule."), "valueUnit": .text,
                "valueTime": .time, "sourceName": .text.about("The name of that device."),
                "template": .text.about("Of the suggestion from which it was added."),
            ]
        ).about("Something that people do to look after an appliance or a device."))

    static let example = MaintenanceTaskBody(
        MaintenanceTask(
            id: MaintenanceTaskID("f2m4w8zpk3x9d0a7"), subject: .appliance(ApplianceID("k3x9d0a7q2m4w8zp")),
            details: MaintenanceTaskDetails(
                title: "Clean the filter", note: "Rinse it warm.", schedule: .usage(.example)),
            state: MaintenanceTaskState(counter: RunCounter(from: .example, by: UsageRule.example.rule)),
            addedBy: "ada", addedAt: .example),
        status: .scheduled, name: "Dishwasher", room: RoomBody(id: RoomID("kitchen"), name: "Kitchen"), doneByName: nil,
        value: nil, sourceName: "Dishwasher plug", isSourceMissing: false)
}

extension MaintenanceUsageBody {
    static let schema = Schema.component(
        "MaintenanceUsage",
        .object([
            "measure": .word(of: UsageRule.Measure.self), "amount": .number.about("In hours, or in cycles."),
            "limit": .integer(UsageRule.limits),
            "unknownHours": .number.about("For which it is not known whether it ran; they are not counted."),
            "from": .time, "through": .time,
        ]).about("How much something was used since its task was last done."))
}

extension NewMaintenanceTaskBody: DocumentedBody {
    static let schema = Schema.component(
        "NewMaintenanceTask",
        .object(
            ["title": .taskTitle, "schedule": MaintenanceScheduleBody.schema],
            optional: [
                "appliance": .id, "device": .id, "note": .taskNote, "isSafety": .isSafety,
                "lastDone": .date.about("The day on which it was last done. Use is counted from its end on."),
                "countedFrom": .time.about(
                    "From when use is counted instead, from the values that are still stored; such as for a task that was "
                        + "deleted and is added again."),
                "template": .text(1...MaintenanceTemplate.maximumIDLength).about(
                    "Of the suggestion from which it is added, which is not suggested again then."),
            ]
        ).about("A task for an appliance or for a device: exactly one of the two."))

    static let example = NewMaintenanceTaskBody(
        .appliance(ApplianceID("k3x9d0a7q2m4w8zp")), title: "Clean the filter",
        schedule: MaintenanceScheduleBody(.example))
}

extension MaintenanceTaskChangeBody: DocumentedBody {
    static let schema = Schema.component(
        "MaintenanceTaskChange",
        .object(
            ["title": .taskTitle, "schedule": MaintenanceScheduleBody.schema],
            optional: ["note": .taskNote, "isSafety": .isSafety]
        ).about("All that is written down about a task."))

    static let example = MaintenanceTaskChangeBody(MaintenanceTaskBody.example)
}

extension MaintenanceDoneBody: DocumentedBody {
    static let schema = Schema.component(
        "MaintenanceDone",
        .object(
            [:],
            optional: [
                "day": .date.about("Today by default."), "note": .taskNote, "cost": .enteredMoney,
                "doneBy": .text(1...100).about("The id of a person of the home; the caller by default."),
                "provider": .text(0...ServiceDetails.providerRule.maximumLength).about("The company that did it."),
            ]
        ).about("What was done, for the service history."))

    static let example = MaintenanceDoneBody(
        day: .exampleDate, note: "Very dirty.",
        cost: Money(MoneyAmount(hundredThousandths: 24_900_000), currency: .krona))
}

extension MaintenanceSnoozeBody: DocumentedBody {
    static let schema = Schema.component(
        "MaintenanceSnooze",
        .object(
            [:], optional: ["until": .date.about("The day on which it is shown again; absent to show it now.")]))

    static let example = MaintenanceSnoozeBody(until: .exampleDate)
}

extension DueMaintenanceBody: DocumentedBody, DocumentedResponse {
    static let schema = Schema.component(
        "DueMaintenance",
        .object([
            "tasks": .array(of: MaintenanceTaskBody.schema).about(
                "The most urgent one first; also those that are due soon."),
            "batteries": .array(of: BatteryBody.schema).about("Those that are low."),
            "isClockKnown": .boolean.about("While false, nothing new becomes due."),
        ]))

    static let example = DueMaintenanceBody(tasks: [.example], batteries: [.example], isClockKnown: true)
}

extension UpkeepBody: DocumentedBody, DocumentedResponse {
    static let schema = Schema.component(
        "Upkeep",
        .object([
            "appliances": .array(of: ApplianceBody.schema).about("By name."),
            "tasks": .array(of: MaintenanceTaskBody.schema).about("The most urgent one first."),
        ]))

    static let example = UpkeepBody(appliances: [.example], tasks: [.example])
}

extension BatteryBody: DocumentedBody {
    static let schema = Schema.component(
        "Battery",
        .object(
            [
                "device": .id, "part": .id, "name": .name, "hasSeveralParts": .boolean,
                "isLow": .boolean.about("Whether the battery should be changed."),
                "isTimeKnown": .boolean.about("False when it was reported at `reportedAt` or at any moment before."),
                "availability": .availability,
            ],
            optional: [
                "room": RoomBody.schema, "level": .number.about("In percent."),
                "isWarning": .boolean.about("Whether the device warns; absent when it reports no warning."),
                "reportedAt": .time, "ageSeconds": .count.about("Absent while the clock is not known."),
            ]
        ).about("The battery of a device, or of one of its parts."))

    static let example = BatteryBody(
        BatteryStatus(
            device: DeviceID("hall-sensor"), part: .main, level: 12, isWarning: nil, reportedAt: .example),
        name: "Hall sensor", hasSeveralParts: false, room: RoomBody(id: RoomID("hall"), name: "Hall"),
        ageSeconds: 3600, availability: .ready)
}

extension MaintenanceSuggestionBody: DocumentedBody {
    static let schema = Schema.component(
        "MaintenanceSuggestion",
        .object([
            "template": .text.about("Stable, for the translation of the title."), "title": .taskTitle,
            "schedule": MaintenanceScheduleBody.schema, "isSafety": .isSafety,
        ]).about("A usual task, which a person may add as it is, or change first."))

    static let example = MaintenanceSuggestionBody(.example)
}

extension Schema {
    fileprivate static let taskTitle = text(1...MaintenanceTaskDetails.titleRule.maximumLength).about(
        "What is to be done, in one line.")
    fileprivate static let taskNote = text(0...MaintenanceTaskDetails.noteRule.maximumLength)
    fileprivate static let isSafety = boolean.about("Whether it protects people, such as the test of a smoke alarm.")
}

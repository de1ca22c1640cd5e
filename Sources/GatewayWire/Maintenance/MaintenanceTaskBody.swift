package import HomeModel

/// `GET /maintenance/tasks`, `GET /maintenance/tasks/{id}`: something that people do to look after an appliance or a device.
package struct MaintenanceTaskBody: Codable, Sendable {
    package let id: MaintenanceTaskID
    /// Absent for a task of a device.
    package let appliance: ApplianceID?
    package let device: DeviceID?
    /// The name of the appliance or the device.
    package let name: String
    /// Absent for one that is in no room.
    package let room: RoomBody?
    package let title: String
    package let note: String?
    package let schedule: MaintenanceScheduleBody
    /// Whether it protects people.
    package let isSafety: Bool
    package let status: MaintenanceStatus
    /// The next date; absent for a task without dates, and for one that is finished.
    package let nextDate: LocalDate?
    /// For a task that counts use, an estimate of the day on which its limit is reached, at the pace since the count began.
    /// Absent while too little is counted, and once it is due.
    package let estimatedDate: LocalDate?
    /// The first day on which it was found due.
    package let dueSince: LocalDate?
    package let snoozedUntil: LocalDate?
    /// The day on which it was last done.
    package let doneOn: LocalDate?
    /// The name of the person who last marked it as done; absent for one who is not in the home any more.
    package let doneByName: String?
    /// Whether the last “done” can be taken back.
    package let canUndo: Bool
    /// The entry that the last “done” added to the service history; absent when that cannot be taken back.
    package let doneEntry: ServiceEntryID?
    /// What is counted; absent for other kinds of schedules.
    package let usage: MaintenanceUsageBody?
    /// The last value of the device from which it counts; absent while none is known.
    package let value: CapabilityValue?
    package let valueUnit: String?
    package let valueTime: Timestamp?
    /// The name of the device from which it counts.
    package let sourceName: String?
    /// Whether that device left the home, or does not report the value any more.
    package let isSourceMissing: Bool
    /// The template of the suggestion from which it was added.
    package let template: String?
    package let revision: Int

    package init(
        _ task: MaintenanceTask, status: MaintenanceStatus, name: String, room: RoomBody?, doneByName: String?,
        value: (value: CapabilityValue, time: Timestamp)?, sourceName: String?, isSourceMissing: Bool,
        estimatedDate: LocalDate? = nil
    ) {
        id = task.id
        appliance = task.subject.appliance
        device = task.subject.device
        self.name = name
        self.room = room
        title = task.details.title
        note = task.details.note
        schedule = MaintenanceScheduleBody(task.details.schedule)
        isSafety = task.details.isSafety
        self.status = status
        nextDate = task.state.nextDate
        self.estimatedDate = estimatedDate
        dueSince = task.state.dueSince
        snoozedUntil = task.state.snoozedUntil
        doneOn = task.state.doneOn
        self.doneByName = doneByName
        canUndo = task.previous != nil
        doneEntry = task.previous?.entry
        usage = MaintenanceUsageBody(task)
        self.value = value?.value
        valueUnit = value == nil ? nil : task.details.schedule.series?.capability.kind.facts.unit?.rawValue
        valueTime = value?.time
        self.sourceName = sourceName
        self.isSourceMissing = isSourceMissing
        template = task.template
        revision = task.revision
    }
}

/// How much something was used since its task was last done.
package struct MaintenanceUsageBody: Codable, Sendable, Hashable {
    package let measure: UsageRule.Measure
    /// In hours with two decimals, or in cycles.
    package let amount: Double
    package let limit: Int
    /// The hours for which it is not known whether it ran: the device reported nothing, or could not be reached.
    package let unknownHours: Double
    /// From when and until when it was counted.
    package let from: Timestamp
    package let through: Timestamp

    /// Nil for a task that counts nothing.
    init?(_ task: MaintenanceTask) {
        guard case .usage(let usage) = task.details.schedule, let count = task.state.counter?.latest else { return nil }
        measure = usage.measure
        amount = (usage.amount(of: count) * 100).rounded(.down) / 100
        limit = usage.limit
        unknownHours = (Double(count.unknown) / 36_000).rounded(.down) / 100
        from = count.from
        through = count.through
    }
}

/// `POST /maintenance/tasks`: a task for an appliance or a device.
package struct NewMaintenanceTaskBody: Codable, Sendable {
    package let appliance: ApplianceID?
    package let device: DeviceID?
    package let title: String
    package let note: String?
    package let schedule: MaintenanceScheduleBody
    package let isSafety: Bool?
    /// The day on which it was last done. Use is counted from its end on.
    package let lastDone: LocalDate?
    /// From when use is counted instead, such as for a task that was deleted and is added again.
    package let countedFrom: Timestamp?
    /// The template of the suggestion from which it is added.
    package let template: String?

    package init(
        _ subject: ServiceSubject, title: String, note: String? = nil, schedule: MaintenanceScheduleBody,
        isSafety: Bool? = nil, lastDone: LocalDate? = nil, countedFrom: Timestamp? = nil, template: String? = nil
    ) {
        appliance = subject.appliance
        device = subject.device
        self.title = title
        self.note = note
        self.schedule = schedule
        self.isSafety = isSafety
        self.lastDone = lastDone
        self.countedFrom = countedFrom
        self.template = template
    }
}

/// `PUT /maintenance/tasks/{id}`: all that people write down about a task.
package struct MaintenanceTaskChangeBody: Codable, Sendable {
    package var title: String
    package var note: String?
    package var schedule: MaintenanceScheduleBody
    package var isSafety: Bool?

    package init(title: String, note: String? = nil, schedule: MaintenanceScheduleBody, isSafety: Bool? = nil) {
        self.title = title
        self.note = note
        self.schedule = schedule
        self.isSafety = isSafety
    }

    /// The present details of a task, to change some of them.
    package init(_ task: MaintenanceTaskBody) {
        self.init(title: task.title, note: task.note, schedule: task.schedule, isSafety: task.isSafety)
    }
}

/// `POST /maintenance/tasks/{id}/done`: what a person says about a task that is done. Everything may be absent.
package struct MaintenanceDoneBody: Codable, Sendable {
    /// Today without it.
    package let day: LocalDate?
    package let note: String?
    package let cost: Money?
    /// The id of the person who did it; the caller without it.
    package let doneBy: String?
    /// The company that did it.
    package let provider: String?

    package init(
        day: LocalDate? = nil, note: String? = nil, cost: Money? = nil, doneBy: String? = nil, provider: String? = nil
    ) {
        self.day = day
        self.note = note
        self.cost = cost
        self.doneBy = doneBy
        self.provider = provider
    }
}

/// `POST /maintenance/tasks/{id}/snooze`: the day until which a task is not shown as due; absent to show it again.
package struct MaintenanceSnoozeBody: Codable, Sendable {
    package let until: LocalDate?

    package init(until: LocalDate?) { self.until = until }
}

package import HomeModel

/// A task with what follows from it now.
package struct MaintenanceTaskView: Sendable {
    package let task: MaintenanceTask
    package let status: MaintenanceStatus
    /// An estimate of the day on which a counted task is due; see `MaintenanceTask.estimatedDate`.
    package let estimatedDate: LocalDate?
    /// The name of the appliance or the device.
    package let subjectName: DisplayName
    /// Its room, if it has one.
    package let room: Room?
    /// The value that the device reported last; nil while none is known, and for schedules without a device.
    package let value: CurrentState?
    /// The name of the device that it counts from; nil when it left the home, or for schedules without a device.
    package let sourceName: DisplayName?
    /// Whether the schedule needs a device that left the home or that does not report the value any more.
    package let isSourceMissing: Bool
    /// The name of the person who last did it, if that person is in the home.
    package let doneByName: DisplayName?
}

/// The battery of a device with what people see beside it.
package struct BatteryView: Sendable {
    package let status: BatteryStatus
    package let deviceName: DisplayName
    /// Whether the device has several parts, so that its name alone does not say which battery it is.
    package let hasSeveralParts: Bool
    package let room: Room?
    /// How long ago the value was reported; nil while the clock is not known, or without a value.
    package let age: Duration?
    /// Whether the device can be reached, as far as its link knows.
    package let availability: Availability
}

/// What is due now: tasks, the most urgent one first, and low batteries.
package struct DueMaintenance: Sendable {
    package let tasks: [MaintenanceTaskView]
    package let batteries: [BatteryView]
    /// False while the clock is not known: nothing new becomes due.
    package let isClockKnown: Bool
}

extension MaintenanceStatus {
    /// Whether the task is shown among the due ones.
    var isShown: Bool { urgency < 3 }

    /// The order in lists; the most urgent first.
    var urgency: Int {
        switch self {
        case .overdue: 0
        case .due: 1
        case .dueSoon: 2
        case .snoozed: 3
        case .scheduled: 4
        case .done: 5
        }
    }
}

extension MaintenanceTaskView {
    /// The most urgent one first, safety before the rest, then by date (of a counted task, its estimate), then by name.
    static func isBefore(_ left: MaintenanceTaskView, _ right: MaintenanceTaskView) -> Bool {
        left.order < right.order
    }

    private var order: (Int, Int, String, String, String) {
        (
            status.urgency, task.details.isSafety ? 0 : 1,
            (task.state.nextDate ?? task.state.dueSince ?? estimatedDate)?.description ?? "9999-99-99",
            subjectName.text, task.details.title
        )
    }
}

/// Something that people do again and again, or once, to look after an appliance or a device: clean a filter, test an
/// alarm.
package struct MaintenanceTask: Hashable, Sendable {
    /// The tasks that a home can have.
    package static let maximumCount = 500

    package let id: MaintenanceTaskID
    package let subject: ServiceSubject
    package var details: MaintenanceTaskDetails
    package var state: MaintenanceTaskState
    /// The state before the task was last done; nil when that cannot be undone.
    package var previous: PreviousTaskState?
    /// The actor who wrote the note last, as the audit log names actors, or the pseudonym of a person who was erased; nil
    /// without a note.
    package var noteBy: String?
    /// The actor who added the task, in the same way.
    package let addedBy: String
    /// The actor who last marked the task as done, in the same way.
    package var doneBy: String?
    package let addedAt: Timestamp
    /// The id of the template from which a person added the task, so that it is not suggested again under another title.
    package let template: String?
    /// Increases with every change that a person makes.
    package var revision: Int

    package init(
        id: MaintenanceTaskID, subject: ServiceSubject, details: MaintenanceTaskDetails, state: MaintenanceTaskState,
        previous: PreviousTaskState? = nil, noteBy: String? = nil, addedBy: String, doneBy: String? = nil,
        addedAt: Timestamp, template: String? = nil, revision: Int = 1
    ) {
        self.id = id
        self.subject = subject
        self.details = details
        self.state = state
        self.previous = previous
        self.noteBy = noteBy
        self.addedBy = addedBy
        self.doneBy = doneBy
        self.addedAt = addedAt
        self.template = template
        self.revision = revision
    }
}

/// What people write down about a task.
package struct MaintenanceTaskDetails: Hashable, Sendable {
    /// The title is also that of the entry in the service history.
    package static let titleRule = ServiceDetails.titleRule
    package static let noteRule = ServiceDetails.noteRule

    package var title: String
    package var note: String?
    package var schedule: MaintenanceSchedule
    /// Whether it protects people, such as the test of a smoke alarm.
    package var isSafety: Bool

    package init(title: String, note: String? = nil, schedule: MaintenanceSchedule, isSafety: Bool = false) {
        self.title = title
        self.note = note
        self.schedule = schedule
        self.isSafety = isSafety
    }
}

/// What a task remembers between evaluations.
package struct MaintenanceTaskState: Hashable, Sendable, Codable {
    /// The next date; nil without dates, and for a task that is finished.
    package var nextDate: LocalDate?
    /// The day on which it was last done.
    package var doneOn: LocalDate?
    /// When it was marked as done.
    package var doneAt: Timestamp?
    /// Until this day, the task is not shown as due.
    package var snoozedUntil: LocalDate?
    /// The first day on which it was found due; nil while it is not.
    package var dueSince: LocalDate?
    /// What it counts; nil for other schedules.
    package var counter: RunCounter?
    /// Whether a task by reported values waits until the device reports that it was done.
    package var awaitsRecovery = false

    package init(nextDate: LocalDate? = nil, counter: RunCounter? = nil) {
        self.nextDate = nextDate
        self.counter = counter
    }

    /// Whether a task on one day is done.
    package func isFinished(_ schedule: MaintenanceSchedule) -> Bool {
        if case .once = schedule { doneOn != nil } else { false }
    }
}

/// The state of a task before it was last done, and the entry in the service history that this added.
package struct PreviousTaskState: Hashable, Sendable, Codable {
    package let state: MaintenanceTaskState
    package let entry: ServiceEntryID?

    package init(state: MaintenanceTaskState, entry: ServiceEntryID?) {
        self.state = state
        self.entry = entry
    }
}

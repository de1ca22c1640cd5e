import Concurrency
package import HomeModel
import HomeStore

extension MaintenanceService {
    /// Adds a task. With `doneOn`, it was last done on that day: use is counted from its end on, or from `start`, from the
    /// stored values. `template` is that of the suggestion that a person chose.
    /// Throws `.notFound` when the home does not have the appliance or the device, and `.conflict` when it has too many
    /// tasks.
    package func add(
        _ draft: MaintenanceTaskDraft, to subject: ServiceSubject, doneOn day: LocalDate? = nil,
        countedFrom start: Timestamp? = nil, template: String? = nil, as identity: Identity
    ) async throws(ActionRefusal) -> MaintenanceTaskView {
        try await actions.require(.manageMaintenance, of: identity)
        let context = try await context(for: identity)
        guard let name = context.name(of: subject) else { throw .notFound }
        let details = try draft.checked(in: context.home, replacing: nil, mayUse: context.shows)
        if let day { try check(day, named: "lastDone", today: context.today) }
        try check(template)
        let schedule = details.schedule
        let counter = try await actions.storing { () async throws(StorageError) in
            try await evaluator.newCounter(schedule, doneOn: day, from: start)
        }
        var taskState = MaintenanceTaskState(nextDate: schedule.nextDate(lastDoneOn: day), counter: counter)
        if case .once = schedule {} else { taskState.doneOn = day }
        let task = MaintenanceTask(
            id: .random(), subject: subject, details: details, state: taskState,
            noteBy: details.note.map { _ in identity.description }, addedBy: identity.description,
            addedAt: actions.clock.now(), template: template)
        let act = try await writeEntry("addTask", of: task, name: name, as: identity)
        let author = await state.people.hashes(of: [identity.person])
        let change = try await actions.storing(for: [act]) { () async throws(StorageError) in
            try await tasks.add(task, naming: author)
        }
        try await actions.require(change, of: act, as: .maintenanceTask)
        return try await shown(task.id, for: identity)
    }

    /// Replaces what people write down about a task. A new schedule begins again. With `revisions`, throws
    /// `.changedMeanwhile` unless the task has one of them.
    package func change(
        _ id: MaintenanceTaskID, to draft: MaintenanceTaskDraft, expecting revisions: Set<String>? = nil,
        as identity: Identity
    ) async throws(ActionRefusal) -> MaintenanceTaskView {
        try await edit(id, as: identity) { (context, known) async throws(ActionRefusal) in
            try MaintenanceRecordKind.maintenanceTask.require(known.revision, isIn: revisions)
            let details = try draft.checked(
                in: context.home, replacing: known.details, mayUse: context.shows)
            guard details != known.details else { return nil }
            let counter = try await actions.storing { () async throws(StorageError) in
                try await newCounter(for: details.schedule, of: known)
            }
            var task = known
            if details.note != known.details.note { task.noteBy = details.note.map { _ in identity.description } }
            task.change(to: details, counter: counter)
            return Edit(act: "changeTask", task: task)
        }
    }

    /// Marks a task as done, and adds that to the service history in the same transaction. Throws `.maintenance` with
    /// `alreadyDone` when it was done on that day or later.
    package func markDone(
        _ id: MaintenanceTaskID, with draft: MaintenanceDoneDraft, as identity: Identity
    ) async throws(ActionRefusal) -> MaintenanceTaskView {
        try await edit(id, as: identity) { (context, known) async throws(ActionRefusal) in
            let day = try doneDay(draft, today: context.today)
            try check(day, isAfterLastOf: known, in: context)
            let entry = try entry(draft, day: day, of: known, in: context)
            let schedule = known.details.schedule
            let counter = try await actions.storing { () async throws(StorageError) in
                try await evaluator.newCounter(schedule, doneOn: day)
            }
            var task = known
            task.markDone(
                on: day, at: actions.clock.now(), by: identity.description, counter: counter, entry: entry.id)
            return Edit(act: "doneTask", task: task, entry: entry)
        }
    }

    /// Takes back that a task was marked as done, and removes the entry that this added to the service history, with up to
    /// `photographs` photographs, which cannot be had back. Throws `.maintenance` with `nothingToUndo`, or with
    /// `hasPhotographs` when the entry has more of them than the person agreed to lose.
    package func undo(
        _ id: MaintenanceTaskID, deleting photographs: Int = 0, as identity: Identity
    ) async throws(ActionRefusal) -> MaintenanceTaskView {
        try await edit(id, as: identity) { (_, known) async throws(ActionRefusal) in
            guard let previous = known.previous else {
                throw .maintenance(
                    .nothingToUndo,
                    detail: "“\(known.details.title)” was not marked as done, or was changed since. Its history is in "
                        + "tomte maintenance history.")
            }
            var task = known
            task.undoDone()
            return Edit(
                act: "undoTask", task: task, removedEntry: previous.entry, removedPhotographs: photographs)
        }
    }

    /// Hides a task from the due ones until `day`; nil ends that.
    package func snooze(
        _ id: MaintenanceTaskID, until day: LocalDate?, as identity: Identity
    ) async throws(ActionRefusal) -> MaintenanceTaskView {
        try await edit(id, as: identity) { (context, known) async throws(ActionRefusal) in
            if let day, let today = context.today {
                guard day > today, today.days(until: day) <= Self.longestSnoozeDays else {
                    throw .invalid(
                        field: "until", code: "outOfRange",
                        detail: "Name a day after today (\(today)), at most \(Self.longestSnoozeDays) days later.")
                }
            }
            guard day != known.state.snoozedUntil else { return nil }
            var task = known
            task.snooze(until: day)
            return Edit(act: day == nil ? "wakeTask" : "snoozeTask", task: task)
        }
    }

    /// Deletes a task. Its service history stays.
    package func remove(_ id: MaintenanceTaskID, as identity: Identity) async throws(ActionRefusal) {
        try await actions.require(.manageMaintenance, of: identity)
        try await edits.withLock(id) { () async throws(ActionRefusal) in
            let context = try await context(for: identity)
            let task = try await known(id, for: identity)
            let act = try await writeEntry(
                "removeTask", of: task, name: context.name(of: task.subject), as: identity)
            let change = try await actions.storing(for: [act]) { () async throws(StorageError) in
                try await tasks.remove(id)
            }
            try await actions.require(change, of: act, as: .maintenanceTask)
        }
        await evaluator.showChange()
    }
}

// MARK: - Steps

extension MaintenanceService {
    private static let longestSnoozeDays = 400

    /// A task as it will be, and what changes in the service history with it.
    private struct Edit {
        let act: String
        let task: MaintenanceTask
        var entry: ServiceEntry?
        var removedEntry: ServiceEntryID?
        var removedPhotographs = 0
    }

    /// Changes a task by `body`, which returns nil when nothing changes.
    private func edit(
        _ id: MaintenanceTaskID, as identity: Identity,
        by body: (MaintenanceContext, MaintenanceTask) async throws(ActionRefusal) -> Edit?
    ) async throws(ActionRefusal) -> MaintenanceTaskView {
        try await actions.require(.manageMaintenance, of: identity)
        try await edits.withLock(id) { () async throws(ActionRefusal) in
            let context = try await context(for: identity)
            let task = try await known(id, for: identity)
            guard let edit = try await body(context, task) else { return }
            let act = try await writeEntry(
                edit.act, of: task, name: context.name(of: task.subject), as: identity)
            let doneBy = edit.entry?.details.doneBy.flatMap { PersonID($0) }
            let named = await state.people.hashes(of: [identity.person, doneBy])
            let change = try await actions.storing(for: [act]) { () async throws(StorageError) in
                try await tasks.replace(
                    edit.task, adding: edit.entry, removing: edit.removedEntry,
                    photographs: edit.removedPhotographs, naming: named)
            }
            try await actions.require(change, of: act, as: .maintenanceTask)
        }
        return try await shown(id, for: identity)
    }

    /// The counter for a changed schedule. A count stays when it is of the same values by the same rule; of the same values
    /// by another rule, the stored ones are counted again.
    private func newCounter(
        for schedule: MaintenanceSchedule, of task: MaintenanceTask
    ) async throws(StorageError) -> RunCounter? {
        guard case .usage(let new) = schedule, case .usage(let old) = task.details.schedule, new.series == old.series,
            let known = task.state.counter
        else { return try await evaluator.newCounter(schedule, doneOn: task.state.doneOn) }
        if new.rule == old.rule { return known }
        return try await evaluator.newCounter(schedule, from: known.settled.from)
    }

    /// Evaluates a changed task, shows the change to the readers of the live events, and returns the task.
    private func shown(
        _ id: MaintenanceTaskID, for identity: Identity
    ) async throws(ActionRefusal) -> MaintenanceTaskView {
        // The change is stored. If this fails, the next evaluation, a minute later, makes up for it.
        try? await evaluator.evaluate(id)
        await evaluator.showChange()
        return try await context(for: identity).view(of: try await known(id, for: identity))
    }

    private func writeEntry(
        _ act: String, of task: MaintenanceTask, name: DisplayName?, as identity: Identity
    ) async throws(ActionRefusal) -> AuditedAction {
        var metadata = ["act": act, "task": task.id.rawValue]
        metadata["name"] = name?.text
        return try await actions.writeEntry(
            .maintenanceTask, severity: .informational, by: identity, target: task.subject.id, metadata: metadata)
    }

    private func doneDay(
        _ draft: MaintenanceDoneDraft, today: LocalDate?
    ) throws(ActionRefusal) -> LocalDate {
        if let day = draft.day {
            try check(day, named: "day", today: today)
            return day
        }
        guard state.clock.decisionTime().isKnown, let today else {
            throw .invalid(
                field: "day", code: "missing",
                detail: "The gateway's clock is not known, so say on which day it was done.")
        }
        return today
    }

    /// Throws for a day in the future. The date of the person may be ahead of that of the home by one day. While the
    /// clock is not known, no day is in the future.
    private func check(_ day: LocalDate, named field: String, today: LocalDate?) throws(ActionRefusal) {
        guard state.clock.decisionTime().isKnown, let last = today?.adding(days: 1), day > last else { return }
        throw .invalid(
            field: field, code: "outOfRange", detail: "The day is in the future; say when it was done.")
    }

    private func check(_ template: String?) throws(ActionRefusal) {
        guard let template, !MaintenanceTemplate.all.contains(where: { $0.id == template }) else { return }
        throw .invalid(
            field: "template", code: "unknown",
            detail: "There is no such template; leave it out for a task that was not suggested.")
    }

    private func check(
        _ day: LocalDate, isAfterLastOf task: MaintenanceTask, in context: MaintenanceContext
    ) throws(ActionRefusal) {
        let isFinished = task.state.isFinished(task.details.schedule)
        guard let last = task.state.doneOn, isFinished || last >= day else { return }
        let person = context.person(task.doneBy)
        let who = person.map { $0.id == context.identity.person ? "you" : $0.name.text }
        let by = who.map { " by \($0)" } ?? ""
        throw .maintenance(
            .alreadyDone,
            detail:
                "“\(task.details.title)” is already done: it was marked as done\(by) for \(last). To write down that "
                + "something was done before, add it to the history.")
    }

    private func entry(
        _ draft: MaintenanceDoneDraft, day: LocalDate, of task: MaintenanceTask, in context: MaintenanceContext
    ) throws(ActionRefusal) -> ServiceEntry {
        let identity = context.identity
        let details = try ServiceEntryDraft(
            day: day, title: task.details.title, note: draft.note, cost: draft.cost,
            doneBy: draft.doneBy ?? (draft.provider == nil ? identity.person?.rawValue : nil), provider: draft.provider
        ).checked(among: context.policy.people, latest: nil, replacing: nil)
        guard let name = context.name(of: task.subject) else { throw .notFound }
        return ServiceEntry(
            id: .random(), subject: task.subject, subjectName: name, details: details, task: task.id,
            noteBy: details.note.map { _ in identity.description }, addedBy: identity.description,
            addedAt: actions.clock.now())
    }
}

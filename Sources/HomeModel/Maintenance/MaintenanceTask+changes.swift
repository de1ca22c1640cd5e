extension MaintenanceTask {
    /// Marks the task as done on `day`. `counter` counts from then on, for a task by usage. `entry` is the entry in the
    /// service history that this adds.
    package mutating func markDone(
        on day: LocalDate, at time: Timestamp, by actor: String, counter: RunCounter? = nil, entry: ServiceEntryID?
    ) {
        previous = PreviousTaskState(state: state, entry: entry)
        state.doneOn = day
        state.doneAt = time
        doneBy = actor
        state.snoozedUntil = nil
        state.dueSince = nil
        switch details.schedule {
        case .calendar(let recurrence):
            state.nextDate = recurrence.next(afterDoneOn: day, due: state.nextDate)
        case .once: state.nextDate = nil
        case .usage: state.counter = counter
        case .reported: state.awaitsRecovery = true
        }
        revision += 1
    }

    /// Restores the state before the task was last done. Does nothing when that cannot be undone.
    package mutating func undoDone() {
        guard let previous else { return }
        state = previous.state
        self.previous = nil
        doneBy = nil
        revision += 1
    }

    /// Hides the task until `day`; nil ends that.
    package mutating func snooze(until day: LocalDate?) {
        state.snoozedUntil = day
        revision += 1
    }

    /// Replaces the details. A new schedule begins without what the earlier one remembered, except for the day on which
    /// the task was last done. `counter` counts for a new schedule by usage.
    package mutating func change(to new: MaintenanceTaskDetails, counter: RunCounter? = nil) {
        if new.schedule != details.schedule {
            previous = nil
            let (day, time) = (state.doneOn, state.doneAt)
            state = MaintenanceTaskState(nextDate: new.schedule.nextDate(lastDoneOn: day), counter: counter)
            if case .once = new.schedule {} else { (state.doneOn, state.doneAt) = (day, time) }
        }
        details = new
        revision += 1
    }
}

extension MaintenanceTaskState {
    /// Takes up what the device reports now, and what the day is. Returns whether the state changed. A day that is not
    /// known makes nothing due.
    package mutating func evaluate(_ schedule: MaintenanceSchedule, value: CapabilityValue?, today: LocalDate?) -> Bool
    {
        let before = (dueSince, awaitsRecovery, snoozedUntil)
        if case .reported(let rule) = schedule {
            if let value, rule.isOver(with: value) { (dueSince, awaitsRecovery) = (nil, false) }
            if let today {
                let hasWaited = doneOn.map { $0.days(until: today) >= ReportedRule.daysToRecover } ?? true
                if hasWaited { awaitsRecovery = false }
                if let value, dueSince == nil, !awaitsRecovery, rule.isMet(by: value) { dueSince = today }
            }
        } else if let today, dueSince == nil, isDue(schedule, today: today) {
            dueSince = today
        }
        if let today, let until = snoozedUntil, until <= today { snoozedUntil = nil }
        return before != (dueSince, awaitsRecovery, snoozedUntil)
    }

    /// Whether the date has come, or the limit is reached. For reported values, `dueSince` says it.
    func isDue(_ schedule: MaintenanceSchedule, today: LocalDate) -> Bool {
        switch schedule {
        case .calendar, .once: nextDate.map { $0 <= today } ?? false
        case .usage(let usage): used(usage).map { $0 >= Double(usage.limit) } ?? false
        case .reported: dueSince != nil
        }
    }

    func used(_ usage: UsageRule) -> Double? { (counter?.latest).map(usage.amount) }
}

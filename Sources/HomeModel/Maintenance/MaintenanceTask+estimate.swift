extension MaintenanceTask {
    /// A pace is known once this much was counted, in hours or cycles, within at least so many days.
    private static let leastUse = 3.0
    private static let leastDays = 7.0
    /// A date further ahead says no more than that the task is far away.
    private static let longestDays = 3650.0
    private static let dayMilliseconds = 86_400_000.0

    /// An estimate of the day on which the limit is reached, if the use goes on at the pace since the count began. The time
    /// for which it is not known whether it ran says nothing about the pace. Nil for other schedules, for a task that is
    /// due or finished, while no day is known, and while too little is counted.
    ///
    /// No status depends on it: it orders lists, and people read it.
    package func estimatedDate(on today: LocalDate?) -> LocalDate? {
        guard case .usage(let usage) = details.schedule, let today, let count = state.counter?.latest else {
            return nil
        }
        let (used, limit) = (usage.amount(of: count), Double(usage.limit))
        let known = Double(count.through.milliseconds) - Double(count.from.milliseconds) - Double(count.unknown)
        let days = known / Self.dayMilliseconds
        guard used < limit, used >= Self.leastUse, days >= Self.leastDays else { return nil }
        let daysLeft = ((limit - used) * days / used).rounded(.up)
        return daysLeft <= Self.longestDays ? today.adding(days: Int(daysLeft)) : nil
    }
}

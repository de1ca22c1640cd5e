import HomeModel

/// What the roll-ups of a series depend on beside its readings.
struct RollUpRule: Sendable {
    /// Nil where the series is no counter.
    let counter: Counter?
    /// Whether its mean flows, so that days tell what flowed each way.
    let isPower: Bool
    /// Whose days are stored; nil while none are.
    let calendar: DayCalendar?

    init(counter: Counter?, isPower: Bool = false, calendar: DayCalendar? = nil) {
        self.counter = counter
        self.isPower = isPower
        self.calendar = calendar
    }

    /// The days of `hours`, as they are stored.
    func days(of hours: some Sequence<RollUp>, in calendar: DayCalendar) -> [DayRollUp] {
        let days = DayRollUp.days(of: hours, in: calendar.calendar)
        guard !isPower else { return days }
        return days.map { DayRollUp(rollUp: $0.rollUp, forward: 0, backward: 0, forwardHours: 0) }
    }
}

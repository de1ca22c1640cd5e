import HomeModel

/// The properties of a series, besides its readings, that determine its roll-ups.
struct RollUpParameters: Sendable {
    /// Nil when the series is not a counter.
    let counter: Counter?
    /// Whether the readings are a power, so that days contain the flow in each direction.
    let isPower: Bool
    /// The calendar of the stored days; nil while none are stored.
    let calendar: DayCalendar?

    init(counter: Counter?, isPower: Bool = false, calendar: DayCalendar? = nil) {
        self.counter = counter
        self.isPower = isPower
        self.calendar = calendar
    }

    /// Adds up `hours` to days as they are stored.
    func days(of hours: some Sequence<RollUp>, in calendar: DayCalendar) -> [DayRollUp] {
        let days = DayRollUp.days(of: hours, in: calendar.calendar)
        guard !isPower else { return days }
        return days.map { DayRollUp(rollUp: $0.rollUp, forward: 0, backward: 0, forwardHours: 0) }
    }
}

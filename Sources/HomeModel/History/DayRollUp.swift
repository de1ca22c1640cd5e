package import Foundation

/// The hours of one calendar day of one series, added up.
package struct DayRollUp: Hashable, Sendable {
    /// The totals are exact; the mean is the mean of the hours, weighted by their coverage.
    package let rollUp: RollUp
    /// Mean × covered milliseconds of the hours whose mean is not negative; 0 when `forwardHours` is 0.
    ///
    /// It is kept apart from `backward` because a negative mean power is the opposite flow, hour by hour, and not
    /// rounded, so that a sum of days equals the sum of their hours.
    package let forward: Double
    /// The same for the hours whose mean is negative; negative or 0.
    package let backward: Double
    /// The number of hours that `forward` includes.
    package let forwardHours: Int

    package init(rollUp: RollUp, forward: Double, backward: Double, forwardHours: Int) {
        self.rollUp = rollUp
        self.forward = forward
        self.backward = backward
        self.forwardHours = forwardHours
    }

    /// The first moment of the calendar day.
    package var start: Timestamp { rollUp.start }

    /// The calendar days with at least one of `hours`, which must be in the order of time.
    ///
    /// An hour belongs to the day in which it starts, also where a day begins within an hour of UTC. Days have 23 or 25
    /// hours when the clocks change.
    package static func days(of hours: some Sequence<RollUp>, in calendar: Calendar) -> [DayRollUp] {
        var days: [DayRollUp] = []
        var open: DailyAccumulator?
        for hour in hours {
            if let day = open, hour.start >= day.end {
                days.append(day.result)
                open = nil
            }
            if open == nil { open = DailyAccumulator(hour, in: calendar) } else { open?.add(hour) }
        }
        if let open { days.append(open.result) }
        return days
    }

    /// The same in the Gregorian calendar of `zone`.
    package static func days(of hours: some Sequence<RollUp>, in zone: TimeZone) -> [DayRollUp] {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        return days(of: hours, in: calendar)
    }
}

extension Timestamp {
    /// The calendar day of this moment, from its first moment up to that of the next day.
    package func day(in calendar: Calendar) -> Range<Timestamp> {
        guard let day = calendar.dateInterval(of: .day, for: date) else { return self..<(self + .days(1)) }
        let start = min(Timestamp(day.start), self)
        return start..<max(Timestamp(day.end), self + .milliseconds(1))
    }
}

/// Accumulates the hours of one day.
private struct DailyAccumulator {
    let end: Timestamp
    private let start: Timestamp
    private let first: Double
    private var last: Double
    private var count: Int
    private var minimum: Double
    private var maximum: Double
    private var sum = CompensatedSum()
    private var increase = CompensatedSum()
    private var weighted = CompensatedSum()
    private var forward = CompensatedSum()
    private var backward = CompensatedSum()
    private var forwardHours = 0
    private var covered: Int64

    init(_ hour: RollUp, in calendar: Calendar) {
        let day = hour.start.day(in: calendar)
        start = day.lowerBound
        end = day.upperBound
        first = hour.first
        last = hour.last
        count = 0
        minimum = hour.minimum
        maximum = hour.maximum
        covered = 0
        add(hour)
    }

    mutating func add(_ hour: RollUp) {
        let milliseconds = hour.coverage.wholeMilliseconds
        let weight = hour.mean * Double(milliseconds)
        last = hour.last
        count &+= hour.count
        minimum = min(minimum, hour.minimum)
        maximum = max(maximum, hour.maximum)
        sum.add(hour.sum)
        increase.add(hour.increase)
        weighted.add(weight)
        if weight < 0 {
            backward.add(weight)
        } else {
            forward.add(weight)
            forwardHours &+= 1
        }
        covered &+= milliseconds
    }

    var result: DayRollUp {
        DayRollUp(
            rollUp: RollUp(
                start: start, count: count, minimum: minimum, maximum: maximum, first: first, last: last,
                mean: DecimalRounding.mean(covered > 0 ? weighted.value / Double(covered) : last),
                sum: DecimalRounding.total(sum.value), increase: DecimalRounding.total(increase.value),
                coverage: .milliseconds(covered)),
            forward: forward.value, backward: backward.value, forwardHours: forwardHours)
    }
}

package import Foundation

extension RollUp {
    /// The calendar days of `zone` that hold at least one of `hours`, which are in the order of time.
    ///
    /// An hour belongs to the day in which it starts, also where a day begins within an hour of UTC. Days have 23 or
    /// 25 hours when the clocks change. Totals are exact; the mean of a day is that of its hours, by coverage.
    package static func days(of hours: some Sequence<RollUp>, in zone: TimeZone) -> [RollUp] {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        var days: [RollUp] = []
        var open: DayFold?
        for hour in hours {
            if let day = open, hour.start >= day.end {
                days.append(day.rollUp)
                open = nil
            }
            if open == nil { open = DayFold(hour, in: calendar) } else { open?.take(hour) }
        }
        if let open { days.append(open.rollUp) }
        return days
    }
}

extension Timestamp {
    /// The calendar day around this moment, from its first moment up to that of the next day.
    package func day(in calendar: Calendar) -> Range<Timestamp> {
        guard let day = calendar.dateInterval(of: .day, for: date) else { return self..<(self + .days(1)) }
        let start = min(Timestamp(day.start), self)
        return start..<max(Timestamp(day.end), self + .milliseconds(1))
    }
}

/// One day while its hours go by.
private struct DayFold {
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
        take(hour)
    }

    mutating func take(_ hour: RollUp) {
        let milliseconds = hour.coverage.wholeMilliseconds
        last = hour.last
        count &+= hour.count
        minimum = min(minimum, hour.minimum)
        maximum = max(maximum, hour.maximum)
        sum.add(hour.sum)
        increase.add(hour.increase)
        weighted.add(hour.mean * Double(milliseconds))
        covered &+= milliseconds
    }

    var rollUp: RollUp {
        RollUp(
            start: start, count: count, minimum: minimum, maximum: maximum, first: first, last: last,
            mean: DecimalRounding.mean(covered > 0 ? weighted.value / Double(covered) : last),
            sum: DecimalRounding.total(sum.value), increase: DecimalRounding.total(increase.value),
            coverage: .milliseconds(covered))
    }
}

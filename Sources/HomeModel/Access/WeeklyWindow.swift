package import Foundation

/// A span of hours on chosen weekdays, in the home's time zone; a window may pass midnight.
package struct WeeklyWindow: Hashable, Sendable, Codable {
    /// 1 = Sunday … 7 = Saturday, the day on which the window opens.
    package let weekdays: Set<Int>
    /// The minute of the day at which the window opens.
    package let fromMinute: Int
    /// The minute of the day at which the window has ended; less than `fromMinute` when that is on the next day.
    package let toMinute: Int

    package init(weekdays: Set<Int>, fromMinute: Int, toMinute: Int) {
        self.weekdays = weekdays
        self.fromMinute = fromMinute
        self.toMinute = toMinute
    }

    /// Whether the window is open at `time` in `zone`.
    package func contains(_ time: Timestamp, in zone: TimeZone) -> Bool { contains(LocalMinute(time, in: zone)) }

    func contains(_ local: LocalMinute) -> Bool {
        let (weekday, minute) = (local.weekday, local.minute)
        if fromMinute <= toMinute {
            return weekdays.contains(weekday) && minute >= fromMinute && minute < toMinute
        }
        let yesterday = weekday == 1 ? 7 : weekday - 1
        return weekdays.contains(weekday) && minute >= fromMinute || weekdays.contains(yesterday) && minute < toMinute
    }
}

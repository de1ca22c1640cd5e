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

/// The times at which a grant or deny is in effect, and how often it may be used.
package struct AccessConditions: Hashable, Sendable, Codable {
    /// The first moment at which the conditions are met; nil for no limit.
    package let notBefore: Timestamp?
    /// The first moment at which the conditions are no longer met; nil for no limit.
    package let notAfter: Timestamp?
    /// The hours of the week at which the conditions are met; empty for all hours.
    package let windows: [WeeklyWindow]
    /// How often the grant may be used; nil for no limit.
    package let maximumUses: Int?

    package init(
        notBefore: Timestamp? = nil, notAfter: Timestamp? = nil, windows: [WeeklyWindow] = [], maximumUses: Int? = nil
    ) {
        self.notBefore = notBefore
        self.notAfter = notAfter
        self.windows = windows
        self.maximumUses = maximumUses
    }

    /// Whether all conditions are met after `uses` uses.
    package func areMet(at now: Timestamp, uses: Int, in zone: TimeZone) -> Bool {
        if let notBefore, now < notBefore { return false }
        if let notAfter, now >= notAfter { return false }
        if let maximumUses, uses >= maximumUses { return false }
        guard !windows.isEmpty else { return true }
        let local = LocalMinute(now, in: zone)
        return windows.contains { $0.contains(local) }
    }
}

package import Foundation

/// Hours of chosen weekdays in the home's time zone; a window may pass midnight.
package struct WeeklyWindow: Hashable, Sendable, Codable {
    /// 1 = Sunday … 7 = Saturday, the day on which the window opens.
    package let weekdays: Set<Int>
    package let fromMinute: Int
    package let toMinute: Int

    package init(weekdays: Set<Int>, fromMinute: Int, toMinute: Int) {
        self.weekdays = weekdays
        self.fromMinute = fromMinute
        self.toMinute = toMinute
    }

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

/// When a grant or deny holds.
package struct AccessConditions: Hashable, Sendable, Codable {
    package let notBefore: Timestamp?
    package let notAfter: Timestamp?
    package let windows: [WeeklyWindow]
    package let maximumUses: Int?

    package init(
        notBefore: Timestamp? = nil, notAfter: Timestamp? = nil, windows: [WeeklyWindow] = [], maximumUses: Int? = nil
    ) {
        self.notBefore = notBefore
        self.notAfter = notAfter
        self.windows = windows
        self.maximumUses = maximumUses
    }

    package func hold(at now: Timestamp, uses: Int, in zone: TimeZone) -> Bool {
        if let notBefore, now < notBefore { return false }
        if let notAfter, now >= notAfter { return false }
        if let maximumUses, uses >= maximumUses { return false }
        guard !windows.isEmpty else { return true }
        let local = LocalMinute(now, in: zone)
        return windows.contains { $0.contains(local) }
    }
}

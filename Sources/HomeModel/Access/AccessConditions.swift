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

    package func contains(_ time: Timestamp, in zone: TimeZone) -> Bool {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        let parts = calendar.dateComponents([.weekday, .hour, .minute], from: time.date)
        guard let weekday = parts.weekday, let hour = parts.hour, let minuteOfHour = parts.minute else { return false }
        let minute = hour * 60 + minuteOfHour
        if fromMinute <= toMinute {
            return weekdays.contains(weekday) && minute >= fromMinute && minute < toMinute
        }
        let yesterday = weekday == 1 ? 7 : weekday - 1
        return weekdays.contains(weekday) && minute >= fromMinute || weekdays.contains(yesterday) && minute < toMinute
    }
}

/// When a grant or deny holds.
package struct AccessConditions: Hashable, Sendable {
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
        return windows.isEmpty || windows.contains { $0.contains(now, in: zone) }
    }
}

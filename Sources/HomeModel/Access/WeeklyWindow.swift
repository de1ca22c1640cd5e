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

/// The text form: `sat,sun 08:00-20:00`, `mon-fri 22:00-06:00`; `daily` for every day.
extension WeeklyWindow: LosslessStringConvertible {
    private static let days = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"]

    /// The reason why a text is not a valid window.
    package enum ParsingError: Error, Hashable, Sendable, CustomStringConvertible {
        case shape, days, times, empty

        package var description: String {
            switch self {
            case .shape: "A window consists of days and times, such as “sat,sun 08:00-20:00” or “daily 22:00-06:00”."
            case .days: "The days of a window are “daily”, or names such as “mon”, “sat,sun” or “mon-fri”."
            case .times:
                "The times of a window are two from 00:00 to 24:00, such as “08:00-20:00”; it cannot begin at 24:00."
            case .empty: "The window begins and ends at the same time; for a whole day write 00:00-24:00."
            }
        }
    }

    /// Nil when the text is not a window, or is one of zero length.
    package init?(_ text: String) { try? self.init(reading: text) }

    /// Parses a window; throws the rule that the text breaks.
    package init(reading text: String) throws(ParsingError) {
        let words = text.split(separator: " ")
        guard words.count == 2 else { throw .shape }
        guard let weekdays = Self.weekdays(words[0].lowercased()) else { throw .days }
        let times = words[1].split(separator: "-", omittingEmptySubsequences: false).map { Self.minute($0) }
        guard times.count == 2, let from = times[0], let to = times[1], from < Self.minutes else { throw .times }
        guard from != to else { throw .empty }
        self.init(weekdays: weekdays, fromMinute: from, toMinute: to)
    }

    package var description: String {
        let names = weekdays.sorted().compactMap { day in
            Self.days.indices.contains(day - 1) ? Self.days[day - 1] : nil
        }
        let days = weekdays.count == 7 ? "daily" : names.joined(separator: ",")
        return "\(days) \(Self.text(fromMinute))-\(Self.text(toMinute))"
    }

    private static let minutes = 24 * 60

    private static func weekdays(_ text: String) -> Set<Int>? {
        if text == "daily" { return Set(1...7) }
        var found: Set<Int> = []
        for item in text.split(separator: ",", omittingEmptySubsequences: false) {
            let ends = item.split(separator: "-", omittingEmptySubsequences: false).map { days.firstIndex(of: "\($0)") }
            guard let first = ends.first ?? nil, let last = ends.last ?? nil, ends.count <= 2 else { return nil }
            // A range such as fri-mon continues past the end of the week.
            for offset in 0...((last - first + 7) % 7) { found.insert((first + offset) % 7 + 1) }
        }
        return found
    }

    /// The minute of the day, where 24:00 is the end of the day; nil when the text is not a time.
    private static func minute(_ text: Substring) -> Int? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ $0.utf8.count == 2 && $0.allSatisfy(\.isWholeNumber) }),
            let hour = Int(parts[0]), let minute = Int(parts[1]), minute < 60, hour * 60 + minute <= minutes
        else { return nil }
        return hour * 60 + minute
    }

    private static func text(_ minute: Int) -> String {
        let parts = [minute / 60, minute % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
        return parts.joined(separator: ":")
    }
}

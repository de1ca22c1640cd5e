/// As people write it: `sat,sun 08:00-20:00`, `mon-fri 22:00-06:00`; `daily` for every day.
extension WeeklyWindow: LosslessStringConvertible {
    private static let days = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"]

    /// Why a text is not a window.
    package enum Fault: Error, Hashable, Sendable, CustomStringConvertible {
        case shape, days, times, empty

        package var description: String {
            switch self {
            case .shape: "A window is days and a span of time, such as “sat,sun 08:00-20:00” or “daily 22:00-06:00”."
            case .days: "Its days are “daily”, or names such as “mon”, “sat,sun” or “mon-fri”."
            case .times: "Its times are two of 00:00 to 24:00, such as “08:00-20:00”, and it does not begin at 24:00."
            case .empty: "It begins and ends at the same time; for a whole day write 00:00-24:00."
            }
        }
    }

    /// Nil for anything else, and for a window without length.
    package init?(_ text: String) { try? self.init(reading: text) }

    /// Throws the rule that the text breaks.
    package init(reading text: String) throws(Fault) {
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
            // From Friday to Monday passes the week's end.
            for offset in 0...((last - first + 7) % 7) { found.insert((first + offset) % 7 + 1) }
        }
        return found
    }

    /// 24:00 is the end of a day.
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

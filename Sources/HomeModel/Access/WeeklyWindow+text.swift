/// As people write it: `sat,sun 08:00-20:00`, `mon-fri 22:00-06:00`; `daily` for every day.
extension WeeklyWindow: LosslessStringConvertible {
    private static let days = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"]

    /// Nil for anything else, and for a window without length.
    package init?(_ text: String) {
        let words = text.split(separator: " ")
        guard words.count == 2, let weekdays = Self.weekdays(words[0].lowercased()) else { return nil }
        let times = words[1].split(separator: "-", omittingEmptySubsequences: false).map { Self.minute($0) }
        guard times.count == 2, let from = times[0], let to = times[1], from != to, from < Self.minutes else {
            return nil
        }
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

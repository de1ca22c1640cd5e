import Foundation

/// What a clock on the wall shows, to the minute, and the day of the week.
struct LocalMinute: Hashable, Sendable {
    static let day: Int64 = 86_400_000

    /// 1 = Sunday … 7 = Saturday.
    let weekday: Int
    /// Of the day, 0 to 1439.
    let minute: Int

    init(_ time: Timestamp, in zone: TimeZone) {
        let local = (time + .seconds(zone.secondsFromGMT(for: time.date))).milliseconds
        let rest = local % Self.day
        let days = local / Self.day - (rest < 0 ? 1 : 0)
        // 1 January 1970 was a Thursday.
        weekday = Int(((days + 4) % 7 + 7) % 7) + 1
        minute = Int((rest < 0 ? rest + Self.day : rest) / 60_000)
    }

    /// Every moment from `day` before to two weeks after `time` at which a clock in `zone` may show one of `minutes`
    /// of a day, or may be put forward or back; some at which it does not.
    static func moments(of minutes: Set<Int>, after time: Timestamp, in zone: TimeZone) -> [Timestamp] {
        let end = time + .days(15)
        var offsets: Set<Int> = []
        var moments: Set<Timestamp> = []
        var from = time.date
        while let change = zone.nextDaylightSavingTimeTransition(after: from), change > from, change <= end.date {
            moments.insert(Timestamp(change))
            offsets.insert(zone.secondsFromGMT(for: change))
            from = change
        }
        offsets.insert(zone.secondsFromGMT(for: time.date))
        let midnight = time.milliseconds / day * day
        for offset in offsets {
            for days in -2...16 {
                let start = Timestamp(milliseconds: midnight) + .days(days) - .seconds(offset)
                for minute in minutes { moments.insert(start + .seconds(Int64(minute) * 60)) }
            }
        }
        return moments.filter { $0 > time && $0 <= end }.sorted()
    }
}

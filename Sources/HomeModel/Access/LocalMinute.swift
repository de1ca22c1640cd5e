import Foundation

/// The local time of day, to the minute, and the day of the week.
struct LocalMinute: Hashable, Sendable {
    /// The milliseconds of a day.
    static let day: Int64 = 86_400_000

    /// 1 = Sunday … 7 = Saturday.
    let weekday: Int
    /// The minute of the day, 0 to 1439.
    let minute: Int

    init(_ time: Timestamp, in zone: TimeZone) {
        let local = (time + .seconds(zone.secondsFromGMT(for: time.date))).milliseconds
        let rest = local % Self.day
        let days = local / Self.day - (rest < 0 ? 1 : 0)
        // 1 January 1970 was a Thursday.
        weekday = Int(((days + 4) % 7 + 7) % 7) + 1
        minute = Int((rest < 0 ? rest + Self.day : rest) / 60_000)
    }

    /// The moments in the 15 days after `time` at which the local time in `zone` is one of `minutes` of the day, or at
    /// which daylight saving time begins or ends, in the order of time. Some moments may be neither.
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

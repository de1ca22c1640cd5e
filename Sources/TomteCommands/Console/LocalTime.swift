import Foundation
import HomeModel

/// Formats times in the time zone of the terminal.
enum LocalTime {
    /// `05:46:20`
    static func clock(_ time: Timestamp, in zone: TimeZone = .current) -> String {
        time.date.formatted(style(zone).time(includingFractionalSeconds: false))
    }

    /// `2026-01-31`
    static func date(_ time: Timestamp, in zone: TimeZone = .current) -> String {
        time.date.formatted(style(zone).year().month().day())
    }

    /// `2026-01-31 05:46:20`
    static func full(_ time: Timestamp, in zone: TimeZone = .current) -> String {
        date(time, in: zone) + " " + clock(time, in: zone)
    }

    /// `2026-01-31 05:46`
    static func minute(_ time: Timestamp, in zone: TimeZone = .current) -> String {
        String(full(time, in: zone).dropLast(3))
    }

    private static func style(_ zone: TimeZone) -> Date.ISO8601FormatStyle {
        Date.ISO8601FormatStyle(timeZone: zone)
    }
}

import Foundation
import HomeModel

/// Formats times relative to the current time, and durations.
enum RelativeTime {
    /// `now`, `12 s ago`, `5 min ago`, `3 h ago`, `2 d ago`, `in 5 min`; a date when it is 60 days or more away.
    static func text(_ time: Timestamp, now: Timestamp) -> String {
        let distance = (now - time).wholeMilliseconds
        if distance > -1000 && distance < 1000 { return "now" }
        let seconds = (distance / 1000).magnitude
        guard seconds < 60 * 86_400 else { return LocalTime.date(time) }
        let amount = amount(seconds)
        return distance > 0 ? "\(amount) ago" : "in \(amount)"
    }

    /// A duration in its largest unit, such as `5 min`; below one second in milliseconds.
    static func text(_ duration: Duration) -> String {
        let milliseconds = duration.wholeMilliseconds
        guard milliseconds >= 1000 else { return "\(max(0, milliseconds)) ms" }
        return amount((milliseconds / 1000).magnitude)
    }

    private static func amount(_ seconds: UInt64) -> String {
        switch seconds {
        case ..<60: "\(seconds) s"
        case ..<3600: "\(seconds / 60) min"
        case ..<86_400: "\(seconds / 3600) h"
        default: "\(seconds / 86_400) d"
        }
    }
}

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

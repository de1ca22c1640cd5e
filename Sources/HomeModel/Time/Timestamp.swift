package import Foundation

/// A moment in UTC: milliseconds since 1970 in memory, RFC 3339 as text.
package struct Timestamp: Hashable, Sendable {
    package let milliseconds: Int64

    package init(milliseconds: Int64) { self.milliseconds = milliseconds }

    /// The moment of a `Date`, cut to milliseconds; a value out of range saturates.
    package init(_ date: Date) {
        let milliseconds = (date.timeIntervalSince1970 * 1000).rounded(.down)
        self.init(milliseconds: Int64(exactly: milliseconds) ?? (milliseconds > 0 ? .max : .min))
    }

    package var date: Date { Date(timeIntervalSince1970: Double(milliseconds) / 1000) }
}

extension Timestamp: Comparable {
    package static func < (left: Timestamp, right: Timestamp) -> Bool { left.milliseconds < right.milliseconds }

    /// Saturates instead of overflowing, because times come from outside.
    package static func + (time: Timestamp, duration: Duration) -> Timestamp {
        let (sum, overflow) = time.milliseconds.addingReportingOverflow(duration.wholeMilliseconds)
        return Timestamp(milliseconds: overflow ? (duration > .zero ? .max : .min) : sum)
    }

    package static func - (time: Timestamp, duration: Duration) -> Timestamp { time + (.zero - duration) }

    package static func - (later: Timestamp, earlier: Timestamp) -> Duration {
        let (difference, overflow) = later.milliseconds.subtractingReportingOverflow(earlier.milliseconds)
        return .milliseconds(overflow ? (later > earlier ? .max : .min) : difference)
    }
}

extension Timestamp: Codable, CustomStringConvertible {
    package var description: String { rfc3339 }

    package init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        guard let time = Timestamp(rfc3339: text) else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "a time is written like 2026-01-31T12:00:00Z"))
        }
        self = time
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rfc3339)
    }
}

extension Duration {
    /// The duration in milliseconds, cut and saturating.
    package var wholeMilliseconds: Int64 {
        let (seconds, attoseconds) = components
        let (thousandfold, overflow) = seconds.multipliedReportingOverflow(by: 1000)
        let (sum, carry) = thousandfold.addingReportingOverflow(attoseconds / 1_000_000_000_000_000)
        return overflow || carry ? (seconds > 0 ? .max : .min) : sum
    }

    package static func days(_ count: Int) -> Duration { .seconds(Int64(count) * 86_400) }
    package static func hours(_ count: Int) -> Duration { .seconds(Int64(count) * 3600) }
}

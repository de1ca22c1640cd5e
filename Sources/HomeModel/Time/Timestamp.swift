package import Foundation

/// A moment in UTC: milliseconds since 1970 inside, RFC 3339 outside.
package struct Timestamp: Hashable, Sendable {
    package let milliseconds: Int64

    package init(milliseconds: Int64) { self.milliseconds = milliseconds }

    /// The moment of a `Date`, cut to milliseconds.
    package init(_ date: Date) {
        self.init(milliseconds: Int64((date.timeIntervalSince1970 * 1000).rounded(.down)))
    }

    /// Reads RFC 3339 with or without fractional seconds; nil when it is something else.
    package init?(rfc3339 text: String) {
        guard text.utf8.count <= 40, let date = Self.parse(text) else { return nil }
        self.init(milliseconds: Int64((date.timeIntervalSince1970 * 1000).rounded()))
    }

    package var date: Date { Date(timeIntervalSince1970: Double(milliseconds) / 1000) }
    package var rfc3339: String { date.formatted(Self.fractional) }

    private static let fractional = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
    private static let whole = Date.ISO8601FormatStyle()

    private static func parse(_ text: String) -> Date? {
        (try? fractional.parse(text)) ?? (try? whole.parse(text))
    }
}

extension Timestamp: Comparable {
    package static func < (left: Timestamp, right: Timestamp) -> Bool { left.milliseconds < right.milliseconds }

    /// Saturates instead of overflowing: times come from outside.
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
    /// Saturating; sub-millisecond parts are cut.
    package var wholeMilliseconds: Int64 {
        let (seconds, attoseconds) = components
        let (thousandfold, overflow) = seconds.multipliedReportingOverflow(by: 1000)
        guard !overflow else { return seconds > 0 ? .max : .min }
        return thousandfold.addingReportingOverflow(attoseconds / 1_000_000_000_000_000).partialValue
    }

    package static func days(_ count: Int) -> Duration { .seconds(Int64(count) * 86_400) }
    package static func hours(_ count: Int) -> Duration { .seconds(Int64(count) * 3600) }
}

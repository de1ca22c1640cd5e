import Foundation
import HomeModel

/// The rows of a long response as bytes: the same text that the encoders produce, in a fraction of their time.
struct RowBuffer {
    private(set) var bytes: [UInt8] = []
    /// The day of the last time that was written, and its text up to `T`.
    private var day: (start: Int64, text: [UInt8])?
    /// The zone on whose clocks the times are; nil for UTC.
    private let zone: TimeZone?
    /// The difference of these clocks to UTC in the last quarter of an hour that was written. It changes only between
    /// quarters.
    private var offset: (quarter: Int64, milliseconds: Int64, text: [UInt8])?

    init(in zone: TimeZone? = nil) { self.zone = zone }

    mutating func append(_ text: StaticString) {
        text.withUTF8Buffer { bytes.append(contentsOf: $0) }
    }

    mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }

    mutating func append(_ number: Int64) { bytes.append(contentsOf: number.description.utf8) }

    /// Appends the shortest decimal that parses as the same number; `null` for a number that is not finite.
    mutating func append(_ number: Double) {
        bytes.append(contentsOf: (number.isFinite ? number.description : "null").utf8)
    }

    /// Appends the time as RFC 3339, with milliseconds.
    mutating func append(_ time: Timestamp) {
        guard let zone else {
            append(clock: time)
            return append("Z")
        }
        let quarter = time.milliseconds.quotientAndRemainder(dividingBy: 900_000).quotient
        let known = offset.flatMap { $0.quarter == quarter && time.milliseconds >= 0 ? $0 : nil }
        let minutes = known == nil ? time.minutesFromUTC(in: zone) : 0
        let offset = known ?? (quarter, Int64(minutes) * 60_000, Array(Timestamp.offset(minutes).utf8))
        self.offset = offset
        append(clock: time + .milliseconds(offset.milliseconds))
        bytes.append(contentsOf: offset.text)
    }

    /// Appends a day and a time of day, without the difference to UTC.
    private mutating func append(clock time: Timestamp) {
        guard let day, let rest = Self.rest(of: time, in: day.start) else {
            let text = Array(time.rfc3339.utf8.dropLast())
            bytes.append(contentsOf: text)
            self.day = (time.milliseconds &- Self.timeOfDay(time), Array(text.prefix(11)))
            return
        }
        bytes.append(contentsOf: day.text)
        append(rest / 3_600_000, digits: 2)
        append(":")
        append(rest / 60_000 % 60, digits: 2)
        append(":")
        append(rest / 1000 % 60, digits: 2)
        append(".")
        append(rest % 1000, digits: 3)
    }

    private mutating func append(_ number: Int64, digits: Int) {
        if digits == 3 { bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number / 100 % 10)) }
        bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number / 10 % 10))
        bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number % 10))
    }

    /// The milliseconds since `day`, the start of a day; nil when the time is not on that day.
    private static func rest(of time: Timestamp, in day: Int64) -> Int64? {
        let rest = time.milliseconds.subtractingReportingOverflow(day)
        return !rest.overflow && (0..<dayMilliseconds).contains(rest.partialValue) ? rest.partialValue : nil
    }

    private static func timeOfDay(_ time: Timestamp) -> Int64 {
        let rest = time.milliseconds % dayMilliseconds
        return rest < 0 ? rest + dayMilliseconds : rest
    }

    private static let dayMilliseconds: Int64 = 86_400_000
}

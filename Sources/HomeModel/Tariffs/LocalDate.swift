package import Foundation

/// A calendar date without a time zone, such as `2026-12-01`. Years 1970 to 9999 of the Gregorian calendar.
package struct LocalDate: Hashable, Sendable {
    package let year: Int
    package let month: Int
    package let day: Int

    /// 1970-01-01, the first date of the type.
    package static let first = LocalDate()

    private init() { (year, month, day) = (1970, 1, 1) }

    /// Nil when the calendar has no such date.
    package init?(year: Int, month: Int, day: Int) {
        guard (1970...9999).contains(year), (1...12).contains(month),
            (1...Self.days(in: month, of: year)).contains(day)
        else { return nil }
        self.year = year
        self.month = month
        self.day = day
    }

    /// The date that a calendar in `zone` shows at `time`. Nil before 1970 and after 9999.
    package init?(_ time: Timestamp, in zone: TimeZone) {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        let date = calendar.dateComponents([.year, .month, .day], from: time.date)
        guard let year = date.year, let month = date.month, let day = date.day else { return nil }
        self.init(year: year, month: month, day: day)
    }

    /// The first moment of the date in `zone`. Where a change of the clocks skips midnight, it is the first one after.
    package func start(in zone: TimeZone) -> Timestamp {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        let noon = calendar.date(from: DateComponents(year: year, month: month, day: day, hour: 12))
        return Timestamp(noon.map(calendar.startOfDay) ?? .distantFuture)
    }

    static func days(in month: Int, of year: Int) -> Int {
        switch month {
        case 2: (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}

extension LocalDate: LosslessStringConvertible {
    /// Nil unless the text is a date as in RFC 3339: `YYYY-MM-DD`.
    package init?(_ text: String) {
        let bytes = Array(text.utf8.prefix(11))
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        guard bytes.count == 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
            [0, 1, 2, 3, 5, 6, 8, 9].allSatisfy({ digits.contains(bytes[$0]) })
        else { return nil }
        func number(_ range: Range<Int>) -> Int { bytes[range].reduce(0) { $0 * 10 + Int($1 - digits.lowerBound) } }
        self.init(year: number(0..<4), month: number(5..<7), day: number(8..<10))
    }

    package var description: String { "\(year)-\(Self.padded(month))-\(Self.padded(day))" }

    private static func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}

extension LocalDate: Comparable {
    package static func < (left: LocalDate, right: LocalDate) -> Bool {
        (left.year, left.month, left.day) < (right.year, right.month, right.day)
    }
}

extension LocalDate: TextCodable {
    package static var rule: String { "a date is a text such as 2026-12-01" }
}

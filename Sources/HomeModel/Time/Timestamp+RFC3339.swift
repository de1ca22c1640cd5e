package import Foundation

// `Date.ISO8601FormatStyle` accepts 30 February and text after the end, and loses milliseconds to rounding.
extension Timestamp {
    /// Parses RFC 3339, cut to milliseconds; nil for any other text, and for a day or time that does not exist.
    package init?(rfc3339 text: String) {
        guard text.utf8.count <= 40 else { return nil }
        var reader = RFC3339Reader(rest: text.utf8[...])
        guard let day = reader.day(), reader.skip("T", "t"), let time = reader.timeOfDay(),
            let offset = reader.offset(), reader.rest.isEmpty
        else { return nil }
        self.init(milliseconds: day.daysSince1970 * Self.dayMilliseconds + time - offset)
    }

    /// `2026-01-31T12:00:00.000Z`; saturates at the years 0 and 9999, the bounds of RFC 3339.
    package var rfc3339: String {
        let bounded = min(max(milliseconds, -62_167_219_200_000), 253_402_300_799_999)
        let time = (bounded % Self.dayMilliseconds + Self.dayMilliseconds) % Self.dayMilliseconds
        let day = CivilDay(daysSince1970: (bounded - time) / Self.dayMilliseconds)
        let date = "\(padded(day.year, width: 4))-\(padded(day.month, width: 2))-\(padded(day.day, width: 2))"
        let clock = [time / 3_600_000, time / 60_000 % 60, time / 1000 % 60].map { padded($0, width: 2) }
        return "\(date)T\(clock.joined(separator: ":")).\(padded(time % 1000, width: 3))Z"
    }

    private static let dayMilliseconds: Int64 = 86_400_000
}

/// Times on the clocks of a place.
extension Timestamp {
    /// The difference of the clocks in `zone` to UTC at this time, in whole minutes.
    package func minutesFromUTC(in zone: TimeZone) -> Int { zone.secondsFromGMT(for: date) / 60 }

    /// `2026-01-31T13:00:00.000+01:00`: the time on the clocks in `zone`, with their difference to UTC.
    package func rfc3339(in zone: TimeZone) -> String {
        let minutes = minutesFromUTC(in: zone)
        return (self + .seconds(minutes * 60)).rfc3339.dropLast() + Self.offset(minutes)
    }

    /// `+01:00` for 60 minutes.
    package static func offset(_ minutes: Int) -> String {
        let (hours, rest) = (Int64(minutes.magnitude / 60), Int64(minutes.magnitude % 60))
        return "\(minutes < 0 ? "-" : "+")\(padded(hours, width: 2)):\(padded(rest, width: 2))"
    }
}

private func padded(_ number: Int64, width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
}

/// A day of the Gregorian calendar, also before it was introduced.
private struct CivilDay {
    let year: Int64
    let month: Int64
    let day: Int64

    /// Nil for a day that its month does not have.
    init?(year: Int64, month: Int64, day: Int64) {
        guard (1...12).contains(month), (1...Self.days(in: month, of: year)).contains(day) else { return nil }
        self.year = year
        self.month = month
        self.day = day
    }

    /// Counts from 1 March of year 0, so that a leap day is the last day of its year; 146,097 days are 400 years.
    init(daysSince1970 days: Int64) {
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    /// For the years from 0.
    var daysSince1970: Int64 {
        let marchYear = month <= 2 ? year - 1 : year
        let era = (marchYear >= 0 ? marchYear : marchYear - 399) / 400
        let yearOfEra = marchYear - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    private static func days(in month: Int64, of year: Int64) -> Int64 {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}

/// Parses the parts of an RFC 3339 text from left to right; each part is nil when the text has another form.
private struct RFC3339Reader {
    var rest: Substring.UTF8View

    mutating func day() -> CivilDay? {
        guard let year = number(4), skip("-"), let month = number(2), skip("-"), let day = number(2) else { return nil }
        return CivilDay(year: year, month: month, day: day)
    }

    /// In milliseconds; a leap second counts as the second after it.
    mutating func timeOfDay() -> Int64? {
        guard let hour = number(2, upTo: 23), skip(":"), let minute = number(2, upTo: 59), skip(":"),
            let second = number(2, upTo: 60), let fraction = fraction()
        else { return nil }
        return ((hour * 60 + minute) * 60 + second) * 1000 + fraction
    }

    /// In milliseconds east of Greenwich.
    mutating func offset() -> Int64? {
        if skip("Z", "z") { return 0 }
        let isWest = rest.first == UInt8(ascii: "-")
        guard skip("+", "-"), let hours = number(2, upTo: 23), skip(":"), let minutes = number(2, upTo: 59) else {
            return nil
        }
        return (hours * 60 + minutes) * (isWest ? -60_000 : 60_000)
    }

    mutating func skip(_ characters: Unicode.Scalar...) -> Bool {
        guard let first = rest.first, characters.contains(Unicode.Scalar(first)) else { return false }
        rest = rest.dropFirst()
        return true
    }

    private mutating func fraction() -> Int64? {
        guard skip(".") else { return 0 }
        let digits = rest.prefix(while: Self.isDigit)
        rest = rest.dropFirst(digits.count)
        return digits.isEmpty ? nil : Int64((Substring(digits) + "00").prefix(3))
    }

    private mutating func number(_ width: Int, upTo maximum: Int64 = .max) -> Int64? {
        let digits = rest.prefix(width)
        guard digits.count == width, digits.allSatisfy(Self.isDigit), let number = Int64(Substring(digits)),
            number <= maximum
        else { return nil }
        rest = rest.dropFirst(width)
        return number
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}

/// A moment in the seconds since the first of January 2000, UTC, as Matter's certificates count them.
package struct MatterTime: RawRepresentable, Hashable, Sendable, Comparable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) { self.rawValue = rawValue }

    /// As the end of a validity: the certificate does not expire. X.509 writes it as the last second of the year 9999.
    package static let noExpiry = MatterTime(rawValue: 0)
    /// The first of January 2020: the start of the validity of the certificates that the gateway makes. Nodes and
    /// gateways that have no clock take a later moment, such as the day of their firmware.
    package static let fixedStart = MatterTime(rawValue: 631_152_000)

    package static func < (left: MatterTime, right: MatterTime) -> Bool { left.rawValue < right.rawValue }

    /// The parts of the date and time of day.
    var calendar: (year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int) {
        guard self != .noExpiry else { return (9999, 12, 31, 23, 59, 59) }
        let seconds = Int(rawValue % 86_400)
        var days = Int(rawValue / 86_400)
        // The end of the 32 bits is in the year 2136, so that both loops are short.
        var year = 2000
        while days >= Self.days(inYear: year) {
            days -= Self.days(inYear: year)
            year += 1
        }
        var month = 1
        while days >= Self.days(inMonth: month, ofYear: year) {
            days -= Self.days(inMonth: month, ofYear: year)
            month += 1
        }
        return (year, month, days + 1, seconds / 3600, seconds / 60 % 60, seconds % 60)
    }

    private static func isLeap(_ year: Int) -> Bool {
        year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
    }

    private static func days(inYear year: Int) -> Int { isLeap(year) ? 366 : 365 }

    private static func days(inMonth month: Int, ofYear year: Int) -> Int {
        switch month {
        case 2: isLeap(year) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}

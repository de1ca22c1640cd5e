import SegmentedLog
import Foundation
import HomeModel
import Synchronization

/// The calendar days of one time zone, by the rules that this machine has for it now.
struct DayCalendar: Sendable {
    /// Stored together with the days that were made with it: the name of the zone and a checksum of its offsets,
    /// because zones change their rules and machines are updated late.
    let key: String
    let calendar: Calendar

    private static let known = Mutex<[String: DayCalendar]>([:])
    /// The years 2010 to 2040, week by week, because no zone has changed its offset for a shorter time.
    private static let weeks = stride(from: 1_262_304_000.0, to: 2_208_988_800, by: 604_800)

    /// Computes the rules of a zone once per run of the program.
    init(_ zone: TimeZone) {
        let known = Self.known.withLock { $0[zone.identifier] }
        self = known ?? DayCalendar(computing: zone)
        if known == nil { Self.known.withLock { [self] in $0[zone.identifier] = self } }
    }

    /// Returns nil when the zone does not exist, or has other rules now.
    init?(key: String) {
        guard let name = key.split(separator: " ").first, let zone = TimeZone(identifier: String(name)) else {
            return nil
        }
        self.init(zone)
        guard self.key == key else { return nil }
    }

    private init(computing zone: TimeZone) {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        self.calendar = calendar
        var offsets: [UInt8] = []
        for week in Self.weeks {
            let offset = zone.secondsFromGMT(for: Date(timeIntervalSince1970: week))
            offsets.append(littleEndian: UInt32(truncatingIfNeeded: offset))
        }
        key = "\(zone.identifier) \(offsets.withUnsafeBytes { CRC32C.checksum($0) })"
    }

    func day(around time: Timestamp) -> Range<Timestamp> { time.day(in: calendar) }

    /// Returns the first start of a day at or after `time`.
    func startOfDay(notBefore time: Timestamp) -> Timestamp {
        let day = day(around: time)
        return day.lowerBound == time ? time : day.upperBound
    }
}

import GRDB
import HomeModel

/// Computes the hours anew that readings fall into, from all readings of their series.
struct RollUpRepair {
    /// Readings further apart than this are repaired one by one, so that a late one does not read all in between.
    private static let reach = Duration.days(1)

    let reader: SeriesReader
    let stored: SealedSeries<RollUp>
    let isCounter: Bool

    /// The hours of `touched` (sorted), and the hour of the reading after each, which starts from another value now.
    func hours(of touched: [Reading]) throws -> [RollUp] {
        var hours: [RollUp] = []
        var rest = touched[...]
        while let first = rest.first {
            var end = rest.startIndex + 1
            while end < rest.endIndex, rest[end].time - rest[end - 1].time <= Self.reach { end += 1 }
            let range = Hours(from: first.time, through: rest[end - 1].time)
            hours = SortedMerge.of(try self.hours(in: range), hours)
            if let next = try reader.first(from: range.end) {
                hours = SortedMerge.of(try self.hours(in: Hours(from: next.time, through: next.time)), hours)
            }
            rest = rest[end...]
        }
        return hours
    }

    private func hours(in range: Hours) throws -> [RollUp] {
        RollUp.hours(
            of: try reader.readings(from: range.start, to: range.end), after: try carry(before: range.start),
            isCounter: isCounter)
    }

    /// Retention may have deleted the reading before; then its hour still tells the value.
    private func carry(before start: Timestamp) throws -> Reading? {
        if let reading = try reader.last(before: start) { return reading }
        return try stored.last(before: start).map { Reading(time: $0.start, value: $0.last) }
    }
}

/// Whole hours.
private struct Hours {
    let start: Timestamp
    let end: Timestamp

    init(from first: Timestamp, through last: Timestamp) {
        start = first.startOfHour
        end = last.startOfHour + .hours(1)
    }
}

import GRDB
import HomeModel

/// Computes the hours anew that readings fall into, from all readings of their series.
struct RollUpRepair {
    /// Readings further apart than this are repaired one by one, so that a late one does not read all in between.
    private static let reach = Duration.days(1)

    let reader: SeriesReader
    let stored: SealedSeries<RollUp>
    let counter: Counter?

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

    /// An hour of which readings are lost stays as it is stored; the one after it starts from its last value.
    private func hours(in range: Hours) throws -> [RollUp] {
        let stored = try stored.records(from: range.start, to: range.end)
        var rest = try reader.readings(from: range.start, to: range.end)[...]
        var carry = try carry(before: range.start)
        var hours: [RollUp] = []
        while let first = rest.first {
            let start = first.time.startOfHour
            let readings = rest[..<rest.place(of: start + .hours(1))]
            rest = rest[readings.endIndex...]
            let place = stored.place(of: start)
            if let before = stored[..<place].last, carry.map({ $0.time < before.start }) ?? true { carry = before.end }
            if let hour = stored[place...].first, hour.start == start, hour.count > readings.count {
                carry = hour.end
            } else {
                hours += RollUp.hours(of: readings, after: carry, counter: counter)
                carry = readings.last
            }
        }
        return hours
    }

    /// What was said last: by a reading, or by an hour of which readings are lost, be it to retention or to damage.
    private func carry(before start: Timestamp) throws -> Reading? {
        guard let hour = try stored.last(before: start) else { return try reader.last(before: start) }
        let readings = try reader.readings(from: hour.start, to: start)
        guard let last = readings.last, readings.count >= hour.count || last.time.startOfHour > hour.start else {
            return hour.end
        }
        return last
    }
}

extension RollUp {
    /// Its last reading, of which only the hour is known.
    fileprivate var end: Reading { Reading(time: start, value: last) }
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

import GRDB
import HomeModel

/// Computes the hours of given readings again, from all readings of the series.
///
/// Works in runs of adjacent hours of at most two days, so that neither late readings that are far apart nor years of
/// past readings are in memory at once.
struct RollUpComputation {
    private static let longest = Duration.hours(48)

    let reader: SeriesReader
    let stored: SortedRun<RollUp>
    let counter: Counter?

    /// Computes the hours of `touched` (sorted), and after each run of them the hour of the next reading, which now
    /// continues from another value.
    ///
    /// Hours that have lost readings keep their stored roll-up and are not in the result.
    func hours(of touched: some RandomAccessCollection<Reading>) throws -> [RollUp] {
        var found: [RollUp] = []
        for run in Self.runs(of: touched) {
            found.append(later: try hours(in: run, keepingIncompleteHours: true))
            found.append(later: try hourAfter(run))
        }
        return found
    }

    /// Computes the hour of the first reading at or after the end of `run`; empty when that hour keeps its stored
    /// roll-up.
    func hourAfter(_ run: Range<Timestamp>) throws -> [RollUp] {
        guard let next = try reader.first(from: run.upperBound)?.time.startOfHour else { return [] }
        return try hours(in: next..<next + .hours(1), keepingIncompleteHours: true)
    }

    /// Computes the hours of all readings in `run`, which must consist of whole hours.
    ///
    /// With `keepingIncompleteHours`, an hour that counted more readings than there are now is left out, because retention or
    /// damage removed its readings; the hour after it continues from its last value.
    func hours(in run: Range<Timestamp>, keepingIncompleteHours: Bool) throws -> [RollUp] {
        let stored = keepingIncompleteHours ? try stored.records(from: run.lowerBound, to: run.upperBound) : []
        var rest = try reader.readings(from: run.lowerBound, to: run.upperBound)[...]
        guard !rest.isEmpty else { return [] }
        var carry = try carry(before: run.lowerBound)
        var hours: [RollUp] = []
        while let first = rest.first {
            let start = first.time.startOfHour
            let readings = rest[..<rest.lowerBound(of: start + .hours(1))]
            rest = rest[readings.endIndex...]
            let lowerBound = stored.lowerBound(of: start)
            if let before = stored[..<lowerBound].last, carry.map({ $0.reading.time < before.start }) ?? true {
                carry = RollUp.Carry(lastOf: before)
            }
            if let hour = stored[lowerBound...].first, hour.start == start, hour.count > readings.count {
                carry = RollUp.Carry(lastOf: hour)
            } else {
                hours += RollUp.hours(of: readings, after: carry, counter: counter)
                carry = RollUp.Carry(lastOf: readings)
            }
        }
        return hours
    }

    /// Returns the last value before `start`: that of a reading, or of an hour that has lost readings.
    private func carry(before start: Timestamp) throws -> RollUp.Carry? {
        let hour = try stored.last(before: start)
        guard let last = try reader.last(before: start)?.time.startOfHour, last >= hour?.start ?? last else {
            return hour.map(RollUp.Carry.init(lastOf:))
        }
        let readings = try reader.readings(from: last, to: start)
        if let hour, hour.start == last, readings.count < hour.count { return RollUp.Carry(lastOf: hour) }
        return RollUp.Carry(lastOf: readings)
    }

    /// Returns the hours of the readings; adjacent hours are joined.
    static func runs(of touched: some RandomAccessCollection<Reading>) -> [Range<Timestamp>] {
        var runs: [Range<Timestamp>] = []
        for reading in touched {
            let hour = reading.time.startOfHour
            let end = hour + .hours(1)
            if let last = runs.last, hour <= last.upperBound, end - last.lowerBound <= longest {
                runs[runs.count - 1] = last.lowerBound..<max(end, last.upperBound)
            } else {
                runs.append(hour..<max(end, hour))
            }
        }
        return runs
    }
}

extension [RollUp] {
    /// Appends later hours; where both have an hour, the appended one replaces the existing one.
    mutating func append(later hours: [RollUp]) {
        guard let first = hours.first else { return }
        while let last, last.start >= first.start { removeLast() }
        self += hours
    }
}

/// The properties of a series, besides its readings, that determine its roll-ups.
struct RollUpParameters: Sendable {
    /// Nil when the series is not a counter.
    let counter: Counter?
    /// Whether the readings are a power, so that days contain the flow in each direction.
    let isPower: Bool
    /// The calendar of the stored days; nil while none are stored.
    let calendar: DayCalendar?

    init(counter: Counter?, isPower: Bool = false, calendar: DayCalendar? = nil) {
        self.counter = counter
        self.isPower = isPower
        self.calendar = calendar
    }

    /// Adds up `hours` to days as they are stored.
    func days(of hours: some Sequence<RollUp>, in calendar: DayCalendar) -> [DayRollUp] {
        let days = DayRollUp.days(of: hours, in: calendar.calendar)
        guard !isPower else { return days }
        return days.map { DayRollUp(rollUp: $0.rollUp, forward: 0, backward: 0, forwardHours: 0) }
    }
}

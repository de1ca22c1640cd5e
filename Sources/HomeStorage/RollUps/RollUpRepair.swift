import GRDB
import HomeModel

/// Computes the hours again that readings fall into, from all readings of their series.
///
/// Works in runs of hours that touch, none longer than two days, so neither late readings far apart nor a past of years
/// are in memory at once.
struct RollUpRepair {
    private static let longest = Duration.hours(48)

    let reader: SeriesReader
    let stored: SealedSeries<RollUp>
    let counter: Counter?

    /// The hours of `touched` (sorted), and the hour of the reading after each run of them, which starts from another
    /// value now.
    ///
    /// An hour of which readings are lost stays as it is stored, and is not in the result.
    func hours(of touched: some RandomAccessCollection<Reading>) throws -> [RollUp] {
        var found: [RollUp] = []
        for run in Self.runs(of: touched) {
            found.append(later: try hours(in: run, keepingLost: true))
            found.append(later: try hourBehind(run))
        }
        return found
    }

    /// The hour of the first reading at or after the end of `run`; none when it stays as it is stored.
    func hourBehind(_ run: Range<Timestamp>) throws -> [RollUp] {
        guard let next = try reader.first(from: run.upperBound)?.time.startOfHour else { return [] }
        return try hours(in: next..<next + .hours(1), keepingLost: true)
    }

    /// The hours of all readings in `run`, which is of whole hours.
    ///
    /// `keepingLost`: an hour that counted more readings than there are now is left out, for its readings are lost, be
    /// it to retention or to damage; the one after it starts from its last value.
    func hours(in run: Range<Timestamp>, keepingLost: Bool) throws -> [RollUp] {
        let stored = keepingLost ? try stored.records(from: run.lowerBound, to: run.upperBound) : []
        var rest = try reader.readings(from: run.lowerBound, to: run.upperBound)[...]
        guard !rest.isEmpty else { return [] }
        var carry = try carry(before: run.lowerBound)
        var hours: [RollUp] = []
        while let first = rest.first {
            let start = first.time.startOfHour
            let readings = rest[..<rest.place(of: start + .hours(1))]
            rest = rest[readings.endIndex...]
            let place = stored.place(of: start)
            if let before = stored[..<place].last, carry.map({ $0.reading.time < before.start }) ?? true {
                carry = RollUp.Carry(lastOf: before)
            }
            if let hour = stored[place...].first, hour.start == start, hour.count > readings.count {
                carry = RollUp.Carry(lastOf: hour)
            } else {
                hours += RollUp.hours(of: readings, after: carry, counter: counter)
                carry = RollUp.Carry(lastOf: readings)
            }
        }
        return hours
    }

    /// What was said last: by a reading, or by an hour of which readings are lost.
    private func carry(before start: Timestamp) throws -> RollUp.Carry? {
        let hour = try stored.last(before: start)
        guard let last = try reader.last(before: start)?.time.startOfHour, last >= hour?.start ?? last else {
            return hour.map(RollUp.Carry.init(lastOf:))
        }
        let readings = try reader.readings(from: last, to: start)
        if let hour, hour.start == last, readings.count < hour.count { return RollUp.Carry(lastOf: hour) }
        return RollUp.Carry(lastOf: readings)
    }

    /// The hours that readings fall into, joined where one follows the other.
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
    /// Puts hours behind those that are there; where both have an hour, the added one stays.
    mutating func append(later hours: [RollUp]) {
        guard let first = hours.first else { return }
        while let last, last.start >= first.start { removeLast() }
        self += hours
    }
}

package import Foundation

/// Readings and state changes that arrived at one moment while the clock was not known. They are valid in everything
/// but their time.
package struct UnclockedBatch: Hashable, Sendable {
    /// Increases in the order of arrival; storage assigns it.
    package var number: UInt64
    package let boot: UUID
    /// When it arrived, as the time since that boot in whole milliseconds.
    package let uptime: Duration
    package var records: [UnclockedRecord]

    package init(number: UInt64 = 0, boot: UUID, uptime: Duration, records: [UnclockedRecord]) {
        self.number = number
        self.boot = boot
        self.uptime = .milliseconds(uptime.wholeMilliseconds)
        self.records = records
    }
}

/// One reading or state change that has no time yet.
package struct UnclockedRecord: Hashable, Sendable {
    package let series: SeriesID
    /// In its canonical unit.
    package let value: CapabilityValue
    /// The time that the device sent, not yet compared with any clock; nil when it sent none.
    package let ownTime: Timestamp?

    package init(series: SeriesID, value: CapabilityValue, ownTime: Timestamp? = nil) {
        self.series = series
        self.value = value
        self.ownTime = ownTime
    }
}

/// An unclocked record with the time that it got.
package struct TimestampedRecord: Hashable, Sendable {
    package let series: SeriesID
    package let time: Timestamp
    package let value: CapabilityValue
}

/// The unclocked records that get a time at one moment.
package struct UnclockedRelease: Hashable, Sendable {
    package let records: [TimestampedRecord]
    /// The batches with lower numbers are released.
    package let releasedBefore: UInt64
    /// The records of these batches that must wait longer, in batches of their own. They keep the times of their
    /// devices, so their place among other batches decides nothing.
    package let remaining: [UnclockedBatch]
}

extension Sequence<UnclockedBatch> {
    /// The number of records in all batches.
    package var recordCount: Int { reduce(0) { $0 + $1.records.count } }
}

extension [UnclockedBatch] {
    /// The last value of each series.
    package var lastValues: [SeriesID: CapabilityValue] {
        Dictionary(lazy.flatMap(\.records).map { ($0.series, $0.value) }, uniquingKeysWith: { $1 })
    }

    /// Gives each record a time, by clocks that are right now; the order stays.
    ///
    /// A time that the device sent is used. A record that arrived in this boot gets the time of its arrival, by the
    /// uptime. Of an earlier boot it is only known that it was before the next one, which is assumed to have followed
    /// at once. Two arrivals of one series never share a millisecond, and no time is after the arrival.
    package func timestamped(at clocks: ClockSnapshot) -> [TimestampedRecord] {
        var placed: [TimestampedRecord] = []
        placed.reserveCapacity(recordCount)
        var (boot, start) = (clocks.boot, clocks.wall - .milliseconds(clocks.uptime.wholeMilliseconds))
        var next: [SeriesID: Timestamp] = [:]
        for batch in reversed() {
            if batch.boot != boot { (boot, start) = (batch.boot, start - batch.uptime) }
            func arrival(_ series: SeriesID) -> Timestamp {
                let time = start + batch.uptime
                let latest = next[series].map { Swift.min(time, $0 - .milliseconds(1)) } ?? time
                next[series] = latest
                return latest
            }
            for record in batch.records.reversed() {
                let time = record.ownTime ?? arrival(record.series)
                placed.append(TimestampedRecord(series: record.series, time: time, value: record.value))
            }
        }
        return placed.reversed()
    }

    /// Gives a time to the records that can get one at `clocks`, when at most `limit` records may wait. Returns nil
    /// when no record can get one.
    ///
    /// While the clock is not synchronised, a record that its device stamped later than the clock waits until the clock
    /// has reached that time. Where every record has a time of its device, such records are written again only when at
    /// least as many get a time, so that each is rewritten only a few times.
    package func releasable(at clocks: ClockSnapshot, keeping limit: Int) -> UnclockedRelease? {
        let excess = oldest(beyond: limit)
        guard clocks.isKnown, excess.isEmpty else { return release(of: excess, at: clocks) { _ in true } }
        func waits(_ record: UnclockedRecord) -> Bool { record.ownTime.map(clocks.mayBeBehind) ?? false }
        let remaining = compactMap { batch -> UnclockedBatch? in
            let records = batch.records.filter(waits)
            return records.isEmpty ? nil : UnclockedBatch(boot: batch.boot, uptime: batch.uptime, records: records)
        }
        let hasArrivals = contains { $0.records.contains { $0.ownTime == nil } }
        guard hasArrivals || remaining.recordCount * 2 <= recordCount else {
            return release(of: prefix { !$0.records.contains(where: waits) }, at: clocks) { _ in true }
        }
        return release(of: self[...], at: clocks, remaining: remaining) { !waits($0) }
    }

    /// `due` is a prefix of all batches; the others only limit its times. The records of it for which `isReleased` is
    /// false are in `remaining`.
    private func release(
        of due: ArraySlice<UnclockedBatch>, at clocks: ClockSnapshot, remaining: [UnclockedBatch] = [],
        where isReleased: (UnclockedRecord) -> Bool
    ) -> UnclockedRelease? {
        guard let last = due.last else { return nil }
        let records = zip(due.flatMap(\.records), timestamped(at: clocks)).filter { isReleased($0.0) }.map(\.1)
        return UnclockedRelease(records: records, releasedBefore: last.number &+ 1, remaining: remaining)
    }

    /// The oldest batches that are too many, when at most `limit` records may wait. A long text counts as several
    /// records.
    package func oldest(beyond limit: Int) -> ArraySlice<UnclockedBatch> {
        var excess = reduce(0) { $0 + $1.weight } - limit
        return prefix { batch in
            defer { excess -= batch.weight }
            return excess > 0
        }
    }
}

extension UnclockedBatch {
    fileprivate var weight: Int { records.reduce(0) { $0 + $1.value.recordWeight } }
}

extension CapabilityValue {
    private static let bytesPerRecord = 64

    /// The number of records that a record with this value counts as in a limit: one, and one more for each 64 bytes of
    /// a text.
    package var recordWeight: Int {
        guard case .text(let text) = self else { return 1 }
        return 1 + text.utf8.count / Self.bytesPerRecord
    }
}

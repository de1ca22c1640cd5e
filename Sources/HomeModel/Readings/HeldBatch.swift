package import Foundation

/// What arrived at one moment while the clock was not known: readings and changes that hold in everything but time.
package struct HeldBatch: Hashable, Sendable {
    /// Counts up in the order of arrival; storage gives it.
    package var number: UInt64
    package let boot: UUID
    /// When it arrived, since that boot; in whole milliseconds.
    package let uptime: Duration
    package var records: [HeldRecord]

    package init(number: UInt64 = 0, boot: UUID, uptime: Duration, records: [HeldRecord]) {
        self.number = number
        self.boot = boot
        self.uptime = .milliseconds(uptime.wholeMilliseconds)
        self.records = records
    }
}

package struct HeldRecord: Hashable, Sendable {
    package let series: SeriesID
    /// In its canonical unit.
    package let value: CapabilityValue
    /// As its device wrote it, not yet compared with any clock.
    package let ownTime: Timestamp?

    package init(series: SeriesID, value: CapabilityValue, ownTime: Timestamp? = nil) {
        self.series = series
        self.value = value
        self.ownTime = ownTime
    }
}

/// A held record, and when it was.
package struct PlacedRecord: Hashable, Sendable {
    package let series: SeriesID
    package let time: Timestamp
    package let value: CapabilityValue
}

extension Sequence<HeldBatch> {
    package var recordCount: Int { reduce(0) { $0 + $1.records.count } }
}

extension [HeldBatch] {
    /// What each series said last.
    package var lastValues: [SeriesID: CapabilityValue] {
        Dictionary(lazy.flatMap(\.records).map { ($0.series, $0.value) }, uniquingKeysWith: { $1 })
    }

    /// When each record was, by clocks that are right now; in the same order.
    ///
    /// A device's own time counts where it wrote one. What arrived in this boot did so as long ago as the uptime says;
    /// of an earlier boot no more is known than that it was before the next one, which is taken to have followed at
    /// once. Two of one series never share a millisecond, and none comes after its arrival.
    package func placed(at clocks: ClockReading) -> [PlacedRecord] {
        var placed: [PlacedRecord] = []
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
                placed.append(PlacedRecord(series: record.series, time: time, value: record.value))
            }
        }
        return placed.reversed()
    }

    /// What can be given a time at `clocks`, when at most `limit` records may wait: a prefix of the batches, and those of
    /// its records that have to wait on all the same, in batches of their own.
    ///
    /// While the clock is not synchronised, a record that its device stamped later than the clock waits until the clock
    /// gets there. Such records are held again only where at least as many are released, so that each is rewritten
    /// few times.
    package func release(
        at clocks: ClockReading, keeping limit: Int
    ) -> (released: ArraySlice<HeldBatch>, heldAgain: [HeldBatch]) {
        guard clocks.isKnown else { return (oldest(beyond: limit), []) }
        func waits(_ record: HeldRecord) -> Bool { record.ownTime.map(clocks.mayBeBehind) ?? false }
        let again = compactMap { batch -> HeldBatch? in
            let records = batch.records.filter(waits)
            return records.isEmpty ? nil : HeldBatch(boot: batch.boot, uptime: batch.uptime, records: records)
        }
        let excess = oldest(beyond: limit)
        guard excess.isEmpty else { return (excess, []) }
        let hasArrivals = contains { $0.records.contains { $0.ownTime == nil } }
        if hasArrivals || again.recordCount * 2 <= recordCount { return (self[...], again) }
        return (prefix { !$0.records.contains(where: waits) }, [])
    }

    /// The oldest ones that are too many, when at most `limit` records may wait. A long text counts as several.
    package func oldest(beyond limit: Int) -> ArraySlice<HeldBatch> {
        var excess = reduce(0) { $0 + $1.weight } - limit
        return prefix { batch in
            defer { excess -= batch.weight }
            return excess > 0
        }
    }
}

extension HeldBatch {
    fileprivate var weight: Int { records.reduce(0) { $0 + $1.value.recordWeight } }
}

extension CapabilityValue {
    private static let bytesOfARecord = 64

    /// As how many records a record with this value counts where records are limited: one, and one more for each 64 bytes of
    /// a text.
    package var recordWeight: Int {
        guard case .text(let text) = self else { return 1 }
        return 1 + text.utf8.count / Self.bytesOfARecord
    }
}

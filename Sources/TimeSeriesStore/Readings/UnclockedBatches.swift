import SQLiteDatabase
import HomeModel

/// The batches of records that have no time yet, oldest first.
struct UnclockedBatches: Sendable {
    private(set) var all: [UnclockedBatch] = []
    private(set) var recordCount = 0
    private var next: UInt64 = 1

    /// Gives the batches the numbers with which `apply` will add them.
    func numbered(_ batches: [UnclockedBatch]) -> [UnclockedBatch] {
        batches.enumerated().map { index, batch in
            var batch = batch
            batch.number = next &+ UInt64(index)
            return batch
        }
    }

    /// Removes the batches with numbers below `first` and adds the new ones. A batch that a later file of the log
    /// repeats is added once.
    mutating func apply(_ batches: [UnclockedBatch], from first: UInt64) {
        let released = all.prefix { $0.number < first }
        recordCount -= released.recordCount
        all.removeFirst(released.count)
        next = max(next, first)
        for batch in batches where batch.number >= next {
            all.append(batch)
            recordCount += batch.records.count
            next = batch.number &+ 1
        }
    }
}

extension UnclockedBatches {
    /// Returns the batches, to be repeated in a new file of the log.
    func logged(_ table: SeriesTable) -> (unclocked: [LoggedUnclockedBatch], from: UInt64) {
        (all.map { LoggedUnclockedBatch($0, table: table) }, all.first?.number ?? next)
    }
}

extension LoggedUnclockedBatch {
    init(_ batch: UnclockedBatch, table: SeriesTable) {
        self.init(
            number: batch.number, boot: batch.boot, uptime: batch.uptime.wholeMilliseconds,
            records: batch.records.compactMap { record in
                guard let key = table.key(of: record.series), let value = try? JSONColumn.encode(record.value) else {
                    return nil
                }
                return Record(key: key, value: value, ownTime: record.ownTime)
            })
    }

    /// Leaves out records of series that the table does not contain.
    func batch(_ table: SeriesTable) -> UnclockedBatch {
        UnclockedBatch(
            number: number, boot: boot, uptime: .milliseconds(uptime),
            records: records.compactMap { record in
                guard let series = table[record.key]?.id,
                    let value: CapabilityValue = try? JSONColumn.decode(record.value)
                else { return nil }
                return UnclockedRecord(series: series, value: value, ownTime: record.ownTime)
            })
    }
}

import HomeModel

/// What waits for the clock, oldest first.
struct HeldBatches: Sendable {
    private(set) var all: [HeldBatch] = []
    private(set) var recordCount = 0
    private var next: UInt64 = 1

    /// As they will be taken.
    func numbered(_ batches: [HeldBatch]) -> [HeldBatch] {
        batches.enumerated().map { index, batch in
            var batch = batch
            batch.number = next &+ UInt64(index)
            return batch
        }
    }

    /// Lets go what has a number below `first`. A batch that a later file of the log repeats is taken once.
    mutating func take(_ batches: [HeldBatch], from first: UInt64) {
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

extension HeldBatches {
    /// Repeats what waits, for a new file of the log.
    func logged(_ table: SeriesTable) -> (held: [LoggedHeldBatch], from: UInt64) {
        (all.map { LoggedHeldBatch($0, table) }, all.first?.number ?? next)
    }
}

extension LoggedHeldBatch {
    init(_ batch: HeldBatch, _ table: SeriesTable) {
        self.init(
            number: batch.number, boot: batch.boot, uptime: batch.uptime.wholeMilliseconds,
            records: batch.records.compactMap { record in
                guard let key = table.key(of: record.series), let value = try? StoredText.encode(record.value) else {
                    return nil
                }
                return Record(key: key, value: value, ownTime: record.ownTime)
            })
    }

    /// What is of no series that the table knows is left out.
    func batch(_ table: SeriesTable) -> HeldBatch {
        HeldBatch(
            number: number, boot: boot, uptime: .milliseconds(uptime),
            records: records.compactMap { record in
                guard let series = table[record.key]?.id,
                    let value: CapabilityValue = try? StoredText.decode(record.value)
                else { return nil }
                return HeldRecord(series: series, value: value, ownTime: record.ownTime)
            })
    }
}

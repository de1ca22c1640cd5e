import Foundation
import HomeModel

/// A `UnclockedBatch` in the log: series by their keys, values as JSON text.
struct LoggedUnclockedBatch: Hashable, Sendable {
    /// A record whose time is not known, unless its device stated one.
    struct Record: Hashable, Sendable {
        let key: Int64
        let value: String
        let ownTime: Timestamp?
    }

    let number: UInt64
    let boot: UUID
    /// In milliseconds.
    let uptime: Int64
    var records: [Record]
}

extension BinaryWriter {
    /// Writes up to the end of the frame.
    mutating func append(_ unclocked: [LoggedUnclockedBatch], from first: UInt64) {
        append(first)
        for batch in unclocked {
            append(batch.number)
            append(batch.boot)
            append(batch.uptime)
            append(UInt64(batch.records.count))
            for record in batch.records {
                append(record.key)
                append(record.value)
                append(UInt64(record.ownTime == nil ? 0 : 1))
                if let time = record.ownTime { append(time.milliseconds) }
            }
        }
    }
}

extension BinaryReader {
    mutating func unclocked(into batch: inout LoggedBatch) -> Bool {
        guard let first = number() else { return false }
        batch.releasedBefore = first
        while !isAtEnd {
            guard let unclocked = unclockedBatch() else { return false }
            batch.unclocked.append(unclocked)
        }
        return true
    }

    private mutating func unclockedBatch() -> LoggedUnclockedBatch? {
        guard let number = number(), let boot = uuid(), let uptime = signedNumber(), let count = count(ofSize: 3) else {
            return nil
        }
        var batch = LoggedUnclockedBatch(number: number, boot: boot, uptime: uptime, records: [])
        for _ in 0..<count {
            guard let key = signedNumber(), let value = text(), let hasTime = self.number() else { return nil }
            var ownTime: Timestamp?
            if hasTime != 0 {
                guard let time = signedNumber() else { return nil }
                ownTime = Timestamp(milliseconds: time)
            }
            batch.records.append(LoggedUnclockedBatch.Record(key: key, value: value, ownTime: ownTime))
        }
        return batch
    }
}

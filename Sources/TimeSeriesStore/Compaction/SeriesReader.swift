import GRDB
import HomeModel

/// Reads all readings of one series at one moment: from level 1, level 0 and the memtable.
struct SeriesReader {
    private let levelOne: SortedRun<Reading>
    private let levelZero: LevelZeroBlocks?
    private let key: Int64
    /// The readings of the memtable, sorted.
    private let unflushed: [Reading]
    private let decoded = UncompactedReadingCache()

    init(_ key: Int64, unflushed: [Reading], in db: Database, damagedBlocks: DamagedBlocks) {
        self.key = key
        self.unflushed = unflushed
        levelOne = SortedRun(key, in: db, damagedBlocks: damagedBlocks)
        levelZero = LevelZeroBlocks(db, damagedBlocks: damagedBlocks)
    }

    /// Reads level 1 alone.
    init(levelOneOnly key: Int64, _ db: Database, damagedBlocks: DamagedBlocks) {
        self.key = key
        unflushed = []
        levelOne = SortedRun(key, in: db, damagedBlocks: damagedBlocks)
        levelZero = nil
    }

    /// Returns the oldest `limit` readings from `from` up to but not including `to`.
    func readings(from: Timestamp, to: Timestamp, limit: Int = .max) throws -> [Reading] {
        let old = try levelOne.records(from: from, to: to, atLeast: limit)
        // After the last record of the blocks that were read, level 1 may contain more records.
        let end = old.count >= limit ? old.last?.time ?? to : to
        let young = try uncompacted(from: from, to: end)
        let readings = SortedMerge.of(old, young)
        return readings.count > limit ? Array(readings[..<limit]) : readings
    }

    /// Returns all readings that are not in level 1. They stay decoded for later queries.
    func allUncompacted() throws -> [Reading] {
        if let all = decoded.all { return all }
        let all = try uncompacted(from: Timestamp(milliseconds: .min), to: Timestamp(milliseconds: .max))
        decoded.all = all
        return all
    }

    /// Returns the readings that are not in level 1.
    func uncompacted(from: Timestamp, to: Timestamp) throws -> [Reading] {
        if let all = decoded.all { return Array(all.within(from, to)) }
        return SortedMerge.of(
            try levelZero?.readings(of: key, from: from, to: to) ?? [], Array(unflushed.within(from, to)))
    }

    func last(before time: Timestamp) throws -> Reading? {
        let young =
            if let all = decoded.all { all[..<all.lowerBound(of: time)].last } else {
                try uncompacted(from: Timestamp(milliseconds: .min), to: time).last
            }
        guard let old = try levelOne.last(before: time) else { return young }
        return young.map { $0.time > old.time ? $0 : old } ?? old
    }

    func first(from time: Timestamp) throws -> Reading? {
        let young =
            if let all = decoded.all { all[all.lowerBound(of: time)...].first } else {
                try uncompacted(from: time, to: Timestamp(milliseconds: .max)).first
            }
        guard let old = try levelOne.first(from: time) else { return young }
        return young.map { $0.time < old.time ? $0 : old } ?? old
    }
}

/// A cache of the readings of one series that are not in level 1, filled when all of them were requested.
private final class UncompactedReadingCache {
    var all: [Reading]?
}

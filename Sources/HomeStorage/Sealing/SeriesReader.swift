import GRDB
import HomeModel

/// All readings of one series at one moment: sealed, fresh, and those that only the log has.
struct SeriesReader {
    private let sealed: SealedSeries<Reading>
    private let fresh: FreshBlocks?
    private let key: Int64
    /// Sorted; those that are in no table yet.
    private let pending: [Reading]
    private let decoded = UnsealedReadings()

    init(_ key: Int64, pending: [Reading], _ db: Database, _ damages: DamageNotes) {
        self.key = key
        self.pending = pending
        sealed = SealedSeries(key, db, damages)
        fresh = FreshBlocks(db, damages)
    }

    /// Of what is sealed alone.
    init(sealedOnly key: Int64, _ db: Database, _ damages: DamageNotes) {
        self.key = key
        pending = []
        sealed = SealedSeries(key, db, damages)
        fresh = nil
    }

    /// The oldest `limit` readings from `from` up to but not including `to`.
    func readings(from: Timestamp, to: Timestamp, limit: Int = .max) throws -> [Reading] {
        let old = try sealed.records(from: from, to: to, atLeast: limit)
        // Behind the last block that was read there may be older ones.
        let end = old.count >= limit ? old.last?.time ?? to : to
        let young = try unsealed(from: from, to: end)
        let readings = SortedMerge.of(old, young)
        return readings.count > limit ? Array(readings[..<limit]) : readings
    }

    /// All readings that no sealed block holds. They stay decoded for the questions that follow.
    func allUnsealed() throws -> [Reading] {
        if let all = decoded.all { return all }
        let all = try unsealed(from: Timestamp(milliseconds: .min), to: Timestamp(milliseconds: .max))
        decoded.all = all
        return all
    }

    /// The readings that no sealed block holds.
    func unsealed(from: Timestamp, to: Timestamp) throws -> [Reading] {
        if let all = decoded.all { return Array(all.within(from, to)) }
        return SortedMerge.of(
            try fresh?.readings(of: key, from: from, to: to) ?? [], Array(pending.within(from, to)))
    }

    func last(before time: Timestamp) throws -> Reading? {
        let young =
            if let all = decoded.all { all[..<all.place(of: time)].last } else {
                try unsealed(from: Timestamp(milliseconds: .min), to: time).last
            }
        guard let old = try sealed.last(before: time) else { return young }
        return young.map { $0.time > old.time ? $0 : old } ?? old
    }

    func first(from time: Timestamp) throws -> Reading? {
        let young =
            if let all = decoded.all { all[all.place(of: time)...].first } else {
                try unsealed(from: time, to: Timestamp(milliseconds: .max)).first
            }
        guard let old = try sealed.first(from: time) else { return young }
        return young.map { $0.time < old.time ? $0 : old } ?? old
    }
}

/// The unsealed readings of one series, once they were asked for as a whole.
private final class UnsealedReadings {
    var all: [Reading]?
}

import Foundation
import GRDB
import HomeModel

/// The sealed blocks of one series within a transaction. Blocks never overlap, so their first times order them.
struct SealedSeries<Record: SealedRecord> {
    let key: Int64
    let db: Database
    let damages: DamageNotes

    init(_ key: Int64, _ db: Database, _ damages: DamageNotes) {
        self.key = key
        self.db = db
        self.damages = damages
    }

    // MARK: Reading

    /// The oldest records from `from` up to but not including `to`, at least `limit` of them if there are so many.
    func records(from: Timestamp, to: Timestamp, atLeast limit: Int = .max) throws -> [Record] {
        guard from < to else { return [] }
        var found: [Record] = []
        for row in try rows(from, to) where row.last >= from && row.first < to {
            let records = try decode(row) ?? []
            found += row.first >= from && row.last < to ? records[...] : records.within(from, to)
            if found.count >= limit { break }
        }
        return found
    }

    func last(before time: Timestamp) throws -> Record? {
        var time = time
        // A damaged block is passed over for the one before it.
        while let row = try row(Record.statements.before, time) {
            if let records = try decode(row), let last = records[..<records.place(of: time)].last { return last }
            time = row.first
        }
        return nil
    }

    func first(from time: Timestamp) throws -> Record? {
        var next = try row(Record.statements.before, time + .milliseconds(1)) ?? row(Record.statements.after, time)
        while let row = next {
            if row.last >= time, let records = try decode(row), let first = records[records.place(of: time)...].first {
                return first
            }
            next = try self.row(Record.statements.after, row.first)
        }
        return nil
    }

    // MARK: Writing

    /// What `replacing` says wins where a record of the same time is there. Returns how many times are new.
    func insert(_ records: [Record], replacing: Bool = false) throws -> Int {
        guard let first = records.first?.time, let last = records.last?.time else { return 0 }
        let rows = try rows(first, last)
        var added = 0
        var rest = records[...]
        for index in rows.indices {
            let end = index + 1 < rows.count ? rest.place(of: rows[index + 1].first) : rest.endIndex
            added += try insert(Array(rest[..<end]), into: rows[index], replacing)
            rest = rest[end...]
        }
        if !rest.isEmpty {
            try write(Array(rest), evenly: false)
            added += rest.count
        }
        return added
    }

    private func insert(_ new: [Record], into row: BlockRow, _ replacing: Bool) throws -> Int {
        guard let first = new.first else { return 0 }
        let follows = first.time > row.last
        guard !(follows && row.count >= Record.maximumPerBlock), let old = try decode(row) else {
            // A damaged block stays as it is, for whoever can mend it.
            try write(new, evenly: false)
            return new.count
        }
        let merged = replacing ? SortedMerge.of(new, old) : SortedMerge.of(old, new)
        guard merged.count > old.count || replacing else { return 0 }
        try delete(row)
        try write(merged, evenly: !follows)
        return merged.count - old.count
    }

    /// In full blocks and a rest, or in blocks of the same size where more may come between.
    private func write(_ records: [Record], evenly: Bool) throws {
        let blocks = (records.count + Record.maximumPerBlock - 1) / Record.maximumPerBlock
        let size = evenly ? (records.count + blocks - 1) / blocks : Record.maximumPerBlock
        for start in stride(from: 0, to: records.count, by: max(size, 1)) {
            try write(block: records[start..<min(start + size, records.count)])
        }
    }

    private func write(block: ArraySlice<Record>) throws {
        guard let first = block.first, let last = block.last else { return }
        try db.cachedStatement(sql: Record.statements.insert).execute(arguments: [
            key, first.time.milliseconds, last.time.milliseconds, block.count, Data(Record.encode(block)),
        ])
    }

    // MARK: Deleting

    /// Deletes at least what lies in blocks that are all before `edge`, at most `limit` blocks at a time.
    ///
    /// A block across the edge is written again without its past when that is a quarter of it. Nil when nothing of all
    /// this is left to do, else how many records went.
    func delete(before edge: Timestamp, limit: Int) throws -> Int? {
        var deleted = 0
        var isDone = true
        let statement = try db.cachedStatement(sql: Record.statements.past)
        for row in try Row.fetchAll(statement, arguments: [key, edge.milliseconds, limit]).map(BlockRow.init(row:)) {
            if row.last < edge {
                try delete(row)
                deleted += row.count
                isDone = false
            } else if let records = try decode(row) {
                let past = records.place(of: edge)
                guard past * 4 >= records.count else { continue }
                try delete(row)
                try write(Array(records[past...]), evenly: false)
                deleted += past
                isDone = false
            }
        }
        return isDone ? nil : deleted
    }

    private func delete(_ row: BlockRow) throws {
        try db.cachedStatement(sql: Record.statements.delete).execute(arguments: [row.id])
    }

    // MARK: Rows

    private func rows(_ from: Timestamp, _ to: Timestamp) throws -> [BlockRow] {
        let statement = try db.cachedStatement(sql: Record.statements.around)
        return try Row.fetchAll(
            statement, arguments: ["series": key, "from": from.milliseconds, "to": to.milliseconds]
        ).map(BlockRow.init(row:))
    }

    private func row(_ sql: String, _ time: Timestamp) throws -> BlockRow? {
        try Row.fetchOne(db.cachedStatement(sql: sql), arguments: [key, time.milliseconds]).map(BlockRow.init(row:))
    }

    private func decode(_ row: BlockRow) throws -> [Record]? {
        try row.records(of: key, in: Record.statements.table, db, damages)
    }
}

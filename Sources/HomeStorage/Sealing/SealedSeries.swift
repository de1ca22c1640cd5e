import Foundation
import GRDB
import HomeModel

/// The sealed blocks of one series within a transaction. Blocks never overlap, so their first times order them.
struct SealedSeries<Record: SealedRecord> {
    let key: Int64
    let db: Database
    let damages: DamageNotes
    private let decoded = DecodedBlocks<Record>()

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
        let rows = try cursor(from, to)
        while let row = try rows.next().map(BlockRow.init(row:)) {
            guard row.last >= from, row.first < to else { continue }
            let records = try decode(row) ?? []
            found += row.first >= from && row.last < to ? records[...] : records.within(from, to)
            if found.count >= limit { break }
        }
        return found
    }

    /// As `records(from:to:)`; nil when a block of them is damaged.
    func intactRecords(from: Timestamp, to: Timestamp) throws -> [Record]? {
        guard from < to else { return [] }
        var found: [Record] = []
        for row in try rows(from, to) where row.last >= from && row.first < to {
            guard let records = try decode(row) else { return nil }
            found += records.within(from, to)
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

    /// The time of the oldest record, or of what is left of it; nil when there is none.
    func oldest() throws -> Timestamp? {
        try Int64.fetchOne(db.cachedStatement(sql: Record.statements.edge), arguments: [key])
            .map(Timestamp.init(milliseconds:))
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

    /// The first of `records`, which is not empty, that belong together into one block that is there, or into a new one.
    func firstPart(of records: ArraySlice<Record>) throws -> ArraySlice<Record> {
        guard let first = records.first?.time else { return records }
        let next = try row(Record.statements.after, first)
        let end = next.map { records.place(of: $0.first) } ?? records.endIndex
        return records[..<end].prefix(Record.maximumPerBlock)
    }

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
        decoded.forget()
        try db.cachedStatement(sql: Record.statements.insert).execute(arguments: [
            key, first.time.milliseconds, last.time.milliseconds, block.count,
            Data(try VerifiedBlock.encode(block)),
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

    /// Takes out the records from `from` up to but not including `to`, of these only what `isRemoved` says, and returns
    /// them. Damaged blocks stay as they are.
    func remove(
        from: Timestamp, to: Timestamp, where isRemoved: (Record) -> Bool = { _ in true }
    ) throws -> [Record] {
        guard from < to else { return [] }
        var removed: [Record] = []
        for row in try rows(from, to) where row.last >= from && row.first < to {
            guard let records = try decode(row) else { continue }
            let span = records.within(from, to)
            let gone = span.filter(isRemoved)
            guard !gone.isEmpty else { continue }
            try delete(row)
            let left = records[..<span.startIndex] + span.filter { !isRemoved($0) } + records[span.endIndex...]
            if !left.isEmpty { try write(Array(left), evenly: false) }
            removed += gone
        }
        return removed
    }

    private func delete(_ row: BlockRow) throws {
        decoded.forget()
        try db.cachedStatement(sql: Record.statements.delete).execute(arguments: [row.id])
    }

    // MARK: Rows

    private func rows(_ from: Timestamp, _ to: Timestamp) throws -> [BlockRow] {
        try Array(cursor(from, to).map(BlockRow.init(row:)))
    }

    /// A question for a few records looks at a few rows, however many blocks come after them.
    private func cursor(_ from: Timestamp, _ to: Timestamp) throws -> RowCursor {
        let statement = try db.cachedStatement(sql: Record.statements.around)
        return try Row.fetchCursor(
            statement, arguments: ["series": key, "from": from.milliseconds, "to": to.milliseconds])
    }

    private func row(_ sql: String, _ time: Timestamp) throws -> BlockRow? {
        try Row.fetchOne(db.cachedStatement(sql: sql), arguments: [key, time.milliseconds]).map(BlockRow.init(row:))
    }

    private func decode(_ row: BlockRow) throws -> [Record]? {
        if let records = decoded[row] { return records }
        let records: [Record]? = try row.records(of: key, in: Record.statements.table, db, damages)
        if let records { decoded.keep(records, of: row) }
        return records
    }
}

/// The blocks that were decoded last: neighbouring hours mostly lie in the same one.
private final class DecodedBlocks<Record> {
    private static var limit: Int { 2 }
    private var blocks: [(row: BlockRow, records: [Record])] = []

    subscript(row: BlockRow) -> [Record]? { blocks.first { $0.row == row }?.records }

    func keep(_ records: [Record], of row: BlockRow) {
        if blocks.count >= Self.limit { blocks.removeFirst() }
        blocks.append((row, records))
    }

    /// To be called before a block changes: a new one may get the number of one that is gone.
    func forget() { blocks = [] }
}

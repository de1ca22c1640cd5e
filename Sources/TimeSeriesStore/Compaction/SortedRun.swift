import Foundation
import GRDB
import HomeModel

/// The level-1 blocks of one series, or its blocks of roll-ups, within a transaction. The blocks never overlap, so
/// their first times order them: they are one sorted run.
struct SortedRun<Record: BlockRecord> {
    let key: Int64
    let db: Database
    let damagedBlocks: DamagedBlocks
    private let decoded = DecodedBlockCache<Record>()

    init(_ key: Int64, in db: Database, damagedBlocks: DamagedBlocks) {
        self.key = key
        self.db = db
        self.damagedBlocks = damagedBlocks
    }

    // MARK: Queries

    /// Returns the oldest records from `from` up to but not including `to`: at least `limit` of them, if there are so
    /// many.
    func records(from: Timestamp, to: Timestamp, atLeast limit: Int = .max) throws -> [Record] {
        guard from < to else { return [] }
        var found: [Record] = []
        let rows = try cursor(from, to)
        while let row = try rows.next().map(BlockMetadata.init(row:)) {
            guard row.last >= from, row.first < to else { continue }
            let records = try decode(row) ?? []
            found += row.first >= from && row.last < to ? records[...] : records.within(from, to)
            if found.count >= limit { break }
        }
        return found
    }

    /// Works like `records(from:to:)`, but returns nil when one of the blocks is damaged.
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
        // A damaged block is skipped, and the block before it is used.
        while let row = try row(Record.statements.before, time: time) {
            if let records = try decode(row), let last = records[..<records.lowerBound(of: time)].last { return last }
            time = row.first
        }
        return nil
    }

    /// Returns the first time of the oldest block; nil when there is none.
    func oldest() throws -> Timestamp? {
        try Int64.fetchOne(db.cachedStatement(sql: Record.statements.edge), arguments: [key])
            .map(Timestamp.init(milliseconds:))
    }

    func first(from time: Timestamp) throws -> Record? {
        var next =
            try row(Record.statements.before, time: time + .milliseconds(1)) ?? row(Record.statements.after, time: time)
        while let row = next {
            if row.last >= time, let records = try decode(row),
                let first = records[records.lowerBound(of: time)...].first
            {
                return first
            }
            next = try self.row(Record.statements.after, time: row.first)
        }
        return nil
    }

    // MARK: Inserts

    /// Returns the first of `records` (not empty) that belong together into one existing block, or into a new one.
    func firstPart(of records: ArraySlice<Record>) throws -> ArraySlice<Record> {
        guard let first = records.first?.time else { return records }
        let next = try row(Record.statements.after, time: first)
        let end = next.map { records.lowerBound(of: $0.first) } ?? records.endIndex
        return records[..<end].prefix(Record.maximumPerBlock)
    }

    /// Inserts the records. Where a record of the same time exists, the new one wins if `replacing`, else the existing
    /// one. Returns the number of new times.
    func insert(_ records: [Record], replacing: Bool = false) throws -> Int {
        guard let first = records.first?.time, let last = records.last?.time else { return 0 }
        let rows = try rows(first, last)
        var added = 0
        var rest = records[...]
        for index in rows.indices {
            let end = index + 1 < rows.count ? rest.lowerBound(of: rows[index + 1].first) : rest.endIndex
            added += try insert(Array(rest[..<end]), into: rows[index], replacing: replacing)
            rest = rest[end...]
        }
        if !rest.isEmpty {
            try write(Array(rest), evenly: false)
            added += rest.count
        }
        return added
    }

    private func insert(_ new: [Record], into row: BlockMetadata, replacing: Bool) throws -> Int {
        guard let first = new.first else { return 0 }
        let follows = first.time > row.last
        guard !(follows && row.count >= Record.maximumPerBlock), let old = try decode(row) else {
            // A damaged block stays as it is, so that it can be repaired.
            try write(new, evenly: false)
            return new.count
        }
        let merged = replacing ? SortedMerge.of(new, old) : SortedMerge.of(old, new)
        guard merged.count > old.count || replacing else { return 0 }
        try delete(row)
        try write(merged, evenly: !follows)
        return merged.count - old.count
    }

    /// Writes full blocks and a rest, or blocks of equal size if more records may come between them.
    private func write(_ records: [Record], evenly: Bool) throws {
        let blocks = (records.count + Record.maximumPerBlock - 1) / Record.maximumPerBlock
        let size = evenly ? (records.count + blocks - 1) / blocks : Record.maximumPerBlock
        for start in stride(from: 0, to: records.count, by: max(size, 1)) {
            try write(block: records[start..<min(start + size, records.count)])
        }
    }

    private func write(block: ArraySlice<Record>) throws {
        guard let first = block.first, let last = block.last else { return }
        decoded.removeAll()
        try db.cachedStatement(sql: Record.statements.insert).execute(arguments: [
            key, first.time.milliseconds, last.time.milliseconds, block.count,
            Data(try VerifiedBlock.encode(block)),
        ])
    }

    // MARK: Deletes

    /// Deletes the blocks that lie completely before `edge`, at most `limit` blocks at a time.
    ///
    /// A block that contains the edge is rewritten without its older records when these are at least a quarter of it.
    /// Returns nil when nothing is left to do, otherwise the number of deleted records.
    func delete(before edge: Timestamp, limit: Int) throws -> Int? {
        var deleted = 0
        var isDone = true
        let statement = try db.cachedStatement(sql: Record.statements.past)
        for row in try Row.fetchAll(statement, arguments: [key, edge.milliseconds, limit]).map(BlockMetadata.init(row:))
        {
            if row.last < edge {
                try delete(row)
                deleted += row.count
                isDone = false
            } else if let records = try decode(row) {
                let past = records.lowerBound(of: edge)
                guard past * 4 >= records.count else { continue }
                try delete(row)
                try write(Array(records[past...]), evenly: false)
                deleted += past
                isDone = false
            }
        }
        return isDone ? nil : deleted
    }

    /// Removes and returns the records from `from` up to but not including `to` for which `isRemoved` returns true.
    /// Damaged blocks stay as they are.
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

    private func delete(_ row: BlockMetadata) throws {
        decoded.removeAll()
        try db.cachedStatement(sql: Record.statements.delete).execute(arguments: [row.id])
    }

    // MARK: Rows

    private func rows(_ from: Timestamp, _ to: Timestamp) throws -> [BlockMetadata] {
        try Array(cursor(from, to).map(BlockMetadata.init(row:)))
    }

    /// A cursor, so that a query for a few records reads only a few rows, however many blocks follow.
    private func cursor(_ from: Timestamp, _ to: Timestamp) throws -> RowCursor {
        let statement = try db.cachedStatement(sql: Record.statements.around)
        return try Row.fetchCursor(
            statement, arguments: ["series": key, "from": from.milliseconds, "to": to.milliseconds])
    }

    private func row(_ sql: String, time: Timestamp) throws -> BlockMetadata? {
        try Row.fetchOne(db.cachedStatement(sql: sql), arguments: [key, time.milliseconds]).map(
            BlockMetadata.init(row:))
    }

    private func decode(_ row: BlockMetadata) throws -> [Record]? {
        if let records = decoded[row] { return records }
        let records: [Record]? = try row.records(of: key, in: Record.statements.table, db, damagedBlocks: damagedBlocks)
        if let records { decoded.keep(records, of: row) }
        return records
    }
}

/// A cache of the blocks that were decoded last, because neighbouring hours mostly lie in the same block.
private final class DecodedBlockCache<Record> {
    private static var limit: Int { 2 }
    private var blocks: [(row: BlockMetadata, records: [Record])] = []

    subscript(row: BlockMetadata) -> [Record]? { blocks.first { $0.row == row }?.records }

    func keep(_ records: [Record], of row: BlockMetadata) {
        if blocks.count >= Self.limit { blocks.removeFirst() }
        blocks.append((row, records))
    }

    /// Empties the cache. Call it before a block changes, because a new block may get the id of a deleted one.
    func removeAll() { blocks = [] }
}

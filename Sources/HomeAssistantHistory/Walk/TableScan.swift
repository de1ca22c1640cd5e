import GRDB
package import HomeModel

/// Reads one table from its first row to its last, some rows at a time, and skips damaged pages.
///
/// The walk follows the B-tree of the table, so it needs no index, sorts nothing, and reads each page once.
struct TableScan: Sendable {
    let table: String
    /// The columns to select after the row id.
    let columns: String
    /// The id of the last row that was read or skipped.
    private(set) var position: Int64
    private(set) var gaps: [RowGap] = []
    private(set) var isFinished = false

    private var lastTime: Timestamp?
    private let first: Int64
    /// The last row id. Nil when it cannot be read.
    private let last: Int64?

    init(_ table: String, columns: String, in db: Database) {
        self.table = table
        self.columns = columns
        // A recorder counts its rows from 1.
        first = max(1, (try? Int64.fetchOne(db, sql: "SELECT min(rowid) FROM \(table)")) ?? 1)
        // An empty table ends at row 0.
        last = (try? Int64.fetchOne(db, sql: "SELECT max(rowid) FROM \(table)") ?? 0).map { max(0, $0) }
        position = first - 1
    }

    /// The number of row ids that were read or skipped, and of all row ids; nil when the last row id is unknown.
    var extent: (done: Double, whole: Double?) {
        let done = isFinished ? (last.map(Double.init) ?? Double(position)) : Double(position)
        return (done - Double(first) + 1, last.map { Double($0) - Double(first) + 1 })
    }

    /// Passes at most `limit` rows to `handle`, with the row id in column 0; `handle` returns the time of the row.
    ///
    /// Damaged rows are skipped and added to `gaps`; every other error is thrown.
    mutating func advance(_ db: Database, by limit: Int, handle: (Row) -> Timestamp?) throws {
        guard !isFinished else { return }
        let bound = position
        var count = 0
        do {
            let statement = try db.cachedStatement(
                sql: "SELECT rowid, \(columns) FROM \(table) NOT INDEXED WHERE rowid > ? ORDER BY rowid LIMIT ?")
            let rows = try Row.fetchCursor(statement, arguments: [bound, limit])
            while let row = try rows.next() {
                // A damaged page may lead back to earlier rows, and the loop would never end.
                guard let key = Int64.fromDatabaseValue(row[0]), key > position else {
                    throw DatabaseError(resultCode: .SQLITE_CORRUPT)
                }
                position = key
                count += 1
                if let time = handle(row) { record(time) }
            }
            isFinished = count < limit
        } catch let error as DatabaseError where error.isDamage {
            try skipDamage(db)
        }
    }

    /// Skips to the next row that can be read: it doubles the distance until a row is readable, then bisects.
    private mutating func skipDamage(_ db: Database) throws {
        let end = last ?? .max
        let begin = position
        var jump: Int64 = 1
        var (damaged, found) = (begin, Int64?.none)
        while damaged < end {
            let (target, overflow) = begin.addingReportingOverflow(jump)
            let rowID = overflow ? end : min(target, end)
            switch try tryRead(db, after: rowID) {
            case .row(let row): found = row
            case .nothing: found = .max
            case .damage: damaged = rowID
            }
            if found != nil { break }
            jump = jump.multipliedReportingOverflow(by: 2).overflow ? .max : jump * 2
        }
        guard var next = found else { return close(through: end) }
        var reach = begin.addingReportingOverflow(jump).overflow ? end : min(begin + jump, end)
        while reach > damaged, reach - damaged > 1 {
            let middle = damaged + (reach - damaged) / 2
            switch try tryRead(db, after: middle) {
            case .row(let row): (reach, next) = (middle, row)
            case .nothing: (reach, next) = (middle, .max)
            case .damage: damaged = middle
            }
        }
        if next == .max { return close(through: end) }
        record(begin &+ 1...max(begin &+ 1, next - 1))
        position = max(position, next - 1)
    }

    /// Ends the walk with a gap up to `end`, because no further row can be read.
    private mutating func close(through end: Int64) {
        if end > position { record(position + 1...end) }
        position = end
        isFinished = true
    }

    private mutating func record(_ rows: ClosedRange<Int64>) {
        if let previous = gaps.last, previous.rows.upperBound >= rows.lowerBound - 1 {
            gaps[gaps.count - 1].rows = previous.rows.lowerBound...rows.upperBound
        } else {
            gaps.append(RowGap(table: table, rows: rows, after: lastTime))
        }
    }

    private mutating func record(_ time: Timestamp) {
        if let gap = gaps.last, gap.before == nil { gaps[gaps.count - 1].before = time }
        lastTime = time
    }

    /// The result of an attempt to read one row.
    private enum ReadAttempt {
        case row(Int64)
        case nothing
        case damage
    }

    /// Attempts to read the whole next row after `rowID`.
    private func tryRead(_ db: Database, after rowID: Int64) throws -> ReadAttempt {
        do {
            let statement = try db.cachedStatement(
                sql: "SELECT rowid, \(columns) FROM \(table) NOT INDEXED WHERE rowid > ? ORDER BY rowid LIMIT 1")
            guard let row = try Row.fetchOne(statement, arguments: [rowID]) else { return .nothing }
            guard let key = Int64.fromDatabaseValue(row[0]), key > rowID else { return .damage }
            return .row(key)
        } catch let error as DatabaseError where error.isDamage {
            return .damage
        }
    }
}

extension DatabaseError {
    /// Whether a page is corrupt, or the disk cannot read it.
    var isDamage: Bool { [.SQLITE_CORRUPT, .SQLITE_IOERR].contains(resultCode.primaryResultCode) }
}

/// A range of rows of a table that could not be read.
package struct RowGap: Hashable, Sendable {
    package let table: String
    /// The row ids of the gap. The table may never have had a row for some of them.
    package internal(set) var rows: ClosedRange<Int64>
    /// The time of the last row before the gap; nil when no row before it had a time.
    package let after: Timestamp?
    /// The time of the first row after the gap; nil when no row after it had a time.
    package internal(set) var before: Timestamp?

    init(table: String, rows: ClosedRange<Int64>, after: Timestamp?) {
        self.table = table
        self.rows = rows
        self.after = after
    }
}

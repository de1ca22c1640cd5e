import GRDB
import HomeModel

/// Reads one table from its first row to its last, some at a time, and steps over what is damaged.
///
/// It follows the table's own tree, so it needs no index, sorts nothing, and reads each page once.
struct RowidWalk: Sendable {
    let table: String
    /// After the row id.
    let columns: String
    /// The last row that was read, or stepped over.
    private(set) var position: Int64
    private(set) var gaps: [RowGap] = []
    private(set) var isOver = false

    private var lastTime: Timestamp?
    private let first: Int64
    /// Nil when the end of the tree could not be found.
    private let last: Int64?

    init(_ table: String, columns: String, _ db: Database) {
        self.table = table
        self.columns = columns
        // A recorder counts its rows from 1.
        first = max(1, (try? Int64.fetchOne(db, sql: "SELECT min(rowid) FROM \(table)")) ?? 1)
        // An empty table has an end too.
        last = (try? Int64.fetchOne(db, sql: "SELECT max(rowid) FROM \(table)") ?? 0).map { max(0, $0) }
        position = first - 1
    }

    /// How many row ids there are and how many of them are behind us; nil for the whole while its end is not known.
    var extent: (done: Double, whole: Double?) {
        let done = isOver ? (last.map(Double.init) ?? Double(position)) : Double(position)
        return (done - Double(first) + 1, last.map { Double($0) - Double(first) + 1 })
    }

    /// Hands over at most `limit` rows, the row id in column 0; `take` says what time a row is of.
    ///
    /// Throws what is no damage.
    mutating func advance(_ db: Database, by limit: Int, _ take: (Row) -> Timestamp?) throws {
        guard !isOver else { return }
        let bound = position
        var count = 0
        do {
            let statement = try db.cachedStatement(
                sql: "SELECT rowid, \(columns) FROM \(table) NOT INDEXED WHERE rowid > ? ORDER BY rowid LIMIT ?")
            let rows = try Row.fetchCursor(statement, arguments: [bound, limit])
            while let row = try rows.next() {
                // A damaged page may lead back, and reading would never end.
                guard let key = Int64.fromDatabaseValue(row[0]), key > position else {
                    throw DatabaseError(resultCode: .SQLITE_CORRUPT)
                }
                position = key
                count += 1
                if let time = take(row) { note(time) }
            }
            isOver = count < limit
        } catch let error as DatabaseError where error.isDamage {
            try stepOver(db)
        }
    }

    /// Looks for the next row that can be read: in ever longer jumps, then closer from both sides.
    private mutating func stepOver(_ db: Database) throws {
        let end = last ?? .max
        let begin = position
        var jump: Int64 = 1
        var (damaged, found) = (begin, Int64?.none)
        while damaged < end {
            let (target, overflow) = begin.addingReportingOverflow(jump)
            let place = overflow ? end : min(target, end)
            switch try look(db, after: place) {
            case .row(let row): found = row
            case .nothing: found = .max
            case .damage: damaged = place
            }
            if found != nil { break }
            jump = jump.multipliedReportingOverflow(by: 2).overflow ? .max : jump * 2
        }
        guard var next = found else { return close(through: end) }
        var reach = begin.addingReportingOverflow(jump).overflow ? end : min(begin + jump, end)
        while reach > damaged, reach - damaged > 1 {
            let middle = damaged + (reach - damaged) / 2
            switch try look(db, after: middle) {
            case .row(let row): (reach, next) = (middle, row)
            case .nothing: (reach, next) = (middle, .max)
            case .damage: damaged = middle
            }
        }
        if next == .max { return close(through: end) }
        note(begin &+ 1...max(begin &+ 1, next - 1))
        position = max(position, next - 1)
    }

    /// Nothing more can be read.
    private mutating func close(through end: Int64) {
        if end > position { note(position + 1...end) }
        position = end
        isOver = true
    }

    private mutating func note(_ rows: ClosedRange<Int64>) {
        if let previous = gaps.last, previous.rows.upperBound >= rows.lowerBound - 1 {
            gaps[gaps.count - 1].rows = previous.rows.lowerBound...rows.upperBound
        } else {
            gaps.append(RowGap(table: table, rows: rows, after: lastTime))
        }
    }

    private mutating func note(_ time: Timestamp) {
        if let gap = gaps.last, gap.before == nil { gaps[gaps.count - 1].before = time }
        lastTime = time
    }

    private enum Look {
        case row(Int64)
        case nothing
        case damage
    }

    /// Whether the whole of the next row after `place` can be read.
    private func look(_ db: Database, after place: Int64) throws -> Look {
        do {
            let statement = try db.cachedStatement(
                sql: "SELECT rowid, \(columns) FROM \(table) NOT INDEXED WHERE rowid > ? ORDER BY rowid LIMIT 1")
            guard let row = try Row.fetchOne(statement, arguments: [place]) else { return .nothing }
            guard let key = Int64.fromDatabaseValue(row[0]), key > place else { return .damage }
            return .row(key)
        } catch let error as DatabaseError where error.isDamage {
            return .damage
        }
    }
}

extension DatabaseError {
    /// The pages do not hold together, or the disk cannot give them.
    var isDamage: Bool { [.SQLITE_CORRUPT, .SQLITE_IOERR].contains(resultCode.primaryResultCode) }
}

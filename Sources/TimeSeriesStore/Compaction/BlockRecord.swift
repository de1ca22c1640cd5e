import SQLiteDatabase
import HomeModel

/// A record that is stored in level-1 blocks, each with the sorted records of one series, with different times.
protocol BlockRecord: TimedRecord, Sendable {
    static var statements: BlockStatements { get }
    static var maximumPerBlock: Int { get }

    static func encode(_ records: ArraySlice<Self>) -> [UInt8]
    static func decode(_ bytes: UnsafeRawBufferPointer) throws(BlockDecodingError) -> [Self]

    /// Whether every bit is the same, also for NaN.
    func isIdentical(to other: Self) -> Bool
}

extension Reading: BlockRecord {
    static let statements = BlockStatements(table: "block")
    static let maximumPerBlock = ReadingBlock.maximumReadings

    static func encode(_ records: ArraySlice<Reading>) -> [UInt8] { ReadingBlock.encode(records) }

    static func decode(_ bytes: UnsafeRawBufferPointer) throws(BlockDecodingError) -> [Reading] {
        try ReadingBlock.decode(bytes)
    }

    func isIdentical(to other: Reading) -> Bool {
        time == other.time && value.bitPattern == other.value.bitPattern
    }
}

extension RollUp: BlockRecord {
    static let statements = BlockStatements(table: "roll_up_block")
    /// Hours of a month.
    static let maximumPerBlock = 744

    var time: Timestamp { start }

    static func encode(_ records: ArraySlice<RollUp>) -> [UInt8] { RollUpBlock.encode(records) }

    static func decode(_ bytes: UnsafeRawBufferPointer) throws(BlockDecodingError) -> [RollUp] {
        try RollUpBlock.decode(bytes)
    }

    func isIdentical(to other: RollUp) -> Bool {
        start == other.start && count == other.count && coverage == other.coverage && bits == other.bits
    }

    private var bits: [UInt64] { [minimum, maximum, first, last, mean, sum, increase].map(\.bitPattern) }
}

extension DayRollUp: BlockRecord {
    static let statements = BlockStatements(table: "day_block")
    /// Days of half a year: the block with the current day is rewritten each day.
    static let maximumPerBlock = 184

    var time: Timestamp { start }

    static func encode(_ records: ArraySlice<DayRollUp>) -> [UInt8] { DayBlock.encode(records) }

    static func decode(_ bytes: UnsafeRawBufferPointer) throws(BlockDecodingError) -> [DayRollUp] {
        try DayBlock.decode(bytes)
    }

    func isIdentical(to other: DayRollUp) -> Bool {
        rollUp.isIdentical(to: other.rollUp) && forwardHours == other.forwardHours
            && [forward, backward].map(\.bitPattern) == [other.forward, other.backward].map(\.bitPattern)
    }
}

/// The SQL statements for a table of blocks.
struct BlockStatements: Sendable {
    let table: String
    let insert: String
    let delete: String
    /// Selects the blocks of a series that contain, or could take, records from `:from` up to and including `:to`.
    let around: String
    /// Selects the last block of a series that starts before a time.
    let before: String
    /// Selects the first block of a series that starts after a time.
    let after: String
    let past: String
    let edge: String

    init(table: StaticString) {
        self.table = "\(table)"
        insert = "INSERT INTO \(table) (series, first, last, count, data) VALUES (?, ?, ?, ?, ?)"
        delete = "DELETE FROM \(table) WHERE id = ?"
        around = """
            SELECT id, first, last, count FROM \(table)
            WHERE series = :series AND first <= :to AND first >= ifnull(
                (SELECT max(first) FROM \(table) WHERE series = :series AND first <= :from), :from)
            ORDER BY first
            """
        before = """
            SELECT id, first, last, count FROM \(table) WHERE series = ? AND first < ? ORDER BY first DESC LIMIT 1
            """
        after = "SELECT id, first, last, count FROM \(table) WHERE series = ? AND first > ? ORDER BY first LIMIT 1"
        past = "SELECT id, first, last, count FROM \(table) WHERE series = ? AND first < ? ORDER BY first LIMIT ?"
        edge = "SELECT min(first) FROM \(table) WHERE series = ?"
    }
}

/// Encodes blocks and decodes them again for a check before anything relies on them.
///
/// The records are deleted from their previous place (the write-ahead log, or smaller blocks) in the same transaction,
/// so a mistake of the codec that was found only later would have lost them.
enum VerifiedBlock {
    /// Returns the bytes of one block that contains exactly `records`.
    ///
    /// Throws `.damaged` when they do not decode to the same bits; then nothing may be deleted.
    static func encode<Record: BlockRecord>(_ records: ArraySlice<Record>) throws(StorageError) -> [UInt8] {
        let bytes = Record.encode(records)
        let decoded = try? bytes.withUnsafeBytes { bytes throws(BlockDecodingError) in try Record.decode(bytes) }
        guard let decoded, decoded.count == records.count, zip(decoded, records).allSatisfy({ $0.isIdentical(to: $1) })
        else {
            throw .damaged(
                what:
                    "a new block of \(records.count) records did not decode to the same records; they stay where they are"
            )
        }
        return bytes
    }
}

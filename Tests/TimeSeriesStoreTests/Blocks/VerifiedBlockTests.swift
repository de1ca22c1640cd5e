import Foundation
import GRDB
import HomeModel
import Testing

@testable import HomeStore
@testable import SQLiteDatabase
import StorageFixtures
@testable import TimeSeriesStore

/// A fault of the codec is detected before the original readings are deleted.
struct VerifiedBlockTests {
    private static let readings = (0..<6).map { Reading(time: noon + .seconds($0), value: Double($0)) }

    @Test func blockThatDoesNotDecodeToItsReadingsIsNeverStored() async throws {
        try await check(OmitsLastReading.self)
        try await check(ChangesOneBit.self)
        try await check(LosesOneSign.self)
        try await check(ShiftsOneTime.self)
        try await check(TruncatesBlock.self)
    }

    private func check<Fault: CodecFault>(_ fault: Fault.Type) async throws {
        try await withDatabase { database in
            let damagedBlocks = DamagedBlocks()
            let (old, new) = (Self.readings.prefix(3), Self.readings.dropFirst(3))
            let added = try await database.pool.write { db in
                try SortedRun<Reading>(7, in: db, damagedBlocks: damagedBlocks).insert(Array(old))
            }
            #expect(added == 3)
            let before = try await Self.blocks(database)
            let error = await #expect(throws: StorageError.self, "\(fault)") {
                try await database.pool.write { db in
                    _ = try SortedRun<FaultyReading<Fault>>(7, in: db, damagedBlocks: damagedBlocks).insert(
                        new.map { .init(reading: $0) })
                }
            }
            guard case .damaged(let what) = error else {
                Issue.record("\(fault): \(String(describing: error))")
                return
            }
            #expect(what.contains("they stay where they are"))
            #expect(try await Self.blocks(database) == before, "\(fault)")
            #expect(
                try await database.pool.read {
                    try SortedRun<Reading>(7, in: $0, damagedBlocks: damagedBlocks).first(from: noon)
                }
                    == old[0])
        }
    }

    private static func blocks(_ database: HomeDatabase) async throws -> [Data] {
        try await database.pool.read { try Data.fetchAll($0, sql: "SELECT data FROM block ORDER BY first") }
    }
}

/// A fault while a block is encoded.
private protocol CodecFault: Sendable {
    static func bytes(of readings: [Reading]) -> [UInt8]
}

private enum OmitsLastReading: CodecFault {
    static func bytes(of readings: [Reading]) -> [UInt8] { ReadingBlock.encode(readings.dropLast()[...]) }
}

private enum ChangesOneBit: CodecFault {
    static func bytes(of readings: [Reading]) -> [UInt8] {
        var changed = readings
        changed[4] = Reading(time: changed[4].time, value: changed[4].value.nextUp)
        return ReadingBlock.encode(changed[...])
    }
}

/// −0 and 0 are equal, but their bits differ.
private enum LosesOneSign: CodecFault {
    static func bytes(of readings: [Reading]) -> [UInt8] {
        var changed = readings
        changed[0] = Reading(time: changed[0].time, value: -0.0)
        return ReadingBlock.encode(changed[...])
    }
}

private enum ShiftsOneTime: CodecFault {
    static func bytes(of readings: [Reading]) -> [UInt8] {
        var changed = readings
        changed[5] = Reading(time: changed[5].time + .milliseconds(1), value: changed[5].value)
        return ReadingBlock.encode(changed[...])
    }
}

private enum TruncatesBlock: CodecFault {
    static func bytes(of readings: [Reading]) -> [UInt8] { Array(ReadingBlock.encode(readings[...]).dropLast()) }
}

/// A reading whose blocks are encoded wrongly and decoded correctly.
private struct FaultyReading<Fault: CodecFault>: BlockRecord {
    let reading: Reading

    var time: Timestamp { reading.time }
    static var statements: BlockStatements { BlockStatements(table: "block") }
    static var maximumPerBlock: Int { ReadingBlock.maximumReadings }

    static func encode(_ records: ArraySlice<Self>) -> [UInt8] { Fault.bytes(of: records.map(\.reading)) }

    static func decode(_ bytes: UnsafeRawBufferPointer) throws(BlockDecodingError) -> [Self] {
        try ReadingBlock.decode(bytes).map { Self(reading: $0) }
    }

    func isIdentical(to other: Self) -> Bool { reading.isIdentical(to: other.reading) }
}

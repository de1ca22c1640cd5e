import Foundation
import GRDB
import HomeModel
import Testing

@testable import HomeStorage

/// A mistake of the codec is found before what it should have kept is deleted.
struct VerifiedBlockTests {
    private static let readings = (0..<6).map { Reading(time: noon + .seconds($0), value: Double($0)) }

    @Test func aBlockThatDoesNotReadBackIsNeverStored() async throws {
        try await check(MissesTheLast.self)
        try await check(SpoilsOneBit.self)
        try await check(LosesASign.self)
        try await check(MovesATime.self)
        try await check(WritesNoBlock.self)
    }

    private func check<Fault: CodecFault>(_ fault: Fault.Type) async throws {
        try await withDatabase { database in
            let damages = DamageNotes()
            let (old, new) = (Self.readings.prefix(3), Self.readings.dropFirst(3))
            let added = try await database.pool.write { db in
                try SealedSeries<Reading>(7, db, damages).insert(Array(old))
            }
            #expect(added == 3)
            let before = try await Self.blocks(database)
            let error = await #expect(throws: StorageError.self, "\(fault)") {
                try await database.pool.write { db in
                    _ = try SealedSeries<SpoiledReading<Fault>>(7, db, damages).insert(new.map { .init(reading: $0) })
                }
            }
            guard case .damaged(let what) = error else {
                Issue.record("\(fault): \(String(describing: error))")
                return
            }
            #expect(what.contains("they stay where they are"))
            #expect(try await Self.blocks(database) == before, "\(fault)")
            #expect(
                try await database.pool.read { try SealedSeries<Reading>(7, $0, damages).first(from: noon) } == old[0])
        }
    }

    private static func blocks(_ database: HomeDatabase) async throws -> [Data] {
        try await database.pool.read { try Data.fetchAll($0, sql: "SELECT data FROM block ORDER BY first") }
    }
}

/// What goes wrong where a block is written.
private protocol CodecFault: Sendable {
    static func bytes(of readings: [Reading]) -> [UInt8]
}

private enum MissesTheLast: CodecFault {
    static func bytes(of readings: [Reading]) -> [UInt8] { ReadingBlock.encode(readings.dropLast()[...]) }
}

private enum SpoilsOneBit: CodecFault {
    static func bytes(of readings: [Reading]) -> [UInt8] {
        var spoiled = readings
        spoiled[4] = Reading(time: spoiled[4].time, value: spoiled[4].value.nextUp)
        return ReadingBlock.encode(spoiled[...])
    }
}

/// −0 is another value than 0, though they are equal.
private enum LosesASign: CodecFault {
    static func bytes(of readings: [Reading]) -> [UInt8] {
        var spoiled = readings
        spoiled[0] = Reading(time: spoiled[0].time, value: -0.0)
        return ReadingBlock.encode(spoiled[...])
    }
}

private enum MovesATime: CodecFault {
    static func bytes(of readings: [Reading]) -> [UInt8] {
        var spoiled = readings
        spoiled[5] = Reading(time: spoiled[5].time + .milliseconds(1), value: spoiled[5].value)
        return ReadingBlock.encode(spoiled[...])
    }
}

private enum WritesNoBlock: CodecFault {
    static func bytes(of readings: [Reading]) -> [UInt8] { Array(ReadingBlock.encode(readings[...]).dropLast()) }
}

/// A reading whose blocks are written wrongly and read rightly.
private struct SpoiledReading<Fault: CodecFault>: SealedRecord {
    let reading: Reading

    var time: Timestamp { reading.time }
    static var statements: BlockStatements { BlockStatements(table: "block") }
    static var maximumPerBlock: Int { ReadingBlock.maximumReadings }

    static func encode(_ records: ArraySlice<Self>) -> [UInt8] { Fault.bytes(of: records.map(\.reading)) }

    static func decode(_ bytes: UnsafeRawBufferPointer) throws(BlockDamage) -> [Self] {
        try ReadingBlock.decode(bytes).map { Self(reading: $0) }
    }

    func isIdentical(to other: Self) -> Bool { reading.isIdentical(to: other.reading) }
}

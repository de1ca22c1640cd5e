import Foundation
import HomeModel
import Testing

@testable import TimeSeriesStore
@testable import HomeStore
@testable import SQLiteDatabase
@testable import SegmentedLog
import StorageFixtures

/// Unreadable sectors of the log, and file systems that cannot reserve space.
struct UnreadableLogTests {
    /// The number of frames: one in each piece of 4096 bytes, followed by unused space.
    private static let frames = 10

    /// Makes pieces of the file unreadable one by one, including the header and unused ones: only the frames in the piece
    /// are lost.
    @Test func unreadableSectorLosesOnlyItsFrames() async throws {
        try await withFolder { folder in
            let path = folder + "/home.sqlite"
            let meter = try series("meter", kind: .power)
            let original = try HomeDatabase.open(path: path)
            // The values do not compress, so that the frame of one batch fills a piece.
            for frame in 0..<Self.frames {
                let readings = try (0..<330).map { index in
                    try valid(meter, at: noon - .seconds(frame * 400 + index), value: Double(frame) + Double(index) / 7)
                }
                try await original.readings.append(readings: readings)
            }
            for piece in [0, 1, 2, 3, Self.frames, Self.frames + 1, Self.frames + 3, 40, 63] {
                let crashed = folder + "/dead-\(piece).sqlite"
                try copy(original, to: crashed)
                let bad = piece * 4096..<(piece + 1) * 4096
                var disk = DiskCalls()
                disk.read = { descriptor, target, offset in
                    guard (offset..<offset + target.count).overlaps(bad) else {
                        return pread(descriptor, target.baseAddress, target.count, off_t(offset))
                    }
                    errno = EIO
                    return -1
                }
                let database = try HomeDatabase(path: crashed, schema: .current, disk: disk)
                let stored = try await database.readings.all(meter)
                let lost = Self.frames - Set(stored.map { Int((noon - $0.time) / .seconds(400)) }).count
                switch piece {
                case 0: #expect(lost == 0 && database.openingNotes.count == 1)
                // This is the position of the next frame; it is unknown whether there was one.
                case Self.frames + 1: #expect(lost == 0 && database.openingNotes.count == 1)
                case 1...Self.frames: #expect((1...2).contains(lost) && database.openingNotes.count == 1)
                default: #expect(lost == 0 && database.openingNotes.isEmpty, "piece \(piece)")
                }
                // The log continues in a new file, so that nothing is written to the unreadable sector.
                try await database.readings.append(readings: [valid(meter, at: noon + .seconds(1), value: 1)])
                #expect(FileManager.default.fileExists(atPath: crashed + "-log-2"))
                try await database.readings.flushAndCompactAll()
                #expect(FileManager.default.fileExists(atPath: crashed + "-log-1.damaged"))
                #expect(try await database.readings.all(meter).count == stored.count + 1)
                database.close()
            }
            original.close()
        }
    }

    @Test(arguments: [EINVAL, EOPNOTSUPP])
    func logIsFilledWithZerosIfSpaceCannotBeReserved(code: Int32) async throws {
        try await withFolder { folder in
            let path = folder + "/home.sqlite"
            let (working, faults) = FaultyDisk.make()
            var disk = working
            disk.reserve = { _, _, _ in code }
            let meter = try series("meter", kind: .power)
            var database = try HomeDatabase(path: path, schema: .current, disk: disk)
            #expect(FileSize.bytes(at: path + "-log-1") == 256 << 10)
            for age in 0..<40 {
                let readings = try (0..<1000).map { try valid(meter, at: noon - .seconds(age * 1000 + $0), value: 1) }
                try await database.readings.append(readings: readings)
            }
            #expect(FileSize.bytes(at: path + "-log-1") == 512 << 10)
            faults.failNewSpace()
            let big = try (0..<30_000).map { try valid(meter, at: noon - .seconds(100_000 + $0), value: 1) }
            await #expect(throws: StorageError.diskFull) { try await database.readings.append(readings: big) }
            database.close()
            database = try HomeDatabase.open(path: path)
            #expect(database.openingNotes.isEmpty)
            #expect(try await database.readings.all(meter).count == 40_000)
            database.close()
        }
    }
}

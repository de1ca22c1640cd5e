import SeededRandom
import Foundation
import HomeModel
import Testing

@testable import HomeStore
@testable import SQLiteDatabase
@testable import SegmentedLog
import StorageFixtures
@testable import TimeSeriesStore

struct WriteAheadLogTests {
    @Test(arguments: [1, 2, UInt64.random(in: 1000...10_000_000)])
    func batchRoundTripsThroughItsBytes(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<50 {
            let batch = Self.batch(Int.random(in: 0...60, using: &random), random: &random)
            let again = batch.bytes.withUnsafeBytes { LoggedBatch($0, isNaming: batch.isNaming) }
            #expect(again?.bytes == batch.bytes, "seed \(seed)")
            #expect(again?.deliveries == batch.deliveries && again?.readings.count == batch.readings.count)
            #expect(again?.names == batch.names, "seed \(seed)")
            #expect(
                again?.unclocked == batch.unclocked && again?.releasedBefore == batch.releasedBefore, "seed \(seed)")
        }
    }

    @Test(arguments: [1, 2, UInt64.random(in: 1000...10_000_000)])
    func damagedBytesNeverTrap(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<3000 {
            var bytes = Self.batch(5, random: &random).bytes
            for _ in 0..<3 {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            bytes.removeLast(Int.random(in: 0..<bytes.count, using: &random))
            for isNaming in [false, true] { _ = bytes.withUnsafeBytes { LoggedBatch($0, isNaming: isNaming) } }
            _ = WALScan(bytes, from: 0, alignment: 1, of: 1)
        }
    }

    @Test func appendedBatchesAreReadAtTheNextOpen() async throws {
        try await withLog { folder in
            var random = SeededGenerator(seed: 7)
            let batches = (0..<20).map { _ in Self.batch(30, random: &random) }
            var log = try WriteAheadLog.open(in: folder, flushedThrough: 0).log
            for batch in batches[..<10] { try await log.append(batch) }
            let opened = try WriteAheadLog.open(in: folder, flushedThrough: 0)
            #expect(opened.batches.map(\.bytes) == batches[..<10].map(\.bytes))
            log = opened.log
            for batch in batches[10...] { try await log.append(batch) }
            let again = try WriteAheadLog.open(in: folder, flushedThrough: 0)
            #expect(again.batches.map(\.bytes) == batches.map(\.bytes) && again.notes.isEmpty)
        }
    }

    @Test func recycledFilesIgnoreTheirOldFrames() async throws {
        try await withLog { folder in
            var random = SeededGenerator(seed: 8)
            let log = try WriteAheadLog.open(in: folder, flushedThrough: 0).log
            let mark = DeliveryFingerprint(packetID: 7, digest: 8)
            for round in UInt64(1)...6 {
                for _ in 0..<10 { try await log.append(Self.batch(50, random: &random)) }
                #expect(try await log.rotate(with: LoggedBatch(deliveries: [mark])) == round)
                await log.recycle(through: round)
            }
            let last = Self.batch(1, random: &random)
            try await log.append(last)
            let opened = try WriteAheadLog.open(in: folder, flushedThrough: 6)
            #expect(opened.batches.map(\.deliveries) == [[mark], last.deliveries])
            #expect(try folder.numbers() == [7])
        }
    }

    /// After a kill between the start of a new file and the flush of the old one, both files count; after a kill behind
    /// the flush, only the new one does.
    @Test func killDuringAFlushLosesAndDuplicatesNothing() async throws {
        try await withLog { folder in
            var random = SeededGenerator(seed: 9)
            let batches = (0..<2).map { _ in Self.batch(10, random: &random) }
            let log = try WriteAheadLog.open(in: folder, flushedThrough: 0).log
            try await log.append(batches[0])
            _ = try await log.rotate(with: LoggedBatch())
            try await log.append(batches[1])
            let unflushed = try WriteAheadLog.open(in: folder, flushedThrough: 0).batches.filter {
                !$0.readings.isEmpty
            }
            #expect(unflushed.map(\.bytes) == batches.map(\.bytes))
            let flushed = try WriteAheadLog.open(in: folder, flushedThrough: 1).batches.filter {
                !$0.readings.isEmpty
            }
            #expect(flushed.map(\.bytes) == [batches[1].bytes])
        }
    }

    /// Its list of deliveries would be older than the deliveries that the previous file stored since.
    @Test func unfinishedNewFileIsRemoved() async throws {
        try await withFolder { folder in
            let (working, faults) = FaultyDisk.make()
            var disk = working
            // The frame of the new file is written, and its sync fails.
            disk.write = { descriptor, bytes, offset in
                if offset > 0 { faults.fail(sync: EIO) }
                return working.write(descriptor, bytes, offset)
            }
            let path = folder + "/home.sqlite"
            let log = try WriteAheadLog.open(in: WALFolder(database: path, disk: disk), flushedThrough: 0).log
            await #expect(throws: StorageError.self) { try await log.rotate(with: LoggedBatch()) }
            #expect(try WALFolder(database: path, disk: working).numbers() == [1])
        }
    }

    @Test func tornFrameIsTruncatedAndOverwritten() async throws {
        try await withLog { folder in
            var random = SeededGenerator(seed: 10)
            let batches = (0..<3).map { _ in Self.batch(100, random: &random) }
            let log = try WriteAheadLog.open(in: folder, flushedThrough: 0).log
            try await log.append(batches[0])
            let end = Self.usedBytes(folder.path(of: 1))
            try await log.append(batches[1])
            try Self.change(folder.path(of: 1)) {
                $0.replaceSubrange(end + 512..<$0.count, with: Data(count: $0.count - end - 512))
            }
            let opened = try WriteAheadLog.open(in: folder, flushedThrough: 0)
            #expect(opened.batches.map(\.bytes) == [batches[0].bytes] && opened.notes.isEmpty)
            try await opened.log.append(batches[2])
            let again = try WriteAheadLog.open(in: folder, flushedThrough: 0)
            #expect(again.batches.map(\.bytes) == [batches[0].bytes, batches[2].bytes])
        }
    }

    @Test func damagedFrameIsReportedAndItsFileMovedAside() async throws {
        try await withLog { folder in
            var random = SeededGenerator(seed: 11)
            let batches = (0..<5).map { _ in Self.batch(100, random: &random) }
            let log = try WriteAheadLog.open(in: folder, flushedThrough: 0).log
            var ends: [Int] = []
            for batch in batches {
                try await log.append(batch)
                ends.append(Self.usedBytes(folder.path(of: 1)))
            }
            try Self.change(folder.path(of: 1)) { $0[ends[1] + 100] ^= 0x40 }
            let opened = try WriteAheadLog.open(in: folder, flushedThrough: 0)
            #expect(opened.batches.map(\.bytes) == [0, 1, 3, 4].map { batches[$0].bytes })
            #expect(opened.notes.count == 1)
            #expect(try await opened.log.rotate(with: LoggedBatch()) == 1)
            await opened.log.recycle(through: 1)
            #expect(FileManager.default.fileExists(atPath: folder.damagedPath(of: 1)))
            #expect(try folder.numbers() == [2])
        }
    }

    @Test(arguments: [100, 5000, 5632, 200_000])
    func truncatedFileIsReportedAndItsRestIsKept(length: Int) async throws {
        try await withLog { folder in
            var random = SeededGenerator(seed: 12)
            let batches = (0..<5).map { _ in Self.batch(10, random: &random) }
            let log = try WriteAheadLog.open(in: folder, flushedThrough: 0).log
            for batch in batches { try await log.append(batch) }
            try Self.change(folder.path(of: 1)) { $0 = $0.prefix(length) }
            let opened = try WriteAheadLog.open(in: folder, flushedThrough: 0)
            #expect(opened.batches.map(\.bytes) == batches.prefix(opened.batches.count).map(\.bytes))
            #expect(opened.notes.count == 1)
            let last = Self.batch(10, random: &random)
            try await opened.log.append(last)
            #expect(try WriteAheadLog.open(in: folder, flushedThrough: 0).batches.last?.bytes == last.bytes)
            #expect(try await opened.log.rotate(with: LoggedBatch()) == 1)
            await opened.log.recycle(through: 1)
            #expect(FileManager.default.fileExists(atPath: folder.damagedPath(of: 1)))
        }
    }

    @Test func framesBehindADamagedHeaderAreKept() async throws {
        try await withLog { folder in
            var random = SeededGenerator(seed: 13)
            let batch = Self.batch(10, random: &random)
            try await WriteAheadLog.open(in: folder, flushedThrough: 0).log.append(batch)
            try Self.change(folder.path(of: 1)) { $0[2] ^= 1 }
            let opened = try WriteAheadLog.open(in: folder, flushedThrough: 0)
            #expect(opened.batches.map(\.bytes) == [batch.bytes] && opened.notes.count == 1)
        }
    }

    @Test func reservedFileWithoutFramesIsNoDamage() async throws {
        try await withLog { folder in
            try Data(count: 256 << 10).write(to: URL(filePath: folder.path(of: 1)))
            #expect(try WriteAheadLog.open(in: folder, flushedThrough: 0).notes.isEmpty)
        }
    }

    /// Some file systems keep a partial reservation.
    @Test func partialReservationIsNoDamage() async throws {
        try await withLog { folder in
            let disk = DiskCalls(reserve: { descriptor, offset, count in
                if offset == 0 { return posix_fallocate(descriptor, 0, off_t(count)) }
                return ftruncate(descriptor, off_t(offset + 4096)) == 0 ? ENOSPC : errno
            })
            var random = SeededGenerator(seed: 14)
            let batches = [Self.batch(10, random: &random), Self.batch(20_000, random: &random)]
            let log = try WriteAheadLog.open(in: WALFolder(database: folder.database, disk: disk), flushedThrough: 0)
                .log
            try await log.append(batches[0])
            await #expect(throws: StorageError.diskFull) { try await log.append(batches[1]) }
            let opened = try WriteAheadLog.open(in: folder, flushedThrough: 0)
            #expect(opened.batches.map(\.bytes) == [batches[0].bytes] && opened.notes.isEmpty)
        }
    }

    @Test func deliveriesSurviveAFlushAndAKill() async throws {
        try await withDatabase { database in
            let meter = try series("meter", kind: .power)
            let deliveries = (0..<5000).map { DeliveryFingerprint(packetID: UInt16($0), digest: UInt32($0)) }
            for start in stride(from: 0, to: 5000, by: 500) {
                let reading = try valid(meter, at: noon - .seconds(start), value: 1)
                try await database.readings.append(
                    RecordBatch(readings: [reading], deliveries: Array(deliveries[start..<start + 500])))
                if start == 3000 { try await database.readings.flush() }
            }
            let crashed = database.path + "-dead"
            try copy(database, to: crashed)
            let again = try HomeDatabase.open(path: crashed)
            defer { again.close() }
            let last = deliveries.suffix(ReadingStore.maximumDeliveries)
            #expect(await again.readings.deliveries == Array(last))
        }
    }

    // MARK: Samples

    private func withLog(_ body: (WALFolder) async throws -> Void) async throws {
        try await withFolder { try await body(WALFolder(database: $0 + "/home.sqlite", disk: DiskCalls())) }
    }

    private static func batch(_ count: Int, random: inout SeededGenerator) -> LoggedBatch {
        var batch = LoggedBatch()
        for index in 0..<count {
            let time = Timestamp(milliseconds: Int64(truncatingIfNeeded: random.next()))
            batch.readings.append((Int64(index), Reading(time: time, value: Double(bitPattern: random.next()))))
            batch.deliveries.append(
                DeliveryFingerprint(
                    packetID: UInt16(truncatingIfNeeded: random.next()),
                    digest: UInt32(truncatingIfNeeded: random.next())))
        }
        batch.changes = [(3, StoredChange(time: noon, value: #""日本\u{0}""#))]
        batch.unclocked = (0..<count % 4).map { _ in unclocked(&random) }
        if count % 2 == 1 { batch.releasedBefore = random.next() }
        if count % 5 == 1, let device = DeviceID("meter-\(count)"), let part = PartID("main") {
            let id = SeriesID(device: device, part: part, capability: CapabilityName(.energy))
            batch.names = [LoggedSeries(key: Int64(count), id: id, kind: .energy)]
        }
        return batch
    }

    private static func unclocked(_ random: inout SeededGenerator) -> LoggedUnclockedBatch {
        let records = (0..<Int.random(in: 0...5, using: &random)).map { key in
            LoggedUnclockedBatch.Record(
                key: Int64(key), value: Bool.random(using: &random) ? "21.5" : #""日本""#,
                ownTime: Bool.random(using: &random)
                    ? Timestamp(milliseconds: Int64(truncatingIfNeeded: random.next())) : nil)
        }
        return LoggedUnclockedBatch(
            number: random.next(), boot: UUID(), uptime: Int64(truncatingIfNeeded: random.next()), records: records)
    }

    /// Returns the number of bytes up to the last sector that is not empty.
    private static func usedBytes(_ path: String) -> Int {
        let bytes = FileManager.default.contents(atPath: path) ?? Data()
        return ((bytes.lastIndex { $0 != 0 } ?? 0) / 512 + 1) * 512
    }

    private static func change(_ path: String, body: (inout Data) -> Void) throws {
        var bytes = try Data(contentsOf: URL(filePath: path))
        body(&bytes)
        try bytes.write(to: URL(filePath: path))
    }
}

import Foundation
import GRDB
import HomeModel
import Testing

@testable import HomeStore
import SQLiteDatabase
import StorageFixtures
@testable import TimeSeriesStore

/// The log contains the names of its series, so storing a new series never waits for the database.
struct NewSeriesTests {
    /// The test blocks the writer of the database; the first readings of new series are stored in the meantime.
    @Test func newSeriesAreStoredWhileTheDatabaseIsBusy() async throws {
        try await withFolder { folder in
            let database = try HomeDatabase.open(path: folder + "/home.sqlite")
            defer { database.close() }
            let (known, new) = try (series("known", kind: .power), series("new", kind: .power))
            try await database.readings.append(readings: [valid(known, at: noon - .seconds(9), value: 1)])
            let (blocked, isBlocked) = AsyncStream.makeStream(of: Void.self)
            let gate = DispatchSemaphore(value: 0)
            async let writer: Void = database.pool.write { _ in
                isBlocked.yield()
                gate.wait()
            }
            for await _ in blocked { break }
            let batch = RecordBatch(
                readings: try [valid(new, at: noon, value: 2), valid(known, at: noon, value: 3)],
                changes: [StateChange(series: try series("door", kind: .contact), time: noon, value: .boolean(true))])
            try await database.readings.append(batch)
            // The last step of a purge waits for the database; storing does not wait for it.
            async let deletion: Void = database.readings.deleteSeriesOfRetiredDevices()
            try await database.readings.append(RecordBatch(readings: [valid(new, at: noon + .seconds(1), value: 4)]))
            #expect(try await database.readings.all(new).map(\.value) == [2, 4])
            // After a kill at this point all records exist, and the database has no rows of the new series.
            let crashed = folder + "/dead.sqlite"
            try copy(database, to: crashed)
            gate.signal()
            try await writer
            try await deletion
            let again = try HomeDatabase.open(path: crashed)
            defer { again.close() }
            #expect(again.openingNotes.isEmpty)
            let rows = try await again.pool.read { try String.fetchAll($0, sql: "SELECT device FROM series") }
            #expect(rows.isEmpty)
            #expect(try await again.readings.all(new).map(\.value) == [2, 4])
            #expect(try await again.readings.all(known).map(\.value) == [1, 3])
            try await again.readings.flushAndCompactAll()
            #expect(try await again.readings.all(new).map(\.value) == [2, 4])
            #expect(
                try await again.pool.read { try String.fetchSet($0, sql: "SELECT device FROM series") }
                    == ["known", "new", "door"])
        }
    }

    /// A damaged frame loses only its own records: the next frame contains the name too.
    @Test func damagedFrameDoesNotLoseTheNameOfItsSeries() async throws {
        try await withFolder { folder in
            let path = folder + "/home.sqlite"
            let database = try HomeDatabase.open(path: path)
            let meter = try series("meter", kind: .power)
            for age in [3, 2, 1] {
                try await database.readings.append(readings: [
                    valid(meter, at: noon - .seconds(age), value: Double(age))
                ])
            }
            let crashed = folder + "/dead.sqlite"
            try copy(database, to: crashed)
            database.close()
            let file = try #require(FileHandle(forUpdatingAtPath: crashed + "-log-1"))
            try file.seek(toOffset: UInt64(WALFile.headerBytes + 30))
            try file.write(contentsOf: Data([0xFF, 0xFF, 0xFF]))
            try file.close()
            let again = try HomeDatabase.open(path: crashed)
            defer { again.close() }
            #expect(again.openingNotes.count == 1)
            #expect(try await again.readings.all(meter).map(\.value) == [2, 1])
        }
    }

    /// The frame is as an earlier version wrote it: it has no names, because its series were rows already.
    @Test func framesOfEarlierVersionsAreDecoded() throws {
        let payload: [UInt8] = [
            1, 2, 0x80, 0xC0, 0xE2, 0x85, 0xE3, 0x68, 0, 0, 0, 0, 0, 0, 0x12, 0x40, 0, 1, 7, 1, 2, 3, 4,
        ]
        let batch = try #require(payload.withUnsafeBytes { LoggedBatch($0, isNaming: false) })
        #expect(batch.readings.map(\.key) == [1] && batch.readings.map(\.reading.value) == [4.5])
        #expect(batch.deliveries == [DeliveryFingerprint(packetID: 7, digest: 0x0403_0201)])
        #expect(batch.bytes == payload)
        let frame = WALFrame.bytes(payload, in: 9)
        #expect(frame.starts(with: Array("TLF1".utf8)))
        #expect(frame.withUnsafeBytes { WALFrame.payload(in: $0, at: 0, of: 9) }?.isNaming == false)
    }

    /// The row of a series of a retired device is deleted; a later record creates the series again.
    @Test func deletedSeriesReturnsWithItsNextRecord() async throws {
        try await withFolder { folder in
            let path = folder + "/home.sqlite"
            var database = try HomeDatabase.open(path: path)
            let meter = try series("meter", kind: .power)
            try await database.readings.append(readings: [valid(meter, at: noon, value: 1)])
            try await database.readings.flushAndCompactAll()
            try await database.pool.write { db in
                try db.execute(sql: "INSERT INTO retired_device (id) VALUES ('meter')")
                try db.execute(sql: "DELETE FROM block")
                try db.execute(sql: "DELETE FROM roll_up_block")
            }
            try await database.readings.deleteSeriesOfRetiredDevices()
            #expect(await database.readings.table.entries.isEmpty)
            try await database.readings.append(readings: [valid(meter, at: noon + .seconds(1), value: 2)])
            for _ in 0..<2 {
                #expect(try await database.readings.all(meter).map(\.value) == [2])
                database.close()
                database = try HomeDatabase.open(path: path)
                #expect(database.openingNotes.isEmpty)
                try await database.readings.flushAndCompactAll()
            }
            database.close()
        }
    }
}

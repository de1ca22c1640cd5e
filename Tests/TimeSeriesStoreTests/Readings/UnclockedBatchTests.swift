import SeededRandom
import Foundation
import HomeModel
import Testing

@testable import HomeStore
@testable import SQLiteDatabase
import StorageFixtures
@testable import TimeSeriesStore

struct UnclockedBatchTests {
    private let boot = UUID()

    private func unclocked(_ series: SeriesID, values: [Double], uptime: Duration = .seconds(1)) -> UnclockedBatch {
        UnclockedBatch(
            boot: boot, uptime: uptime, records: values.map { UnclockedRecord(series: series, value: .number($0)) })
    }

    private func append(_ unclocked: [UnclockedBatch], to store: ReadingStore) async throws {
        var batch = RecordBatch(deliveries: [DeliveryFingerprint(packetID: 1, digest: 2)])
        batch.unclocked = unclocked
        try await store.append(batch)
    }

    private func values(of series: SeriesID, in store: ReadingStore) async throws -> [Double] {
        try await store.all(series).map(\.value)
    }

    private func reopened(
        _ database: HomeDatabase, name: String, body: (ReadingStore) async throws -> Void
    ) async throws {
        let path = database.path + "-\(name)"
        try copy(database, to: path)
        let again = try HomeDatabase.open(path: path)
        defer { again.close() }
        try await body(again.readings)
    }

    @Test func unclockedRecordsAreNotInTheHistoryAndSurviveAKill() async throws {
        try await withDatabase { database in
            let meter = try series("meter", kind: .power)
            let contact = try series("door", kind: .contact)
            let own = UnclockedRecord(series: contact, value: .boolean(true), ownTime: noon)
            try await append([unclocked(meter, values: [1, 2])], to: database.readings)
            try await append(
                [unclocked(meter, values: [0.1]), UnclockedBatch(boot: UUID(), uptime: .seconds(2), records: [own])],
                to: database.readings)
            #expect(try await database.readings.all(meter).isEmpty)
            #expect(try await database.readings.counts().total == 0)
            let pending = await database.readings.unclocked
            #expect(pending.map(\.number) == [1, 2, 3] && pending.recordCount == 4)
            try await reopened(database, name: "dead") { again in
                #expect(await again.unclocked == pending)
                #expect(await again.unclockedCount == 4)
                #expect(await again.deliveries.count == 2)
            }
        }
    }

    /// After a kill between the start of a new file and the flush of the old one, the log holds all records twice.
    @Test func newLogFileCarriesOverUnclockedRecords() async throws {
        try await withDatabase { database in
            let meter = try series("meter", kind: .power)
            try await append([unclocked(meter, values: [1])], to: database.readings)
            var release = try RecordBatch(readings: [valid(meter, at: noon, value: 1)])
            release.releasedBefore = 2
            try await database.readings.append(release)
            try await append([unclocked(meter, values: [2]), unclocked(meter, values: [3])], to: database.readings)
            let pending = await database.readings.unclocked
            try await database.readings.rotateLog()
            try await reopened(database, name: "unsealed") { again in
                #expect(await again.unclocked == pending)
                let values = try await values(of: meter, in: again)
                #expect(values == [1])
            }
            try await database.readings.flush()
            try await append([unclocked(meter, values: [4])], to: database.readings)
            #expect(await database.readings.unclocked.map(\.number) == [2, 3, 4])
            try await reopened(database, name: "sealed") { again in
                #expect(await again.unclocked.flatMap(\.records).map(\.value) == [.number(2), .number(3), .number(4)])
                let values = try await values(of: meter, in: again)
                #expect(values == [1])
            }
        }
    }

    /// At any time of a kill, each value is either unclocked or stored, and only once.
    @Test(arguments: [1, 2, UInt64.random(in: 1000...10_000_000)])
    func everyValueIsStoredOrUnclockedExactlyOnce(seed: UInt64) async throws {
        try await withDatabase { database in
            var random = SeededGenerator(seed: seed)
            let meter = try series("meter", kind: .power)
            let store = database.readings
            var appended = 0
            for step in 0..<60 {
                switch Int.random(in: 0...9, using: &random) {
                case 0...5:
                    let count = Int.random(in: 0...4, using: &random)
                    try await append(
                        [unclocked(meter, values: (appended..<appended + count).map(Double.init))], to: store)
                    appended += count
                case 6...7:
                    let pending = await store.unclocked
                    let due = pending.prefix(Int.random(in: 0...pending.count, using: &random))
                    let values = due.flatMap(\.records).compactMap {
                        if case .number(let value) = $0.value { value } else { nil }
                    }
                    var batch = try RecordBatch(
                        readings: values.map { try valid(meter, at: noon - .seconds(1000 - $0), value: $0) })
                    batch.releasedBefore = (due.last?.number ?? 0) + (due.isEmpty ? 0 : 1)
                    try await store.append(batch)
                case 8: try await store.flush()
                default: if await store.flushing == nil { try await store.rotateLog() }
                }
                guard step % 6 == 5 else { continue }
                let expected = (readings: try await store.all(meter), unclocked: await store.unclocked)
                try await reopened(database, name: "\(step)") { again in
                    #expect(try await again.all(meter) == expected.readings, "seed \(seed)")
                    #expect(await again.unclocked == expected.unclocked, "seed \(seed)")
                    let pending = await again.unclocked.flatMap(\.records).map(\.value)
                    let values = try await values(of: meter, in: again).map(CapabilityValue.number)
                    #expect(values + pending == (0..<appended).map { .number(Double($0)) }, "seed \(seed)")
                }
            }
        }
    }

    /// Frames without readings fill a file of the log too.
    @Test func logFullOfFramesWithoutReadingsStartsANewFile() async throws {
        try await withDatabase { database in
            let store = database.readings
            let meter = try series("meter", kind: .power)
            let text = UnclockedRecord(
                series: try series("button", kind: .button), value: .text(String(repeating: "x", count: 1 << 20)))
            let large = UnclockedBatch(boot: boot, uptime: .zero, records: [text])
            try await append([unclocked(meter, values: [1])], to: store)
            var isFull = false
            for _ in 0..<40 where !isFull {
                do { try await append([large], to: store) } catch StorageError.writeAheadLogFull { isFull = true }
            }
            #expect(isFull)
            try await store.flush()
            try await append([unclocked(meter, values: [2])], to: store)
            let pending = await store.unclocked
            try await reopened(database, name: "dead") { again in #expect(await again.unclocked == pending) }
        }
    }
}

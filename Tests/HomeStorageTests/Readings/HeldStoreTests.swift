import Foundation
import HomeModel
import Testing

@testable import HomeStorage

struct HeldStoreTests {
    private let boot = UUID()

    private func held(_ series: SeriesID, _ values: [Double], uptime: Duration = .seconds(1)) -> HeldBatch {
        HeldBatch(
            boot: boot, uptime: uptime, records: values.map { HeldRecord(series: series, value: .number($0)) })
    }

    private func append(_ held: [HeldBatch], to store: ReadingStore) async throws {
        var batch = RecordBatch(deliveries: [Delivery(packetID: 1, digest: 2)])
        batch.held = held
        try await store.append(batch)
    }

    private func values(of series: SeriesID, in store: ReadingStore) async throws -> [Double] {
        try await store.all(series).map(\.value)
    }

    private func reopened(
        _ database: HomeDatabase, _ name: String, _ body: (ReadingStore) async throws -> Void
    ) async throws {
        let path = database.path + "-\(name)"
        try copy(database, to: path)
        let again = try HomeDatabase.open(path: path)
        defer { again.close() }
        try await body(again.readings)
    }

    @Test func whatWaitsIsInNoHistoryAndSurvivesAKill() async throws {
        try await withDatabase { database in
            let meter = try series("meter", .power)
            let contact = try series("door", .contact)
            let own = HeldRecord(series: contact, value: .boolean(true), ownTime: noon)
            try await append([held(meter, [1, 2])], to: database.readings)
            try await append(
                [held(meter, [0.1]), HeldBatch(boot: UUID(), uptime: .seconds(2), records: [own])],
                to: database.readings)
            #expect(try await database.readings.all(meter).isEmpty)
            #expect(try await database.readings.counts().total == 0)
            let waiting = await database.readings.held
            #expect(waiting.map(\.number) == [1, 2, 3] && waiting.recordCount == 4)
            try await reopened(database, "dead") { again in
                #expect(await again.held == waiting)
                #expect(await again.heldCount == 4)
                #expect(await again.deliveries.count == 2)
            }
        }
    }

    /// Killed between starting a new file and sealing the old one, the log holds everything twice.
    @Test func aNewFileOfTheLogCarriesOnWhatWaits() async throws {
        try await withDatabase { database in
            let meter = try series("meter", .power)
            try await append([held(meter, [1])], to: database.readings)
            var release = try RecordBatch(readings: [valid(meter, at: noon, 1)])
            release.heldFrom = 2
            try await database.readings.append(release)
            try await append([held(meter, [2]), held(meter, [3])], to: database.readings)
            let waiting = await database.readings.held
            try await database.readings.startNextLog()
            try await reopened(database, "unsealed") { again in
                #expect(await again.held == waiting)
                let values = try await values(of: meter, in: again)
                #expect(values == [1])
            }
            try await database.readings.seal()
            try await append([held(meter, [4])], to: database.readings)
            #expect(await database.readings.held.map(\.number) == [2, 3, 4])
            try await reopened(database, "sealed") { again in
                #expect(await again.held.flatMap(\.records).map(\.value) == [.number(2), .number(3), .number(4)])
                let values = try await values(of: meter, in: again)
                #expect(values == [1])
            }
        }
    }

    /// Whatever the moment of the kill: each value waits, or is stored, once.
    @Test(arguments: [1, 2, UInt64.random(in: 1000...10_000_000)])
    func everyValueIsThereOnce(seed: UInt64) async throws {
        try await withDatabase { database in
            var random = SeededGenerator(seed: seed)
            let meter = try series("meter", .power)
            let store = database.readings
            var taken = 0
            for step in 0..<60 {
                switch Int.random(in: 0...9, using: &random) {
                case 0...5:
                    let count = Int.random(in: 0...4, using: &random)
                    try await append([held(meter, (taken..<taken + count).map(Double.init))], to: store)
                    taken += count
                case 6...7:
                    let waiting = await store.held
                    let due = waiting.prefix(Int.random(in: 0...waiting.count, using: &random))
                    let values = due.flatMap(\.records).compactMap {
                        if case .number(let value) = $0.value { value } else { nil }
                    }
                    var batch = try RecordBatch(
                        readings: values.map { try valid(meter, at: noon - .seconds(1000 - $0), $0) })
                    batch.heldFrom = (due.last?.number ?? 0) + (due.isEmpty ? 0 : 1)
                    try await store.append(batch)
                case 8: try await store.seal()
                default: if await store.sealing == nil { try await store.startNextLog() }
                }
                guard step % 6 == 5 else { continue }
                let expected = (readings: try await store.all(meter), held: await store.held)
                try await reopened(database, "\(step)") { again in
                    #expect(try await again.all(meter) == expected.readings, "seed \(seed)")
                    #expect(await again.held == expected.held, "seed \(seed)")
                    let waiting = await again.held.flatMap(\.records).map(\.value)
                    let values = try await values(of: meter, in: again).map(CapabilityValue.number)
                    #expect(values + waiting == (0..<taken).map { .number(Double($0)) }, "seed \(seed)")
                }
            }
        }
    }

    /// Frames without records (what was said is known) fill a file of the log too.
    @Test func aLogThatIsFullOfNoRecordsStartsANewFile() async throws {
        try await withDatabase { database in
            let store = database.readings
            let meter = try series("meter", .power)
            let text = HeldRecord(
                series: try series("button", .button), value: .text(String(repeating: "x", count: 1 << 20)))
            let large = HeldBatch(boot: boot, uptime: .zero, records: [text])
            try await append([held(meter, [1])], to: store)
            var isFull = false
            for _ in 0..<40 where !isFull {
                do { try await append([large], to: store) } catch StorageError.notSealed { isFull = true }
            }
            #expect(isFull)
            try await store.seal()
            try await append([held(meter, [2])], to: store)
            let waiting = await store.held
            try await reopened(database, "dead") { again in #expect(await again.held == waiting) }
        }
    }
}

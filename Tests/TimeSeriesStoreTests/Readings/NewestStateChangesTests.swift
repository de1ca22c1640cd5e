import HomeModel
import SeededRandom
import StorageFixtures
import Testing

@testable import HomeStore
@testable import TimeSeriesStore

struct NewestStateChangesTests {
    /// Appends random changes, some at the same time, with flushes between them, so that a result comes from the table,
    /// from memory or from both. The oracle sorts all changes, of which the first at each time counts.
    @Test(arguments: [1, 2, 3, UInt64.random(in: 1000...10_000_000)])
    func newestChangesOfAWindowAreReturned(seed: UInt64) async throws {
        try await withDatabase { database in
            var random = SeededGenerator(seed: seed)
            let (lock, other) = (try series("door", kind: .lock), try series("shed", kind: .lock))
            var model: [Timestamp: StateChange] = [:]
            for round in 0..<30 {
                let changes = (0..<Int.random(in: 0...6, using: &random)).map { number in
                    StateChange(
                        series: lock, time: noon + .seconds(Int64.random(in: 0..<60, using: &random)),
                        value: .text("\(round).\(number)"))
                }
                for change in changes where model[change.time] == nil { model[change.time] = change }
                let foreign = StateChange(series: other, time: noon + .seconds(Int64(round)), value: .text("foreign"))
                try await database.readings.append(readings: [], changes: changes + [foreign])
                if Int.random(in: 0..<4, using: &random) == 0 { try await database.readings.flush() }
                let edges = (0..<2).map { _ in noon + .seconds(Int64.random(in: -1...61, using: &random)) }
                let limit = Int.random(in: 0...70, using: &random)
                let found = try await database.readings.newestStateChanges(
                    of: lock, from: edges[0], to: edges[1], limit: limit)
                let all = model.values.filter { edges[0] <= $0.time && $0.time < edges[1] }
                let expected = all.sorted { $0.time > $1.time }.prefix(limit).reversed()
                #expect(found == Array(expected), "seed \(seed), round \(round)")
            }
        }
    }

    @Test func unknownSeriesHasNoChanges() async throws {
        try await withDatabase { database in
            let found = try await database.readings.newestStateChanges(
                of: series("door", kind: .lock), from: noon, to: noon + .seconds(1), limit: 1)
            #expect(found.isEmpty)
        }
    }
}

import GRDB
import HomeModel
import Synchronization
import Testing

@testable import TimeSeriesStore
@testable import HomeStore
import SQLiteDatabase
import StorageFixtures

/// An import does not replace acknowledged readings and does not block writers for long.
struct ImportOrderTests {
    /// The reading that was acknowledged first stays, whether it is in the log, in a level-0 block or compacted.
    @Test func importDoesNotReplaceStoredReadings() async throws {
        for step in 0..<3 {
            try await withDatabase { database in
                let store = database.readings
                let meter = try series("meter", kind: .energy)
                try await store.append(readings: [valid(meter, at: noon, value: 1)])
                if step == 1 { try await store.flush() }
                if step == 2 { try await store.flushAndCompactAll() }
                let past = [Reading(time: noon, value: 2), Reading(time: noon - .seconds(10), value: 0.5)]
                let new = try await store.importReadings(past, of: meter, kind: .energy)
                #expect(new == 1, "step \(step)")
                for _ in 0..<2 {
                    #expect(try await store.all(meter).map(\.value) == [0.5, 1], "step \(step)")
                    try await store.flushAndCompactAll()
                }
                #expect(try await store.counts().readings == 2)
            }
        }
    }

    /// Readings a day apart over five months belong into many blocks: they are stored in many transactions.
    @Test func lateReadingsAreStoredInSeveralTransactions() async throws {
        try await withDatabase { database in
            let store = database.readings
            let meter = try series("meter", kind: .power)
            // A reading a minute for 150 days, then one late reading each day.
            let dense = (0..<150 * 1440).map { Reading(time: noon + .seconds($0 * 60), value: Double($0 % 7)) }
            _ = try await store.importReadings(dense, of: meter, kind: .energy)
            let late = (0..<150).map { Reading(time: noon + .hours($0 * 24) + .seconds(90), value: 1) }
            let commits = CommitCounter()
            try await database.pool.connections.write { $0.add(transactionObserver: commits) }
            commits.reset()
            let new = try await store.importReadings(late, of: meter, kind: .energy)
            #expect(new == late.count)
            #expect(commits.count > 3, "\(commits.count) transactions")
            let days = [0, 70, 149]
            for day in days {
                let hour = noon + .hours(day * 24)
                let stored = try await store.rollUps(of: meter, from: hour, to: hour + .hours(1), notBefore: noon)
                #expect(stored.map(\.count) == [61], "day \(day)")
            }
        }
    }
}

private final class CommitCounter: TransactionObserver, Sendable {
    private let commits = Mutex(0)

    var count: Int { commits.withLock(\.self) }

    func reset() { commits.withLock { $0 = 0 } }

    func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool { false }
    func databaseDidChange(with event: DatabaseEvent) {}
    func databaseDidCommit(_ db: Database) { commits.withLock { $0 += 1 } }
    func databaseDidRollback(_ db: Database) {}
}

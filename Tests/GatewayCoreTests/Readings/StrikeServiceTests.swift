import Foundation
import GRDB
import HomeModel
import Testing

@testable import SQLiteDatabase
@testable import HomeStore
@testable import GatewayCore
@testable import AuditTrail
@testable import TimeSeriesStore

@Suite struct StrikeServiceTests {
    private let sensor: DeviceID = DeviceID("sensor")
    private var temperature: SeriesID {
        SeriesID(device: sensor, part: .main, capability: CapabilityName(.temperature))
    }

    private func service(_ home: CoreHome) -> StrikeService {
        StrikeService(
            registry: home.registry, deviceStates: home.deviceStates, store: home.database.readings,
            timestampAssigner: home.assigner, actions: home.actions)
    }

    private func receive(_ value: Double, home: CoreHome) async throws {
        let report = TelemetryReport(.reading(temperature, value: value), at: .arrival(home.clock.now()))
        await home.assigner.receive([report], deliveries: [])
        try await home.pipeline.commit()
    }

    @Test func strikeIsAuditedListedAndRestored() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            try await home.add(sensor, capabilities: [.thermometer])
            let start = home.clock.now()
            for value in [20, 21, 85] as [Double] {
                try await receive(value, home: home)
                home.time.advance(by: .seconds(10))
            }
            let query = StrikeQuery(temperature, from: start, to: home.clock.now(), above: 80)
            let service = service(home)
            #expect(try await service.preview(query, as: console).count == 1)
            #expect(try await home.database.readings.counts().readings == 3)

            let strike = try await service.strike(query, as: console)
            #expect(strike.readings.count == 1 && strike.readings.maximum == 85)
            #expect(await home.deviceStates.state(of: temperature)?.value == .number(21))
            let entry = try #require(try await home.audit.records(AuditFilter(event: .dataStrike)).first).entry
            #expect(entry.metadata["readings"] == "1" && entry.metadata["above"] == "80.0")
            #expect(try await service.all(as: console) == [strike])

            #expect(try await service.restore(strike.id, as: console).readings.count == 1)
            #expect(try await service.all(as: console).isEmpty)
            #expect(try await home.audit.records(AuditFilter(event: .dataRestore)).count == 1)
            await #expect(throws: ActionRefusal.self) { try await service.restore(strike.id, as: console) }
        }
    }

    @Test func strikeOfNothingOrOfAStateIsRefused() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            try await home.add(sensor, capabilities: [.thermometer, .contact])
            try await receive(20, home: home)
            let (service, now) = (service(home), home.clock.now())
            let contact = SeriesID(device: sensor, part: .main, capability: CapabilityName(.contact))
            for query in [
                StrikeQuery(temperature, from: now - .days(2), to: now - .days(1)),
                StrikeQuery(temperature, from: now, to: now),
                StrikeQuery(contact, from: now - .days(2), to: now + .days(1)),
                StrikeQuery(
                    SeriesID(device: DeviceID("nothing"), part: .main, capability: CapabilityName(.power)), from: now,
                    to: now + .days(1)),
            ] {
                await #expect(throws: ActionRefusal.self) { try await service.strike(query, as: console) }
            }
            #expect(try await home.audit.records(AuditFilter(event: .dataStrike)).isEmpty)
        }
    }

    /// The newest reading of the series changes together with the strike, or not at all.
    @Test func newestReadingIsUpdatedInTheTransactionOfTheStrike() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            try await home.add(sensor, capabilities: [.thermometer])
            let start = home.clock.now()
            try await receive(20, home: home)
            home.time.advance(by: .seconds(10))
            try await receive(85, home: home)
            home.time.advance(by: .seconds(10))
            let query = StrikeQuery(temperature, from: start, to: home.clock.now(), above: 80)
            try await home.database.readings.flushAndCompactAll()
            try await home.database.people.pool.connections.writeWithoutTransaction { db in
                try db.execute(
                    sql: """
                        CREATE TEMP TRIGGER kept BEFORE UPDATE OF last_time ON main.series
                        BEGIN SELECT RAISE(ABORT, 'stuck'); END
                        """)
            }
            await #expect(throws: ActionRefusal.self) { try await service(home).strike(query, as: console) }
            #expect(try await service(home).all(as: console).isEmpty)
            #expect(try await service(home).preview(query, as: console).count == 1)
            #expect(await home.database.readings.newest(of: temperature)?.value == 85)
            let entry = try #require(try await home.audit.records(AuditFilter(event: .dataStrike)).first).entry
            #expect(entry.metadata["failure"] == "notStored")
        }
    }

    /// The database fails between the parts of a strike, and between the parts of its restoration.
    @Test func interruptedStrikeIsReportedAndKept() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            try await home.add(sensor, capabilities: [.thermometer])
            let start = home.clock.now()
            for _ in 0..<4 {
                try await receive(85, home: home)
                home.time.advance(by: .days(2))
            }
            try await receive(20, home: home)
            let query = StrikeQuery(temperature, from: start, to: home.clock.now(), above: 80)
            let service = service(home)
            try await Self.fail(home, change: "INSERT", when: "(SELECT count(*) FROM main.struck_reading) = 3")
            let refusal = await #expect(throws: ActionRefusal.self) { try await service.strike(query, as: console) }
            guard case .interrupted(_, 3) = refusal else {
                Issue.record("\(refusal.map { "\($0)" } ?? "no refusal")")
                return
            }
            let strike = try #require(try await service.all(as: console).first)
            #expect(strike.readings.count == 3)
            let entry = try #require(try await home.audit.records(AuditFilter(event: .dataStrike)).first).entry
            #expect(!entry.success && entry.metadata["failure"] == "interrupted" && entry.metadata["done"] == "3")

            try await Self.fail(home, change: "DELETE", when: "(SELECT count(*) FROM main.struck_reading) = 2")
            await #expect(throws: ActionRefusal.self) { try await service.restore(strike.id, as: console) }
            let restored = try #require(try await home.audit.records(AuditFilter(event: .dataRestore)).first).entry
            #expect(restored.metadata["failure"] == "notStored")
            #expect(try await service.all(as: console).first?.readings.count == 3)
        }
    }

    /// Makes each change of a struck reading take longer than a transaction may, and fail under a condition.
    private static func fail(_ home: CoreHome, change: String, when condition: String) async throws {
        try await home.database.people.pool.connections.writeWithoutTransaction { db in
            db.add(
                function: DatabaseFunction("takes_long", argumentCount: 0) { _ in
                    let end = ContinuousClock.now + ReadingStore.compactionBudget
                    while ContinuousClock.now <= end {}
                    return 0
                })
            try db.execute(
                sql: """
                    DROP TRIGGER IF EXISTS temp.fails;
                    CREATE TEMP TRIGGER fails BEFORE \(change) ON main.struck_reading
                    BEGIN SELECT CASE WHEN \(condition) THEN RAISE(ABORT, 'stuck') ELSE takes_long() END; END
                    """)
        }
    }

    /// The readings are struck out; only the checkpoint of the clock cannot be changed yet.
    @Test func strikeSucceedsWhenTheClockCheckpointCannotBeChanged() async throws {
        try await withCore(isSynchronised: false) { home in
            let console = try #require(CoreHome.console)
            try await home.add(sensor, capabilities: [.thermometer])
            let right = home.clock.now()
            try await receive(20, home: home)
            home.time.set(to: right + .days(900), isSynchronised: false)
            try await receive(85, home: home)
            try await home.assigner.saveClockCheckpoint()
            home.time.set(to: right + .seconds(10), isSynchronised: false)
            try await Self.keepCheckpoints(home, areKept: true)
            let query = StrikeQuery(temperature, from: right + .days(1), to: right + .days(2000))
            let struck = try await service(home).strike(query, as: console)
            #expect(struck.readings.count == 1)
            #expect(await home.deviceStates.state(of: temperature)?.value == .number(20))
            #expect(try await home.audit.records(AuditFilter(event: .dataStrike)).map(\.entry.success) == [true])
            #expect(try await home.database.clockCheckpoints.checkpoint(.known)?.wall == right + .days(900))
            try await Self.keepCheckpoints(home, areKept: false)
            try await home.assigner.saveClockCheckpoint()
            #expect(home.assigner.readClocks().isKnown)
            #expect(try await home.database.clockCheckpoints.checkpoint(.known)?.wall == right + .seconds(10))
        }
    }

    private static func keepCheckpoints(_ home: CoreHome, areKept: Bool) async throws {
        try await home.database.people.pool.connections.writeWithoutTransaction { db in
            try db.execute(
                sql: areKept
                    ? """
                    CREATE TEMP TRIGGER kept BEFORE DELETE ON main.clock_mark BEGIN SELECT RAISE(ABORT, 'stuck'); END
                    """ : "DROP TRIGGER temp.kept")
        }
    }

    /// A clock without a time server was ahead for a while. A strike of the readings from that time lets the history continue.
    @Test func strikeOfFutureReadingsMakesTheClockKnown() async throws {
        try await withCore(isSynchronised: false) { home in
            let console = try #require(CoreHome.console)
            try await home.add(sensor, capabilities: [.thermometer])
            let right = home.clock.now()
            home.time.set(to: right + .days(900), isSynchronised: false)
            try await receive(1, home: home)
            try await home.assigner.saveClockCheckpoint()
            try await home.withNextStart { next in
                home.time.set(to: right, isSynchronised: false)
                #expect(!next.assigner.readClocks().isKnown, "the clock may have lost its battery")
                let service = StrikeService(
                    registry: home.registry, deviceStates: home.deviceStates, store: next.store,
                    timestampAssigner: next.assigner, actions: home.actions)
                let query = StrikeQuery(temperature, from: right + .days(1), to: right + .days(2000))
                let struck = try await service.strike(query, as: console)
                #expect(struck.readings.count == 1)
                #expect(next.assigner.readClocks().isKnown)
            }
        }
    }
}

import Foundation
import GRDB
import HomeModel
import AuditTrail
import TimeSeriesStore
import Testing

@testable import HomeStore
@testable import GatewayCore

@Suite struct RetentionJobTests {
    private let sensor: DeviceID = DeviceID("sensor")
    private var temperature: SeriesID {
        SeriesID(device: sensor, part: .main, capability: CapabilityName(.temperature))
    }

    private func store(_ count: Int, in home: CoreHome) async throws {
        try await home.add(sensor, capabilities: [.thermometer])
        for hour in 0..<count {
            let report = TelemetryReport(
                .reading(temperature, value: Double(hour) / 10), at: .arrival(home.clock.now() - .hours(hour)))
            await home.assigner.receive([report], deliveries: [])
        }
        try await home.pipeline.commit()
    }

    @Test func purgeDeletesOldReadingsAndLeavesAReceipt() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            try await store(24 * 10, in: home)
            try await home.retention.set(RetentionTerms(environmentDays: 5), as: console)
            let receipt = try await home.retention.purge(as: console)
            // The reading exactly at the edge stays.
            #expect(receipt.environmentReadings == 24 * 5 - 1)
            #expect(try await home.database.readings.counts().readings == 24 * 5 + 1)
            let entry = try #require(try await home.audit.records(AuditFilter(event: .retentionPurge)).first).entry
            #expect(entry.metadata["environmentReadings"] == "\(24 * 5 - 1)")
        }
    }

    @Test func unsynchronisedClockDeletesNothing() async throws {
        try await withCore(isSynchronised: false) { home in
            let console = try #require(CoreHome.console)
            try await store(24 * 3, in: home)
            try await home.retention.set(RetentionTerms(environmentDays: 1), as: console)
            await #expect(throws: ActionRefusal.self) { try await home.retention.purge(as: console) }
            #expect(try await home.database.readings.counts().readings == 24 * 3)
            let receipt = try await home.retention.purge(as: console, trustingClock: true)
            #expect(receipt.environmentReadings == 24 * 2 - 1)
        }
    }

    /// The kernel reports the clock as synchronised all the time, because a time server set it.
    @Test func clockThatIsSuddenlyYearsAheadDeletesNothing() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            try await store(24 * 3, in: home)
            _ = try await home.retention.purge(as: console)
            let right = home.clock.now()
            home.time.set(to: right + .days(800), isSynchronised: true)
            await #expect(throws: ActionRefusal.self) { try await home.retention.purge(as: console) }
            #expect(await home.retention.pendingConfirmation?.overdue ?? 0 > 0)
            #expect(try await home.database.readings.counts().readings == 24 * 3)

            home.time.set(to: right, isSynchronised: true)
            home.time.advance(by: .days(1))
            _ = try await home.retention.purge(as: console)
            #expect(await home.retention.pendingConfirmation == nil)
            #expect(try await home.database.readings.counts().readings == 24 * 3)

            // The date was right after all: the machine had been off.
            home.time.set(to: right + .days(800), isSynchronised: true)
            let receipt = try await home.retention.purge(as: console, isConfirmed: true)
            #expect(receipt.environmentReadings > 24)
        }
    }

    @Test func diskUseOmitsUnknownFigures() async throws {
        try await withCore { home in
            let known = await home.retention.diskUse()
            #expect(Set(known.readings.keys) == Set(RecordKind.allCases) && known.audit != nil)
            try FileManager.default.removeItem(atPath: "\(home.folder)/audit")
            home.database.close()
            let unknown = await home.retention.diskUse()
            #expect(unknown.readings.isEmpty && unknown.audit == nil)
        }
    }

    @Test func concurrentChangesOfTheTermsAreAllKept() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            let series = try (0..<20).map { number in
                SeriesID(
                    device: sensor, part: try #require(PartID("part-\(number)")),
                    capability: CapabilityName(.temperature))
            }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for (index, id) in series.enumerated() {
                    group.addTask {
                        try await home.retention.keep(id, as: RetentionException(days: index + 1), by: console)
                    }
                    group.addTask {
                        try await home.retention.set(RetentionTerms(environmentDays: 100 + index), as: console)
                    }
                }
                try await group.waitForAll()
            }
            let terms = await home.retention.terms
            #expect(terms.exceptions.count == series.count)
            #expect((100..<120).contains(terms.environmentDays))
            #expect(try await home.database.retention.terms() == terms)
        }
    }

    @Test func heldReadingsStayUntilTheyAreReleased() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            try await store(24 * 3, in: home)
            try await home.retention.set(RetentionTerms(environmentDays: 1), as: console)
            try await home.retention.keep(temperature, as: RetentionException(hold: "a dispute"), by: console)
            let entry = try #require(try await home.audit.records(AuditFilter(event: .settingsChange)).first).entry
            #expect(entry.metadata == ["series": "\(temperature)", "held": "true"])
            #expect(try await home.retention.purge(as: console).environmentReadings == 0)
            try await home.retention.keep(temperature, as: RetentionException(days: 2), by: console)
            #expect(try await home.retention.purge(as: console).environmentReadings == 24 - 1)
            try await home.retention.keep(temperature, as: RetentionException(), by: console)
            #expect(await home.retention.terms.exceptions.isEmpty)
            #expect(try await home.retention.purge(as: console).environmentReadings == 24)
        }
    }

    @Test(
        arguments: [
            RetentionException(days: 0), RetentionException(days: 3651), RetentionException(hold: ""),
            RetentionException(hold: "one\ntwo"), RetentionException(hold: String(repeating: "x", count: 201)),
        ])
    func invalidTermOrReasonIsRefused(_ exception: RetentionException) async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            await #expect(throws: ActionRefusal.self) {
                try await home.retention.keep(temperature, as: exception, by: console)
            }
            #expect(try await home.database.retention.terms() == RetentionTerms())
        }
    }

    /// The deletion of the door's changes takes many transactions, and the readings of the sensor come after them.
    @Test func holdThatIsSetDuringARunIsObeyed() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            let door = SeriesID(device: DeviceID("door"), part: .main, capability: CapabilityName(.contact))
            let start = home.clock.now() - .days(9)
            let changes = (0..<60_000).map {
                StateChange(series: door, time: start + .seconds($0), value: .boolean($0 % 2 == 0))
            }
            try await home.database.readings.append(RecordBatch(changes: changes))
            try await store(24 * 3, in: home)
            try await home.retention.set(RetentionTerms(environmentDays: 1), as: console)
            let whole = try await home.database.readings.counts()
            async let receipt = home.retention.purge(as: console)
            for _ in 0..<1_000_000 {
                guard try await home.database.readings.counts() == whole else { break }
                await Task.yield()
            }
            try await home.retention.keep(temperature, as: RetentionException(hold: "a dispute"), by: console)
            let held = try await home.database.readings.counts().readings
            #expect(try await receipt.stateChanges == changes.count)
            #expect(try await home.database.readings.counts().readings == held)
        }
    }

    @Test func failedRunLeavesAReceipt() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            try await store(24 * 3, in: home)
            try await home.retention.set(RetentionTerms(environmentDays: 1), as: console)
            try await home.execute("ALTER TABLE retired_device RENAME TO gone")
            await #expect(throws: ActionRefusal.self) { try await home.retention.purge(as: console) }
            #expect(await home.retention.lastReceipt?.environmentReadings == 24 * 2 - 1)
            let entry = try #require(try await home.audit.records(AuditFilter(event: .retentionPurge)).first).entry
            #expect(entry.metadata["environmentReadings"] == "\(24 * 2 - 1)")
        }
    }

    @Test func receiptCountsOverdueRecords() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            let door = SeriesID(device: DeviceID("door"), part: .main, capability: CapabilityName(.contact))
            let change = StateChange(series: door, time: home.clock.now() - .days(400), value: .boolean(true))
            try await home.database.readings.append(RecordBatch(changes: [change]))
            try await home.execute("CREATE TRIGGER stuck BEFORE DELETE ON state_change BEGIN SELECT raise(IGNORE); END")
            #expect(try await home.retention.purge(as: console).overdue == 1)
            try await home.execute("DROP TRIGGER stuck")
            #expect(try await home.retention.purge(as: console).overdue == 0)
            let entries = try await home.audit.records(AuditFilter(event: .retentionPurge)).map(\.entry)
            #expect(Set(entries.map { $0.metadata["overdue"] }) == ["1", "0"])
        }
    }

    @Test func termsOutOfBoundsAreRefused() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            await #expect(throws: ActionRefusal.self) {
                try await home.retention.set(RetentionTerms(energyDays: 0), as: console)
            }
        }
    }
}

extension CoreHome {
    /// Executes SQL on another connection to the database.
    fileprivate func execute(_ sql: String) async throws {
        let connection = try DatabaseQueue(path: "\(folder)/home.sqlite")
        try await connection.write { db in try db.execute(sql: sql) }
        try connection.close()
    }
}

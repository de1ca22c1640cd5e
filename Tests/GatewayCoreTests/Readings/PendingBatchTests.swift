import Foundation
import HomeModel
import HomeStore
import StorageFixtures
import Testing
import TimeSeriesStore

@testable import GatewayCore

/// The batches of links: of one whose sender repeats what is not acknowledged, and of one that cannot ask again.
@Suite struct PendingBatchTests {
    private static let sensor: DeviceID = DeviceID("sensor")
    private static let remote: DeviceID = DeviceID("remote")

    private static func series(_ device: DeviceID, of kind: CapabilityKind = .temperature) -> SeriesID {
        SeriesID(device: device, part: .main, capability: CapabilityName(kind))
    }

    private static func reports(of device: DeviceID, value: Double, at time: Timestamp) -> [TelemetryReport] {
        [
            TelemetryReport(.reading(series(device), value: value), at: .arrival(time)),
            TelemetryReport(.change(series(device, of: .contact), value: .boolean(true)), at: .arrival(time)),
        ]
    }

    private static func stored(_ device: DeviceID, in home: CoreHome) async throws -> [Double] {
        try await home.database.readings.readings(
            of: series(device), from: Timestamp(milliseconds: 0), to: home.clock.now() + .days(1),
            notBefore: Timestamp(milliseconds: 0), limit: 100
        ).map(\.value)
    }

    private static func storedChanges(_ device: DeviceID, in home: CoreHome) async throws -> [CapabilityValue] {
        try await home.database.readings.stateChanges(
            of: series(device, of: .contact), from: Timestamp(milliseconds: 0), to: home.clock.now() + .days(1),
            notBefore: Timestamp(milliseconds: 0), limit: 100
        ).map(\.value)
    }

    @Test func failedCommitOfOneLinkLosesNothingOfAnotherLink() async throws {
        let (disk, faults) = FaultyDisk.make()
        try await withCore(disk: disk) { home in
            for device in [Self.sensor, Self.remote] {
                try await home.add(device, capabilities: [.thermometer, .contact])
            }
            let now = home.clock.now()
            await home.assigner.receive(
                Self.reports(of: Self.remote, value: 5, at: now), deliveries: [], from: .atMostOnce)
            await home.assigner.receive(Self.reports(of: Self.sensor, value: 20, at: now), deliveries: [])
            #expect(await home.pipeline.uncommittedCount == 4)

            faults.fail(write: EIO)
            for source in [ReportSource.acknowledged, .atMostOnce] {
                await #expect(throws: StorageError.self) { try await home.pipeline.commit(source) }
            }
            #expect(await home.pipeline.uncommittedCount == 2, "the sender of the others sends them again")

            faults.fail()
            try await home.pipeline.commit(.atMostOnce)
            #expect(try await Self.stored(Self.remote, in: home) == [5])
            #expect(try await Self.storedChanges(Self.remote, in: home) == [.boolean(true)])
            #expect(try await Self.stored(Self.sensor, in: home).isEmpty)

            await home.assigner.receive(Self.reports(of: Self.sensor, value: 20, at: now), deliveries: [])
            try await home.pipeline.commit()
            #expect(try await Self.stored(Self.sensor, in: home) == [20])
            #expect(try await Self.storedChanges(Self.sensor, in: home) == [.boolean(true)], "the change came again")
            #expect(await home.pipeline.lostRecords == 0)
        }
    }

    @Test func keptRecordsAndLaterOnesAreStoredOnce() async throws {
        let (disk, faults) = FaultyDisk.make()
        try await withCore(disk: disk) { home in
            try await home.add(Self.remote, capabilities: [.thermometer, .contact])
            let now = home.clock.now()
            faults.fail(write: EIO)
            for minute in 0..<3 {
                let time = now + .seconds(Int64(minute) * 60)
                await home.assigner.receive(
                    Self.reports(of: Self.remote, value: Double(minute), at: time), deliveries: [], from: .atMostOnce)
                await #expect(throws: StorageError.self) { try await home.pipeline.commit(.atMostOnce) }
            }
            faults.fail()
            for _ in 0..<2 { try await home.pipeline.commit(.atMostOnce) }
            #expect(try await Self.stored(Self.remote, in: home) == [0, 1, 2])
            #expect(try await Self.storedChanges(Self.remote, in: home) == [.boolean(true)], "it changed once")
        }
    }

    @Test func oldestReadingsAreDroppedFirstBeyondTheLimit() throws {
        let clocks = ClockSnapshot(
            wall: Timestamp(milliseconds: 1_795_000_000_000), uptime: .seconds(100), boot: UUID(), isKnown: true,
            isSynchronised: true)
        let rule: QuantityRule = try #require(QuantityRule(Capability.thermometer))
        var validated = ValidatedBatch()
        for value in 0..<6 {
            let time = clocks.wall + .seconds(Int64(value))
            validated.readings.append(
                try ReadingValidator(terms: RetentionTerms()).validate(
                    ReportedReading(series: Self.series(Self.remote), time: time, value: Double(value)),
                    by: rule, now: clocks.wall + .days(1)))
            validated.changes.append(
                StateChange(series: Self.series(Self.remote, of: .contact), time: time, value: .boolean(value % 2 == 0))
            )
        }
        var batch = PendingBatch()
        batch.add(validated, deliveries: [], at: clocks)
        _ = batch.beginCommit(at: clocks.uptime)
        #expect(batch.keepForNextCommit(atMost: 8) == 4)
        #expect(batch.uncommitted.readings.map(\.reading.value) == [4, 5])
        #expect(batch.uncommitted.changes.count == 6)
        _ = batch.beginCommit(at: clocks.uptime)
        #expect(batch.keepForNextCommit(atMost: 5) == 3)
        #expect(batch.uncommitted.readings.isEmpty)
        #expect(batch.uncommitted.changes.map(\.time) == validated.changes.suffix(5).map(\.time))
    }
}

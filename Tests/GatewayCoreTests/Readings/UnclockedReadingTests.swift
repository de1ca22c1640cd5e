import Foundation
import HomeModel
import SQLiteDatabase
import TimeSeriesStore
import Testing

@testable import HomeStore
@testable import GatewayCore

/// A machine without a battery starts in 1970, and a time server sets its clock later, or never.
@Suite struct UnclockedReadingTests {
    private static let past = Timestamp(milliseconds: 0)
    private let noon = Timestamp(milliseconds: 1_790_000_000_000)
    private let sensor: DeviceID = DeviceID("sensor")
    private var temperature: SeriesID {
        SeriesID(device: sensor, part: .main, capability: CapabilityName(.temperature))
    }
    private var contact: SeriesID { SeriesID(device: sensor, part: .main, capability: CapabilityName(.contact)) }

    private func reading(_ value: Double, at time: Timestamp, hasOwnTime: Bool = false) -> TelemetryReport {
        TelemetryReport(.reading(temperature, value: value), at: hasOwnTime ? .own(time) : .arrival(time))
    }

    private func change(_ value: Bool, at time: Timestamp) -> TelemetryReport {
        TelemetryReport(.change(contact, value: .boolean(value)), at: .arrival(time))
    }

    private func stored(_ store: ReadingStore) async throws -> [Reading] {
        try await store.readings(
            of: temperature, from: Self.past, to: noon + .days(9), notBefore: Self.past, limit: 100)
    }

    private func storedChanges(_ store: ReadingStore) async throws -> [StateChange] {
        try await store.stateChanges(of: contact, from: Self.past, to: noon + .days(9), notBefore: Self.past, limit: 9)
    }

    /// Receives a reading `uptime` after a start in 1970.
    private func receive(
        _ value: Double, after uptime: Duration, home: CoreHome, next: CoreHome.NextStart? = nil
    ) async throws {
        home.time.boot(at: Self.past)
        home.time.advance(by: uptime)
        let assigner = next?.assigner ?? home.assigner
        await assigner.receive([reading(value, at: home.clock.now())], deliveries: [])
        try await (next?.pipeline ?? home.pipeline).commit()
    }

    /// Sets the clock: it is noon a minute after the start.
    private func setClock(_ home: CoreHome) {
        home.time.boot(at: noon - .seconds(60))
        home.time.advance(by: .seconds(60))
        home.time.set(isSynchronised: true)
    }

    @Test func readingsAreStampedOnceTheClockIsKnown() async throws {
        try await withCore { home in
            try await home.add(sensor, capabilities: [.thermometer])
            try await receive(20, after: .seconds(10), home: home)
            try await receive(21, after: .seconds(25), home: home)
            try await home.assigner.releaseUnclocked()
            #expect(try await stored(home.database.readings).isEmpty)
            #expect(await home.database.readings.unclockedCount == 2)
            #expect(await home.pipeline.storedReadings == 0)

            setClock(home)
            await home.assigner.receive([reading(22, at: noon)], deliveries: [])
            try await home.pipeline.commit()
            try await home.assigner.releaseUnclocked()
            let expected = [(20, 50), (21, 35), (22, 0)].map { Reading(time: noon - .seconds($1), value: $0) }
            #expect(try await stored(home.database.readings) == expected)
            #expect(await home.database.readings.unclockedCount == 0)
            #expect(await home.pipeline.storedReadings == 3)
            #expect(await home.deviceStates.state(of: temperature) == CurrentState(value: .number(22), time: noon))
            #expect(await home.pipeline.rejected.isEmpty)
            try await home.assigner.releaseUnclocked()
            #expect(try await stored(home.database.readings).count == 3)
        }
    }

    @Test func unclockedReadingsAreShownAtOnce() async throws {
        try await withCore { home in
            try await home.add(sensor, capabilities: [.thermometer])
            let console = try #require(CoreHome.console)
            var events = LiveEvents(of: await home.feed.subscribe(as: console))
            try await receive(20, after: .seconds(10), home: home)
            guard case .reading(temperature, let shown) = await events.next() else {
                Issue.record("nothing was shown")
                return
            }
            #expect(shown.value == 20)
            #expect(await home.deviceStates.state(of: temperature)?.value == .number(20))
        }
    }

    @Test func deviceTimesAreCheckedOnceTheClockIsKnown() async throws {
        try await withCore { home in
            try await home.add(sensor, capabilities: [.thermometer])
            home.time.boot(at: Self.past)
            await home.assigner.receive(
                [
                    reading(-500, at: Self.past), reading(1, at: noon - .days(1), hasOwnTime: true),
                    reading(2, at: noon + .days(1), hasOwnTime: true), reading(3, at: Self.past, hasOwnTime: true),
                ], deliveries: [])
            #expect(await home.pipeline.uncommittedCount == 3)
            try await home.pipeline.commit()
            #expect(await home.pipeline.rejected[sensor] == ["outOfRange": 1])
            setClock(home)
            try await home.assigner.releaseUnclocked()
            #expect(try await stored(home.database.readings) == [Reading(time: noon - .days(1), value: 1)])
            #expect(await home.pipeline.rejected[sensor] == ["outOfRange": 1, "inTheFuture": 1, "pastItsTerm": 1])
            #expect(await home.database.readings.unclockedCount == 0)
        }
    }

    @Test func ownClockIsUsedAfterTheTimeServerTimeout() async throws {
        try await withCore { home in
            try await home.add(sensor, capabilities: [.thermometer])
            home.time.boot(at: noon)
            await home.assigner.receive([reading(20, at: noon)], deliveries: [])
            try await home.pipeline.commit()
            home.time.advance(by: ClockTrust.timeServerTimeout)
            await home.assigner.receive([reading(21, at: home.time.now)], deliveries: [])
            try await home.pipeline.commit()
            #expect(try await stored(home.database.readings).map(\.value) == [21])
            try await home.assigner.releaseUnclocked()
            #expect(
                try await stored(home.database.readings)
                    == [Reading(time: noon, value: 20), Reading(time: noon + ClockTrust.timeServerTimeout, value: 21)])
        }
    }

    /// After a power cut of two days without a time server, the gateway's clock is two days behind, and its devices' are not.
    @Test func readingAheadOfAnUnsynchronisedClockWaitsForIt() async throws {
        try await withCore(isSynchronised: false) { home in
            try await home.add(sensor, capabilities: [.thermometer])
            let start = home.clock.now()
            for minute in 0..<10 {
                let time = start + .days(2) + .seconds(60 * minute)
                await home.assigner.receive([reading(Double(minute), at: time, hasOwnTime: true)], deliveries: [])
                await home.assigner.receive([reading(99, at: start + .seconds(minute))], deliveries: [])
                try await home.pipeline.commit()
            }
            try await home.assigner.releaseUnclocked()
            #expect(await home.pipeline.rejected.isEmpty)
            #expect(await home.database.readings.unclockedCount == 10)
            #expect(
                try await stored(home.database.readings).count == 10, "readings with the time of the gateway are stored"
            )

            // The clock reaches their times by itself, or it is set and all are stored at once.
            home.time.advance(by: .days(2) + .seconds(-120))
            try await home.assigner.releaseUnclocked()
            #expect(await home.database.readings.unclockedCount == 6)
            home.time.set(isSynchronised: true)
            home.time.advance(by: .hours(1))
            try await home.assigner.releaseUnclocked()
            #expect(await home.database.readings.unclockedCount == 0)
            #expect(
                try await stored(home.database.readings).map(\.value).filter { $0 < 99 } == (0..<10).map(Double.init))
            #expect(await home.pipeline.rejected.isEmpty)

            // A time that no power cut explains, and a time later than a synchronised clock, are still rejected.
            home.time.set(isSynchronised: false)
            let now = home.clock.now()
            await home.assigner.receive([reading(1, at: now + .days(900), hasOwnTime: true)], deliveries: [])
            home.time.set(isSynchronised: true)
            await home.assigner.receive([reading(1, at: now + .days(1), hasOwnTime: true)], deliveries: [])
            #expect(await home.pipeline.rejected[sensor] == ["inTheFuture": 2])
        }
    }

    /// The clock was ahead while a reading was stored, and was corrected.
    @Test func readingInTheFutureDoesNotBlockTheHistoryAfterARestart() async throws {
        try await withCore(isSynchronised: false) { home in
            try await home.add(sensor, capabilities: [.thermometer])
            let right = home.clock.now()
            home.time.set(to: right + .days(900), isSynchronised: false)
            await home.assigner.receive([reading(1, at: home.clock.now())], deliveries: [])
            try await home.pipeline.commit()
            try await home.assigner.saveClockCheckpoint()
            home.time.set(to: right, isSynchronised: false)
            try await home.assigner.saveClockCheckpoint()
            try await home.withNextStart { next in
                await next.assigner.receive([reading(2, at: home.clock.now())], deliveries: [])
                try await next.pipeline.commit()
                #expect(await next.store.unclockedCount == 0)
                #expect(try await stored(next.store).map(\.value).contains(2))
                #expect(await next.store.newest(after: right + .hours(1)).map(\.series) == [temperature])
            }
        }
    }

    @Test func clockBehindTheStoredReadingsStaysUnknown() async throws {
        try await withCore { home in
            try await home.add(sensor, capabilities: [.thermometer])
            try await home.record(temperature, readings: [Reading(time: noon, value: 19)])
            try await home.withNextStart { next in
                home.time.boot(at: noon - .days(1))
                home.time.advance(by: .hours(20))
                await next.assigner.receive([reading(20, at: home.time.now)], deliveries: [])
                try await next.pipeline.commit()
                try await next.assigner.releaseUnclocked()
                #expect(await next.store.unclockedCount == 1)
                home.time.set(to: noon + .days(1), isSynchronised: true)
                try await next.assigner.releaseUnclocked()
                #expect(try await stored(next.store).map(\.time) == [noon, noon + .days(1)])
            }
        }
    }

    @Test func restartInTheSameBootLosesAndDuplicatesNothing() async throws {
        try await withCore { home in
            try await home.add(sensor, capabilities: [.thermometer, .contact])
            try await receive(20, after: .seconds(10), home: home)
            await home.assigner.receive([change(true, at: Self.past)], deliveries: [])
            try await home.pipeline.commit()
            try await home.withNextStart { next in
                try await receive(21, after: .seconds(20), home: home, next: next)
                await next.assigner.receive([change(true, at: Self.past)], deliveries: [])
                try await next.pipeline.commit()
                setClock(home)
                try await next.assigner.releaseUnclocked()
            }
            try await home.withNextStart { next in
                try await next.assigner.releaseUnclocked()
                let expected = [(20, 50), (21, 40)].map { Reading(time: noon - .seconds($1), value: $0) }
                #expect(try await stored(next.store) == expected)
                #expect(
                    try await storedChanges(next.store)
                        == [StateChange(series: contact, time: noon - .seconds(50), value: .boolean(true))])
                #expect(await next.store.unclockedCount == 0)
            }
        }
    }

    @Test func readingsOfAnEarlierBootAreStampedBeforeThisBoot() async throws {
        try await withCore { home in
            try await home.add(sensor, capabilities: [.thermometer])
            try await receive(20, after: .seconds(10), home: home)
            try await receive(21, after: .seconds(25), home: home)
            try await home.withNextStart(inBoot: UUID()) { next in
                try await receive(22, after: .seconds(30), home: home, next: next)
                setClock(home)
                try await next.assigner.releaseUnclocked()
                let expected = [(20, 75), (21, 60), (22, 30)].map { Reading(time: noon - .seconds($1), value: $0) }
                #expect(try await stored(next.store) == expected)
            }
        }
    }

    @Test func readingsThatCannotBeReleasedKeepWaiting() async throws {
        try await withCore { home in
            try await home.add(sensor, capabilities: [.thermometer])
            try await receive(20, after: .seconds(10), home: home)
            setClock(home)
            home.database.close()
            await #expect(throws: StorageError.closed) { try await home.assigner.releaseUnclocked() }
            #expect(await home.database.readings.unclockedCount == 1)
            try await home.withNextStart { next in
                try await next.assigner.releaseUnclocked()
                #expect(try await stored(next.store) == [Reading(time: noon - .seconds(50), value: 20)])
            }
        }
    }

    @Test func oldestReadingsBeyondTheLimitAreStampedByTheUnknownClock() async throws {
        try await withCore { home in
            try await home.add(sensor, capabilities: [.thermometer])
            for value in 1...5 { try await receive(Double(value), after: .seconds(value), home: home) }
            try await home.assigner.releaseUnclocked(keeping: 3)
            #expect(
                try await stored(home.database.readings)
                    == [1, 2].map { Reading(time: Self.past + .seconds($0), value: Double($0)) })
            #expect(await home.database.readings.unclockedCount == 3)
        }
    }

    @Test func unclockedReadingsOfARemovedDeviceAreDiscarded() async throws {
        try await withCore { home in
            try await home.add(sensor, capabilities: [.thermometer])
            try await receive(20, after: .seconds(10), home: home)
            try await home.devices.remove(sensor, as: #require(CoreHome.console))
            setClock(home)
            try await home.assigner.releaseUnclocked()
            #expect(try await stored(home.database.readings).isEmpty)
            #expect(await home.database.readings.unclockedCount == 0)
        }
    }
}

import HomeModel
import TimeSeriesStore
import Testing

@testable import HomeStore
@testable import GatewayCore

/// Readings that arrive after the gateway was not running have the time of its return, and the history shows the absence.
@Suite struct AbsenceTests {
    private let sensor: DeviceID = DeviceID("sensor")

    private func report(_ value: Double, at time: Timestamp, isRetained: Bool = false) -> TelemetryReport {
        let series = SeriesID(device: sensor, part: .main, capability: CapabilityName(.temperature))
        return TelemetryReport(.reading(series, value: value), at: .arrival(time), isRetained: isRetained)
    }

    private func all(_ store: ReadingStore) async throws -> [Absence] {
        try await store.absences(from: Timestamp(milliseconds: .min), to: Timestamp(milliseconds: .max))
    }

    @Test func firstReportAfterAnAbsenceEndsIt() async throws {
        try await withCore { home in
            try await home.add(sensor, capabilities: [.thermometer])
            let left = home.clock.now()
            await home.assigner.receive([report(20, at: left)], deliveries: [])
            try await home.pipeline.commit()
            #expect(await home.assigner.absence == nil, "there was no earlier run")
            home.time.advance(by: .hours(8))
            try await home.withNextStart { next in
                // A retained message was not queued for the gateway.
                await next.assigner.receive([report(19, at: home.clock.now(), isRetained: true)], deliveries: [])
                try await next.assigner.storeAbsence()
                #expect(try await all(next.store).isEmpty)
                home.time.advance(by: .seconds(3))
                let back = home.clock.now()
                for value in [21, 22] as [Double] {
                    await next.assigner.receive([report(value, at: home.clock.now())], deliveries: [])
                    home.time.advance(by: .seconds(10))
                }
                try await next.assigner.storeAbsence()
                #expect(try await all(next.store) == [Absence(from: left, to: back)])
            }
        }
    }

    @Test func unknownClockRecordsNoAbsence() async throws {
        try await withCore { home in
            try await home.add(sensor, capabilities: [.thermometer])
            await home.assigner.receive([report(20, at: home.clock.now())], deliveries: [])
            try await home.pipeline.commit()
            home.time.boot(at: home.clock.now() - .days(1))
            try await home.withNextStart { next in
                await next.assigner.receive([report(21, at: home.clock.now())], deliveries: [])
                #expect(await next.assigner.absence == nil)
            }
        }
    }

    @Test func regularEndOfARunIsRecorded() async throws {
        try await withCore { home in
            home.time.advance(by: .hours(1))
            await home.assigner.close()
            let recorded = try await home.database.clockCheckpoints.checkpoint(.known)
            #expect(recorded?.wall == home.time.now)
        }
    }
}

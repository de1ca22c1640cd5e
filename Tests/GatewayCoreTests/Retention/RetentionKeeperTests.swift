import HomeModel
import HomeStorage
import Testing

@testable import GatewayCore

@Suite struct RetentionKeeperTests {
    private let sensor: DeviceID = DeviceID("sensor")

    private func store(_ count: Int, in home: CoreHome) async throws {
        try await home.add(sensor, [.thermometer])
        let series = SeriesID(device: sensor, part: .main, capability: CapabilityName(.temperature))
        for hour in 0..<count {
            let reading = ReportedReading(
                series: series, time: home.clock.now() - .hours(hour), value: Double(hour) / 10)
            await home.pipeline.receive([TelemetryReport(.reading(reading), isRetained: false)], deliveries: [])
        }
        try await home.pipeline.commit()
    }

    @Test func itCutsWhatIsTooOldAndLeavesAReceipt() async throws {
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

    @Test func itDeletesNothingByAClockThatIsNotSynchronised() async throws {
        try await withCore(isSynchronised: false) { home in
            let console = try #require(CoreHome.console)
            try await store(24 * 3, in: home)
            try await home.retention.set(RetentionTerms(environmentDays: 1), as: console)
            await #expect(throws: ActRefusal.self) { try await home.retention.purge(as: console) }
            #expect(try await home.database.readings.counts().readings == 24 * 3)
            let receipt = try await home.retention.purge(as: console, trustingClock: true)
            #expect(receipt.environmentReadings == 24 * 2 - 1)
        }
    }

    @Test func termsOutOfBoundsAreRefused() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            await #expect(throws: ActRefusal.self) {
                try await home.retention.set(RetentionTerms(energyDays: 0), as: console)
            }
        }
    }
}

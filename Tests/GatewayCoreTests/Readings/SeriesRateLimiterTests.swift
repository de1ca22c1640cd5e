import HomeModel
import Testing

@testable import GatewayCore

@Suite struct SeriesRateLimiterTests {
    private let meter: DeviceID = DeviceID("meter")
    private let lamp: DeviceID = DeviceID("lamp")

    private func series(of device: DeviceID, _ kind: CapabilityKind = .power) -> SeriesID {
        SeriesID(device: device, part: .main, capability: CapabilityName(kind))
    }

    /// The meter sends once or twice a second for days.
    @Test(arguments: [1, 2]) func twoRecordsPerSecondAreNeverRefused(recordsPerSecond: Int) {
        var limiter = SeriesRateLimiter()
        let stored = (0..<500_000).count {
            limiter.admit(series(of: meter), at: .milliseconds($0 * 1000 / recordsPerSecond))
        }
        #expect(stored == 500_000)
        #expect(limiter.refused.isEmpty)
    }

    @Test func backlogOfADayIsAdmittedAndAFloodIsNot() {
        var limiter = SeriesRateLimiter()
        let stored = (0..<180_000).count { _ in limiter.admit(series(of: meter), at: .seconds(5)) }
        #expect(stored == 172_800)
        #expect(limiter.refused[meter]?.count == 7_200 && limiter.refused[meter]?.series == series(of: meter))
        // Other series have budgets of their own.
        let others = [series(of: lamp), series(of: meter, .temperature)].count { limiter.admit($0, at: .seconds(5)) }
        #expect(others == 2)
        // In the long run two records a second are admitted.
        let later = (0..<60_000).count { limiter.admit(series(of: meter), at: .seconds(5) + .milliseconds(10) * $0) }
        #expect((1199...1201).contains(later))
    }

    @Test func removedDeviceIsForgotten() {
        var limiter = SeriesRateLimiter()
        for _ in 0..<180_000 { _ = limiter.admit(series(of: meter), at: .zero) }
        limiter.keep(at: .zero, devices: { $0 != meter }, series: { $0.device != meter })
        #expect(limiter.refused.isEmpty)
        let isStored = limiter.admit(series(of: meter), at: .zero)
        #expect(isStored)
    }

    /// A device that repeatedly removes and adds a property, or adds a new property each time, can store no more than
    /// another device.
    @Test(arguments: [false, true]) func newDescriptionDoesNotRenewTheBudget(hasNewNames: Bool) throws {
        var limiter = SeriesRateLimiter()
        var stored = 0
        for round in 0..<20 {
            let part = hasNewNames ? try #require(PartID("part-\(round)")) : .main
            let series = SeriesID(device: meter, part: part, capability: CapabilityName(.power))
            let now = Duration.seconds(round)
            stored += (0..<180_000).count { _ in limiter.admit(series, at: now) }
            limiter.keep(at: now, devices: { $0 == meter }, series: { _ in false })
        }
        #expect(stored == 172_800 + 2 * 19)
        #expect(limiter.refused[meter] != nil)
    }

    /// The budget of a removed series is kept until it is full again.
    @Test func returningSeriesKeepsItsBudget() throws {
        var limiter = SeriesRateLimiter()
        let (power, other) = (series(of: meter), series(of: meter, .temperature))
        for _ in 0..<180_000 { _ = limiter.admit(power, at: .zero) }
        for _ in 0..<800 { _ = limiter.admit(other, at: .zero) }
        limiter.keep(at: .zero, devices: { _ in true }, series: { _ in false })
        let rest = (0..<180_000).count { _ in limiter.admit(other, at: .zero) }
        let isStored = limiter.admit(power, at: .zero)
        #expect(rest == 172_000 && !isStored)
        limiter.keep(at: .zero, devices: { _ in true }, series: { _ in false })
        limiter.keep(at: .days(1), devices: { _ in true }, series: { _ in false })
        let new = SeriesID(device: meter, part: .main, capability: CapabilityName(.humidity))
        let fresh = (0..<180_000).count { _ in limiter.admit(new, at: .days(1)) }
        #expect(fresh == 172_800)
    }

    /// The allowance of a day is limited in bytes.
    @Test(arguments: [0, 63, 64, 100, 1024]) func longTextCountsAsSeveralRecords(bytes: Int) {
        var limiter = SeriesRateLimiter()
        let weight = CapabilityValue.text(String(repeating: "x", count: bytes)).recordWeight
        #expect(weight * 64 > bytes)
        let stored = (0..<180_000).count { _ in limiter.admit(series(of: meter), weight: weight, at: .zero) }
        // A row takes 24 bytes beside its text.
        #expect(stored * (24 + bytes) <= 15_250_000)
        #expect(stored == 172_800 / weight)
    }

    @Test func floodOfLongTextsIsChargedBySize() async throws {
        let remote: DeviceID = DeviceID("remote")
        let button = SeriesID(device: remote, part: .main, capability: CapabilityName(.button))
        let texts = ["a", "b"].map { CapabilityValue.text(String(repeating: $0, count: 1000)) }
        try await withCore { home in
            try await home.add(remote, capabilities: [Capability(CapabilityName(.button))])
            let now = home.clock.now()
            let reports = (0..<11_000).map { number in
                TelemetryReport(.change(button, value: texts[number % 2]), at: .arrival(now))
            }
            await home.assigner.receive(reports, deliveries: [])
            // Each text counts as 16 records. After the last stored change, every second report repeats its value, which is no
            // change.
            #expect(await home.pipeline.rateLimited.first?.refusal.count == (11_000 - 172_800 / 16) / 2)
        }
    }

    @Test func floodOfChangesIsCountedAndRepeatedValuesAreIgnored() async throws {
        let sensor: DeviceID = DeviceID("sensor")
        let contact = SeriesID(device: sensor, part: .main, capability: CapabilityName(.contact))
        try await withCore { home in
            try await home.add(sensor, capabilities: [.contact])
            let now = home.clock.now()
            let reports = (0..<172_900).map { number in
                TelemetryReport(
                    .change(contact, value: .boolean(number.isMultiple(of: 2))), at: .arrival(now))
            }
            await home.assigner.receive(reports, deliveries: [])
            let over = await home.pipeline.rateLimited
            #expect(over.map(\.device) == [sensor] && over.first?.refusal.count == 50)
            #expect(await home.pipeline.rejected[sensor]?["tooMany"] == 50)
            // The last stored change was to `false`. A repeated `false` is no change.
            await home.assigner.receive([reports[1]], deliveries: [])
            #expect(await home.pipeline.rateLimited.first?.refusal.count == 50)
            try await home.pipeline.commit()
        }
    }
}

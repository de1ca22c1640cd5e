import HomeModel
import Testing

@testable import GatewayCore

@Suite struct SeriesBudgetTests {
    private let meter: DeviceID = DeviceID("meter")
    private let lamp: DeviceID = DeviceID("lamp")

    private func series(of device: DeviceID, _ kind: CapabilityKind = .power) -> SeriesID {
        SeriesID(device: device, part: .main, capability: CapabilityName(kind))
    }

    /// Also from a meter that sends twice a second for weeks.
    @Test(arguments: [1, 2]) func aMeterIsStoredForEver(recordsPerSecond: Int) {
        var budgets = SeriesBudgets()
        let stored = (0..<500_000).count {
            budgets.take(series(of: meter), at: .milliseconds($0 * 1000 / recordsPerSecond))
        }
        #expect(stored == 500_000)
        #expect(budgets.refused.isEmpty)
    }

    @Test func theBacklogOfADayIsStoredAtOnceAndAFloodIsNot() {
        var budgets = SeriesBudgets()
        let stored = (0..<180_000).count { _ in budgets.take(series(of: meter), at: .seconds(5)) }
        #expect(stored == 172_800)
        #expect(budgets.refused[meter]?.count == 7_200 && budgets.refused[meter]?.series == series(of: meter))
        // Other series have budgets of their own.
        let others = [series(of: lamp), series(of: meter, .temperature)].count { budgets.take($0, at: .seconds(5)) }
        #expect(others == 2)
        // In the long run it is two a second.
        let later = (0..<60_000).count { budgets.take(series(of: meter), at: .seconds(5) + .milliseconds(10) * $0) }
        #expect((1199...1201).contains(later))
    }

    @Test func aDeviceThatIsGoneIsForgotten() {
        var budgets = SeriesBudgets()
        for _ in 0..<180_000 { _ = budgets.take(series(of: meter), at: .zero) }
        budgets.keep(at: .zero, devices: { $0 != meter }, series: { $0.device != meter })
        #expect(budgets.refused.isEmpty)
        let isStored = budgets.take(series(of: meter), at: .zero)
        #expect(isStored)
    }

    /// A device that describes itself again and again, without a property and with it, or each time with another one,
    /// has as much stored as one that does not.
    @Test(arguments: [false, true]) func aDeviceDoesNotRenewItsBudgetByItsDescription(hasNewNames: Bool) throws {
        var budgets = SeriesBudgets()
        var stored = 0
        for round in 0..<20 {
            let part = hasNewNames ? try #require(PartID("part-\(round)")) : .main
            let series = SeriesID(device: meter, part: part, capability: CapabilityName(.power))
            let now = Duration.seconds(round)
            stored += (0..<180_000).count { _ in budgets.take(series, at: now) }
            budgets.keep(at: now, devices: { $0 == meter }, series: { _ in false })
        }
        #expect(stored == 172_800 + 2 * 19)
        #expect(budgets.refused[meter] != nil)
    }

    /// The budgets of series that come and go take no memory once they are full again.
    @Test func seriesThatComeBackFindTheirOwnBudget() throws {
        var budgets = SeriesBudgets()
        let (power, other) = (series(of: meter), series(of: meter, .temperature))
        for _ in 0..<180_000 { _ = budgets.take(power, at: .zero) }
        for _ in 0..<800 { _ = budgets.take(other, at: .zero) }
        budgets.keep(at: .zero, devices: { _ in true }, series: { _ in false })
        let rest = (0..<180_000).count { _ in budgets.take(other, at: .zero) }
        let isStored = budgets.take(power, at: .zero)
        #expect(rest == 172_000 && !isStored)
        budgets.keep(at: .zero, devices: { _ in true }, series: { _ in false })
        budgets.keep(at: .days(1), devices: { _ in true }, series: { _ in false })
        let new = SeriesID(device: meter, part: .main, capability: CapabilityName(.humidity))
        let fresh = (0..<180_000).count { _ in budgets.take(new, at: .days(1)) }
        #expect(fresh == 172_800)
    }

    /// The allowance of a day is one of bytes, whatever a device writes.
    @Test(arguments: [0, 63, 64, 100, 1024]) func aLongTextCountsAsSeveralRecords(bytes: Int) {
        var budgets = SeriesBudgets()
        let weight = CapabilityValue.text(String(repeating: "x", count: bytes)).recordWeight
        #expect(weight * 64 > bytes)
        let stored = (0..<180_000).count { _ in budgets.take(series(of: meter), weight: weight, at: .zero) }
        // With what a row takes beside its text.
        #expect(stored * (24 + bytes) <= 15_250_000)
        #expect(stored == 172_800 / weight)
    }

    @Test func aFloodOfLongTextsIsChargedByTheirSize() async throws {
        let remote: DeviceID = DeviceID("remote")
        let button = SeriesID(device: remote, part: .main, capability: CapabilityName(.button))
        let texts = ["a", "b"].map { CapabilityValue.text(String(repeating: $0, count: 1000)) }
        try await withCore { home in
            try await home.add(remote, [Capability(CapabilityName(.button))])
            let now = home.clock.now()
            let reports = (0..<11_000).map { number in
                TelemetryReport(
                    .change(StateChange(series: button, time: now, value: texts[number % 2])), isRetained: false)
            }
            await home.pipeline.receive(reports, deliveries: [])
            // Each counts as 16. Behind the last that was stored every second one says the same, which is no change.
            #expect(await home.pipeline.overBudget.first?.refusal.count == (11_000 - 172_800 / 16) / 2)
        }
    }

    @Test func aFloodOfOneDeviceIsCountedAndItsChangesStayTrue() async throws {
        let sensor: DeviceID = DeviceID("sensor")
        let contact = SeriesID(device: sensor, part: .main, capability: CapabilityName(.contact))
        try await withCore { home in
            try await home.add(sensor, [.contact])
            let now = home.clock.now()
            let reports = (0..<172_900).map { number in
                TelemetryReport(
                    .change(StateChange(series: contact, time: now, value: .boolean(number.isMultiple(of: 2)))),
                    isRetained: false)
            }
            await home.pipeline.receive(reports, deliveries: [])
            let over = await home.pipeline.overBudget
            #expect(over.map(\.device) == [sensor] && over.first?.refusal.count == 50)
            #expect(await home.pipeline.rejected[sensor]?["tooMany"] == 50)
            // The last change that was stored was to `false`. The device says so again, which is no change then.
            await home.pipeline.receive([reports[1]], deliveries: [])
            #expect(await home.pipeline.overBudget.first?.refusal.count == 50)
            try await home.pipeline.commit()
        }
    }
}

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

    @Test func aSeriesThatIsGoneIsForgotten() {
        var budgets = SeriesBudgets()
        for _ in 0..<180_000 { _ = budgets.take(series(of: meter), at: .zero) }
        budgets.keep { $0.device != meter }
        #expect(budgets.refused.isEmpty)
        let isStored = budgets.take(series(of: meter), at: .zero)
        #expect(isStored)
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

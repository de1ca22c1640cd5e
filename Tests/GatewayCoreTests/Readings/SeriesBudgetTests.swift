import HomeModel
import Testing

@testable import GatewayCore

@Suite struct SeriesBudgetTests {
    private let (meter, lamp): (DeviceID, DeviceID) = (DeviceID("meter"), DeviceID("lamp"))

    private func series(of device: DeviceID, _ name: CapabilityName.Known = .power) -> SeriesID {
        SeriesID(device: device, part: .main, capability: CapabilityName(name))
    }

    @Test func oneRecordASecondIsStoredForEver() {
        var budgets = SeriesBudgets()
        for second in 0..<200_000 { #expect(budgets.take(series(of: meter), at: .seconds(second))) }
        #expect(budgets.refused.isEmpty)
    }

    @Test func theBacklogOfADayIsStoredAtOnceAndAFloodIsNot() {
        var budgets = SeriesBudgets()
        let stored = (0..<100_000).count { _ in budgets.take(series(of: meter), at: .seconds(5)) }
        #expect(stored == 86_400)
        #expect(budgets.refused[meter]?.count == 13_600 && budgets.refused[meter]?.series == series(of: meter))
        // Other series have budgets of their own.
        #expect(budgets.take(series(of: lamp), at: .seconds(5)))
        #expect(budgets.take(series(of: meter, .temperature), at: .seconds(5)))
        // In the long run it is one a second.
        let later = (0..<60_000).count { budgets.take(series(of: meter), at: .seconds(5) + .milliseconds(10) * $0) }
        #expect((599...601).contains(later))
    }

    @Test func aSeriesThatIsGoneIsForgotten() {
        var budgets = SeriesBudgets()
        for _ in 0..<90_000 { _ = budgets.take(series(of: meter), at: .zero) }
        budgets.keep { $0.device != meter }
        #expect(budgets.refused.isEmpty)
        #expect(budgets.take(series(of: meter), at: .zero))
    }

    @Test func aFloodOfOneDeviceIsCountedAndItsChangesStayTrue() async throws {
        let sensor: DeviceID = DeviceID("sensor")
        let contact = SeriesID(device: sensor, part: .main, capability: CapabilityName(.contact))
        try await withCore { home in
            try await home.add(sensor, [.thermometer])
            let now = home.clock.now()
            let reports = (0..<86_500).map { number in
                TelemetryReport(
                    .change(StateChange(series: contact, time: now, value: .boolean(number.isMultiple(of: 2)))),
                    isRetained: false)
            }
            await home.pipeline.receive(reports, deliveries: [])
            let over = await home.pipeline.overBudget
            #expect(over.map(\.device) == [sensor] && over.first?.refusal.count == 100)
            #expect(await home.pipeline.rejected[sensor]?["tooMany"] == 100)
            // What is refused is not taken for known: the next change to that value is one.
            try await home.pipeline.commit()
        }
    }
}

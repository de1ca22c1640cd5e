import HomeModel
import Testing

struct EnergySourceTests {
    private func device(_ parts: [String: [(CapabilityKind, EnergyFlow?)]]) -> Device {
        .sample(
            parts: parts.map { id, capabilities in
                Part(
                    id: PartID(id) ?? .main,
                    capabilities: capabilities.map { Capability(CapabilityName($0.0), flow: $0.1) })
            })
    }

    private func sources(_ parts: [String: [(CapabilityKind, EnergyFlow?)]]) -> Set<String> {
        Set(EnergySource.all(of: device(parts)).map { "\($0.series.part) \($0.series.capability) \($0.flow)" })
    }

    @Test func aCounterCountsAndItsPowerIsNotAddedAgain() {
        #expect(sources(["main": [(.power, nil), (.energy, .consumption)]]) == ["main energy consumption"])
    }

    @Test func withoutACounterPowerIsTaken() {
        #expect(sources(["main": [(.power, .production), (.switch, nil)]]) == ["main power production"])
        #expect(sources(["main": [(.temperature, nil)]]).isEmpty)
    }

    @Test func whatNamesNoFlowIsConsumption() {
        #expect(sources(["relay-1": [(.energy, nil)]]) == ["relay-1 energy consumption"])
    }

    @Test func partsAreAddedUnlessMainTellsTheirSum() {
        #expect(sources(["relay-1": [(.power, nil)], "relay-2": [(.power, nil)]]).count == 2)
        #expect(
            sources(["main": [(.energy, nil)], "phase-1": [(.energy, nil)], "phase-2": [(.energy, nil)]])
                == ["main energy consumption"])
        #expect(
            sources([
                "main": [(.power, .gridImport)], "imported": [(.energy, .gridImport)],
                "exported": [(.energy, .gridExport)],
            ]) == ["imported energy gridImport", "exported energy gridExport"])
        #expect(
            sources(["main": [(.energy, .gridImport)], "solar": [(.energy, .production)]])
                == ["main energy gridImport", "solar energy production"], "another flow is another sum")
    }

    private func hour(mean: Double, last: Double = 0, coverage: Duration = .hours(1)) -> RollUp {
        RollUp(
            start: noon, count: 2, minimum: 0, maximum: 0, first: 0, last: last, mean: mean, sum: 0, increase: 1.25,
            coverage: coverage)
    }

    private func source(_ kind: CapabilityKind, _ flow: EnergyFlow) throws -> EnergySource {
        try #require(EnergySource.all(of: device(["main": [(kind, flow)]])).first)
    }

    @Test func aCountersIncreaseIsTaken() throws {
        let amount = try source(.energy, .gridImport).amount(of: hour(mean: 7), now: noon)
        #expect(amount == (1.25, .gridImport))
    }

    @Test(
        arguments: [
            (500, .hours(1), 0.5, .charge), (500, .seconds(900), 0.125, .charge), (-500, .hours(1), 0.5, .discharge),
            (0, .hours(1), 0, .charge),
        ] as [(Double, Duration, Double, EnergyFlow)])
    func powerOverTimeIsEnergy(_ watts: Double, _ coverage: Duration, _ energy: Double, _ flow: EnergyFlow) throws {
        let amount = try source(.power, .charge).amount(of: hour(mean: watts, coverage: coverage), now: noon + .days(1))
        #expect(amount == (energy, flow))
    }

    @Test func whatIsStillToComeIsNotCounted() throws {
        // Half an hour at 1000 W, then 2000 W, of which a quarter of an hour is over.
        let open = hour(mean: 1500, last: 2000)
        let source = try source(.power, .consumption)
        #expect(source.amount(of: open, now: noon + .seconds(45 * 60)) == (1, .consumption))
        #expect(source.amount(of: open, now: noon + .hours(1)) == (1.5, .consumption))
        let ahead = source.amount(of: hour(mean: 9, last: 9, coverage: .seconds(60)), now: noon + .seconds(3480))
        #expect(ahead.kilowattHours == 0, "a reading ahead of the clock has flowed nothing yet")
    }

    @Test func flowsAreAddedApart() {
        var tally = EnergyTally()
        for _ in 0..<10 { tally.add(0.1, .consumption, isEstimated: false) }
        tally.add(2, .production, isEstimated: false)
        tally.add(1, .production, isEstimated: true)
        #expect(
            tally.amounts == [
                EnergyAmount(flow: .consumption, kilowattHours: 1, isEstimated: false),
                EnergyAmount(flow: .production, kilowattHours: 3, isEstimated: true),
            ])
        #expect(EnergyTally().amounts.isEmpty)
        #expect(EnergyFlow.allCases.allSatisfy { $0.reversed != $0 && $0.reversed.reversed == $0 })
    }
}

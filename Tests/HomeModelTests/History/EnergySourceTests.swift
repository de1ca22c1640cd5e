import DeviceProtocols
import HomeModel
import Testing

struct EnergySourceTests {
    private func device(_ parts: [String: [(CapabilityKind, EnergyFlow?)]], link: LinkKind = .homie5) -> Device {
        .sample(
            parts: parts.map { id, capabilities in
                Part(
                    id: PartID(id) ?? .main,
                    capabilities: capabilities.map { Capability(CapabilityName($0.0), flow: $0.1) })
            }, link: link)
    }

    private func sources(
        _ parts: [String: [(CapabilityKind, EnergyFlow?)]], link: LinkKind = .homie5
    ) -> Set<String> {
        texts(EnergySource.all(of: device(parts, link: link)))
    }

    private func texts(_ sources: [EnergySource]) -> Set<String> {
        Set(sources.map { "\($0.series.part) \($0.series.capability) \($0.flow)" })
    }

    @Test func counterIsUsedAndItsPowerIsNotAdded() {
        #expect(sources(["main": [(.power, nil), (.energy, .consumption)]]) == ["main energy consumption"])
    }

    @Test func powerIsUsedWithoutACounter() {
        #expect(sources(["main": [(.power, .production), (.switch, nil)]]) == ["main power production"])
        #expect(sources(["main": [(.temperature, nil)]]).isEmpty)
    }

    @Test func energyWithoutAFlowIsConsumption() {
        #expect(sources(["relay-1": [(.energy, nil)]]) == ["relay-1 energy consumption"])
    }

    /// An archived series without a flow may have been measured behind another meter, so it does not count.
    @Test(
        arguments: [
            ([(.energy, nil)], []), ([(.power, nil)], []), ([(.power, nil), (.energy, nil)], []),
            ([(.energy, .production)], ["main energy production"]),
            ([(.power, .consumption)], ["main power consumption"]),
            ([(.power, .consumption), (.energy, nil)], ["main power consumption"]),
            ([(.power, .consumption), (.energy, .consumption)], ["main energy consumption"]),
        ] as [([(CapabilityKind, EnergyFlow?)], Set<String>)])
    func archivedEnergyCountsOnlyWithAKnownFlow(capabilities: [(CapabilityKind, EnergyFlow?)], expected: Set<String>) {
        #expect(sources(["main": capabilities], link: .archive) == expected)
    }

    @Test(
        arguments: [
            (["energy", "energy.l1", "energy.l2"], ["main energy consumption"]),
            (["energy.l1", "energy.l2"], ["main energy.l1 consumption", "main energy.l2 consumption"]),
            (["power", "power.l1"], ["main power consumption"]),
        ] as [([String], Set<String>)])
    func labelledQuantitiesAreAddedUnlessThePartReportsTheirSum(names: [String], expected: Set<String>) {
        let capabilities = names.compactMap { CapabilityName($0) }.map { Capability($0) }
        #expect(texts(EnergySource.all(of: .sample(parts: [.sample(capabilities)]))) == expected)
        let returned = CapabilityName("energy.returned").map { Capability($0, flow: .gridExport) }
        let all = EnergySource.all(of: .sample(parts: [.sample(capabilities + [returned].compactMap(\.self))]))
        #expect(all.contains { $0.flow == .gridExport }, "another flow has its own sum")
    }

    @Test func partsAreAddedUnlessTheMainPartReportsTheirSum() {
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
                == ["main energy gridImport", "solar energy production"], "another flow has its own sum")
    }

    private func hour(mean: Double, last: Double = 0, coverage: Duration = .hours(1)) -> RollUp {
        RollUp(
            start: noon, count: 2, minimum: 0, maximum: 0, first: 0, last: last, mean: mean, sum: 0, increase: 1.25,
            coverage: coverage)
    }

    private func source(_ kind: CapabilityKind, flow: EnergyFlow) throws -> EnergySource {
        try #require(EnergySource.all(of: device(["main": [(kind, flow)]])).first)
    }

    @Test func amountOfACounterIsItsIncrease() throws {
        let amount = try source(.energy, flow: .gridImport).amount(of: hour(mean: 7), now: noon)
        #expect(amount == (1.25, .gridImport))
    }

    @Test(
        arguments: [
            (500, .hours(1), 0.5, .charge), (500, .seconds(900), 0.125, .charge), (-500, .hours(1), 0.5, .discharge),
            (0, .hours(1), 0, .charge),
        ] as [(Double, Duration, Double, EnergyFlow)])
    func energyOfPowerIsItsMeanTimesTheCoverage(
        _ watts: Double, coverage: Duration, energy: Double, flow: EnergyFlow
    ) throws {
        let amount = try source(.power, flow: .charge).amount(
            of: hour(mean: watts, coverage: coverage), now: noon + .days(1))
        #expect(amount == (energy, flow))
    }

    @Test func futurePartOfAnHourIsNotCounted() throws {
        // The power is 1000 W for half an hour, then 2000 W; a quarter of an hour of the latter is over.
        let open = hour(mean: 1500, last: 2000)
        let source = try source(.power, flow: .consumption)
        #expect(source.amount(of: open, now: noon + .seconds(45 * 60)) == (1, .consumption))
        #expect(source.amount(of: open, now: noon + .hours(1)) == (1.5, .consumption))
        let ahead = source.amount(of: hour(mean: 9, last: 9, coverage: .seconds(60)), now: noon + .seconds(3480))
        #expect(ahead.kilowattHours == 0, "a reading ahead of the clock counts no energy yet")
    }

    @Test func totalsAreSeparateForEachFlow() {
        var totals = EnergyTotals()
        for _ in 0..<10 { totals.add(0.1, flow: .consumption, isEstimated: false) }
        totals.add(2, flow: .production, isEstimated: false)
        totals.add(1, flow: .production, isEstimated: true)
        #expect(
            totals.amounts == [
                EnergyAmount(flow: .consumption, kilowattHours: 1, isEstimated: false),
                EnergyAmount(flow: .production, kilowattHours: 3, isEstimated: true),
            ])
        #expect(EnergyTotals().amounts.isEmpty)
        #expect(EnergyFlow.allCases.allSatisfy { $0.reversed != $0 && $0.reversed.reversed == $0 })
    }
}

import SeededRandom
import HomeModel
import SimulatedHome
import Testing

@Suite struct EnergyTests {
    /// Energy in kWh, integrated from the reported powers.
    private struct EnergyTotals {
        var consumed = 0.0
        var produced = 0.0
        var charged = 0.0
        var discharged = 0.0
        var imported = 0.0
        var exported = 0.0
    }

    @Test(arguments: zip([UInt64(1), 2], [midwinter, midsummer]))
    func gridPowerBalancesConsumptionChargeAndProductionForAWeek(seed: UInt64, start: Timestamp) throws {
        var home = HomeSimulation(try ScenarioFile.read("villa"), seed: seed, start: start)
        let minutes = 2.0
        var totals = EnergyTotals()
        var worst = 0.0
        for _ in 0..<(7 * 24 * 30) {
            _ = home.advance(by: .seconds(60 * minutes))
            let flows = Flows(home)
            worst = max(worst, abs(flows.grid - (flows.consumption + flows.charge - flows.production)))
            worst = max(worst, abs(flows.grid - flows.phases))
            totals.consumed += flows.consumption * minutes / 60_000
            totals.produced += flows.production * minutes / 60_000
            totals.charged += max(0, flows.charge) * minutes / 60_000
            totals.discharged += max(0, -flows.charge) * minutes / 60_000
            totals.imported += max(0, flows.grid) * minutes / 60_000
            totals.exported += max(0, -flows.grid) * minutes / 60_000
        }
        // Every power is rounded to 0.1 W, and about twenty of them are summed.
        #expect(worst <= 1.1, "seed \(seed)")
        let counters = Counters(home)
        let tolerance = 0.02
        #expect(abs(counters.consumed - totals.consumed) < tolerance, "seed \(seed)")
        #expect(abs(counters.produced - totals.produced) < tolerance)
        #expect(abs(counters.charged - totals.charged) < tolerance)
        #expect(abs(counters.discharged - totals.discharged) < tolerance)
        #expect(abs(counters.imported - totals.imported) < tolerance)
        #expect(abs(counters.exported - totals.exported) < tolerance)
        let balance = counters.consumed + counters.charged - counters.discharged - counters.produced
        #expect(abs(counters.imported - counters.exported - balance) < tolerance)
        #expect(counters.consumed > 10 && counters.produced > 1, "the home consumes and produces energy")
    }

    @Test func solarPanelsChargeTheBatteryInSummer() throws {
        var home = HomeSimulation(try ScenarioFile.read("villa"), start: midsummer)
        _ = home.run(.days(2), step: .seconds(60))
        #expect((home.number("roof", kind: .energy) ?? 0) > 10)
        #expect((home.number("battery", part: .named("charge"), kind: .energy) ?? 0) > 3)
        #expect((home.number("grid", part: .named("export"), kind: .energy) ?? 0) > 1)
        #expect((0...100).contains(home.number("battery", kind: .battery) ?? -1))
    }

    @Test func batteryStaysWithinItsCapacityAndPower() {
        var cell = BatteryCell(capacityKilowattHours: 1, maximumWatts: 3000, chargePercent: 50)
        var random = SeededGenerator(seed: 3, stream: "test")
        var isWithinLimits = true
        for _ in 0..<5000 {
            let surplus = Double(random.next() % 12_000) - 6000
            let watts = cell.balance(surplus: surplus, for: .seconds(300))
            isWithinLimits = isWithinLimits && abs(watts) <= 3000 && watts * surplus >= 0
            isWithinLimits = isWithinLimits && (-1e-9...100 + 1e-9).contains(cell.chargePercent)
        }
        #expect(isWithinLimits)
    }

    private struct Flows {
        var consumption = 0.0
        var production = 0.0
        var charge = 0.0
        var grid = 0.0
        var phases = 0.0

        init(_ home: HomeSimulation) {
            for device in home.scenario.allDevices {
                for observation in home.observations(of: device.id) ?? [] {
                    guard observation.address.capability.kind == .power, case .number(let watts) = observation.value
                    else { continue }
                    switch device.kind {
                    case .solar: production += watts
                    case .battery: charge += watts
                    case .gridMeter:
                        if observation.address.part == .main { grid += watts } else { phases += watts }
                    default: consumption += watts
                    }
                }
            }
        }
    }

    private struct Counters {
        var consumed = 0.0
        var produced = 0.0
        var charged = 0.0
        var discharged = 0.0
        var imported = 0.0
        var exported = 0.0

        init(_ home: HomeSimulation) {
            for device in home.scenario.allDevices {
                for part in home.parts(of: device.id) ?? [] {
                    guard let energy = home.number(device.id, part: part.id, kind: .energy),
                        let flow = part[CapabilityName(.energy)]?.flow
                    else { continue }
                    switch flow {
                    case .consumption: consumed += energy
                    case .production: produced += energy
                    case .charge: charged += energy
                    case .discharge: discharged += energy
                    case .gridImport: imported += energy
                    case .gridExport: exported += energy
                    }
                }
            }
        }
    }
}

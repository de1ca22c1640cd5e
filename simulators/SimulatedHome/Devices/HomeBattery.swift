import HomeModel

/// A home battery: charges (positive power) from the surplus and discharges (negative) to cover a lack.
struct HomeBattery: SimulatedDevice {
    private static let charge = PartID.named("charge")
    private static let discharge = PartID.named("discharge")

    private var cell: BatteryCell
    private var watts = 0.0
    private var charged = EnergyCounter()
    private var discharged = EnergyCounter()

    init(capacityKilowattHours: Double, maximumWatts: Double) {
        cell = BatteryCell(capacityKilowattHours: capacityKilowattHours, maximumWatts: maximumWatts)
    }

    var stage: StepStage { .storing }

    var parts: [Part] {
        let limit = cell.maximumWatts
        return [
            Part(
                id: .main,
                capabilities: [.measured(.power, range: -limit...limit, flow: .charge), .measured(.battery)]),
            Part(id: Self.charge, capabilities: [.measured(.energy, flow: .charge)]),
            Part(id: Self.discharge, capabilities: [.measured(.energy, flow: .discharge)]),
        ]
    }

    var observations: [Observation] {
        [
            Observation(.power, value: .number(watts, decimals: 1)),
            Observation(.battery, value: .number(min(100, max(0, cell.chargePercent)), decimals: 1)),
            Observation(Self.charge, kind: .energy, value: .number(charged.kilowattHours, decimals: 3)),
            Observation(Self.discharge, kind: .energy, value: .number(discharged.kilowattHours, decimals: 3)),
        ]
    }

    mutating func advance(by step: Duration, in home: inout Surroundings) {
        watts = cell.balance(surplus: home.balance.surplus, for: step)
        charged.add(watts: watts, for: step)
        discharged.add(watts: -watts, for: step)
        home.balance.charge(watts)
    }
}

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

/// A home battery that stores a surplus and covers a lack of power.
package struct BatteryCell: Hashable, Sendable {
    package let capacityKilowattHours: Double
    package let maximumWatts: Double
    package private(set) var storedKilowattHours: Double

    private static let oneWayEfficiency = 0.96
    private static let reserve = 0.05

    package init(capacityKilowattHours: Double, maximumWatts: Double, chargePercent: Double = 40) {
        self.capacityKilowattHours = capacityKilowattHours
        self.maximumWatts = maximumWatts
        storedKilowattHours = capacityKilowattHours * chargePercent / 100
    }

    package var chargePercent: Double { storedKilowattHours / capacityKilowattHours * 100 }

    /// Charges from `surplus` (W; negative is a lack) what is possible over the whole step. Returns W: positive
    /// charges, negative discharges.
    package mutating func balance(surplus: Double, for step: Duration) -> Double {
        let hours = step.inSeconds / 3600
        guard hours > 0 else { return 0 }
        let room = max(0, capacityKilowattHours - storedKilowattHours) / Self.oneWayEfficiency
        let supply = max(0, storedKilowattHours - capacityKilowattHours * Self.reserve) * Self.oneWayEfficiency
        let watts =
            surplus > 0
            ? min(surplus, maximumWatts, room / hours * 1000)
            : max(surplus, -maximumWatts, -supply / hours * 1000)
        let energy = watts * hours / 1000
        storedKilowattHours += watts > 0 ? energy * Self.oneWayEfficiency : energy / Self.oneWayEfficiency
        return watts
    }
}

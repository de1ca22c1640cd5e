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

/// The phases of the three-phase supply to which a device is connected.
package enum Phase: Int, Sendable, CaseIterable { case l1, l2, l3, all }

/// The power flows at one instant, in W: grid = consumption + charge − production, on each phase.
package struct PowerBalance: Hashable, Sendable {
    package private(set) var consumption = PhasePower()
    package private(set) var production = PhasePower()
    /// Positive charges, negative discharges.
    package private(set) var charge = PhasePower()
    /// The heat that is demanded from the heat source in W, and the fraction of it that can be met.
    package var heatDemand = 0.0
    package var heatDelivered = 1.0

    package init() {}

    package mutating func consume(_ watts: Double, on phase: Phase) { consumption.add(watts, on: phase) }
    package mutating func produce(_ watts: Double) { production.add(watts, on: .all) }
    package mutating func charge(_ watts: Double) { charge.add(watts, on: .all) }

    /// The power from the grid: positive is imported, negative exported.
    package var grid: PhasePower { consumption + charge - production }

    /// The production that the home does not use.
    package var surplus: Double { production.total - consumption.total }
}

/// W on each of the three phases.
package struct PhasePower: Hashable, Sendable {
    package private(set) var l1 = 0.0
    package private(set) var l2 = 0.0
    package private(set) var l3 = 0.0

    package var total: Double { l1 + l2 + l3 }
    package var phases: [Double] { [l1, l2, l3] }

    mutating func add(_ watts: Double, on phase: Phase) {
        switch phase {
        case .l1: l1 += watts
        case .l2: l2 += watts
        case .l3: l3 += watts
        case .all:
            l1 += watts / 3
            l2 += watts / 3
            l3 += watts / 3
        }
    }

    static func + (left: Self, right: Self) -> Self { left.merged(with: right, sign: 1) }
    static func - (left: Self, right: Self) -> Self { left.merged(with: right, sign: -1) }

    private func merged(with other: Self, sign: Double) -> Self {
        var sum = self
        sum.l1 += sign * other.l1
        sum.l2 += sign * other.l2
        sum.l3 += sign * other.l3
        return sum
    }
}

/// The integral of a power over time. It never decreases.
package struct EnergyCounter: Hashable, Sendable {
    package private(set) var kilowattHours = 0.0

    package init() {}

    /// Adds `watts`, which is constant over `step`. Negative power adds nothing.
    package mutating func add(watts: Double, for step: Duration) {
        kilowattHours += max(0, watts) * step.inSeconds / 3_600_000
    }
}

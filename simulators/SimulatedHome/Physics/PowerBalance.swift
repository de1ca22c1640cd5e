/// Where a device hangs on the three-phase supply.
package enum Phase: Int, Sendable, CaseIterable { case l1, l2, l3, all }

/// What flows at one instant, in W: grid = consumption + charge − production, on each phase.
package struct PowerBalance: Hashable, Sendable {
    package private(set) var consumption = PhasePower()
    package private(set) var production = PhasePower()
    /// Positive charges, negative discharges.
    package private(set) var charge = PhasePower()
    /// W of heat asked of the heat source, and the share of it that can be met.
    package var heatDemand = 0.0
    package var heatDelivered = 1.0

    package init() {}

    package mutating func consume(_ watts: Double, on phase: Phase) { consumption.add(watts, on: phase) }
    package mutating func produce(_ watts: Double) { production.add(watts, on: .all) }
    package mutating func charge(_ watts: Double) { charge.add(watts, on: .all) }

    /// Positive is imported, negative exported.
    package var grid: PhasePower { consumption + charge - production }

    /// What the roof gives beyond what the home uses.
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

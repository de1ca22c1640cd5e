package import HomeModel

/// The values that a device with a server of its own shows: what it reported, and the values that it will reach.
package struct ShownState: Hashable, Sendable {
    /// Below this charge a device asks for a new battery.
    private static let lowBatteryPercent = 20.0

    package private(set) var values: [ValueAddress: CapabilityValue] = [:]
    /// The values of commands that the device has not reached yet.
    package private(set) var goals: [ValueAddress: CapabilityValue] = [:]

    /// The value that the device shows.
    subscript(_ address: ValueAddress) -> CapabilityValue? { values[address] }

    /// The value that the device will reach; the one that it shows if it is not on its way to another one.
    func goal(at address: ValueAddress) -> CapabilityValue? { goals[address] ?? values[address] }

    /// Whether the battery is nearly empty; nil without a battery.
    var isBatteryLow: Bool? {
        guard case .number(let percent)? = self[ValueAddress(.battery)] else { return nil }
        return percent < Self.lowBatteryPercent
    }

    mutating func show(_ observation: Observation) {
        values[observation.address] = observation.value
        if goals[observation.address] == observation.value { goals[observation.address] = nil }
    }

    mutating func expect(_ goal: CapabilityValue, at address: ValueAddress) {
        if address.capability.kind == .movement {
            // A cover that is stopped does not reach its position any more.
            goals[ValueAddress(address.part, kind: .position)] = nil
        } else {
            goals[address] = goal
        }
    }
}

package import HomeModel

/// The values that a HomeKit accessory shows: what the device reported, and the values that it will reach.
package struct AccessoryState: Hashable, Sendable {
    package private(set) var values: [ValueAddress: CapabilityValue] = [:]
    /// The values of commands that the device has not reached yet.
    package private(set) var goals: [ValueAddress: CapabilityValue] = [:]

    /// The value that the device shows.
    subscript(_ address: ValueAddress) -> CapabilityValue? { values[address] }

    /// The value that the device will reach; the one that it shows if it is not on its way to another one.
    func goal(at address: ValueAddress) -> CapabilityValue? { goals[address] ?? values[address] }

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

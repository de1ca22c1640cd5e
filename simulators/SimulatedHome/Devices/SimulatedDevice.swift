import SeededRandom
package import HomeModel

/// The address of a value within one device.
package struct ValueAddress: Hashable, Sendable {
    package let part: PartID
    package let capability: CapabilityName

    package init(_ part: PartID, kind: CapabilityKind) { self.init(part: part, capability: CapabilityName(kind)) }
    package init(_ kind: CapabilityKind) { self.init(.main, kind: kind) }

    package init(part: PartID, capability: CapabilityName) {
        self.part = part
        self.capability = capability
    }
}

/// A value that a device shows at one instant.
package struct Observation: Hashable, Sendable {
    package let address: ValueAddress
    package let value: CapabilityValue

    package init(_ part: PartID, kind: CapabilityKind, value: CapabilityValue) {
        address = ValueAddress(part, kind: kind)
        self.value = value
    }

    package init(_ kind: CapabilityKind, value: CapabilityValue) { self.init(.main, kind: kind, value: value) }
}

/// The response of a device to a command.
package enum DeviceResponse: Hashable, Sendable {
    /// The device will reach this value, at once or when the physics allow it.
    case accepted(CapabilityValue)
    /// The device refuses and does not change.
    case rejected
}

/// The stage of a step in which a device acts: demand before supply, the meter last.
package enum StepStage: Int, Sendable, CaseIterable {
    case sensing, heating, consuming, producing, storing, metering
}

/// The physical model of one device: pure values, no clock and no network.
package protocol SimulatedDevice: Sendable {
    var stage: StepStage { get }
    var parts: [Part] { get }
    /// The values that the device shows, in a fixed order, rounded as the device would print them.
    var observations: [Observation] { get }

    mutating func advance(by step: Duration, in home: inout Surroundings)
    /// Handles a command from the network.
    mutating func command(_ address: ValueAddress, to value: CapabilityValue) -> DeviceResponse
    /// Changes a value at the device itself, as a wall switch or water on the floor does. Returns false when the device
    /// has nothing of this kind.
    mutating func touch(_ address: ValueAddress, to value: CapabilityValue) -> Bool
}

extension SimulatedDevice {
    package mutating func command(_ address: ValueAddress, to value: CapabilityValue) -> DeviceResponse { .rejected }

    package mutating func touch(_ address: ValueAddress, to value: CapabilityValue) -> Bool {
        if case .accepted = command(address, to: value) { true } else { false }
    }
}

extension Double {
    /// Rounds to this number of decimals for printing; −0 becomes 0.
    func rounded(decimals: Int) -> Double {
        let factor = decimals == 0 ? 1.0 : decimals == 1 ? 10 : decimals == 2 ? 100 : 1000
        return (self * factor).rounded() / factor + 0
    }
}

extension CapabilityValue {
    static func number(_ value: Double, decimals: Int) -> CapabilityValue { .number(value.rounded(decimals: decimals)) }
}

extension Capability {
    static func measured(
        _ kind: CapabilityKind, range: ClosedRange<Double>? = nil, flow: EnergyFlow? = nil
    ) -> Capability {
        Capability(CapabilityName(kind), minimum: range?.lowerBound, maximum: range?.upperBound, flow: flow)
    }

    static func commandable(
        _ kind: CapabilityKind, range: ClosedRange<Double>? = nil, step: Double? = nil, options: [String]? = nil
    ) -> Capability {
        Capability(
            CapabilityName(kind), minimum: range?.lowerBound, maximum: range?.upperBound, step: step,
            roundsToStep: step != nil, options: options, isCommanded: true)
    }
}

/// Where a device is in the home: its room and its phase; and its random numbers.
struct SimulatedPlacement: Sendable {
    /// The index of the room; nil is outside all rooms.
    let room: Int?
    let phase: Phase
    var random: SeededGenerator
}

extension Identifier where Subject == Part {
    /// Makes a part id from a word of the program; a word that is not a valid id becomes `main`.
    static func named(_ text: String) -> PartID { PartID(text) ?? .main }
}

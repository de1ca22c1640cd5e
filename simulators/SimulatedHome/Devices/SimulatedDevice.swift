package import HomeModel

/// Where a value belongs within one device.
package struct ValueAddress: Hashable, Sendable {
    package let part: PartID
    package let capability: CapabilityName

    package init(_ part: PartID, _ kind: CapabilityKind) { self.init(part: part, capability: CapabilityName(kind)) }
    package init(_ kind: CapabilityKind) { self.init(.main, kind) }

    package init(part: PartID, capability: CapabilityName) {
        self.part = part
        self.capability = capability
    }
}

/// What a device shows at one instant.
package struct Observation: Hashable, Sendable {
    package let address: ValueAddress
    package let value: CapabilityValue

    package init(_ part: PartID, _ kind: CapabilityKind, _ value: CapabilityValue) {
        address = ValueAddress(part, kind)
        self.value = value
    }

    package init(_ kind: CapabilityKind, _ value: CapabilityValue) { self.init(.main, kind, value) }
}

/// What a device makes of a command.
package enum CommandAnswer: Hashable, Sendable {
    /// It will become this value, at once or when the physics got there.
    case accepted(CapabilityValue)
    /// It says no and stays as it is.
    case rejected
}

/// When in a step a device acts: demand comes before supply, and the meter comes last.
package enum StepStage: Int, Sendable, CaseIterable {
    case sensing, heating, consuming, producing, storing, metering
}

/// The inside of one device: pure values, no clock and no network.
package protocol SimulatedDevice: Sendable {
    var stage: StepStage { get }
    var parts: [Part] { get }
    /// In a fixed order, rounded as the device would print it.
    var observations: [Observation] { get }

    mutating func advance(by step: Duration, in home: inout Surroundings)
    /// A command from the network.
    mutating func command(_ address: ValueAddress, to value: CapabilityValue) -> CommandAnswer
    /// Someone or something at the device itself: a wall switch, water on the floor. False when it has no such thing.
    mutating func touch(_ address: ValueAddress, to value: CapabilityValue) -> Bool
}

extension SimulatedDevice {
    package mutating func command(_ address: ValueAddress, to value: CapabilityValue) -> CommandAnswer { .rejected }

    package mutating func touch(_ address: ValueAddress, to value: CapabilityValue) -> Bool {
        if case .accepted = command(address, to: value) { true } else { false }
    }
}

extension Double {
    /// Rounded to so many decimals, as a number fit to print; −0 becomes 0.
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
        _ kind: CapabilityKind, _ range: ClosedRange<Double>? = nil, flow: EnergyFlow? = nil
    ) -> Capability {
        Capability(CapabilityName(kind), minimum: range?.lowerBound, maximum: range?.upperBound, flow: flow)
    }

    static func told(
        _ kind: CapabilityKind, _ range: ClosedRange<Double>? = nil, step: Double? = nil, options: [String]? = nil
    ) -> Capability {
        Capability(
            CapabilityName(kind), minimum: range?.lowerBound, maximum: range?.upperBound, step: step,
            roundsToStep: step != nil, options: options, isCommanded: true)
    }
}

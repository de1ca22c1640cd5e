/// The type of a capability's values.
package enum ValueType: String, Sendable, Codable, CaseIterable { case boolean, number, choice, text, color }

/// The retention class of a recorded capability.
package enum RecordKind: String, Sendable, Codable, CaseIterable { case energy, environment }

/// How the values of a capability are stored.
package enum Recording: Hashable, Sendable {
    /// Every value is a reading of a quantity.
    case reading(RecordKind)
    /// A value is stored when it differs from the previous one, or is an event (`CapabilityFacts.isEvent`).
    case stateChange(RecordKind)
    case none
}

/// What decides whether a command is sensitive.
package enum CommandSafety: Hashable, Sendable {
    /// Every command is routine.
    case routine
    /// The purpose of the part decides.
    case byPurpose
    /// Every command is sensitive but those to one of these values.
    case sensitive(except: [String])
}

/// The fixed properties of a kind of capability that the model uses, whatever the device.
package struct CapabilityFacts: Sendable {
    package let valueType: ValueType
    /// Canonical unit of numbers; nil for a number without a unit, such as a pH.
    package let unit: Unit?
    /// The range that physics (or the meaning of the kind) allows, in the canonical unit.
    package let range: ClosedRange<Double>
    package let recording: Recording
    package var options: [String] = []
    /// Whether the value only grows, except for resets, so that the increase is what matters.
    package var isCounter = false
    /// Whether a capability of this kind can have an `EnergyFlow`.
    package var hasFlow = false
    /// Whether a command of this kind starts a movement that takes time and that a stop ends.
    package var travels = false
    /// Whether a command of this kind turns a lamp on.
    package var lightsUp = false
    /// Whether each value is something that happened, such as a press: the same value twice is two events.
    package var isEvent = false
    /// Whether its history says when people were in a room, see `CapabilityName.isPresence`.
    package var isPresence = false
}

extension CapabilityFacts {
    /// The facts of a quantity, of which every value is stored as a reading.
    static func quantity(
        _ unit: Unit?, range: ClosedRange<Double>, kind: RecordKind = .environment, isCounter: Bool = false,
        hasFlow: Bool = false
    ) -> Self {
        Self(
            valueType: .number, unit: unit, range: range, recording: .reading(kind), isCounter: isCounter,
            hasFlow: hasFlow)
    }

    /// The facts of a state, of which changes are stored.
    static func state(
        _ type: ValueType, unit: Unit? = nil, range: ClosedRange<Double> = 0...0, travels: Bool = false,
        lightsUp: Bool = false, isPresence: Bool = false
    ) -> Self {
        Self(
            valueType: type, unit: unit, range: range, recording: .stateChange(.environment), travels: travels,
            lightsUp: lightsUp, isPresence: isPresence)
    }

    /// The facts of events, of which each one is stored.
    static func event(_ type: ValueType) -> Self {
        Self(valueType: type, unit: nil, range: 0...0, recording: .stateChange(.environment), isEvent: true)
    }

    /// The facts of values that are not stored.
    static func unrecorded(_ type: ValueType) -> Self {
        Self(valueType: type, unit: nil, range: 0...0, recording: .none)
    }
}

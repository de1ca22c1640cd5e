/// What a relay, plug or cover moves or feeds; asked when it is adopted.
package enum Purpose: String, Sendable, Codable, CaseIterable {
    case light, appliance, heater, pump, garage, gate, valve, blind, other
}

/// How much harm a command can do.
package enum SafetyClass: String, Sendable, Codable {
    case routine
    /// Needs a fresh step-up.
    case sensitive
}

extension Part {
    /// Whether its safety depends on an answer that only a person has.
    package var asksForPurpose: Bool {
        purpose == nil && (isCommanded(.position) || isCommanded(.switch) && !isLight)
    }

    /// The class of telling `capability` to become `value`.
    package func safetyClass(of capability: CapabilityKind, becoming value: CapabilityValue) -> SafetyClass {
        switch capability {
        case .lock: value == .text("locked") ? .routine : .sensitive
        case .valve: value == .text("closed") ? .routine : .sensitive
        case .garageDoor: .sensitive
        case .alarm: value == .text("disarmed") ? .sensitive : .routine
        case .appliance: value == .text("stopped") ? .routine : .sensitive
        case .switch, .position, .brightness, .fanSpeed: actuatorClass(of: capability, becoming: value)
        default: .routine
        }
    }

    /// Whether it can do no harm to tell `capability` to become `value`: lock, close the water, stop, off, frost
    /// protection. What moves a garage or gate has no such direction.
    package func isSafeDirection(of capability: CapabilityKind, becoming value: CapabilityValue) -> Bool {
        switch (capability, value) {
        case (.lock, .text("locked")), (.valve, .text("closed")), (.appliance, .text("stopped")): true
        case (.alarm, .text(let mode)): mode != "disarmed"
        case (.targetTemperature, .number(let degrees)): Self.frostProtection.contains(degrees)
        case (.switch, .boolean(false)), (.siren, .boolean(false)), (.brightness, .number(0)), (.fanSpeed, .number(0)):
            purpose != .garage && purpose != .gate
        default: false
        }
    }

    /// °C that keep pipes whole and heat nobody's room.
    private static let frostProtection = 5.0...8.0

    /// The class of what moves or feeds something: only a person knows what.
    private func actuatorClass(of capability: CapabilityKind, becoming value: CapabilityValue) -> SafetyClass {
        switch purpose {
        case .light, .blind: .routine
        // Either way a garage or gate moves, someone may stand under it.
        case .garage, .gate: .sensitive
        // Off is the safe direction of what burns, heats or floods.
        case .appliance, .heater, .pump, .valve: value == .boolean(false) || value == .number(0) ? .routine : .sensitive
        case .other: value == .boolean(false) ? .routine : .sensitive
        case nil: capability == .position || capability == .switch && !isLight ? .sensitive : .routine
        }
    }

    private var isLight: Bool { [.brightness, .color, .colorTemperature].contains(where: isCommanded) }

    private func isCommanded(_ kind: CapabilityKind) -> Bool {
        capabilities.contains { $0.kind == kind && $0.isCommanded }
    }
}

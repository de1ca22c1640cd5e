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
        guard purpose == nil else { return false }
        let kinds = Set(capabilities.filter(\.isCommanded).map(\.kind))
        return kinds.contains(.position) || kinds.contains(.switch) && kinds.isDisjoint(with: Self.lightKinds)
    }

    /// The class of telling `capability` to become `value`.
    package func safetyClass(of capability: CapabilityKind, becoming value: CapabilityValue) -> SafetyClass {
        switch capability {
        case .lock: value == .text("locked") ? .routine : .sensitive
        case .valve: value == .text("closed") ? .routine : .sensitive
        case .garageDoor: .sensitive
        case .alarm: value == .text("disarmed") ? .sensitive : .routine
        case .appliance: value == .text("stopped") ? .routine : .sensitive
        case .switch, .position: purposeClass(becoming: value)
        default: .routine
        }
    }

    private static let lightKinds: Set<CapabilityKind> = [.brightness, .color, .colorTemperature]

    private var isLight: Bool { capabilities.contains { Self.lightKinds.contains($0.kind) } }

    private func purposeClass(becoming value: CapabilityValue) -> SafetyClass {
        switch purpose ?? (isLight ? .light : nil) {
        case .light, .blind: .routine
        // Either way a garage or gate moves, someone may stand under it.
        case .garage, .gate, nil: .sensitive
        // Off is the safe direction of what burns, heats or floods.
        case .appliance, .heater, .pump, .valve, .other: value == .boolean(false) ? .routine : .sensitive
        }
    }
}

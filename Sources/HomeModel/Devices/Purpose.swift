/// The purpose of a relay, plug or cover: the thing that it moves or supplies. A person states it when the device is
/// adopted.
package enum Purpose: String, Sendable, Codable, CaseIterable {
    case light, appliance, heater, pump, garage, gate, valve, blind, other
}

extension Part {
    /// Whether the safety of its commands depends on a purpose that only a person knows.
    package var asksForPurpose: Bool {
        purpose == nil && capabilities.contains { $0.isCommanded && asks($0.kind) }
    }

    /// The safety class of a command that sets `capability` to `value`.
    package func safetyClass(of capability: CapabilityKind, becoming value: CapabilityValue) -> SafetyClass {
        switch (capability.row.safety, value) {
        case (.routine, _): .routine
        case (.byPurpose, _): actuatorClass(of: capability, becoming: value)
        case (.sensitive, _) where capability == .alarm: isArming(value) ? .routine : .sensitive
        case (.sensitive, _) where capability == .appliance && acceptsHeatingModes: .sensitive
        case (.sensitive(let harmless), .text(let word)): harmless.contains(word) ? .routine : .sensitive
        case (.sensitive, _): .sensitive
        }
    }

    /// The safety classes of all commands that `capability` accepts; empty when it accepts none.
    package func safetyClasses(of capability: Capability) -> Set<SafetyClass> {
        guard capability.isCommanded else { return [] }
        return Set(capability.representativeValues.map { safetyClass(of: capability.kind, becoming: $0) })
    }

    /// Whether it is harmless to set `capability` to `value`, so that a lockdown permits it: lock, close the water,
    /// stop, frost protection, and off for lights, heaters and valves.
    package func isSafeDirection(of capability: CapabilityKind, becoming value: CapabilityValue) -> Bool {
        switch (capability, value) {
        case _ where isStop(of: capability, value): true
        case (.lock, .text("locked")), (.valve, .text("closed")), (.appliance, .text("stopped")): true
        case (.alarm, _): isArming(value)
        case (.targetTemperature, .number(let degrees)): Self.frostProtection.contains(degrees)
        case (.switch, .boolean(false)), (.siren, .boolean(false)), (.brightness, .number(0)), (.fanSpeed, .number(0)):
            isOffSafe(for: capability)
        default: false
        }
    }

    /// Whether a newer command for `capability` is sent only after the device has answered the older one. A lock, door,
    /// gate, alarm or valve must not receive two different commands at once.
    package func needsAnswerBeforeNext(_ capability: CapabilityKind) -> Bool {
        switch capability {
        case .lock, .garageDoor, .valve, .alarm: true
        case .switch, .position:
            purpose == .garage || purpose == .gate || purpose == .valve
                || capability == .position && (isDoor(capability) || isCommanded(.valve))
        default: false
        }
    }

    /// Whether the command stops a movement. Every person who may move a part may stop it.
    package func isStop(of capability: CapabilityKind, _ value: CapabilityValue) -> Bool {
        (capability == .movement || capability == .garageDoor) && value == .text("stopped")
    }

    /// The temperatures in °C that protect pipes from frost and heat no room.
    private static let frostProtection = 5.0...8.0

    /// Whether the value arms the alarm or triggers it. Any other value that a device defines itself is not known to be
    /// safe.
    private func isArming(_ value: CapabilityValue) -> Bool {
        guard case .text(let mode) = value else { return false }
        return mode == "triggered" || mode.lowercased().hasPrefix("arm")
    }

    /// The safety class of an actuator, which depends on what it moves or supplies; only a person knows that.
    private func actuatorClass(of capability: CapabilityKind, becoming value: CapabilityValue) -> SafetyClass {
        // The position and the tilt of a garage door move the door.
        switch isDoor(capability) ? .garage : purpose {
        case .light, .blind: .routine
        // A person may stand under a garage door or gate, in whichever direction it moves.
        case .garage, .gate: .sensitive
        case .valve: value == .boolean(false) || value == .number(0) ? .routine : .sensitive
        // Off needs the same protection as on for devices that may keep food, protect from frost, or keep a person
        // alive: a freezer, a heat pump, a medical device. A person who may not switch one on again may not switch it
        // off.
        case .appliance, .heater, .pump, .other: .sensitive
        case nil: asks(capability) ? .sensitive : .routine
        }
    }

    /// Whether switching off is harmless. A device without a stated purpose may be a freezer or a garage.
    private func isOffSafe(for capability: CapabilityKind) -> Bool {
        switch purpose {
        case .light, .blind, .heater, .valve: true
        case .appliance, .pump, .garage, .gate, .other: false
        case nil: !asks(capability)
        }
    }

    /// Whether its appliance accepts a heating mode, such as a boiler: stopping it ends the supply of warm water.
    private var acceptsHeatingModes: Bool {
        capabilities.contains { $0.kind == .appliance && $0.isCommanded && !$0.options.contains("running") }
    }

    /// Whether a command to this capability may move or supply something unknown: a button may be the relay of a
    /// garage.
    private func asks(_ capability: CapabilityKind) -> Bool {
        switch capability {
        case .position, .tilt: !isDoor(capability)
        case .button: true
        case .switch: !isLight
        default: false
        }
    }

    private func isDoor(_ capability: CapabilityKind) -> Bool {
        (capability == .position || capability == .tilt) && isCommanded(.garageDoor)
    }

    private var isLight: Bool { [.brightness, .color, .colorTemperature].contains(where: isCommanded) }

    private func isCommanded(_ kind: CapabilityKind) -> Bool {
        capabilities.contains { $0.kind == kind && $0.isCommanded }
    }
}

extension Capability {
    /// Values that it accepts, at least one of each safety class: of numbers, only 0 is ever safer than the others.
    var representativeValues: [CapabilityValue] {
        switch valueType {
        case .boolean: [.boolean(false), .boolean(true)]
        case .number: [.number(range.lowerBound), .number(range.upperBound)]
        case .choice: commandedOptions.map(CapabilityValue.text)
        case .text: [.text("")]
        case .color: [.color(hue: 0, saturation: 0)]
        }
    }
}

/// What a relay, plug or cover moves or feeds; asked when it is adopted.
package enum Purpose: String, Sendable, Codable, CaseIterable {
    case light, appliance, heater, pump, garage, gate, valve, blind, other
}

/// How much harm a command can do.
package enum SafetyClass: String, Sendable, Codable, CaseIterable {
    case routine
    /// Needs a fresh step-up.
    case sensitive
}

extension Part {
    /// Whether its safety depends on an answer that only a person has.
    package var asksForPurpose: Bool {
        purpose == nil && capabilities.contains { $0.isCommanded && asks($0.kind) }
    }

    /// The class of telling `capability` to become `value`.
    package func safetyClass(of capability: CapabilityKind, becoming value: CapabilityValue) -> SafetyClass {
        switch capability {
        case .lock: value == .text("locked") ? .routine : .sensitive
        case .valve: value == .text("closed") ? .routine : .sensitive
        case .garageDoor: isStop(of: capability, value) ? .routine : .sensitive
        case .alarm: isArming(value) ? .routine : .sensitive
        case .appliance: value == .text("stopped") && !choosesHowToHeat ? .routine : .sensitive
        case .switch, .position, .tilt, .button, .brightness, .fanSpeed: actuatorClass(of: capability, becoming: value)
        default: .routine
        }
    }

    /// The classes of all that `capability` can be told; none where it takes no commands.
    package func safetyClasses(of capability: Capability) -> Set<SafetyClass> {
        guard capability.isCommanded else { return [] }
        return Set(capability.tellingValues.map { safetyClass(of: capability.kind, becoming: $0) })
    }

    /// Whether it can do no harm to tell `capability` to become `value`, so that a lockdown lets it pass: lock, close the
    /// water, stop, frost protection, and off for what lights, heats or lets water flow.
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

    /// Whether a newer command for `capability` is sent only after the device has answered the older one: what bars the
    /// way or lets something flow must not be told two things at once.
    package func answersBeforeNext(_ capability: CapabilityKind) -> Bool {
        switch capability {
        case .lock, .garageDoor, .valve, .alarm: true
        case .switch, .position:
            purpose == .garage || purpose == .gate || purpose == .valve
                || capability == .position && (isDoor(capability) || isCommanded(.valve))
        default: false
        }
    }

    /// What travels can always be stopped, by anybody who may move it.
    package func isStop(of capability: CapabilityKind, _ value: CapabilityValue) -> Bool {
        (capability == .movement || capability == .garageDoor) && value == .text("stopped")
    }

    /// °C that keep pipes whole and heat nobody's room.
    private static let frostProtection = 5.0...8.0

    /// What an alarm is told in a word of its own is only safe where that word arms it.
    private func isArming(_ value: CapabilityValue) -> Bool {
        guard case .text(let mode) = value else { return false }
        return mode == "triggered" || mode.lowercased().hasPrefix("arm")
    }

    /// The class of what moves or feeds something: only a person knows what.
    private func actuatorClass(of capability: CapabilityKind, becoming value: CapabilityValue) -> SafetyClass {
        // A door's own position and slats move the door.
        switch isDoor(capability) ? .garage : purpose {
        case .light, .blind: .routine
        // Either way a garage or gate moves, someone may stand under it.
        case .garage, .gate: .sensitive
        case .valve: value == .boolean(false) || value == .number(0) ? .routine : .sensitive
        // Off is guarded like on for what may keep food, the heat in frost, or a person alive: a freezer, a heat pump, a
        // medical device. A person who may not switch it on again may not switch it off.
        case .appliance, .heater, .pump, .other: .sensitive
        case nil: asks(capability) ? .sensitive : .routine
        }
    }

    /// Whether switching it off endangers nothing. A device without a stated purpose may be a freezer or a garage.
    private func isOffSafe(for capability: CapabilityKind) -> Bool {
        switch purpose {
        case .light, .blind, .heater, .valve: true
        case .appliance, .pump, .garage, .gate, .other: false
        case nil: !asks(capability)
        }
    }

    /// Whether its appliance is told how to heat, such as a boiler: to stop that takes the warm water away.
    private var choosesHowToHeat: Bool {
        capabilities.contains { $0.kind == .appliance && $0.isCommanded && !$0.options.contains("running") }
    }

    /// Whether telling it anything may move or feed something: a pressed button may be a garage's relay.
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
    /// Values that it takes, of each class one at least: of numbers only 0 is ever safer than others.
    var tellingValues: [CapabilityValue] {
        switch valueType {
        case .boolean: [.boolean(false), .boolean(true)]
        case .number: [.number(range.lowerBound), .number(range.upperBound)]
        case .choice: commandedOptions.map(CapabilityValue.text)
        case .text: [.text("")]
        case .color: [.color(hue: 0, saturation: 0)]
        }
    }
}

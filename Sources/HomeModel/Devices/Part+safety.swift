extension Part {
    /// Whether the safety of its commands depends on a purpose that only a person knows, and that no person has stated
    /// precisely enough.
    package var asksForPurpose: Bool {
        let commanded = capabilities.filter(\.isCommanded)
        return purpose.map { $0.isOutdated && !commanded.isEmpty } ?? commanded.contains { asks($0.kind) }
    }

    /// The safety class of a command that sets `capability` to `value`.
    package func safetyClass(of capability: CapabilityKind, becoming value: CapabilityValue) -> SafetyClass {
        switch (capability.row.safety, value) {
        case (.routine, _): .routine
        case (.byPurpose, _): actuatorClass(of: capability, becoming: value)
        case (.sensitive, _) where capability == .alarm: isArming(value) ? .routine : .sensitive
        case (.sensitive, .text("stopped")) where capability == .appliance: isStoppingSafe ? .routine : .sensitive
        case (.sensitive(let harmless), .text(let word)): harmless.contains(word) ? .routine : .sensitive
        case (.sensitive, _): .sensitive
        }
    }

    /// The safety classes of all commands that `capability` accepts; empty when it accepts none.
    package func safetyClasses(of capability: Capability) -> Set<SafetyClass> {
        guard capability.isCommanded else { return [] }
        return Set(capability.representativeValues.map { safetyClass(of: capability.kind, becoming: $0) })
    }

    /// Whether every command to `capability` is harmless, so that the page may send one at a single tap.
    package func isHarmless(_ capability: Capability) -> Bool {
        // A siren is routine so that everybody may raise an alarm, which is not harmless.
        capability.kind != .siren && safetyClasses(of: capability) == [.routine]
    }

    /// Whether it is harmless to set `capability` to `value`, so that a lockdown permits it: lock, close the water,
    /// stop, frost protection, off for what heats, and on for what keeps food, heat, the network or dry cellars.
    package func isSafeDirection(of capability: CapabilityKind, becoming value: CapabilityValue) -> Bool {
        switch (capability, value) {
        case _ where isStop(of: capability, value): true
        case (.lock, .text("locked")), (.valve, .text("closed")): true
        case (.appliance, .text("stopped")): isStoppingSafe
        case (.alarm, _): isArming(value)
        case (.targetTemperature, .number(let degrees)), (.heatingSetPoint, .number(let degrees)):
            rules(for: capability).isSafe(setPoint: degrees)
        case (.switch, .boolean(true)): rules(for: capability).isOnSafe
        case (.switch, .boolean(false)), (.siren, .boolean(false)), (.brightness, .number(0)), (.fanSpeed, .number(0)):
            rules(for: capability).isOffSafe
        // The mode of a thermostat without a purpose may be all that protects the home from frost.
        case (.thermostatMode, .text("off")): purpose?.rules.isOffSafe ?? false
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

    /// Whether the value arms the alarm or triggers it. Any other value that a device defines itself is not known to be
    /// safe.
    private func isArming(_ value: CapabilityValue) -> Bool {
        guard case .text(let mode) = value else { return false }
        return mode == "triggered" || mode.lowercased().hasPrefix("arm")
    }

    /// The safety class of an actuator, which depends on what it moves or supplies; only a person knows that.
    private func actuatorClass(of capability: CapabilityKind, becoming value: CapabilityValue) -> SafetyClass {
        let rules = rules(for: capability)
        switch (capability, value) {
        case (_, .number(let degrees)) where capability.isSetPoint:
            return rules.isRoutine(setPoint: degrees) ? .routine : .sensitive
        case (_, .boolean(false)), (_, .number(0)), (.thermostatMode, .text("off")): return rules.off
        case (_, .boolean(true)), (_, .number), (.thermostatMode, .text): return rules.on
        // A button may toggle the part.
        default: return rules.on == .routine && rules.off == .routine ? .routine : .sensitive
        }
    }

    private func rules(for capability: CapabilityKind) -> PurposeRules {
        // The position and the tilt of a garage door move the door.
        if isDoor(capability) { return Purpose.garage.rules }
        return purpose?.rules ?? (asks(capability) ? .guarded : .harmless)
    }

    /// Whether it is harmless to stop the part's appliance. Stopping an appliance with heating modes, such as a boiler,
    /// ends the supply of warm water.
    private var isStoppingSafe: Bool {
        if let purpose { return purpose.rules.isOffSafe }
        return !capabilities.contains { $0.kind == .appliance && $0.isCommanded && !$0.options.contains("running") }
    }

    /// Whether a command to this capability may move or supply something unknown: a button may be the relay of a
    /// garage.
    private func asks(_ capability: CapabilityKind) -> Bool {
        switch capability {
        case .position, .tilt: !isDoor(capability)
        case .button: true
        case .switch: !isLight
        // The thermostat of a relay may heat an oven or cool a freezer.
        case .targetTemperature, .heatingSetPoint, .coolingSetPoint, .thermostatMode: isCommanded(.switch) && !isLight
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
    /// Values that it accepts, at least one of each safety class: of numbers, only 0 and moderate set-points are ever
    /// safer than the others.
    var representativeValues: [CapabilityValue] {
        switch valueType {
        case .boolean: [.boolean(false), .boolean(true)]
        case .number: ([range.lowerBound] + setPointBands.map(\.upperBound)).map(CapabilityValue.number)
        case .choice: commandedOptions.map(CapabilityValue.text)
        case .text: [.text("")]
        case .color: [.color(hue: 0, saturation: 0)]
        }
    }

    /// The range in parts, in which all set-points have the same safety for every purpose. The part from 5 to 8 °C
    /// contains both limits; another number than a set-point has one part.
    var setPointBands: [ClosedRange<Double>] {
        guard kind.isSetPoint else { return [range] }
        let frost = PurposeRules.frostProtection
        let limits = [frost.lowerBound.nextDown, frost.upperBound, PurposeRules.inhabited.upperBound]
        let inner = limits.filter { $0 >= range.lowerBound && $0 < range.upperBound }
        let starts = [range.lowerBound] + inner.map(\.nextUp)
        return zip(starts, inner + [range.upperBound]).map { $0...$1 }
    }
}

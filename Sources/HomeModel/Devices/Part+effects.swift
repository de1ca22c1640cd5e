extension Part {
    /// The switch that a lamp's brightness and colour turn on; nil where the part is no lamp, or has several switches.
    package var lampSwitch: Capability? {
        let switches = capabilities.filter { $0.kind == .switch && $0.isCommanded }
        let isLamp = capabilities.contains { $0.kind.lightsUp && $0.isCommanded }
        return isLamp && switches.count == 1 ? switches[0] : nil
    }

    /// All that the part reports once `name` was told `value`, in every dialect: a lamp that gets a brightness or colour
    /// is on, and one that gets the brightness 0 is off, whatever brightness it keeps for later.
    package func effects(
        of name: CapabilityName, becoming value: CapabilityValue
    ) -> [CapabilityName: CapabilityValue] {
        guard name.kind.lightsUp, name.label == nil, let lamp = lampSwitch, lamp.isReported else {
            return [name: value]
        }
        if turnsOff(name, value) { return [lamp.name: .boolean(false)] }
        return [name: value, lamp.name: .boolean(true)]
    }

    /// What every capability of the part is to show that moves with `name`, once `name` was told `value`. Two commands
    /// whose goals differ for one capability exclude each other, whichever capabilities they name: *open* and a position
    /// of 0 %, *off* and a brightness.
    package func goals(
        of name: CapabilityName, becoming value: CapabilityValue
    ) -> [CapabilityName: CapabilityValue] {
        var goals = effects(of: name, becoming: value)
        guard name.label == nil else { return goals }
        let door = capabilities.first { [.garageDoor, .valve].contains($0.kind) && $0.name.label == nil }
        switch (name.kind, value) {
        case (.garageDoor, .text("open")), (.valve, .text("open")): goals[CapabilityName(.position)] = .number(100)
        case (.garageDoor, .text("closed")), (.valve, .text("closed")): goals[CapabilityName(.position)] = .number(0)
        case (.position, .number(let percent)):
            if let door { goals[door.name] = .text(percent == 0 ? "closed" : "open") }
        default: break
        }
        return goals
    }

    /// Whether telling `name` to become `value` turns a lamp off.
    package func turnsOff(_ name: CapabilityName, _ value: CapabilityValue) -> Bool {
        name == CapabilityName(.brightness) && value == .number(0)
    }

    /// What else of the part a stop of its movement ends.
    package var travelling: [Capability] { capabilities.filter(\.kind.travels) }
}

extension CapabilityKind {
    /// Whether a command of this kind turns a lamp on.
    package var lightsUp: Bool {
        switch self {
        case .brightness, .color, .colorTemperature: true
        default: false
        }
    }
}

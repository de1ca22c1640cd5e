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

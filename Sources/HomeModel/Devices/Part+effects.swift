extension Part {
    /// The switch that turns on when a lamp gets a brightness or colour; nil when the part is no lamp, or has several
    /// switches.
    package var lampSwitch: Capability? {
        let switches = capabilities.filter { $0.kind == .switch && $0.isCommanded }
        let isLamp = capabilities.contains { $0.kind.lightsUp && $0.isCommanded }
        return isLamp && switches.count == 1 ? switches[0] : nil
    }

    /// All values that the part reports after `name` was set to `value`, in every dialect. A lamp that gets a
    /// brightness or colour is on, and a lamp that gets the brightness 0 is off, whatever brightness it keeps for
    /// later.
    package func effects(
        of name: CapabilityName, becoming value: CapabilityValue
    ) -> [CapabilityName: CapabilityValue] {
        guard name.kind.lightsUp, name.label == nil, let lamp = lampSwitch, lamp.isReported else {
            return [name: value]
        }
        if turnsOff(name, value: value) { return [lamp.name: .boolean(false)] }
        return [name: value, lamp.name: .boolean(true)]
    }

    /// The target values of all capabilities of the part that change with `name`, when it is set to `value`.
    ///
    /// Two commands whose target values differ for one capability exclude each other, whichever capabilities they name:
    /// *open* and a position of 0 %, *off* and a brightness.
    package func targetValues(
        of name: CapabilityName, becoming value: CapabilityValue
    ) -> [CapabilityName: CapabilityValue] {
        var targetValues = effects(of: name, becoming: value)
        guard name.label == nil else { return targetValues }
        let door = capabilities.first { [.garageDoor, .valve].contains($0.kind) && $0.name.label == nil }
        switch (name.kind, value) {
        case (.garageDoor, .text("open")), (.valve, .text("open")):
            targetValues[CapabilityName(.position)] = .number(100)
        case (.garageDoor, .text("closed")), (.valve, .text("closed")):
            targetValues[CapabilityName(.position)] = .number(0)
        case (.position, .number(let percent)):
            if let door { targetValues[door.name] = .text(percent == 0 ? "closed" : "open") }
        default: break
        }
        return targetValues
    }

    /// Whether setting `name` to `value` turns a lamp off.
    package func turnsOff(_ name: CapabilityName, value: CapabilityValue) -> Bool {
        name == CapabilityName(.brightness) && value == .number(0)
    }

    /// The capabilities of the part whose movement a stop ends.
    package var travelling: [Capability] { capabilities.filter(\.kind.travels) }
}

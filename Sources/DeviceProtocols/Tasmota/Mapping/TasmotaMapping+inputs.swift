import HomeModel

/// The mode of a switch input (`SwitchMode<n>`). Source: Tasmota `support_switch.ino`.
private enum TasmotaSwitchMode {
    /// The input reports presses.
    case momentary
    /// The input reports on and off, inverted or not, depending on its wiring.
    case following
    /// The input is used, but the device does not announce its mode.
    case unknown

    init(_ mode: Int) {
        switch mode {
        // 13 and 14 never report the end of a press.
        case 0, 3...8, 11...14: self = .momentary
        case 1, 2, 9, 10, 15, 16: self = .following
        default: self = .unknown
        }
    }
}

extension TasmotaMapping {
    mutating func mapInputs(_ config: TasmotaConfig, sensors: TasmotaSensors) {
        let switches = Self.switches(of: config, sensors)
        let buttons = config.buttons.indices.filter { config.buttons[$0] == 1 }.map { $0 + 1 }
        for (number, name, mode) in switches {
            let part = switches.count == 1 ? .main : PartID("switch-\(number)") ?? .main
            if case .momentary = mode {
                addPresses(name, to: part, actions: Self.switchActions(config))
            } else {
                addSwitch(name, mode: mode, to: part, config: config)
            }
        }
        let areSeveral = buttons.count > 1 || bindings.contains { $0.value.capability.kind == .button }
        for number in buttons {
            let part = areSeveral ? PartID("button-\(number)") ?? .main : .main
            // With SetOption13, presses are reported immediately, so there is only one type of press.
            let words = config.options.contains(13) ? ["SINGLE"] : Self.buttonActions
            addPresses(
                "Button\(number)", to: part, actions: words.map { ChoiceWord(word: $0, meaning: $0.lowercased()) })
        }
    }

    /// The switches with an announced mode (SetOption114), then those that only appear among the values.
    private static func switches(
        of config: TasmotaConfig, _ sensors: TasmotaSensors
    ) -> [(number: Int, name: String, mode: TasmotaSwitchMode)] {
        (0..<TasmotaConfig.maximumItems).compactMap { index in
            let names = config.switchNames
            let name = names.indices.contains(index) ? names[index] ?? "Switch\(index + 1)" : "Switch\(index + 1)"
            let mode = config.switchModes.indices.contains(index) ? config.switchModes[index] : -1
            guard mode >= 0 || sensors.shape[name]?.text != nil else { return nil }
            return (index + 1, name, TasmotaSwitchMode(mode))
        }
    }

    /// The name of a switch determines its kind. Without a known name the switch is a choice of its two words.
    private mutating func addSwitch(
        _ name: String, mode: TasmotaSwitchMode, to part: PartID, config: TasmotaConfig
    ) {
        let locations = [TasmotaLocation.sensor(TasmotaPath(name)), .result(TasmotaPath(name, "Action"))]
        let (off, on) = (config.offWord, config.onWord)
        guard case .following = mode, let kind = Self.kind(of: name) else {
            let options = [off, on].map { ChoiceWord(word: $0, meaning: $0.lowercased()) }
            return add(
                .choice, to: part, label: name, isLabelled: true, coding: .options(options), at: locations,
                facts: TasmotaConstraints(options: options.map(\.meaning)))
        }
        // A door contact is on when the door is open, but a contact is true when it is closed.
        let (whenFalse, whenTrue) = kind == .contact ? (on, off) : (off, on)
        add(
            kind, to: part, label: name, coding: .boolean(whenFalse: .text(whenFalse), whenTrue: .text(whenTrue)),
            at: locations
        )
    }

    private mutating func addPresses(_ name: String, to part: PartID, actions: [ChoiceWord]) {
        add(
            .button, to: part, label: name, coding: .options(actions), at: [.result(TasmotaPath(name, "Action"))],
            facts: TasmotaConstraints(options: actions.map(\.meaning)))
    }

    private static let buttonActions = ["SINGLE", "DOUBLE", "TRIPLE", "QUAD", "PENTA", "HOLD", "CLEAR"]

    private static func switchActions(_ config: TasmotaConfig) -> [ChoiceWord] {
        [config.offWord, config.onWord, "TOGGLE", "HOLD", "INC_DEC", "INV", "CLEAR"].map {
            ChoiceWord(word: $0, meaning: $0.lowercased())
        }
    }

    private static func kind(of name: String) -> CapabilityKind? {
        let words = name.lowercased().split { !$0.isLetter }.map(String.init)
        return words.lazy.compactMap { kindsByWord[$0] }.first
    }

    private static let kindsByWord: [String: CapabilityKind] = [
        "door": .contact, "window": .contact, "gate": .contact, "garage": .contact, "motion": .motion, "pir": .motion,
        "movement": .motion, "presence": .occupancy,
        "occupancy": .occupancy, "leak": .leak, "flood": .leak, "water": .leak, "smoke": .smoke,
    ]
}

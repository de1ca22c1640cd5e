import HomeModel

extension MappingRow {
    /// The speed of a fan that `power` turns on and off.
    static func fanSpeed(power: CharacteristicKind) -> MappingRow {
        .number(
            .fanSpeed,
            from: .rotationSpeed, target: .rotationSpeed,
            form: NumberForm(
                scale: .level, usual: 0...100, usualStep: 1,
                power: power, isZeroWhenOff: true))
    }

    /// The speed of the fan inside a device with a power of its own, which the speed does not change.
    static let innerFanSpeed = MappingRow.number(
        .fanSpeed,
        from: .rotationSpeed, target: .rotationSpeed,
        form: NumberForm(scale: .level, usual: 0...100, usualStep: 1))

    static let fanDirection = MappingRow.setting(.fanDirection, of: .rotationDirection, words: Words.directions)
    static let fanSwing = MappingRow.boolean(.fanSwing, from: .swingMode, isSettable: true)
}

extension ServiceMapping {
    /// Lamps, relays and fans.
    static let lights = [
        ServiceMapping(
            .lightbulb, part: "light", purpose: .light,
            rows: [
                .boolean(.switch, from: .on, isSettable: true),
                .number(
                    .brightness,
                    from: .brightness, target: .brightness,
                    form: NumberForm(
                        scale: .level, usual: 0...100, usualStep: 1,
                        power: .on)),
                .color(hue: .hue, saturation: .saturation, power: .on),
                .number(
                    .colorTemperature,
                    from: .colorTemperature, target: .colorTemperature,
                    form: NumberForm(
                        scale: .mired, usual: 140...500,
                        usualStep: 1, tolerance: .mired(1), power: .on)),
            ]),
        ServiceMapping(
            .outlet, part: "outlet",
            rows: [
                .boolean(.switch, from: .on, isSettable: true),
                .state("in-use", from: .outletInUse, words: Words.noYes),
            ]),
        ServiceMapping(.switch, part: "switch", rows: [.boolean(.switch, from: .on, isSettable: true)]),
        ServiceMapping(
            .statefulProgrammableSwitch, part: "switch",
            rows: [
                .boolean(.switch, from: .programmableSwitchOutputState, isSettable: true),
                .press(.programmableSwitchEvent),
            ]),
        ServiceMapping(.statelessProgrammableSwitch, part: "button", rows: [.press(.programmableSwitchEvent)]),
        ServiceMapping(.doorbell, part: "doorbell", rows: [.press(.programmableSwitchEvent)] + MappingRow.sound),
        ServiceMapping(
            .fan, part: "fan", purpose: .electronics,
            rows: [
                .boolean(.switch, from: .on, isSettable: true), .fanSpeed(power: .on), .fanDirection, .fanSwing,
            ]),
        ServiceMapping(
            .fanV2, part: "fan", purpose: .electronics,
            rows: [
                .boolean(.switch, from: .active, isSettable: true), .fanSpeed(power: .active), .fanDirection,
                .fanSwing, .setting(label: "mode", of: .targetFanState, words: Words.manualOrAuto),
                .state("activity", from: .currentFanState, words: Words.fanActivities),
            ]),
    ]
}

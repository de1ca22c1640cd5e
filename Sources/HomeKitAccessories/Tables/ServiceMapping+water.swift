import HomeModel

extension MappingRow {
    static let remainingDuration = MappingRow.measured(.duration, label: "remaining", from: .remainingDuration)

    /// How long the water flows after a command to open.
    static let setDuration = MappingRow.number(
        .duration, label: "set",
        from: .setDuration, target: .setDuration,
        form: NumberForm(usual: 0...3600, usualStep: 1))
}

extension ServiceMapping {
    static let water = [
        // `In Use` says whether water flows. A valve that waits for its turn is active, and not open yet.
        ServiceMapping(
            .valve, part: "valve", purpose: .valve,
            rows: [
                .choice(
                    .valve, from: [.inUse, .active], words: Words.valveStates, target: .active,
                    commands: Words.valveStates),
                .setDuration, .remainingDuration,
            ]),
        ServiceMapping(
            .irrigationSystem, part: "irrigation", purpose: .valve,
            rows: [
                .boolean(.switch, from: .active, isSettable: true),
                .state("in-use", from: .inUse, words: Words.noYes),
                .state("programme", from: .programMode, words: Words.programmes), .remainingDuration,
            ]),
        ServiceMapping(
            .faucet, part: "faucet", purpose: .valve,
            rows: [
                .choice(
                    .valve, from: [.inUse, .active], words: Words.valveStates, target: .active,
                    commands: Words.valveStates)
            ]),
    ]
}

import HomeModel
import MatterProtocol

extension ClusterMapping {
    /// Valves and pumps.
    static let water: [ClusterMapping] = [
        ClusterMapping(
            0x0081,
            rows: [
                .special(
                    .valve, reported: [0x0004], invoked: [0x00, 0x01],
                    values: "0 closed, 1 open; while it moves, unknown"
                ) { cluster, name in
                    guard cluster.has(4) else { return nil }
                    var steps: [String: NodeCommandStep] = [:]
                    if cluster.accepts(0x00) { steps["open"] = cluster.invoke(0x00) }
                    if cluster.accepts(0x01) { steps["closed"] = cluster.invoke(0x01) }
                    var value = MappedValue(
                        name,
                        coding: ChoiceCoding(
                            source: cluster.path(4), words: Words.valveStates, setter: .steps(steps),
                            others: cluster.present([6, 3])))
                    value.options = ["open", "closed"]
                    return value
                },
                .special(
                    .position, reported: [0x0006], invoked: [0x00, 0x01],
                    values: "%, of a valve with levels; 100 open, 0 closes"
                ) { cluster, name in
                    guard cluster.has(6), cluster.hasFeature(1, unknown: true) else { return nil }
                    var value = MappedValue(
                        name,
                        coding: ValveLevelCoding(
                            level: cluster.path(6), canOpen: cluster.accepts(0x00), canClose: cluster.accepts(0x01),
                            state: cluster.path(4)))
                    value.step = 1
                    return value
                },
                .measured(.duration, label: "remaining", from: 0x0003, valid: ValidNumbers.uint32),
                .special(
                    .duration, label: "set", reported: [0x0001], written: [0x0001],
                    values: "s; how long it stays open after a command to open"
                ) { cluster, name in
                    guard cluster.has(1) else { return nil }
                    let path = cluster.path(1)
                    var coding = NumberCoding(sources: [path], scale: .identity, valid: ValidNumbers.uint32)
                    coding.setter = NumberCoding.Setter(request: .write(path), range: 1...86_400, step: 1)
                    var value = MappedValue(name, coding: coding)
                    value.minimum = 1
                    value.maximum = 86_400
                    value.step = 1
                    return value
                },
                .state("fault", from: 0x0009, bits: 0xFFFF, words: Words.noYes),
            ]),
        ClusterMapping(
            0x0200,
            rows: [
                .setting("mode", of: 0x0020, words: Words.pumpModes),
                .setting("control", of: 0x0021, words: Words.pumpControls),
                .state("running", from: 0x0010, bits: 0x0020, words: Words.noYes),
                .state("fault", from: 0x0010, bits: 0x0003, words: Words.noYes),
                .measured(
                    .number, label: "capacity", from: 0x0013, scale: .factor(0.005), valid: ValidNumbers.int16,
                    unit: "%"
                ),
                .measured(.number, label: "speed", from: 0x0014, valid: ValidNumbers.uint16, unit: "rpm"),
                .measured(.power, from: 0x0016, valid: 0...16_777_214),
                .measured(.energy, from: 0x0017, valid: ValidNumbers.uint32),
                .measured(.number, label: "running-hours", from: 0x0015, valid: 0...16_777_214, unit: "h"),
            ]),
    ]
}

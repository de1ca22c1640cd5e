import HomeModel
import MatterProtocol

extension ClusterMapping {
    /// Household appliances, robot vacuums, modes and players.
    static let appliances: [ClusterMapping] =
        [
            ClusterMapping(0x0060, rows: operationRows),
            ClusterMapping(0x0048, rows: operationRows),
            ClusterMapping(
                0x0061,
                rows: [
                    .special(
                        .vacuum, reported: [0x0004], invoked: [0x00, 0x03, 0x80],
                        values: "docked, cleaning, paused, returning, stopped, error; starts by RvcRunMode"
                    ) { vacuum(of: $0, named: $1) },
                    .state("error", from: 0x0005, field: 0, words: Words.vacuumErrors),
                ]),
            ClusterMapping(
                0x0050,
                rows: [
                    .special(
                        .choice, reported: [0x0003], invoked: [0x00],
                        values: "the labels of SupportedModes; the label of the capability is the description"
                    ) { cluster, _ in
                        let description = cluster.value(0)?.text ?? ""
                        let label = PartID(slugging: description, fallback: PartID("mode" as StaticString))
                        return modes(
                            of: cluster, named: CapabilityName(.choice, label: label), supported: 2, current: 3)
                    }
                ]),
            ClusterMapping(
                0x0053,
                rows: [
                    .special(
                        .choice, label: "spin", reported: [0x0001], written: [0x0001], values: "the texts of SpinSpeeds"
                    ) { cluster, name in
                        guard cluster.has(1) else { return nil }
                        let texts = cluster.value(0)?.values?.prefix(32).map { $0.text ?? "" } ?? []
                        let path = cluster.path(1)
                        let words = words(texts.enumerated().map { (Int64($0), $1) })
                        guard !words.isEmpty else { return nil }
                        return .choice(name, coding: ChoiceCoding(source: path, words: words, setter: .write(path)))
                    },
                    supported("rinses", attribute: 2, list: 3, words: Words.rinses),
                ]),
            ClusterMapping(0x004A, rows: [supported("dryness", attribute: 1, list: 0, words: Words.drynessLevels)]),
            ClusterMapping(
                0x0056,
                rows: [
                    .special(
                        .targetTemperature, reported: [0x0000], invoked: [0x00], values: "°C ÷ 100"
                    ) { temperature(of: $0, named: $1) },
                    .special(
                        .choice, label: "temperature-level", reported: [0x0004], invoked: [0x00],
                        values: "the texts of SupportedTemperatureLevels"
                    ) { temperatureLevel(of: $0, named: $1) },
                ]),
            ClusterMapping(0x0057, rows: [.state("door-open", from: 0x0002, bits: 1, words: Words.noYes)]),
            ClusterMapping(
                0x005D,
                rows: [
                    .state("inflow-error", from: 0x0002, bits: 1, words: Words.noYes),
                    .state("drain-error", from: 0x0002, bits: 2, words: Words.noYes),
                    .state("door-error", from: 0x0002, bits: 4, words: Words.noYes),
                    .state("too-cold", from: 0x0002, bits: 8, words: Words.noYes),
                    .state("too-hot", from: 0x0002, bits: 16, words: Words.noYes),
                    .state("water-level-error", from: 0x0002, bits: 32, words: Words.noYes),
                ]),
            ClusterMapping(
                0x005F,
                rows: [
                    .measured(.duration, label: "cook-time", from: 0x0000, valid: ValidNumbers.uint32),
                    .measured(.number, label: "power-setting", from: 0x0002, valid: ValidNumbers.uint8, unit: "%"),
                ]),
            ClusterMapping(
                0x0506,
                rows: [
                    .special(
                        .media, reported: [0x0000], invoked: [0x00, 0x01, 0x02],
                        values: MappingRow.text(of: Words.mediaStates)
                    ) { cluster, name in
                        guard cluster.has(0) else { return nil }
                        let commands: [(UInt32, String)] = [(0, "playing"), (1, "paused"), (2, "stopped")]
                        let steps = commands.filter { cluster.accepts($0.0) }.map { ($1, cluster.invoke($0)) }
                        return .choice(
                            name,
                            coding: ChoiceCoding(
                                source: cluster.path(0), words: Words.mediaStates,
                                setter: .steps(Dictionary(uniqueKeysWithValues: steps))))
                    }
                ]),
        ] + modeClusters

    /// The clusters with modes, with the labels of their choices.
    private static let modeClusters: [ClusterMapping] = [
        modeCluster(0x0054, label: "run-mode"), modeCluster(0x0055, label: "clean-mode"),
        modeCluster(0x0049, label: "mode"), modeCluster(0x0051, label: "mode"), modeCluster(0x0052, label: "mode"),
        modeCluster(0x0059, label: "mode"), modeCluster(0x005E, label: "mode", isSettable: false),
        modeCluster(0x009D, label: "charging-mode"), modeCluster(0x009E, label: "mode"),
        modeCluster(0x009F, label: "energy-mode"),
    ]

    private static func modeCluster(_ id: UInt32, label: String, isSettable: Bool = true) -> ClusterMapping {
        ClusterMapping(
            id,
            rows: [
                .special(
                    .choice, label: label, alternative: "other-mode", reported: [0x0001],
                    invoked: isSettable ? [0x00] : [], values: "the labels of SupportedModes"
                ) { modes(of: $0, named: $1, supported: 0, current: 1, isSettable: isSettable) }
            ])
    }

    // MARK: Choices whose words the device names

    /// A word for each text, without empty ones; equal texts get their numbers.
    static func words(_ texts: [(number: Int64, text: String)]) -> [NumberedWord] {
        var known: Set<String> = []
        return texts.compactMap { number, text in
            guard let shown = NodeInformation.shown(text) else { return nil }
            let word = known.insert(shown).inserted ? shown : "\(shown) (\(number))"
            known.insert(word)
            return NumberedWord(number, word: word)
        }
    }

    private static func modes(
        of cluster: ClusterInstance, named name: CapabilityName, supported: UInt32, current: UInt32,
        isSettable: Bool = true
    ) -> MappedValue? {
        guard cluster.has(current) else { return nil }
        let modes = cluster.value(supported)?.values?.prefix(255) ?? []
        let words = words(
            modes.compactMap { mode in
                guard let number = mode[1]?.integer(as: UInt8.self) else { return nil }
                return (Int64(number), mode[0]?.text ?? "Mode \(number)")
            })
        guard !words.isEmpty else { return nil }
        let setter = ChoiceCoding.Setter.invoke(0x00, cluster: cluster.id, endpoint: cluster.endpoint.number)
        return .choice(
            name,
            coding: ChoiceCoding(
                source: cluster.path(current), words: words,
                setter: isSettable && cluster.accepts(0x00) ? setter : nil))
    }

    /// A setting of which the device supports some numbers only.
    private static func supported(
        _ label: String, attribute: UInt32, list: UInt32, words: [NumberedWord]
    ) -> MappingRow {
        .special(
            .choice, label: label, reported: [attribute], written: [attribute], values: MappingRow.text(of: words)
        ) { cluster, name in
            guard cluster.has(attribute) else { return nil }
            let numbers = cluster.value(list)?.values?.prefix(32).compactMap(\.signed) ?? []
            let allowed = words.filter { numbers.contains($0.number) }
            let path = cluster.path(attribute)
            return .choice(
                name,
                coding: ChoiceCoding(source: path, words: allowed.isEmpty ? words : allowed, setter: .write(path)))
        }
    }

    // MARK: Temperatures

    private static func temperature(of cluster: ClusterInstance, named name: CapabilityName) -> MappedValue? {
        guard cluster.has(0) else { return nil }
        let usual = -3_000.0...30_000
        let declared = cluster.range(from: 1, to: 2, usual: usual)
        let isReal = declared.lowerBound >= -27_315 && declared.upperBound <= 32_767
        let range = isReal ? declared : usual
        let step = cluster.number(3).flatMap { $0 > 0 && $0 <= 10_000 ? $0 : nil } ?? 100
        let path = cluster.path(0)
        var coding = NumberCoding(sources: [path], scale: .factor(0.01), valid: -27_315...32_767)
        coding.setter =
            cluster.accepts(0x00)
            ? NumberCoding.Setter(
                request: .invoke(0x00, cluster: cluster.id, endpoint: path.endpoint, tag: 0), range: range, step: step,
                isSigned: true) : nil
        coding.tolerance = .number(step / 200)
        var value = MappedValue(name, coding: coding)
        value.minimum = range.lowerBound / 100
        value.maximum = range.upperBound / 100
        value.step = step / 100
        return value
    }

    private static func temperatureLevel(of cluster: ClusterInstance, named name: CapabilityName) -> MappedValue? {
        guard cluster.has(4) else { return nil }
        let texts = cluster.value(5)?.values?.prefix(32).map { $0.text ?? "" } ?? []
        let words = words(texts.enumerated().map { (Int64($0), $1) })
        guard !words.isEmpty else { return nil }
        let steps = words.map { word in
            (word.word, cluster.invoke(0x00, fields: [1: .unsigned(UInt64(max(0, word.number)))]))
        }
        return .choice(
            name,
            coding: ChoiceCoding(
                source: cluster.path(4), words: words,
                setter: cluster.accepts(0x00) ? .steps(Dictionary(steps) { first, _ in first }) : nil))
    }
}

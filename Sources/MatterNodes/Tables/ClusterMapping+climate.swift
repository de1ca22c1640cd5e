import HomeModel
import MatterProtocol

extension ClusterMapping {
    /// Heating, cooling, fans and filters.
    static let climate: [ClusterMapping] = [
        ClusterMapping(
            0x0201,
            rows: [
                .special(
                    .thermostatMode, reported: [0x001C], written: [0x001C],
                    values: MappingRow.text(of: Words.thermostatModes) + "; those that its features allow"
                ) { mode(of: $0, named: $1) },
                .special(
                    .targetTemperature, reported: [0x0012, 0x0011], written: [0x0012, 0x0011],
                    values: "°C ÷ 100; of a thermostat that only heats, or only cools"
                ) { cluster, name in
                    guard heats(cluster) != cools(cluster) else { return nil }
                    return setPoint(of: cluster, named: name, isHeating: heats(cluster))
                },
                .special(
                    .heatingSetPoint, reported: [0x0012], written: [0x0012],
                    values: "°C ÷ 100; of one that heats and cools"
                ) { cluster, name in
                    guard heats(cluster), cools(cluster) else { return nil }
                    return setPoint(of: cluster, named: name, isHeating: true)
                },
                .special(
                    .coolingSetPoint, reported: [0x0011], written: [0x0011],
                    values: "°C ÷ 100; of one that heats and cools"
                ) { cluster, name in
                    guard heats(cluster), cools(cluster) else { return nil }
                    return setPoint(of: cluster, named: name, isHeating: false)
                },
                .measured(
                    .temperature, alternative: "thermostat", from: 0x0000, scale: .factor(0.01),
                    valid: -27_315...32_767, text: "°C ÷ 100"),
                .measured(
                    .temperature, label: "outdoor", from: 0x0001, scale: .factor(0.01), valid: -27_315...32_767,
                    text: "°C ÷ 100"),
                .special(
                    .choice, label: "activity", reported: [0x0029], values: "idle, heating, cooling, fan, from its bits"
                ) { cluster, name in
                    guard cluster.has(0x29) else { return nil }
                    var value = MappedValue(name, coding: ActivityCoding(state: cluster.path(0x29)))
                    value.options = ActivityCoding.options
                    return value
                },
                .measured(
                    .number, label: "heating-demand", from: 0x0008, valid: ValidNumbers.percent, unit: "%"),
                .measured(
                    .number, label: "cooling-demand", from: 0x0007, valid: ValidNumbers.percent, unit: "%"),
                .boolean(
                    .occupancy, alternative: "thermostat", from: 0x0002, test: .hasBits(1), text: "bit 0 occupied"),
            ]),
        ClusterMapping(
            0x0202,
            rows: [
                .special(
                    .fanSpeed, reported: [0x0003, 0x0002], written: [0x0002],
                    values: "%, in steps of 100 ÷ SpeedMax; 0 while the switch of its endpoint is off"
                ) { fanSpeed(of: $0, named: $1) },
                .special(
                    .choice, label: "mode", alternative: "fan-mode", reported: [0x0000], written: [0x0000],
                    values: MappingRow.text(of: Words.fanModes) + "; to those of FanModeSequence"
                ) { fanMode(of: $0, named: $1) },
                .special(
                    .fanSwing, reported: [0x0008], written: [0x0008], values: "on with any bit, off with none"
                ) { cluster, name in
                    guard cluster.has(8), let support = cluster.whole(7), support > 0, support <= 255 else {
                        return nil
                    }
                    let path = cluster.path(8)
                    let bits = TLVValue.unsigned(UInt64(support))
                    return MappedValue(
                        name,
                        coding: BooleanCoding(
                            sources: [path], test: .hasBits(255), on: .write(path, value: bits),
                            off: .write(path, value: .unsigned(0))))
                },
                .special(
                    .choice, label: "wind", reported: [0x000A], written: [0x000A],
                    values: MappingRow.text(of: Words.winds) + "; those of WindSupport"
                ) { cluster, name in
                    guard cluster.has(0x0A), let support = cluster.whole(9), support > 0 else { return nil }
                    let path = cluster.path(0x0A)
                    let words = Words.winds.filter { $0.number & ~support == 0 }
                    return .choice(name, coding: ChoiceCoding(source: path, words: words, setter: .write(path)))
                },
                .special(
                    .fanDirection, reported: [0x000B], written: [0x000B], values: MappingRow.text(of: Words.directions)
                ) { cluster, name in
                    guard cluster.has(0x0B) else { return nil }
                    let path = cluster.path(0x0B)
                    let coding = ChoiceCoding(source: path, words: Words.directions, setter: .write(path))
                    return .choice(name, coding: coding)
                },
            ]),
        ClusterMapping(0x0071, rows: filterRows(label: nil)),
        ClusterMapping(0x0072, rows: filterRows(label: "carbon")),
    ]

    // MARK: Thermostats

    /// Some thermostats have the attributes of both set-points and the features of one, and some have no features.
    private static func heats(_ cluster: ClusterInstance) -> Bool {
        cluster.has(0x12) && (cluster.hasFeature(0) || !cluster.hasFeature(1))
    }

    private static func cools(_ cluster: ClusterInstance) -> Bool {
        cluster.has(0x11) && (cluster.hasFeature(1) || !cluster.hasFeature(0))
    }

    private static func mode(of cluster: ClusterInstance, named name: CapabilityName) -> MappedValue? {
        guard cluster.has(0x1C) else { return nil }
        let isAirConditioner = cluster.isType(DeviceType.roomAirConditioner)
        // A mode that the thermostat has now is one that it knows, whatever its features say.
        let current = cluster.whole(0x1C)
        let words = Words.thermostatModes.filter { word in
            if word.number == current { return true }
            return switch word.word {
            case "off": true
            case "heat": heats(cluster)
            case "cool": cools(cluster)
            case "auto": cluster.hasFeature(5)
            case "dry", "fan": isAirConditioner
            default: false
            }
        }
        let path = cluster.path(0x1C)
        return .choice(name, coding: ChoiceCoding(source: path, words: words, setter: .write(path)))
    }

    private static func setPoint(
        of cluster: ClusterInstance, named name: CapabilityName, isHeating: Bool
    ) -> MappedValue {
        // The limits that a person set, inside those of the hardware, inside those of the specification.
        let usual = isHeating ? 700.0...3_000 : 1_600.0...3_200
        let absolute = cluster.range(from: isHeating ? 3 : 5, to: isHeating ? 4 : 6, usual: usual)
        let limits = cluster.range(from: isHeating ? 0x15 : 0x17, to: isHeating ? 0x16 : 0x18, usual: absolute)
        let facts = name.kind.facts.range
        let isReal = limits.lowerBound >= facts.lowerBound * 100 && limits.upperBound <= facts.upperBound * 100
        let range = isReal ? limits : usual
        let path = cluster.path(isHeating ? 0x12 : 0x11)
        // The thermostat itself moves the other set-point where the two would come closer than its dead band.
        let other = cluster.present([isHeating ? 0x11 : 0x12])
        var coding = NumberCoding(sources: [path], scale: .factor(0.01), valid: -27_315...32_767)
        coding.setter = NumberCoding.Setter(
            request: .write(path), range: range, step: 10, isSigned: true, others: other)
        // Many thermostats round to half a degree.
        coding.tolerance = .number(0.25)
        var value = MappedValue(name, coding: coding)
        value.minimum = range.lowerBound / 100
        value.maximum = range.upperBound / 100
        value.step = 0.1
        return value
    }

    // MARK: Fans

    private static func fanSpeed(of cluster: ClusterInstance, named name: CapabilityName) -> MappedValue? {
        guard cluster.has(3) || cluster.has(2) else { return nil }
        let declared = cluster.hasFeature(0, unknown: cluster.has(4)) ? cluster.number(4) : nil
        let speeds = declared.flatMap { (1...100).contains($0) ? $0 : nil } ?? 100
        let coding = FanSpeedCoding(
            current: cluster.has(3) ? cluster.path(3) : nil, setting: cluster.has(2) ? cluster.path(2) : nil,
            speeds: speeds, power: cluster.sibling(0x06).flatMap { $0.has(0) ? $0.path(0) : nil })
        var value = MappedValue(name, coding: coding)
        value.step = speeds == 100 ? 1 : coding.step
        return value
    }

    private static func fanMode(of cluster: ClusterInstance, named name: CapabilityName) -> MappedValue? {
        guard cluster.has(0) else { return nil }
        // By FanModeSequence.
        let sequences: [Int64: [String]] = [
            0: ["off", "low", "medium", "high"], 1: ["off", "low", "high"],
            2: ["off", "low", "medium", "high", "auto"], 3: ["off", "low", "high", "auto"],
            4: ["off", "high", "auto"], 5: ["off", "high"],
        ]
        let settable = sequences[cluster.whole(1) ?? 2] ?? sequences[2] ?? []
        // The numbers 4 and 6, and the present one, are reported also by fans that cannot be set to them.
        let current = cluster.whole(0)
        let words = Words.fanModes.filter {
            settable.contains($0.word) || [4, 6].contains($0.number) || $0.number == current
        }
        let path = cluster.path(0)
        return .choice(
            name,
            coding: ChoiceCoding(
                source: path, words: words,
                setter: .write(path), commands: Words.fanModes.filter { settable.contains($0.word) },
                others: cluster.present([2, 3])))
    }

    // MARK: Filters

    private static func filterRows(label: String?) -> [MappingRow] {
        [
            .special(
                .filterLife, label: label, reported: [0x0000], values: "%, what is left, by DegradationDirection"
            ) { cluster, name in
                guard cluster.has(0) else { return nil }
                // 1 counts down to 0; 0 counts up to 100.
                let isLeft = cluster.whole(1) != 0
                let scale = ValueScale.linear(factor: isLeft ? 1 : -1, offset: isLeft ? 0 : 100)
                let coding = NumberCoding(sources: [cluster.path(0)], scale: scale, valid: ValidNumbers.percent)
                return MappedValue(name, coding: coding)
            },
            .state(label.map { "filter-" + $0 } ?? "filter", from: 0x0002, words: Words.filterStates),
        ]
    }
}

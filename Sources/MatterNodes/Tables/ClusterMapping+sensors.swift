import HomeModel
import MatterProtocol

extension ClusterMapping {
    /// Measurements, contacts and switches.
    static let sensors: [ClusterMapping] = [
        ClusterMapping(
            0x0402,
            rows: [
                .measured(
                    .temperature, from: 0x0000, scale: .factor(0.01), valid: -27_315...32_767, text: "°C ÷ 100")
            ]),
        ClusterMapping(
            0x0405,
            rows: [
                .measured(
                    .humidity, from: 0x0000, scale: .factor(0.01), valid: ValidNumbers.hundredths, text: "% ÷ 100")
            ]),
        ClusterMapping(
            0x0403,
            rows: [
                .special(
                    .pressure, reported: [0x0010, 0x0000], values: "hPa; or Pa × 10^Scale, which is more exact"
                ) { pressure(of: $0, named: $1) }
            ]),
        ClusterMapping(
            0x0404,
            rows: [.measured(.flow, from: 0x0000, scale: .factor(0.1), valid: ValidNumbers.uint16, text: "m³/h ÷ 10")]),
        ClusterMapping(
            0x0400,
            rows: [
                .measured(
                    .illuminance, from: 0x0000, scale: .logarithmic, valid: ValidNumbers.uint16,
                    text: "lx = 10^((x − 1) ÷ 10 000); 0 is below the range: 0 lx")
            ]),
        ClusterMapping(
            0x0430, rows: [.measured(.soilMoisture, from: 0x0001, valid: ValidNumbers.percent)]),
        ClusterMapping(
            0x0406,
            rows: [
                .boolean(.occupancy, from: 0x0000, test: .hasBits(1), text: "bit 0 occupied"),
                .special(
                    .duration, label: "hold", reported: [0x0003], written: [0x0003], values: "s, from HoldTimeLimits"
                ) { cluster, name in
                    guard cluster.has(3) else { return nil }
                    let limits = cluster.value(4)
                    let declared = ClusterInstance.range(
                        limits?[0]?.number, to: limits?[1]?.number, usual: 1...65_534)
                    let isReal = declared.lowerBound >= 0 && declared.upperBound <= 65_535
                    let range = isReal ? declared : 1...65_534
                    let path = cluster.path(3)
                    var coding = NumberCoding(sources: [path], scale: .identity, valid: ValidNumbers.uint16)
                    coding.setter = NumberCoding.Setter(request: .write(path), range: range, step: 1)
                    coding.tolerance = .number(1)
                    var value = MappedValue(name, coding: coding)
                    value.minimum = range.lowerBound
                    value.maximum = range.upperBound
                    value.step = 1
                    return value
                },
            ]),
        ClusterMapping(
            0x0045,
            rows: [
                booleanState(.contact, types: [DeviceType.contactSensor], text: "Contact Sensor: true closed"),
                booleanState(.leak, types: [DeviceType.leakDetector], text: "Water Leak Detector: true leak"),
                choiceState(label: "rain", types: [DeviceType.rainSensor], text: "Rain Sensor: true yes"),
                choiceState(
                    label: "freeze", types: [DeviceType.freezeDetector], text: "Water Freeze Detector: true yes"),
                .special(
                    .choice, label: "state", reported: [0x0000], values: "any other device type: false no, true yes"
                ) { cluster, name in
                    guard cluster.has(0), cluster.endpoint.deviceTypes.isDisjoint(with: knownSensors) else {
                        return nil
                    }
                    return .choice(name, coding: ChoiceCoding(source: cluster.path(0), words: Words.noYes))
                },
            ]),
        ClusterMapping(
            0x0080,
            rows: [
                .special(
                    .choice, label: "sensitivity", reported: [0x0000], written: [0x0000],
                    values: "low to high, by SupportedSensitivityLevels"
                ) { cluster, name in
                    guard cluster.has(0), let count = cluster.whole(1), (2...10).contains(count) else { return nil }
                    let path = cluster.path(0)
                    let coding = ChoiceCoding(source: path, words: sensitivities(Int(count)), setter: .write(path))
                    return .choice(name, coding: coding)
                },
                .state("fault", from: 0x0007, bits: 0xFFFF, words: Words.noYes),
            ]),
        ClusterMapping(
            0x003B,
            rows: [
                .special(
                    .button, events: [0x01, 0x02, 0x03, 0x06],
                    values: "single, double, triple, …, long; the events that count depend on the features"
                ) { press(of: $0, named: $1) },
                .special(
                    .choice, label: "position", reported: [0x0001],
                    values: "the number of the position, of a latching switch"
                ) { cluster, name in
                    guard cluster.has(1), cluster.hasFeature(0), !cluster.hasFeature(1) else { return nil }
                    let count = cluster.whole(0).flatMap { (1...64).contains($0) ? $0 : nil } ?? 2
                    let words = (0..<count).map { NumberedWord($0, word: String($0)) }
                    return .choice(name, coding: ChoiceCoding(source: cluster.path(1), words: words))
                },
            ]),
    ]

    // MARK: Pressure

    private static func pressure(of cluster: ClusterInstance, named name: CapabilityName) -> MappedValue? {
        if cluster.hasFeature(0), let exponent = cluster.whole(0x14), (-127...127).contains(exponent),
            cluster.number(0x10) != nil
        {
            // ScaledValue is the pressure in pascal, times 10^Scale.
            let factor = ValueScale.factor(powerOfTen(-Int(exponent)) / 100)
            let coding = NumberCoding(sources: [cluster.path(0x10)], scale: factor, valid: ValidNumbers.int16)
            return MappedValue(name, coding: coding)
        }
        guard cluster.has(0) else { return nil }
        // Tenths of a kilopascal are hectopascal.
        let coding = NumberCoding(sources: [cluster.path(0)], scale: .identity, valid: ValidNumbers.int16)
        return MappedValue(name, coding: coding)
    }

    private static func powerOfTen(_ exponent: Int) -> Double {
        (0..<min(exponent.magnitude, 300)).reduce(1.0) { result, _ in exponent < 0 ? result / 10 : result * 10 }
    }

    // MARK: Boolean states

    private static let knownSensors: Set<UInt32> = [
        DeviceType.contactSensor, DeviceType.leakDetector, DeviceType.rainSensor, DeviceType.freezeDetector,
    ]

    private static func booleanState(_ kind: CapabilityKind, types: Set<UInt32>, text: String) -> MappingRow {
        .special(kind, reported: [0x0000], values: text) { cluster, name in
            guard cluster.has(0), !cluster.endpoint.deviceTypes.isDisjoint(with: types) else { return nil }
            return MappedValue(name, coding: BooleanCoding(sources: [cluster.path(0)], test: .isTrue))
        }
    }

    private static func choiceState(label: String, types: Set<UInt32>, text: String) -> MappingRow {
        .special(.choice, label: label, reported: [0x0000], values: text) { cluster, name in
            guard cluster.has(0), !cluster.endpoint.deviceTypes.isDisjoint(with: types) else { return nil }
            return .choice(name, coding: ChoiceCoding(source: cluster.path(0), words: Words.noYes))
        }
    }

    private static func sensitivities(_ count: Int) -> [NumberedWord] {
        let names =
            switch count {
            case 2: ["low", "high"]
            case 3: ["low", "medium", "high"]
            default: (1...count).map(String.init)
            }
        return names.enumerated().map { NumberedWord(Int64($0), word: $1) }
    }

    // MARK: Switches

    private static func press(of cluster: ClusterInstance, named name: CapabilityName) -> MappedValue? {
        // Without features, a switch with positions is taken for a momentary one.
        guard cluster.hasFeature(1, unknown: true) || !cluster.hasFeature(0) && cluster.has(1) else { return nil }
        let hasLong = cluster.hasFeature(3)
        let style: PressCoding.Style
        if cluster.hasFeature(4) {
            let most = cluster.whole(2).flatMap { $0 >= 1 ? Int(min($0, Int64(PressCoding.most))) : nil } ?? 2
            style = .counted(most: most, hasLong: hasLong)
        } else {
            style = hasLong ? .shortAndLong : .initialPress
        }
        let coding = PressCoding(endpoint: cluster.endpoint.number, style: style)
        var value = MappedValue(name, coding: coding)
        value.options = coding.options
        value.isPress = true
        return value
    }
}

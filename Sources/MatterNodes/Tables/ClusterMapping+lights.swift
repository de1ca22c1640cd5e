import HomeModel
import MatterProtocol

extension ClusterMapping {
    /// Lamps, relays and dimmers.
    static let lights: [ClusterMapping] = [
        ClusterMapping(
            0x0006,
            rows: [
                .special(
                    .switch, reported: [0x0000], invoked: [0x00, 0x01], values: "on, off"
                ) { cluster, name in
                    guard cluster.has(0) else { return nil }
                    return MappedValue(
                        name,
                        coding: BooleanCoding(
                            sources: [cluster.path(0)], test: .isTrue,
                            on: cluster.accepts(0x01) && !cluster.hasFeature(2) ? cluster.invoke(0x01) : nil,
                            off: cluster.accepts(0x00) ? cluster.invoke(0x00) : nil))
                }
            ]),
        ClusterMapping(
            0x0008,
            rows: [
                .special(
                    .brightness, reported: [0x0000], invoked: [0x04],
                    values: "%, 1 from MinLevel to 100 at MaxLevel; 0 switches off, all others switch on"
                ) { cluster, name in
                    guard !cluster.isType(DeviceType.speaker, DeviceType.pump, 0x002B) else { return nil }
                    return level(of: cluster, named: name)
                },
                .special(
                    .number, label: "volume", reported: [0x0000], invoked: [0x00], values: "%, of a speaker"
                ) { cluster, name in
                    guard cluster.isType(DeviceType.speaker) else { return nil }
                    return level(of: cluster, named: name)
                },
                .special(
                    .number, label: "set-point", reported: [0x0000], invoked: [0x04],
                    values: "%, of a pump"
                ) { cluster, name in
                    guard cluster.isType(DeviceType.pump) else { return nil }
                    return level(of: cluster, named: name)
                },
            ]),
        ClusterMapping(
            0x0300,
            rows: [
                .special(
                    .color, reported: [0x0000, 0x0001, 0x4000, 0x0003, 0x0004, 0x0008, 0x4001], invoked: [0x06, 0x07],
                    values: "hue in °, saturation in %; from the attributes that ColorMode names; switches on"
                ) { color(of: $0, named: $1) },
                .special(
                    .colorTemperature, reported: [0x0007, 0x0008, 0x4001], invoked: [0x0A],
                    values: "K, from mired, while ColorMode is 2; switches on"
                ) { colorTemperature(of: $0, named: $1) },
            ]),
    ]

    /// The highest level. 255 means null.
    private static let usualLevels = 1.0...254

    private static func level(of cluster: ClusterInstance, named name: CapabilityName) -> MappedValue? {
        guard cluster.has(0) else { return nil }
        let declared = cluster.range(from: 2, to: 3, usual: usualLevels)
        // 255 stands for no limit.
        let isValid = declared.lowerBound >= 0 && declared.lowerBound < 254 && declared.upperBound <= 255
        let levels = isValid ? declared.lowerBound...min(declared.upperBound, 254) : usualLevels
        let power = cluster.sibling(0x06).flatMap { $0.has(0) && $0.accepts(0x00) ? $0.path(0) : nil }
        let coding = BrightnessCoding(
            level: cluster.path(0), levels: levels,
            power: name.kind == .brightness || cluster.isType(DeviceType.pump) ? power : nil)
        var value = MappedValue(name, coding: coding)
        if name.kind == .number {
            value.unit = "%"
            value.minimum = 0
            value.maximum = 100
        }
        value.step = 1
        return value
    }

    /// The attribute that says whether a colour or a colour temperature is true.
    private static func mode(of cluster: ClusterInstance) -> AttributePath? {
        cluster.has(0x08) ? cluster.path(0x08) : cluster.has(0x4001) ? cluster.path(0x4001) : nil
    }

    private static func power(of cluster: ClusterInstance) -> AttributePath? {
        cluster.sibling(0x06).flatMap { $0.has(0) && $0.accepts(0x01) ? $0.path(0) : nil }
    }

    /// Whether the lamp has one of the abilities. Some lamps have no feature map, and some no list of abilities.
    private static func can(_ bit: Int, in cluster: ClusterInstance, attributes: [UInt32]) -> Bool {
        let capabilities = cluster.whole(0x400A).map { $0 >> Int64(bit) & 1 == 1 }
        return (cluster.hasFeature(bit) || capabilities ?? cluster.hasFeature(bit, unknown: true))
            && attributes.allSatisfy(cluster.has)
    }

    private static func color(of cluster: ClusterInstance, named name: CapabilityName) -> MappedValue? {
        let hasHue = can(0, in: cluster, attributes: [0, 1]) && cluster.accepts(0x06)
        let hasCoordinates = can(3, in: cluster, attributes: [3, 4])
        guard hasHue || hasCoordinates && cluster.accepts(0x07) else { return nil }
        return MappedValue(
            name,
            coding: ColorCoding(
                endpoint: cluster.endpoint.number, hasHue: hasHue, hasCoordinates: hasCoordinates,
                hasEnhancedHue: hasHue && can(1, in: cluster, attributes: [0x4000]), mode: mode(of: cluster),
                power: power(of: cluster)))
    }

    private static func colorTemperature(of cluster: ClusterInstance, named name: CapabilityName) -> MappedValue? {
        guard can(4, in: cluster, attributes: [7]), cluster.accepts(0x0A) else { return nil }
        let declared = cluster.range(from: 0x400B, to: 0x400C, usual: ColorTemperatureCoding.usual)
        // The limits of the specification, 0 and 65,279 mired, are no lamp's.
        let isReal = declared.lowerBound >= 50 && declared.upperBound <= 1_000
        let hasColor = can(0, in: cluster, attributes: [0, 1]) || can(3, in: cluster, attributes: [3, 4])
        let coding = ColorTemperatureCoding(
            mireds: cluster.path(7), range: isReal ? declared : ColorTemperatureCoding.usual,
            mode: hasColor ? mode(of: cluster) : nil, power: power(of: cluster))
        var value = MappedValue(name, coding: coding)
        let facts = CapabilityKind.colorTemperature.facts.range
        value.minimum = max(coding.kelvin.lowerBound, facts.lowerBound)
        value.maximum = min(coding.kelvin.upperBound, facts.upperBound)
        value.step = 1
        return value
    }
}

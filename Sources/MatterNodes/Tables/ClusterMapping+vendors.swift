import HomeModel

extension ClusterMapping {
    /// The clusters of manufacturers, and a draft. Their meters count only where the standard clusters are missing.
    static let vendors: [ClusterMapping] = [
        ClusterMapping(
            0x130A_FC01,
            rows: [
                // Eve's meters send no reports of these.
                meter(.power, from: 0x130A_000A, unless: power, isPolled: true),
                meter(.energy, from: 0x130A_000B, unless: energyMeasurement, isPolled: true),
                meter(.voltage, from: 0x130A_0008, unless: power, isPolled: true),
                meter(.current, from: 0x130A_0009, unless: power, isPolled: true),
                .measured(.pressure, from: 0x130A_0014, valid: 100...2_000),
                .measured(.number, label: "times-opened", from: 0x130A_0006, valid: ValidNumbers.uint32),
                .measured(
                    .number, label: "valve-position", from: 0x130A_0018, valid: ValidNumbers.percent, unit: "%"),
                .state("obstruction", from: 0x130A_0010, words: Words.noYes),
            ]),
        ClusterMapping(
            0x125D_FC11,
            rows: [
                meter(.power, from: 0x125D_0023, factor: 0.1, unless: power, text: "W ÷ 10"),
                meter(
                    .energy, from: 0x125D_0021, factor: 0.001, unless: energyMeasurement, text: "kWh ÷ 1,000"),
                meter(.voltage, from: 0x125D_0024, factor: 0.1, unless: power, text: "V ÷ 10"),
                meter(.current, from: 0x125D_0022, factor: 0.001, unless: power, text: "A ÷ 1,000"),
            ]),
        ClusterMapping(
            0x122F_FC31,
            rows: [
                led("led-on", attribute: 0x122F_0061), led("led-off", attribute: 0x122F_0062),
            ]),
        ClusterMapping(
            0x120B_FC01,
            rows: [
                .boolean(
                    .tamper, from: 0x120B_0010, test: .isAtLeast(1, known: 0...255), text: "0 OK, 1 tampered with"),
                .state("preheating", from: 0x120B_0011, words: Words.noYes),
            ]),
        ClusterMapping(
            0x130D_FC02,
            rows: [
                .special(
                    .power, reported: [0x0400], values: "W ÷ 1,000"
                ) { cluster, name in
                    scaled(cluster, named: name, attribute: 0x0400, factor: 0.001, unless: power)
                },
                .special(
                    .energy, reported: [0x0000], values: "kWh ÷ 10⁶"
                ) { cluster, name in
                    scaled(cluster, named: name, attribute: 0x0000, factor: 1e-6, unless: energyMeasurement)
                },
            ]),
        ClusterMapping(
            0x0B04,
            rows: [
                draft(.power, attribute: 0x050B, multiplier: 0x0604, divisor: 0x0605),
                draft(.voltage, attribute: 0x0505, multiplier: 0x0600, divisor: 0x0601),
                draft(.current, attribute: 0x0508, multiplier: 0x0602, divisor: 0x0603),
            ]),
    ]

    private static let power: UInt32 = 0x90
    private static let energyMeasurement: UInt32 = 0x91

    private static func meter(
        _ kind: CapabilityKind, from attribute: UInt32, factor: Double = 1, unless standard: UInt32,
        text: String? = nil, isPolled: Bool = false
    ) -> MappingRow {
        .special(
            kind, reported: [attribute],
            values: (text ?? MappingRow.unitText(of: kind, or: nil)) + (isPolled ? "; read at intervals" : "")
        ) { cluster, name in
            var value = scaled(cluster, named: name, attribute: attribute, factor: factor, unless: standard)
            value?.isPolled = isPolled
            return value
        }
    }

    private static func scaled(
        _ cluster: ClusterInstance, named name: CapabilityName, attribute: UInt32, factor: Double,
        unless standard: UInt32
    ) -> MappedValue? {
        guard cluster.has(attribute), !cluster.clustersOfDevice.contains(standard) else { return nil }
        let coding = NumberCoding(
            sources: [cluster.path(attribute)], scale: .factor(factor), valid: -1e12...1e12)
        var value = MappedValue(name, coding: coding)
        if name.kind.hasFlow { value.flow = .consumption }
        return value
    }

    /// The draft has the factors of its numbers in other attributes.
    private static func draft(
        _ kind: CapabilityKind, attribute: UInt32, multiplier: UInt32, divisor: UInt32
    ) -> MappingRow {
        .special(
            kind, reported: [attribute], values: MappingRow.unitText(of: kind, or: nil) + ", × multiplier ÷ divisor"
        ) { cluster, name in
            let factor = (cluster.number(multiplier) ?? 1) / max(cluster.number(divisor) ?? 1, 1)
            guard factor > 0 else { return nil }
            return scaled(cluster, named: name, attribute: attribute, factor: factor, unless: power)
        }
    }

    /// How bright a light strip on the switch is, from 0 to 100.
    private static func led(_ label: String, attribute: UInt32) -> MappingRow {
        .special(
            .number, label: label, reported: [attribute], written: [attribute], values: "%"
        ) { cluster, name in
            guard cluster.has(attribute) else { return nil }
            let path = cluster.path(attribute)
            var coding = NumberCoding(sources: [path], scale: .identity, valid: ValidNumbers.percent)
            coding.setter = NumberCoding.Setter(request: .write(path), range: ValidNumbers.percent, step: 1)
            var value = MappedValue(name, coding: coding)
            (value.minimum, value.maximum, value.step, value.unit) = (0, 100, 1, "%")
            return value
        }
    }
}

import HomeModel
import MatterProtocol

extension ClusterMapping {
    /// Batteries, meters and large consumers.
    static let energy: [ClusterMapping] = [
        ClusterMapping(
            0x002F,
            rows: [
                .measured(.battery, from: 0x000C, scale: .factor(0.5), valid: 0...200, text: "% ÷ 2"),
                .special(
                    .lowBattery, reported: [0x000E, 0x000F], values: "the level 1 or 2, or to be replaced"
                ) { cluster, name in
                    guard cluster.has(0x0E) || cluster.has(0x0F), cluster.hasFeature(1, unknown: true) else {
                        return nil
                    }
                    return MappedValue(
                        name,
                        coding: LowBatteryCoding(
                            level: cluster.has(0x0E) ? cluster.path(0x0E) : nil,
                            replacement: cluster.has(0x0F) ? cluster.path(0x0F) : nil))
                },
                .measured(
                    .voltage, label: "battery", from: 0x000B, scale: .factor(0.001), valid: 1...4_294_967_294,
                    text: "V ÷ 1,000; 0 unknown"),
                .state("charging", from: 0x001A, words: Words.chargingStates),
                .measured(.duration, label: "battery", from: 0x000D, valid: 1...4_294_967_294, text: "s; 0 unknown"),
            ]),
        ClusterMapping(
            0x0090,
            rows: [
                .special(
                    .power, reported: [0x0008, 0x000D],
                    values: "W ÷ 1,000; negative where the accuracy allows it; of solar cells, the sign changes"
                ) { power(of: $0, named: $1) },
                milli(.voltage, from: [0x0004, 0x000B]), milli(.current, from: [0x0005, 0x000C]),
                milli(.reactivePower, from: [0x0009]), milli(.apparentPower, from: [0x000A]),
                milli(.frequency, from: [0x000E]),
                milli(.current, label: "neutral", from: [0x0012]),
                .measured(
                    .powerFactor, from: 0x0011, scale: .factor(0.0001), valid: -10_000...10_000, text: "÷ 10,000"),
            ]),
        ClusterMapping(
            0x0091,
            rows: [
                .special(
                    .energy, label: "imported", reported: [0x0001], events: [0x00],
                    values: "kWh ÷ 10⁶; `energy`, of solar cells `energy.imported`"
                ) { cluster, _ in
                    energy(of: cluster, attribute: 1, field: 0, isImport: true)
                },
                .special(
                    .energy, label: "exported", reported: [0x0002], events: [0x00],
                    values: "kWh ÷ 10⁶; `energy.exported`, of solar cells `energy`"
                ) { cluster, _ in
                    energy(of: cluster, attribute: 2, field: 1, isImport: false)
                },
            ]),
        ClusterMapping(
            0x0099,
            rows: [
                .state("state", from: 0x0000, words: Words.vehicleStates),
                .state("supply", from: 0x0001, words: Words.supplyStates),
                .state("fault", from: 0x0002, bits: 0xFF, words: Words.noYes),
                .measured(
                    .current, label: "circuit", from: 0x0005, scale: .factor(0.001), valid: ValidNumbers.int64,
                    text: "A ÷ 1,000"),
                .measured(
                    .current, label: "maximum", from: 0x0009, scale: .factor(0.001), valid: ValidNumbers.int64,
                    text: "A ÷ 1,000"),
                .measured(.battery, label: "vehicle", from: 0x0030, valid: ValidNumbers.percent),
                .measured(.duration, label: "session", from: 0x0041, valid: ValidNumbers.uint32),
                .measured(
                    .number, label: "session-energy", from: 0x0042, scale: .factor(1e-6), valid: ValidNumbers.int64,
                    unit: "kWh"),
            ]),
        ClusterMapping(
            0x0094,
            rows: [
                .measured(
                    .number, label: "tank", from: 0x0004, valid: ValidNumbers.percent, unit: "%"),
                .measured(
                    .number, label: "heat-required", from: 0x0003, scale: .factor(1e-6), valid: ValidNumbers.int64,
                    unit: "kWh"),
                .state("boost", from: 0x0005, words: Words.offOn),
                .state("heat-demand", from: 0x0001, bits: 0xFF, words: Words.noYes),
            ]),
    ]

    private static func milli(_ kind: CapabilityKind, label: String? = nil, from attributes: [UInt32]) -> MappingRow {
        .special(
            kind, label: label, reported: attributes, values: MappingRow.unitText(of: kind, or: nil) + " ÷ 1,000"
        ) { cluster, name in
            let present = cluster.present(attributes)
            guard !present.isEmpty else { return nil }
            return MappedValue(
                name, coding: NumberCoding(sources: present, scale: .factor(0.001), valid: ValidNumbers.int64))
        }
    }

    private static func power(of cluster: ClusterInstance, named name: CapabilityName) -> MappedValue? {
        let present = cluster.present([0x08, 0x0D])
        guard !present.isEmpty else { return nil }
        let isSolar = cluster.isType(DeviceType.solarPower)
        let scale = ValueScale.factor(isSolar ? -0.001 : 0.001)
        var value = MappedValue(
            name, coding: NumberCoding(sources: present, scale: scale, valid: ValidNumbers.int64))
        if isSolar {
            value.flow = .production
        } else if cluster.isType(DeviceType.batteryStorage) {
            value.flow = .charge
        } else {
            value.flow = cluster.isType(DeviceType.electricalMeter, 0x0511) ? .gridImport : .consumption
        }
        let exports = cluster.sibling(0x91)?.has(2) ?? false
        let accuracies = cluster.value(2)?.values?.prefix(32) ?? []
        let lowest = accuracies.first { $0[0]?.unsigned == 5 }?[2]?.number.map { $0 / 1_000 }
        if isSolar || exports || cluster.isType(DeviceType.batteryStorage, 0x0511, DeviceType.electricalMeter) {
            value.minimum = -1_000_000
        } else if let lowest, lowest < 0 {
            value.minimum = max(lowest, name.kind.facts.range.lowerBound)
        }
        return value
    }

    private static func energy(
        of cluster: ClusterInstance, attribute: UInt32, field: UInt8, isImport: Bool
    ) -> MappedValue? {
        guard cluster.has(attribute) else { return nil }
        var coding = NumberCoding(
            sources: [cluster.path(attribute)], field: 0, scale: .factor(1e-6), valid: 0...9e15)
        coding.eventFields = [cluster.eventPath(0x00): field]
        let isSolar = cluster.isType(DeviceType.solarPower)
        let isMain = isImport != isSolar
        let name = CapabilityName(.energy, label: isMain ? nil : PartID(isImport ? "imported" : "exported"))
        var value = MappedValue(name, coding: coding)
        if cluster.isType(DeviceType.batteryStorage) {
            value.flow = isImport ? .charge : .discharge
        } else if cluster.isType(DeviceType.electricalMeter, 0x0511) {
            value.flow = isImport ? .gridImport : .gridExport
        } else {
            value.flow = isImport ? .consumption : .production
        }
        return value
    }
}

import HomeModel
import MatterProtocol

extension ClusterMapping {
    /// The concentrations of substances in the air. Each cluster has its unit in an attribute.
    static let concentrations: [ClusterMapping] = [
        concentration(0x040D, kind: .co2, label: "co2", molarMass: 44.009),
        concentration(0x040C, kind: .co, label: "co", molarMass: 28.010),
        concentration(0x0413, kind: .no2, label: "no2", molarMass: 46.006),
        concentration(0x0415, kind: .ozone, label: "ozone", molarMass: 47.998),
        concentration(0x042B, kind: .formaldehyde, label: "formaldehyde", molarMass: 30.026),
        // A mixture, and dust, have no molar mass.
        concentration(0x042E, kind: .voc, label: "voc", molarMass: nil),
        concentration(0x042C, kind: .pm1, label: "pm1", molarMass: nil),
        concentration(0x042A, kind: .pm25, label: "pm25", molarMass: nil),
        concentration(0x042D, kind: .pm10, label: "pm10", molarMass: nil),
        concentration(0x042F, kind: nil, label: "radon", molarMass: nil),
    ]

    private static func concentration(
        _ id: UInt32, kind: CapabilityKind?, label: String, molarMass: Double?
    ) -> ClusterMapping {
        let unit = kind.map { MappingRow.unitText(of: $0, or: nil) + ", by MeasurementUnit; " } ?? ""
        var rows: [MappingRow] = []
        if let kind {
            rows.append(
                .special(
                    kind, reported: [0x0000],
                    values: unit + (molarMass == nil ? "of a mass" : "a gas is converted at 25 °C")
                ) { cluster, name in
                    guard let factor = factor(of: cluster, to: name.kind, molarMass: molarMass) else { return nil }
                    return measured(cluster, named: name, scale: .factor(factor))
                })
        }
        rows.append(
            .special(
                .number, label: label, reported: [0x0000],
                values: "in the unit of the device, if it cannot be converted"
            ) { cluster, name in
                if let kind, factor(of: cluster, to: kind, molarMass: molarMass) != nil { return nil }
                var value = measured(cluster, named: name, scale: .identity)
                value?.unit = ConcentrationUnit(cluster.whole(8)).symbol
                return value
            })
        rows.append(.state(label + "-level", from: 0x000A, words: Words.levels))
        return ClusterMapping(id, rows: rows)
    }

    private static func measured(
        _ cluster: ClusterInstance, named name: CapabilityName, scale: ValueScale
    ) -> MappedValue? {
        guard cluster.has(0), cluster.hasFeature(0, unknown: true) || cluster.number(0) != nil else { return nil }
        // The lowest and highest numbers of 32 bits stand for *not measured*.
        let coding = NumberCoding(sources: [cluster.path(0)], scale: scale, valid: 0...1e9)
        return MappedValue(name, coding: coding)
    }

    private static func factor(
        of cluster: ClusterInstance, to kind: CapabilityKind, molarMass: Double?
    ) -> Double? {
        kind.facts.unit.flatMap { ConcentrationUnit(cluster.whole(8)).factor(to: $0, molarMass: molarMass) }
    }
}

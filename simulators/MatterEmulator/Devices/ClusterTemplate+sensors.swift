import MatterProtocol

/// Clusters of sensors, of meters, and of what supplies a node with power.
extension ClusterTemplate {
    package static func booleanState(_ value: Bool) -> ClusterTemplate {
        ClusterTemplate(
            ClusterID.booleanState, revision: 1, attributes: [AttributeTemplate(0, is: .boolean(value))])
    }

    /// A motion detector with passive infrared.
    package static func occupancy(isOccupied: Bool = false) -> ClusterTemplate {
        ClusterTemplate(
            ClusterID.occupancy, revision: 5, features: 2,
            attributes: [
                AttributeTemplate(0, is: .number(UInt8(isOccupied ? 1 : 0))),
                AttributeTemplate(1, is: .number(UInt8(0))), AttributeTemplate(2, is: .number(UInt8(1))),
            ])
    }

    /// In hundredths of a degree Celsius; nil if it is unknown.
    package static func temperature(_ hundredths: Int16?) -> ClusterTemplate {
        ClusterTemplate(
            ClusterID.temperature, revision: 4,
            attributes: [
                AttributeTemplate(0, is: hundredths.map { .signed(Int64($0)) } ?? .null),
                AttributeTemplate(1, is: .signed(-4000)), AttributeTemplate(2, is: .signed(12_500)),
            ])
    }

    /// In hundredths of a percent; nil if it is unknown.
    package static func humidity(_ hundredths: UInt16?) -> ClusterTemplate {
        ClusterTemplate(
            ClusterID.humidity, revision: 3,
            attributes: [
                AttributeTemplate(0, is: hundredths.map { .number($0) } ?? .null),
                AttributeTemplate(1, is: .number(UInt16(0))), AttributeTemplate(2, is: .number(UInt16(10_000))),
            ])
    }

    /// `logarithm` is 10,000 × log10 of the illuminance in lux, + 1; 0 is too dark to be measured.
    package static func illuminance(_ logarithm: UInt16) -> ClusterTemplate {
        ClusterTemplate(
            ClusterID.illuminance, revision: 3,
            attributes: [
                AttributeTemplate(0, is: .number(logarithm)), AttributeTemplate(1, is: .number(UInt16(1))),
                AttributeTemplate(2, is: .number(UInt16(60_000))),
            ])
    }

    /// A button that reports single and multiple presses and that can be held.
    package static let button = ClusterTemplate(
        ClusterID.switchCluster, revision: 2, features: 0x1E,
        attributes: [
            AttributeTemplate(0, is: .number(UInt8(2))), AttributeTemplate(1, is: .number(UInt8(0))),
            AttributeTemplate(2, is: .number(UInt8(3))),
        ])

    /// An alarm for smoke and carbon monoxide.
    package static let smokeAlarm = alarm(features: 3, states: [1, 2])

    /// An alarm for smoke alone.
    package static let smokeDetector = alarm(features: 1, states: [1])

    private static func alarm(features: UInt32, states: [UInt32]) -> ClusterTemplate {
        ClusterTemplate(
            ClusterID.smokeAlarm, revision: 1, features: features,
            attributes: ([0] + states + [3, 7]).map { AttributeTemplate($0, is: .number(UInt8(0))) }
                + [5, 6].map { AttributeTemplate($0, is: false) },
            commands: [CommandTemplate(0)])
    }

    /// `halfPercent` is from 0 to 200.
    package static func battery(halfPercent: UInt8) -> ClusterTemplate {
        ClusterTemplate(
            ClusterID.powerSource, revision: 3, features: 0x0A,
            attributes: [
                AttributeTemplate(0x00, is: .number(UInt8(1))), AttributeTemplate(0x01, is: .number(UInt8(0))),
                AttributeTemplate(0x02, is: .text("Battery")), AttributeTemplate(0x0C, is: .number(halfPercent)),
                AttributeTemplate(0x0E, is: .number(UInt8(0))), AttributeTemplate(0x0F, is: false),
                AttributeTemplate(0x10, is: .number(UInt8(2))), AttributeTemplate(0x13, is: .text("CR2450")),
                AttributeTemplate(0x19, is: .number(UInt8(1))),
                AttributeTemplate(0x1F, is: .array([])),
            ])
    }

    /// In mV, mA and mW.
    package static func electricalPower(voltage: Int64, current: Int64, power: Int64) -> ClusterTemplate {
        electricalPower([(4, 1, voltage, 300_000), (5, 2, current, 16_000), (8, 5, power, 3_680_000)])
    }

    /// In mW.
    package static func activePower(_ power: Int64) -> ClusterTemplate {
        electricalPower([(8, 5, power, 3_680_000)])
    }

    private static func electricalPower(
        _ measurements: [(attribute: UInt32, type: UInt16, value: Int64, maximum: Int64)]
    ) -> ClusterTemplate {
        let accuracies = measurements.map { accuracy(of: $0.type, maximum: $0.maximum) }
        return ClusterTemplate(
            ClusterID.electricalPower, revision: 1, features: 2,
            attributes: [
                AttributeTemplate(0, is: .number(UInt8(2))),
                AttributeTemplate(1, is: .number(UInt8(clamping: measurements.count))),
                AttributeTemplate(2, is: .array(accuracies)),
            ] + measurements.map { AttributeTemplate($0.attribute, is: .signed($0.value)) })
    }

    /// In mWh since the node was made.
    package static func electricalEnergy(imported: Int64) -> ClusterTemplate {
        ClusterTemplate(
            ClusterID.electricalEnergy, revision: 1, features: 5,
            attributes: [
                AttributeTemplate(0, is: accuracy(of: 14, maximum: 1_000_000_000_000)),
                AttributeTemplate(1, is: .structure([0: .signed(imported)])),
            ])
    }

    package static let powerTopology = ClusterTemplate(ClusterID.powerTopology, revision: 1, features: 1)

    /// `MeasurementAccuracyStruct` for a whole range with one percent.
    private static func accuracy(of type: UInt16, maximum: Int64) -> TLVValue {
        let range = TLVValue.structure([0: .signed(0), 1: .signed(maximum), 2: .number(UInt16(100))])
        return .structure([0: .number(type), 1: true, 2: .signed(0), 3: .signed(maximum), 4: .array([range])])
    }
}

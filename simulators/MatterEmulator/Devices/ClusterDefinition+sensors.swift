import MatterProtocol

/// Clusters of sensors, of meters, and of what supplies a node with power.
extension ClusterDefinition {
    package static func booleanState(_ value: Bool) -> ClusterDefinition {
        ClusterDefinition(
            ClusterID.booleanState, revision: 1, attributes: [AttributeDefinition(0, is: .boolean(value))])
    }

    /// A motion detector with passive infrared.
    package static func occupancy(isOccupied: Bool = false) -> ClusterDefinition {
        ClusterDefinition(
            ClusterID.occupancy, revision: 5, features: 2,
            attributes: [
                AttributeDefinition(0, is: .number(UInt8(isOccupied ? 1 : 0))),
                AttributeDefinition(1, is: .number(UInt8(0))), AttributeDefinition(2, is: .number(UInt8(1))),
            ])
    }

    /// In hundredths of a degree Celsius; nil if it is unknown.
    package static func temperature(_ hundredths: Int16?) -> ClusterDefinition {
        ClusterDefinition(
            ClusterID.temperature, revision: 4,
            attributes: [
                AttributeDefinition(0, is: hundredths.map { .signed(Int64($0)) } ?? .null),
                AttributeDefinition(1, is: .signed(-4000)), AttributeDefinition(2, is: .signed(12_500)),
            ])
    }

    /// In hundredths of a percent; nil if it is unknown.
    package static func humidity(_ hundredths: UInt16?) -> ClusterDefinition {
        ClusterDefinition(
            ClusterID.humidity, revision: 3,
            attributes: [
                AttributeDefinition(0, is: hundredths.map { .number($0) } ?? .null),
                AttributeDefinition(1, is: .number(UInt16(0))), AttributeDefinition(2, is: .number(UInt16(10_000))),
            ])
    }

    /// A button that reports single and multiple presses and that can be held.
    package static let button = ClusterDefinition(
        ClusterID.switchCluster, revision: 2, features: 0x1E,
        attributes: [
            AttributeDefinition(0, is: .number(UInt8(2))), AttributeDefinition(1, is: .number(UInt8(0))),
            AttributeDefinition(2, is: .number(UInt8(3))),
        ])

    /// An alarm for smoke and carbon monoxide.
    package static let smokeAlarm = ClusterDefinition(
        ClusterID.smokeAlarm, revision: 1, features: 3,
        attributes: [
            AttributeDefinition(0, is: .number(UInt8(0))), AttributeDefinition(1, is: .number(UInt8(0))),
            AttributeDefinition(2, is: .number(UInt8(0))), AttributeDefinition(3, is: .number(UInt8(0))),
            AttributeDefinition(5, is: false), AttributeDefinition(6, is: false),
            AttributeDefinition(7, is: .number(UInt8(0))),
        ],
        commands: [CommandDefinition(0)])

    /// `halfPercent` is from 0 to 200.
    package static func battery(halfPercent: UInt8) -> ClusterDefinition {
        ClusterDefinition(
            ClusterID.powerSource, revision: 3, features: 0x0A,
            attributes: [
                AttributeDefinition(0x00, is: .number(UInt8(1))), AttributeDefinition(0x01, is: .number(UInt8(0))),
                AttributeDefinition(0x02, is: .text("Battery")), AttributeDefinition(0x0C, is: .number(halfPercent)),
                AttributeDefinition(0x0E, is: .number(UInt8(0))), AttributeDefinition(0x0F, is: false),
                AttributeDefinition(0x10, is: .number(UInt8(2))), AttributeDefinition(0x13, is: .text("CR2450")),
                AttributeDefinition(0x19, is: .number(UInt8(1))),
                AttributeDefinition(0x1F, is: .array([])),
            ])
    }

    /// In mV, mA and mW.
    package static func electricalPower(voltage: Int64, current: Int64, power: Int64) -> ClusterDefinition {
        ClusterDefinition(
            ClusterID.electricalPower, revision: 1, features: 2,
            attributes: [
                AttributeDefinition(0, is: .number(UInt8(2))), AttributeDefinition(1, is: .number(UInt8(3))),
                AttributeDefinition(
                    2,
                    is: .array([
                        accuracy(of: 1, maximum: 300_000), accuracy(of: 2, maximum: 16_000),
                        accuracy(of: 5, maximum: 3_680_000),
                    ])),
                AttributeDefinition(4, is: .signed(voltage)), AttributeDefinition(5, is: .signed(current)),
                AttributeDefinition(8, is: .signed(power)),
            ])
    }

    /// In mWh since the node was made.
    package static func electricalEnergy(imported: Int64) -> ClusterDefinition {
        ClusterDefinition(
            ClusterID.electricalEnergy, revision: 1, features: 5,
            attributes: [
                AttributeDefinition(0, is: accuracy(of: 14, maximum: 1_000_000_000_000)),
                AttributeDefinition(1, is: .structure([0: .signed(imported)])),
            ])
    }

    package static let powerTopology = ClusterDefinition(ClusterID.powerTopology, revision: 1, features: 1)

    /// `MeasurementAccuracyStruct` for a whole range with one percent.
    private static func accuracy(of type: UInt16, maximum: Int64) -> TLVValue {
        let range = TLVValue.structure([0: .signed(0), 1: .signed(maximum), 2: .number(UInt16(100))])
        return .structure([0: .number(type), 1: true, 2: .signed(0), 3: .signed(maximum), 4: .array([range])])
    }
}

import MatterProtocol

/// Clusters that many device types have, and those of lamps.
extension ClusterDefinition {
    package static let identify = ClusterDefinition(
        ClusterID.identify, revision: 4,
        attributes: [
            .writable(0, is: .number(UInt16(0)), within: .unsigned(0...0xFFFF)),
            AttributeDefinition(1, is: .number(UInt8(2))),
        ],
        commands: [CommandDefinition(0, privilege: .manage), CommandDefinition(0x40, privilege: .manage)])

    package static let groups = ClusterDefinition(
        ClusterID.groups, revision: 4, attributes: [AttributeDefinition(0, is: .number(UInt8(0)))],
        commands: [
            CommandDefinition(0, response: 0, privilege: .manage), CommandDefinition(1, response: 1),
            CommandDefinition(2, response: 2), CommandDefinition(3, response: 3, privilege: .manage),
            CommandDefinition(4, privilege: .manage), CommandDefinition(5, privilege: .manage),
        ])

    package static func onOff(isOn: Bool = false) -> ClusterDefinition {
        ClusterDefinition(
            ClusterID.onOff, revision: 6, features: 1,
            attributes: [
                AttributeDefinition(0, is: .boolean(isOn)), AttributeDefinition(0x4000, is: true),
                .writable(0x4001, is: .number(UInt16(0)), within: .unsigned(0...0xFFFF)),
                .writable(0x4002, is: .number(UInt16(0)), within: .unsigned(0...0xFFFF)),
                .writable(
                    0x4003, is: .null, within: .unsigned(0...2, isNullable: true), privilege: .manage,
                    isNonvolatile: true),
            ],
            commands: [0x00, 0x01, 0x02, 0x40, 0x41, 0x42].map { CommandDefinition($0) })
    }

    /// `level` is from 1 to 254.
    package static func levelControl(level: UInt8 = 254) -> ClusterDefinition {
        ClusterDefinition(
            ClusterID.levelControl, revision: 6, features: 3,
            attributes: [
                AttributeDefinition(0x00, is: .number(level)), AttributeDefinition(0x01, is: .number(UInt16(0))),
                AttributeDefinition(0x02, is: .number(UInt8(1))), AttributeDefinition(0x03, is: .number(UInt8(254))),
                .writable(0x0F, is: .number(UInt8(0)), within: .unsigned(0...3)),
                .writable(0x11, is: .null, within: .unsigned(1...254, isNullable: true)),
                .writable(
                    0x4000, is: .null, within: .unsigned(0...254, isNullable: true), privilege: .manage,
                    isNonvolatile: true),
            ],
            commands: (0...7).map { CommandDefinition($0) })
    }

    /// Hue and saturation, x and y, and colour temperature from 153 to 500 mired.
    package static let colorControl = ClusterDefinition(
        ClusterID.colorControl, revision: 7, features: 0x19,
        attributes: [
            AttributeDefinition(0x00, is: .number(UInt8(0))), AttributeDefinition(0x01, is: .number(UInt8(0))),
            AttributeDefinition(0x02, is: .number(UInt16(0))), AttributeDefinition(0x03, is: .number(UInt16(24_939))),
            AttributeDefinition(0x04, is: .number(UInt16(24_701))), AttributeDefinition(0x07, is: .number(UInt16(250))),
            AttributeDefinition(0x08, is: .number(UInt8(2))),
            .writable(0x0F, is: .number(UInt8(0)), within: .unsigned(0...1)), AttributeDefinition(0x10, is: .null),
            AttributeDefinition(0x4001, is: .number(UInt8(2))), AttributeDefinition(0x400A, is: .number(UInt16(0x19))),
            AttributeDefinition(0x400B, is: .number(UInt16(153))),
            AttributeDefinition(0x400C, is: .number(UInt16(500))),
            AttributeDefinition(0x400D, is: .number(UInt16(153))),
            .writable(
                0x4010, is: .null, within: .unsigned(0...0xFEFF, isNullable: true), privilege: .manage,
                isNonvolatile: true),
        ],
        commands: [0x00, 0x03, 0x06, 0x07, 0x0A, 0x47].map { CommandDefinition($0) })
}

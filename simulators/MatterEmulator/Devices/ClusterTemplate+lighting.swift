import MatterProtocol

/// Clusters that many device types have, and those of lamps.
extension ClusterTemplate {
    package static let identify = ClusterTemplate(
        ClusterID.identify, revision: 4,
        attributes: [
            .writable(0, is: .number(UInt16(0)), within: .unsigned(0...0xFFFF)),
            AttributeTemplate(1, is: .number(UInt8(2))),
        ],
        commands: [CommandTemplate(0, privilege: .manage), CommandTemplate(0x40, privilege: .manage)])

    package static let groups = ClusterTemplate(
        ClusterID.groups, revision: 4, attributes: [AttributeTemplate(0, is: .number(UInt8(0)))],
        commands: [
            CommandTemplate(0, response: 0, privilege: .manage), CommandTemplate(1, response: 1),
            CommandTemplate(2, response: 2), CommandTemplate(3, response: 3, privilege: .manage),
            CommandTemplate(4, privilege: .manage), CommandTemplate(5, privilege: .manage),
        ])

    package static func onOff(isOn: Bool = false) -> ClusterTemplate {
        ClusterTemplate(
            ClusterID.onOff, revision: 6, features: 1,
            attributes: [
                AttributeTemplate(0, is: .boolean(isOn)), AttributeTemplate(0x4000, is: true),
                .writable(0x4001, is: .number(UInt16(0)), within: .unsigned(0...0xFFFF)),
                .writable(0x4002, is: .number(UInt16(0)), within: .unsigned(0...0xFFFF)),
                .writable(
                    0x4003, is: .null, within: .unsigned(0...2, isNullable: true), privilege: .manage,
                    isNonvolatile: true),
            ],
            commands: [0x00, 0x01, 0x02, 0x40, 0x41, 0x42].map { CommandTemplate($0) })
    }

    /// `level` is from 1 to 254.
    package static func levelControl(level: UInt8 = 254) -> ClusterTemplate {
        ClusterTemplate(
            ClusterID.levelControl, revision: 6, features: 3,
            attributes: [
                AttributeTemplate(0x00, is: .number(level)), AttributeTemplate(0x01, is: .number(UInt16(0))),
                AttributeTemplate(0x02, is: .number(UInt8(1))), AttributeTemplate(0x03, is: .number(UInt8(254))),
                .writable(0x0F, is: .number(UInt8(0)), within: .unsigned(0...3)),
                .writable(0x11, is: .null, within: .unsigned(1...254, isNullable: true)),
                .writable(
                    0x4000, is: .null, within: .unsigned(0...254, isNullable: true), privilege: .manage,
                    isNonvolatile: true),
            ],
            commands: (0...7).map { CommandTemplate($0) })
    }

    /// Colour temperature alone, in mired.
    package static func colorTemperature(_ mireds: ClosedRange<UInt16>) -> ClusterTemplate {
        ClusterTemplate(
            ClusterID.colorControl, revision: 7, features: 0x10,
            attributes: [
                AttributeTemplate(0x07, is: .number(mireds.lowerBound)), AttributeTemplate(0x08, is: .number(UInt8(2))),
                .writable(0x0F, is: .number(UInt8(0)), within: .unsigned(0...1)), AttributeTemplate(0x10, is: .null),
                AttributeTemplate(0x4001, is: .number(UInt8(2))), AttributeTemplate(0x400A, is: .number(UInt16(0x10))),
                AttributeTemplate(0x400B, is: .number(mireds.lowerBound)),
                AttributeTemplate(0x400C, is: .number(mireds.upperBound)),
                AttributeTemplate(0x400D, is: .number(mireds.lowerBound)),
                .writable(
                    0x4010, is: .null, within: .unsigned(0...0xFEFF, isNullable: true), privilege: .manage,
                    isNonvolatile: true),
            ],
            commands: [0x0A, 0x47].map { CommandTemplate($0) })
    }

    /// Hue and saturation, x and y, and colour temperature from 153 to 500 mired.
    package static let colorControl = ClusterTemplate(
        ClusterID.colorControl, revision: 7, features: 0x19,
        attributes: [
            AttributeTemplate(0x00, is: .number(UInt8(0))), AttributeTemplate(0x01, is: .number(UInt8(0))),
            AttributeTemplate(0x02, is: .number(UInt16(0))), AttributeTemplate(0x03, is: .number(UInt16(24_939))),
            AttributeTemplate(0x04, is: .number(UInt16(24_701))), AttributeTemplate(0x07, is: .number(UInt16(250))),
            AttributeTemplate(0x08, is: .number(UInt8(2))),
            .writable(0x0F, is: .number(UInt8(0)), within: .unsigned(0...1)), AttributeTemplate(0x10, is: .null),
            AttributeTemplate(0x4001, is: .number(UInt8(2))), AttributeTemplate(0x400A, is: .number(UInt16(0x19))),
            AttributeTemplate(0x400B, is: .number(UInt16(153))),
            AttributeTemplate(0x400C, is: .number(UInt16(500))),
            AttributeTemplate(0x400D, is: .number(UInt16(153))),
            .writable(
                0x4010, is: .null, within: .unsigned(0...0xFEFF, isNullable: true), privilege: .manage,
                isNonvolatile: true),
        ],
        commands: [0x00, 0x03, 0x06, 0x07, 0x0A, 0x47].map { CommandTemplate($0) })
}

import MatterProtocol

/// Clusters of heating, locks, coverings, fans and vacuum cleaners.
extension ClusterTemplate {
    /// Heats and cools. Temperatures are in hundredths of a degree Celsius.
    package static func thermostat(temperature: Int64 = 2050, heating: Int64 = 2000, cooling: Int64 = 2600)
        -> ClusterTemplate
    {
        ClusterTemplate(
            ClusterID.thermostat, revision: 7, features: 0x23,
            attributes: [
                AttributeTemplate(0x00, is: .signed(temperature)), AttributeTemplate(0x03, is: .signed(700)),
                AttributeTemplate(0x04, is: .signed(3000)), AttributeTemplate(0x05, is: .signed(1600)),
                AttributeTemplate(0x06, is: .signed(3200)),
                .writable(0x11, is: .signed(cooling), within: .signed(1600...3200)),
                .writable(0x12, is: .signed(heating), within: .signed(700...2950)),
                .writable(0x15, is: .signed(700), within: .signed(700...3000), privilege: .manage),
                // The dead band must fit below the highest set-point for cooling.
                .writable(0x16, is: .signed(2950), within: .signed(700...2950), privilege: .manage),
                .writable(0x17, is: .signed(1600), within: .signed(1600...3200), privilege: .manage),
                .writable(0x18, is: .signed(3200), within: .signed(1600...3200), privilege: .manage),
                .writable(0x19, is: .signed(25), within: .signed(0...127), privilege: .manage),
                .writable(0x1B, is: .number(UInt8(4)), within: .unsigned(0...5), privilege: .manage),
                .writable(0x1C, is: .number(UInt8(4)), within: .unsigned(0...9), privilege: .manage),
                AttributeTemplate(0x1E, is: .number(UInt8(0))), AttributeTemplate(0x29, is: .number(UInt16(0))),
            ],
            commands: [CommandTemplate(0)])
    }

    /// Only heats. Temperatures are in hundredths of a degree Celsius.
    package static func heatingThermostat(within limits: ClosedRange<Int64>) -> ClusterTemplate {
        ClusterTemplate(
            ClusterID.thermostat, revision: 7, features: 0x01,
            attributes: [
                AttributeTemplate(0x00, is: .null), AttributeTemplate(0x03, is: .signed(limits.lowerBound)),
                AttributeTemplate(0x04, is: .signed(limits.upperBound)),
                .writable(0x12, is: .signed(limits.lowerBound), within: .signed(limits)),
                .writable(0x15, is: .signed(limits.lowerBound), within: .signed(limits), privilege: .manage),
                .writable(0x16, is: .signed(limits.upperBound), within: .signed(limits), privilege: .manage),
                .writable(0x1B, is: .number(UInt8(2)), within: .unsigned(2...3), privilege: .manage),
                .writable(0x1C, is: .number(UInt8(4)), within: .unsigned(0...9), privilege: .manage),
                AttributeTemplate(0x29, is: .number(UInt16(0))),
            ],
            commands: [CommandTemplate(0)])
    }

    /// A locked door. With `requiresPIN` each command needs the PIN that the server has.
    package static func doorLock(requiresPIN: Bool = false) -> ClusterTemplate {
        var attributes: [AttributeTemplate] = [
            AttributeTemplate(0x00, is: .number(UInt8(1))), AttributeTemplate(0x01, is: .number(UInt8(0))),
            AttributeTemplate(0x02, is: true),
            .writable(0x23, is: .number(UInt32(0)), within: .unsigned(0...0xFFFF_FFFF), privilege: .manage),
            .writable(0x25, is: .number(UInt8(0)), within: .unsigned(0...4), privilege: .manage),
            AttributeTemplate(0x26, is: .number(UInt16(0xFFF6))),
        ]
        if requiresPIN {
            attributes += [
                AttributeTemplate(0x12, is: .number(UInt16(10))), AttributeTemplate(0x17, is: .number(UInt8(8))),
                AttributeTemplate(0x18, is: .number(UInt8(4))),
                .writable(0x30, is: .number(UInt8(5)), within: .unsigned(1...255), privilege: .administer),
                .writable(0x31, is: .number(UInt8(60)), within: .unsigned(1...255), privilege: .administer),
                .writable(0x33, is: true, within: .boolean, privilege: .administer),
            ]
        }
        return ClusterTemplate(
            ClusterID.doorLock, revision: 7, features: requiresPIN ? 0x81 : 0, attributes: attributes,
            commands: [0x00, 0x01, 0x03].map { CommandTemplate($0, isTimed: true) })
    }

    /// Positions are in hundredths of a percent; 0 is open.
    package static func windowCovering(position: UInt16 = 0, hasTilt: Bool = true) -> ClusterTemplate {
        var attributes: [AttributeTemplate] = [
            AttributeTemplate(0x00, is: .number(UInt8(hasTilt ? 8 : 0))),
            AttributeTemplate(0x07, is: .number(UInt8(0x0B))),
            AttributeTemplate(0x08, is: .number(UInt8(clamping: position / 100))),
            AttributeTemplate(0x0A, is: .number(UInt8(0))), AttributeTemplate(0x0B, is: .number(position)),
            AttributeTemplate(0x0D, is: .number(UInt8(0))), AttributeTemplate(0x0E, is: .number(position)),
            .writable(0x17, is: .number(UInt8(0)), within: .unsigned(0...15), privilege: .manage),
        ]
        if hasTilt {
            attributes += [
                AttributeTemplate(0x09, is: .number(UInt8(0))), AttributeTemplate(0x0C, is: .number(UInt16(0))),
                AttributeTemplate(0x0F, is: .number(UInt16(0))),
            ]
        }
        return ClusterTemplate(
            ClusterID.windowCovering, revision: 5, features: hasTilt ? 0x17 : 0x05, attributes: attributes,
            commands: ([0x00, 0x01, 0x02, 0x05] + (hasTilt ? [0x08] : [])).map { CommandTemplate($0) })
    }

    package static let fanControl = ClusterTemplate(
        ClusterID.fanControl, revision: 4, features: 2,
        attributes: [
            .writable(0, is: .number(UInt8(0)), within: .unsigned(0...6)),
            AttributeTemplate(1, is: .number(UInt8(2))),
            .writable(2, is: .number(UInt8(0)), within: .unsigned(0...100, isNullable: true)),
            AttributeTemplate(3, is: .number(UInt8(0))),
        ])

    package static let runMode = modes(
        ClusterID.runMode, revision: 3, supported: [(0, "Idle", 0x4000), (1, "Cleaning", 0x4001)])
    package static let cleanMode = modes(
        ClusterID.cleanMode, revision: 3, supported: [(0, "Vacuum", 0x4001), (1, "Mop", 0x4002)])

    /// A robot that stands in its dock.
    package static let vacuumState = ClusterTemplate(
        ClusterID.vacuumState, revision: 2,
        attributes: [
            AttributeTemplate(0, is: .null), AttributeTemplate(1, is: .null),
            AttributeTemplate(
                3,
                is: .array(([0, 1, 2, 3, 0x40, 0x41, 0x42] as [UInt8]).map { .structure([0: .number($0)]) })),
            AttributeTemplate(4, is: .number(UInt8(0x42))),
            AttributeTemplate(5, is: .structure([0: .number(UInt8(0))])),
        ],
        commands: [0x00, 0x03, 0x80].map { CommandTemplate($0, response: 4) })

    private static func modes(
        _ id: UInt32, revision: UInt16, supported modes: [(mode: UInt8, label: String, tag: UInt16)]
    ) -> ClusterTemplate {
        ClusterTemplate(
            id, revision: revision,
            attributes: [
                AttributeTemplate(
                    0,
                    is: .array(
                        modes.map {
                            .structure([
                                0: .text($0.label), 1: .number($0.mode),
                                2: .array([.structure([1: .number($0.tag)])]),
                            ])
                        })),
                AttributeTemplate(1, is: .number(modes.first?.mode ?? 0)),
            ],
            commands: [CommandTemplate(0, response: 1)])
    }
}

extension ClusterTable {
    // Valves and pumps.

    static let water: [ClusterDefinition] = [valveConfigurationAndControl, pumpConfigurationAndControl]

    static let valveConfigurationAndControl = ClusterDefinition(
        0x0081, name: "ValveConfigurationAndControl",
        features: [Feature(bit: 0, name: "TimeSync"), Feature(bit: 1, name: "Level")],
        attributes: [
            Attribute(0x0000, name: "OpenDuration", type: .unsigned, traits: [.nullable]),
            Attribute(0x0001, name: "DefaultOpenDuration", type: .unsigned, traits: [.writable, .nullable]),
            Attribute(0x0002, name: "AutoCloseTime", type: .unsigned, traits: [.optional, .nullable]),
            Attribute(0x0003, name: "RemainingDuration", type: .unsigned, traits: [.nullable]),
            Attribute(0x0004, name: "CurrentState", type: .enumeration, traits: [.nullable]),
            Attribute(0x0005, name: "TargetState", type: .enumeration, traits: [.nullable]),
            Attribute(0x0006, name: "CurrentLevel", type: .unsigned, traits: [.optional, .nullable]),
            Attribute(0x0007, name: "TargetLevel", type: .unsigned, traits: [.optional, .nullable]),
            Attribute(0x0008, name: "DefaultOpenLevel", type: .unsigned, traits: [.writable, .optional]),
            Attribute(0x0009, name: "ValveFault", type: .unsigned, traits: [.optional]),
            Attribute(0x000A, name: "LevelStep", type: .unsigned, traits: [.optional]),
        ],
        commands: [
            Command(
                0x00, name: "Open",
                fields: [
                    Field(0, name: "OpenDuration", type: .unsigned, traits: [.optional, .nullable]),
                    Field(1, name: "TargetLevel", type: .unsigned, traits: [.optional]),
                ]),
            Command(0x01, name: "Close"),
        ],
        events: [
            Event(
                0x00, name: "ValveStateChanged", priority: .info,
                fields: [
                    Field(0, name: "ValveState", type: .enumeration),
                    Field(1, name: "ValveLevel", type: .unsigned, traits: [.optional]),
                ]),
            Event(0x01, name: "ValveFault", priority: .info, fields: [Field(0, name: "ValveFault", type: .unsigned)]),
        ])

    static let pumpConfigurationAndControl = ClusterDefinition(
        0x0200, name: "PumpConfigurationAndControl",
        features: [
            Feature(bit: 0, name: "ConstantPressure"), Feature(bit: 1, name: "CompensatedPressure"),
            Feature(bit: 2, name: "ConstantFlow"), Feature(bit: 3, name: "ConstantSpeed"),
            Feature(bit: 4, name: "ConstantTemperature"), Feature(bit: 5, name: "Automatic"),
            Feature(bit: 6, name: "LocalOperation"),
        ],
        attributes: [
            Attribute(0x0000, name: "MaxPressure", type: .signed, traits: [.nullable]),
            Attribute(0x0001, name: "MaxSpeed", type: .unsigned, traits: [.nullable]),
            Attribute(0x0002, name: "MaxFlow", type: .unsigned, traits: [.nullable]),
            Attribute(0x0003, name: "MinConstPressure", type: .signed, traits: [.optional, .nullable]),
            Attribute(0x0004, name: "MaxConstPressure", type: .signed, traits: [.optional, .nullable]),
            Attribute(0x0005, name: "MinCompPressure", type: .signed, traits: [.optional, .nullable]),
            Attribute(0x0006, name: "MaxCompPressure", type: .signed, traits: [.optional, .nullable]),
            Attribute(0x0007, name: "MinConstSpeed", type: .unsigned, traits: [.optional, .nullable]),
            Attribute(0x0008, name: "MaxConstSpeed", type: .unsigned, traits: [.optional, .nullable]),
            Attribute(0x0009, name: "MinConstFlow", type: .unsigned, traits: [.optional, .nullable]),
            Attribute(0x000A, name: "MaxConstFlow", type: .unsigned, traits: [.optional, .nullable]),
            Attribute(0x000B, name: "MinConstTemp", type: .signed, traits: [.optional, .nullable]),
            Attribute(0x000C, name: "MaxConstTemp", type: .signed, traits: [.optional, .nullable]),
            Attribute(0x0010, name: "PumpStatus", type: .unsigned, traits: [.optional]),
            Attribute(0x0011, name: "EffectiveOperationMode", type: .enumeration),
            Attribute(0x0012, name: "EffectiveControlMode", type: .enumeration),
            Attribute(0x0013, name: "Capacity", type: .signed, traits: [.nullable]),
            Attribute(0x0014, name: "Speed", type: .unsigned, traits: [.optional, .nullable]),
            Attribute(
                0x0015, name: "LifetimeRunningHours", type: .unsigned, traits: [.writable, .optional, .nullable]),
            Attribute(0x0016, name: "Power", type: .unsigned, traits: [.optional, .nullable]),
            Attribute(
                0x0017, name: "LifetimeEnergyConsumed", type: .unsigned, traits: [.writable, .optional, .nullable]),
            Attribute(0x0020, name: "OperationMode", type: .enumeration, traits: [.writable]),
            Attribute(0x0021, name: "ControlMode", type: .enumeration, traits: [.writable, .optional]),
        ],
        events: [
            Event(0x00, name: "SupplyVoltageLow", priority: .info),
            Event(0x01, name: "SupplyVoltageHigh", priority: .info),
            Event(0x02, name: "PowerMissingPhase", priority: .info),
            Event(0x03, name: "SystemPressureLow", priority: .info),
            Event(0x04, name: "SystemPressureHigh", priority: .info),
            Event(0x05, name: "DryRunning", priority: .info),
            Event(0x06, name: "MotorTemperatureHigh", priority: .info),
            Event(0x07, name: "PumpMotorFatalFailure", priority: .info),
            Event(0x08, name: "ElectronicTemperatureHigh", priority: .info),
            Event(0x09, name: "PumpBlocked", priority: .info),
            Event(0x0A, name: "SensorFailure", priority: .info),
            Event(0x0B, name: "ElectronicNonFatalFailure", priority: .info),
            Event(0x0C, name: "ElectronicFatalFailure", priority: .info),
            Event(0x0D, name: "GeneralFault", priority: .info),
            Event(0x0E, name: "Leakage", priority: .info),
            Event(0x0F, name: "AirDetection", priority: .info),
            Event(0x10, name: "TurbineOperation", priority: .info),
        ])
}

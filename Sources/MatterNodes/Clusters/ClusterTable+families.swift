extension ClusterTable {
    // Clusters of one shape: concentrations of substances, modes, and the state of what an appliance does.

    static let concentrations: [ClusterDefinition] = [
        concentration(0x040C, name: "CarbonMonoxideConcentrationMeasurement"),
        concentration(0x040D, name: "CarbonDioxideConcentrationMeasurement"),
        concentration(0x0413, name: "NitrogenDioxideConcentrationMeasurement"),
        concentration(0x0415, name: "OzoneConcentrationMeasurement"),
        concentration(0x042A, name: "Pm25ConcentrationMeasurement"),
        concentration(0x042B, name: "FormaldehydeConcentrationMeasurement"),
        concentration(0x042C, name: "Pm1ConcentrationMeasurement"),
        concentration(0x042D, name: "Pm10ConcentrationMeasurement"),
        concentration(0x042E, name: "TotalVolatileOrganicCompoundsConcentrationMeasurement"),
        concentration(0x042F, name: "RadonConcentrationMeasurement"),
    ]

    private static func concentration(_ id: UInt32, name: String) -> ClusterDefinition {
        ClusterDefinition(
            id, name: name,
            features: [
                Feature(bit: 0, name: "NumericMeasurement"), Feature(bit: 1, name: "LevelIndication"),
                Feature(bit: 2, name: "MediumLevel"), Feature(bit: 3, name: "CriticalLevel"),
                Feature(bit: 4, name: "PeakMeasurement"), Feature(bit: 5, name: "AverageMeasurement"),
            ],
            attributes: [
                Attribute(0x0000, name: "MeasuredValue", type: .float, traits: [.optional, .nullable]),
                Attribute(0x0001, name: "MinMeasuredValue", type: .float, traits: [.optional, .nullable]),
                Attribute(0x0002, name: "MaxMeasuredValue", type: .float, traits: [.optional, .nullable]),
                Attribute(0x0003, name: "PeakMeasuredValue", type: .float, traits: [.optional, .nullable]),
                Attribute(0x0004, name: "PeakMeasuredValueWindow", type: .unsigned, traits: [.optional]),
                Attribute(0x0005, name: "AverageMeasuredValue", type: .float, traits: [.optional, .nullable]),
                Attribute(0x0006, name: "AverageMeasuredValueWindow", type: .unsigned, traits: [.optional]),
                Attribute(0x0007, name: "Uncertainty", type: .float, traits: [.optional]),
                Attribute(0x0008, name: "MeasurementUnit", type: .enumeration, traits: [.optional]),
                Attribute(0x0009, name: "MeasurementMedium", type: .enumeration),
                Attribute(0x000A, name: "LevelValue", type: .enumeration, traits: [.optional]),
            ])
    }

    static let modes: [ClusterDefinition] = [
        mode(0x0049, name: "OvenMode"), mode(0x0051, name: "LaundryWasherMode"),
        mode(0x0052, name: "RefrigeratorAndTemperatureControlledCabinetMode"), mode(0x0054, name: "RvcRunMode"),
        mode(0x0055, name: "RvcCleanMode"), mode(0x0059, name: "DishwasherMode"),
        mode(0x005E, name: "MicrowaveOvenMode"), mode(0x009D, name: "EnergyEvseMode"),
        mode(0x009E, name: "WaterHeaterMode"), mode(0x009F, name: "DeviceEnergyManagementMode"),
    ]

    private static func mode(_ id: UInt32, name: String) -> ClusterDefinition {
        ClusterDefinition(
            id, name: name,
            attributes: [
                Attribute(0x0000, name: "SupportedModes", type: .list),
                Attribute(0x0001, name: "CurrentMode", type: .unsigned),
                Attribute(0x0002, name: "StartUpMode", type: .unsigned, traits: [.writable, .optional, .nullable]),
                Attribute(0x0003, name: "OnMode", type: .unsigned, traits: [.writable, .optional, .nullable]),
            ],
            // The mode of a microwave oven is set by a command of its control.
            commands: id == 0x005E
                ? []
                : [
                    Command(
                        0x00, name: "ChangeToMode", fields: [Field(0, name: "NewMode", type: .unsigned)],
                        response: 0x01)
                ])
    }

    static let operations: [ClusterDefinition] = [
        operation(
            0x0048, name: "OvenCavityOperationalState",
            commands: [Command(0x01, name: "Stop", response: 0x04), Command(0x02, name: "Start", response: 0x04)]),
        operation(
            0x0060, name: "OperationalState",
            commands: [
                Command(0x00, name: "Pause", response: 0x04), Command(0x01, name: "Stop", response: 0x04),
                Command(0x02, name: "Start", response: 0x04), Command(0x03, name: "Resume", response: 0x04),
            ]),
        operation(
            0x0061, name: "RvcOperationalState",
            commands: [
                Command(0x00, name: "Pause", response: 0x04), Command(0x03, name: "Resume", response: 0x04),
                Command(0x80, name: "GoHome", response: 0x04),
            ]),
    ]

    private static func operation(_ id: UInt32, name: String, commands: [Command]) -> ClusterDefinition {
        ClusterDefinition(
            id, name: name,
            attributes: [
                Attribute(0x0000, name: "PhaseList", type: .list, traits: [.nullable]),
                Attribute(0x0001, name: "CurrentPhase", type: .unsigned, traits: [.nullable]),
                Attribute(0x0002, name: "CountdownTime", type: .unsigned, traits: [.optional, .nullable]),
                Attribute(0x0003, name: "OperationalStateList", type: .list),
                Attribute(0x0004, name: "OperationalState", type: .enumeration),
                Attribute(0x0005, name: "OperationalError", type: .structure),
            ], commands: commands,
            events: [
                Event(
                    0x00, name: "OperationalError", priority: .critical,
                    fields: [Field(0, name: "ErrorState", type: .structure)]),
                Event(
                    0x01, name: "OperationCompletion", priority: .info,
                    fields: [
                        Field(0, name: "CompletionErrorCode", type: .enumeration),
                        Field(1, name: "TotalOperationalTime", type: .unsigned, traits: [.optional, .nullable]),
                        Field(2, name: "PausedTime", type: .unsigned, traits: [.optional, .nullable]),
                    ]),
            ])
    }
}

extension ClusterTable {
    // Sensors, switches and alarms.

    static let sensors: [ClusterDefinition] = [
        `switch`, booleanState, booleanStateConfiguration, illuminanceMeasurement, temperatureMeasurement,
        pressureMeasurement, flowMeasurement, relativeHumidityMeasurement, occupancySensing, soilMeasurement,
        airQuality, smokeCoAlarm,
    ]

    static let `switch` = ClusterDefinition(
        0x003B, name: "Switch",
        features: [
            Feature(bit: 0, name: "LatchingSwitch"), Feature(bit: 1, name: "MomentarySwitch"),
            Feature(bit: 2, name: "MomentarySwitchRelease"), Feature(bit: 3, name: "MomentarySwitchLongPress"),
            Feature(bit: 4, name: "MomentarySwitchMultiPress"), Feature(bit: 5, name: "ActionSwitch"),
        ],
        attributes: [
            Attribute(0x0000, name: "NumberOfPositions", type: .unsigned),
            Attribute(0x0001, name: "CurrentPosition", type: .unsigned),
            Attribute(0x0002, name: "MultiPressMax", type: .unsigned, traits: [.optional]),
        ],
        events: [
            Event(
                0x00, name: "SwitchLatched", priority: .info, fields: [Field(0, name: "NewPosition", type: .unsigned)]),
            Event(
                0x01, name: "InitialPress", priority: .info, fields: [Field(0, name: "NewPosition", type: .unsigned)]),
            Event(0x02, name: "LongPress", priority: .info, fields: [Field(0, name: "NewPosition", type: .unsigned)]),
            Event(
                0x03, name: "ShortRelease", priority: .info,
                fields: [Field(0, name: "PreviousPosition", type: .unsigned)]),
            Event(
                0x04, name: "LongRelease", priority: .info,
                fields: [Field(0, name: "PreviousPosition", type: .unsigned)]),
            Event(
                0x05, name: "MultiPressOngoing", priority: .info,
                fields: [
                    Field(0, name: "NewPosition", type: .unsigned),
                    Field(1, name: "CurrentNumberOfPressesCounted", type: .unsigned),
                ]),
            Event(
                0x06, name: "MultiPressComplete", priority: .info,
                fields: [
                    Field(0, name: "PreviousPosition", type: .unsigned),
                    Field(1, name: "TotalNumberOfPressesCounted", type: .unsigned),
                ]),
        ])

    static let booleanState = ClusterDefinition(
        0x0045, name: "BooleanState",
        attributes: [
            Attribute(0x0000, name: "StateValue", type: .boolean)
        ],
        events: [
            Event(0x00, name: "StateChange", priority: .info, fields: [Field(0, name: "StateValue", type: .boolean)])
        ])

    static let booleanStateConfiguration = ClusterDefinition(
        0x0080, name: "BooleanStateConfiguration",
        features: [
            Feature(bit: 0, name: "Visual"), Feature(bit: 1, name: "Audible"), Feature(bit: 2, name: "AlarmSuppress"),
            Feature(bit: 3, name: "SensitivityLevel"),
        ],
        attributes: [
            Attribute(0x0000, name: "CurrentSensitivityLevel", type: .unsigned, traits: [.writable, .optional]),
            Attribute(0x0001, name: "SupportedSensitivityLevels", type: .unsigned, traits: [.optional]),
            Attribute(0x0002, name: "DefaultSensitivityLevel", type: .unsigned, traits: [.optional]),
            Attribute(0x0003, name: "AlarmsActive", type: .unsigned, traits: [.optional]),
            Attribute(0x0004, name: "AlarmsSuppressed", type: .unsigned, traits: [.optional]),
            Attribute(0x0005, name: "AlarmsEnabled", type: .unsigned, traits: [.optional]),
            Attribute(0x0006, name: "AlarmsSupported", type: .unsigned, traits: [.optional]),
            Attribute(0x0007, name: "SensorFault", type: .unsigned, traits: [.optional]),
        ],
        commands: [
            Command(0x00, name: "SuppressAlarm", fields: [Field(0, name: "AlarmsToSuppress", type: .unsigned)]),
            Command(
                0x01, name: "EnableDisableAlarm", fields: [Field(0, name: "AlarmsToEnableDisable", type: .unsigned)]),
        ],
        events: [
            Event(
                0x00, name: "AlarmsStateChanged", priority: .info,
                fields: [
                    Field(0, name: "AlarmsActive", type: .unsigned),
                    Field(1, name: "AlarmsSuppressed", type: .unsigned, traits: [.optional]),
                ]),
            Event(0x01, name: "SensorFault", priority: .info, fields: [Field(0, name: "SensorFault", type: .unsigned)]),
        ])

    static let illuminanceMeasurement = ClusterDefinition(
        0x0400, name: "IlluminanceMeasurement",
        attributes: [
            Attribute(0x0000, name: "MeasuredValue", type: .unsigned, traits: [.nullable]),
            Attribute(0x0001, name: "MinMeasuredValue", type: .unsigned, traits: [.nullable]),
            Attribute(0x0002, name: "MaxMeasuredValue", type: .unsigned, traits: [.nullable]),
            Attribute(0x0003, name: "Tolerance", type: .unsigned, traits: [.optional]),
            Attribute(0x0004, name: "LightSensorType", type: .enumeration, traits: [.optional, .nullable]),
        ])

    static let temperatureMeasurement = ClusterDefinition(
        0x0402, name: "TemperatureMeasurement",
        attributes: [
            Attribute(0x0000, name: "MeasuredValue", type: .signed, traits: [.nullable]),
            Attribute(0x0001, name: "MinMeasuredValue", type: .signed, traits: [.nullable]),
            Attribute(0x0002, name: "MaxMeasuredValue", type: .signed, traits: [.nullable]),
            Attribute(0x0003, name: "Tolerance", type: .unsigned, traits: [.optional]),
        ])

    static let pressureMeasurement = ClusterDefinition(
        0x0403, name: "PressureMeasurement",
        features: [Feature(bit: 0, name: "Extended")],
        attributes: [
            Attribute(0x0000, name: "MeasuredValue", type: .signed, traits: [.nullable]),
            Attribute(0x0001, name: "MinMeasuredValue", type: .signed, traits: [.nullable]),
            Attribute(0x0002, name: "MaxMeasuredValue", type: .signed, traits: [.nullable]),
            Attribute(0x0003, name: "Tolerance", type: .unsigned, traits: [.optional]),
            Attribute(0x0010, name: "ScaledValue", type: .signed, traits: [.optional, .nullable]),
            Attribute(0x0011, name: "MinScaledValue", type: .signed, traits: [.optional, .nullable]),
            Attribute(0x0012, name: "MaxScaledValue", type: .signed, traits: [.optional, .nullable]),
            Attribute(0x0013, name: "ScaledTolerance", type: .unsigned, traits: [.optional]),
            Attribute(0x0014, name: "Scale", type: .signed, traits: [.optional]),
        ])

    static let flowMeasurement = ClusterDefinition(
        0x0404, name: "FlowMeasurement",
        attributes: [
            Attribute(0x0000, name: "MeasuredValue", type: .unsigned, traits: [.nullable]),
            Attribute(0x0001, name: "MinMeasuredValue", type: .unsigned, traits: [.nullable]),
            Attribute(0x0002, name: "MaxMeasuredValue", type: .unsigned, traits: [.nullable]),
            Attribute(0x0003, name: "Tolerance", type: .unsigned, traits: [.optional]),
        ])

    static let relativeHumidityMeasurement = ClusterDefinition(
        0x0405, name: "RelativeHumidityMeasurement",
        attributes: [
            Attribute(0x0000, name: "MeasuredValue", type: .unsigned, traits: [.nullable]),
            Attribute(0x0001, name: "MinMeasuredValue", type: .unsigned, traits: [.nullable]),
            Attribute(0x0002, name: "MaxMeasuredValue", type: .unsigned, traits: [.nullable]),
            Attribute(0x0003, name: "Tolerance", type: .unsigned, traits: [.optional]),
        ])

    static let occupancySensing = ClusterDefinition(
        0x0406, name: "OccupancySensing",
        features: [
            Feature(bit: 0, name: "Other"), Feature(bit: 1, name: "PassiveInfrared"),
            Feature(bit: 2, name: "Ultrasonic"), Feature(bit: 3, name: "PhysicalContact"),
            Feature(bit: 4, name: "ActiveInfrared"), Feature(bit: 5, name: "Radar"), Feature(bit: 6, name: "RFSensing"),
            Feature(bit: 7, name: "Vision"),
        ],
        attributes: [
            Attribute(0x0000, name: "Occupancy", type: .unsigned),
            Attribute(0x0001, name: "OccupancySensorType", type: .enumeration),
            Attribute(0x0002, name: "OccupancySensorTypeBitmap", type: .unsigned),
            Attribute(0x0003, name: "HoldTime", type: .unsigned, traits: [.writable, .optional]),
            Attribute(0x0004, name: "HoldTimeLimits", type: .structure, traits: [.optional]),
            Attribute(0x0010, name: "PIROccupiedToUnoccupiedDelay", type: .unsigned, traits: [.writable, .optional]),
            Attribute(0x0011, name: "PIRUnoccupiedToOccupiedDelay", type: .unsigned, traits: [.writable, .optional]),
            Attribute(
                0x0012, name: "PIRUnoccupiedToOccupiedThreshold", type: .unsigned, traits: [.writable, .optional]),
            Attribute(
                0x0020, name: "UltrasonicOccupiedToUnoccupiedDelay", type: .unsigned, traits: [.writable, .optional]),
            Attribute(
                0x0021, name: "UltrasonicUnoccupiedToOccupiedDelay", type: .unsigned, traits: [.writable, .optional]),
            Attribute(
                0x0022, name: "UltrasonicUnoccupiedToOccupiedThreshold", type: .unsigned,
                traits: [.writable, .optional]),
            Attribute(
                0x0030, name: "PhysicalContactOccupiedToUnoccupiedDelay", type: .unsigned,
                traits: [.writable, .optional]),
            Attribute(
                0x0031, name: "PhysicalContactUnoccupiedToOccupiedDelay", type: .unsigned,
                traits: [.writable, .optional]),
            Attribute(
                0x0032, name: "PhysicalContactUnoccupiedToOccupiedThreshold", type: .unsigned,
                traits: [.writable, .optional]),
        ],
        events: [
            Event(
                0x00, name: "OccupancyChanged", priority: .info, fields: [Field(0, name: "Occupancy", type: .unsigned)])
        ])

    static let soilMeasurement = ClusterDefinition(
        0x0430, name: "SoilMeasurement",
        attributes: [
            Attribute(0x0000, name: "SoilMoistureMeasurementLimits", type: .structure),
            Attribute(0x0001, name: "SoilMoistureMeasuredValue", type: .unsigned, traits: [.nullable]),
        ])

    static let airQuality = ClusterDefinition(
        0x005B, name: "AirQuality",
        features: [
            Feature(bit: 0, name: "Fair"), Feature(bit: 1, name: "Moderate"), Feature(bit: 2, name: "VeryPoor"),
            Feature(bit: 3, name: "ExtremelyPoor"),
        ],
        attributes: [
            Attribute(0x0000, name: "AirQuality", type: .enumeration)
        ])

    static let smokeCoAlarm = ClusterDefinition(
        0x005C, name: "SmokeCoAlarm",
        features: [Feature(bit: 0, name: "SmokeAlarm"), Feature(bit: 1, name: "CoAlarm")],
        attributes: [
            Attribute(0x0000, name: "ExpressedState", type: .enumeration),
            Attribute(0x0001, name: "SmokeState", type: .enumeration, traits: [.optional]),
            Attribute(0x0002, name: "COState", type: .enumeration, traits: [.optional]),
            Attribute(0x0003, name: "BatteryAlert", type: .enumeration),
            Attribute(0x0004, name: "DeviceMuted", type: .enumeration, traits: [.optional]),
            Attribute(0x0005, name: "TestInProgress", type: .boolean),
            Attribute(0x0006, name: "HardwareFaultAlert", type: .boolean),
            Attribute(0x0007, name: "EndOfServiceAlert", type: .enumeration),
            Attribute(0x0008, name: "InterconnectSmokeAlarm", type: .enumeration, traits: [.optional]),
            Attribute(0x0009, name: "InterconnectCOAlarm", type: .enumeration, traits: [.optional]),
            Attribute(0x000A, name: "ContaminationState", type: .enumeration, traits: [.optional]),
            Attribute(0x000B, name: "SmokeSensitivityLevel", type: .enumeration, traits: [.writable, .optional]),
            Attribute(0x000C, name: "ExpiryDate", type: .unsigned, traits: [.optional]),
        ],
        commands: [
            Command(0x00, name: "SelfTestRequest")
        ],
        events: [
            Event(
                0x00, name: "SmokeAlarm", priority: .critical,
                fields: [Field(0, name: "AlarmSeverityLevel", type: .enumeration)]),
            Event(
                0x01, name: "COAlarm", priority: .critical,
                fields: [Field(0, name: "AlarmSeverityLevel", type: .enumeration)]),
            Event(
                0x02, name: "LowBattery", priority: .info,
                fields: [Field(0, name: "AlarmSeverityLevel", type: .enumeration)]),
            Event(0x03, name: "HardwareFault", priority: .critical),
            Event(0x04, name: "EndOfService", priority: .info),
            Event(0x05, name: "SelfTestComplete", priority: .info),
            Event(0x06, name: "AlarmMuted", priority: .info),
            Event(0x07, name: "MuteEnded", priority: .info),
            Event(
                0x08, name: "InterconnectSmokeAlarm", priority: .info,
                fields: [Field(0, name: "AlarmSeverityLevel", type: .enumeration)]),
            Event(
                0x09, name: "InterconnectCOAlarm", priority: .info,
                fields: [Field(0, name: "AlarmSeverityLevel", type: .enumeration)]),
            Event(0x0A, name: "AllClear", priority: .info),
        ])
}

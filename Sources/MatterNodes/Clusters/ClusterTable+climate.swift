extension ClusterTable {
    // Heating, cooling, fans and filters.

    static let climate: [ClusterDefinition] = [
        thermostat, fanControl, hepaFilterMonitoring, activatedCarbonFilterMonitoring,
    ]

    static let thermostat = ClusterDefinition(
        0x0201, name: "Thermostat",
        features: [
            Feature(bit: 0, name: "Heating"), Feature(bit: 1, name: "Cooling"), Feature(bit: 2, name: "Occupancy"),
            Feature(bit: 3, name: "ScheduleConfiguration"), Feature(bit: 4, name: "Setback"),
            Feature(bit: 5, name: "AutoMode"), Feature(bit: 6, name: "LocalTemperatureNotExposed"),
            Feature(bit: 7, name: "MatterScheduleConfiguration"), Feature(bit: 8, name: "Presets"),
        ],
        attributes: [
            Attribute(0x0000, name: "LocalTemperature", type: .signed, traits: [.nullable]),
            Attribute(0x0001, name: "OutdoorTemperature", type: .signed, traits: [.optional, .nullable]),
            Attribute(0x0002, name: "Occupancy", type: .unsigned, traits: [.optional]),
            Attribute(0x0003, name: "AbsMinHeatSetpointLimit", type: .signed, traits: [.optional]),
            Attribute(0x0004, name: "AbsMaxHeatSetpointLimit", type: .signed, traits: [.optional]),
            Attribute(0x0005, name: "AbsMinCoolSetpointLimit", type: .signed, traits: [.optional]),
            Attribute(0x0006, name: "AbsMaxCoolSetpointLimit", type: .signed, traits: [.optional]),
            Attribute(0x0007, name: "PICoolingDemand", type: .unsigned, traits: [.optional]),
            Attribute(0x0008, name: "PIHeatingDemand", type: .unsigned, traits: [.optional]),
            Attribute(0x0009, name: "HVACSystemTypeConfiguration", type: .unsigned, traits: [.optional]),
            Attribute(0x0010, name: "LocalTemperatureCalibration", type: .signed, traits: [.writable, .optional]),
            Attribute(0x0011, name: "OccupiedCoolingSetpoint", type: .signed, traits: [.writable, .optional]),
            Attribute(0x0012, name: "OccupiedHeatingSetpoint", type: .signed, traits: [.writable, .optional]),
            Attribute(0x0013, name: "UnoccupiedCoolingSetpoint", type: .signed, traits: [.writable, .optional]),
            Attribute(0x0014, name: "UnoccupiedHeatingSetpoint", type: .signed, traits: [.writable, .optional]),
            Attribute(0x0015, name: "MinHeatSetpointLimit", type: .signed, traits: [.writable, .optional]),
            Attribute(0x0016, name: "MaxHeatSetpointLimit", type: .signed, traits: [.writable, .optional]),
            Attribute(0x0017, name: "MinCoolSetpointLimit", type: .signed, traits: [.writable, .optional]),
            Attribute(0x0018, name: "MaxCoolSetpointLimit", type: .signed, traits: [.writable, .optional]),
            Attribute(0x0019, name: "MinSetpointDeadBand", type: .signed, traits: [.writable, .optional]),
            Attribute(0x001A, name: "RemoteSensing", type: .unsigned, traits: [.writable, .optional]),
            Attribute(0x001B, name: "ControlSequenceOfOperation", type: .enumeration, traits: [.writable]),
            Attribute(0x001C, name: "SystemMode", type: .enumeration, traits: [.writable]),
            Attribute(0x001E, name: "ThermostatRunningMode", type: .enumeration, traits: [.optional]),
            Attribute(0x0020, name: "StartOfWeek", type: .enumeration, traits: [.optional]),
            Attribute(0x0021, name: "NumberOfWeeklyTransitions", type: .unsigned, traits: [.optional]),
            Attribute(0x0022, name: "NumberOfDailyTransitions", type: .unsigned, traits: [.optional]),
            Attribute(0x0023, name: "TemperatureSetpointHold", type: .enumeration, traits: [.writable, .optional]),
            Attribute(
                0x0024, name: "TemperatureSetpointHoldDuration", type: .unsigned,
                traits: [.writable, .optional, .nullable]),
            Attribute(
                0x0025, name: "ThermostatProgrammingOperationMode", type: .unsigned, traits: [.writable, .optional]),
            Attribute(0x0029, name: "ThermostatRunningState", type: .unsigned, traits: [.optional]),
            Attribute(0x0030, name: "SetpointChangeSource", type: .enumeration, traits: [.optional]),
            Attribute(0x0031, name: "SetpointChangeAmount", type: .signed, traits: [.writable, .optional, .nullable]),
            Attribute(0x0032, name: "SetpointChangeSourceTimestamp", type: .unsigned, traits: [.optional]),
            Attribute(0x0034, name: "OccupiedSetback", type: .unsigned, traits: [.writable, .optional, .nullable]),
            Attribute(0x0035, name: "OccupiedSetbackMin", type: .unsigned, traits: [.optional, .nullable]),
            Attribute(0x0036, name: "OccupiedSetbackMax", type: .unsigned, traits: [.writable, .optional, .nullable]),
            Attribute(0x0037, name: "UnoccupiedSetback", type: .unsigned, traits: [.optional, .nullable]),
            Attribute(0x0038, name: "UnoccupiedSetbackMin", type: .unsigned, traits: [.optional, .nullable]),
            Attribute(
                0x0039, name: "UnoccupiedSetbackMax", type: .unsigned, traits: [.writable, .optional, .nullable]),
            Attribute(0x003A, name: "EmergencyHeatDelta", type: .unsigned, traits: [.optional]),
            Attribute(0x0040, name: "ACType", type: .enumeration, traits: [.optional]),
            Attribute(0x0041, name: "ACCapacity", type: .unsigned, traits: [.writable, .optional]),
            Attribute(0x0042, name: "ACRefrigerantType", type: .enumeration, traits: [.writable, .optional]),
            Attribute(0x0043, name: "ACCompressorType", type: .enumeration, traits: [.writable, .optional]),
            Attribute(0x0044, name: "ACErrorCode", type: .unsigned, traits: [.writable, .optional]),
            Attribute(0x0045, name: "ACLouverPosition", type: .enumeration, traits: [.writable, .optional]),
            Attribute(0x0046, name: "ACCoilTemperature", type: .signed, traits: [.writable, .optional, .nullable]),
            Attribute(0x0047, name: "ACCapacityformat", type: .enumeration, traits: [.optional]),
            Attribute(0x0048, name: "PresetTypes", type: .list, traits: [.optional]),
            Attribute(0x0049, name: "ScheduleTypes", type: .list, traits: [.optional]),
            Attribute(0x004A, name: "NumberOfPresets", type: .unsigned, traits: [.optional]),
            Attribute(0x004B, name: "NumberOfSchedules", type: .unsigned, traits: [.optional]),
            Attribute(0x004C, name: "NumberOfScheduleTransitions", type: .unsigned, traits: [.optional]),
            Attribute(
                0x004D, name: "NumberOfScheduleTransitionPerDay", type: .unsigned, traits: [.optional, .nullable]),
            Attribute(0x004E, name: "ActivePresetHandle", type: .bytes, traits: [.optional, .nullable]),
            Attribute(0x004F, name: "ActiveScheduleHandle", type: .bytes, traits: [.optional, .nullable]),
            Attribute(0x0050, name: "Presets", type: .list, traits: [.writable, .optional]),
            Attribute(0x0051, name: "Schedules", type: .list, traits: [.writable, .optional]),
            Attribute(0x0052, name: "SetpointHoldExpiryTimestamp", type: .unsigned, traits: [.optional, .nullable]),
        ],
        commands: [
            Command(
                0x00, name: "SetpointRaiseLower",
                fields: [Field(0, name: "Mode", type: .enumeration), Field(1, name: "Amount", type: .signed)]),
            Command(
                0x01, name: "SetWeeklySchedule",
                fields: [
                    Field(0, name: "NumberOfTransitionsForSequence", type: .unsigned),
                    Field(1, name: "DayOfWeekForSequence", type: .unsigned),
                    Field(2, name: "ModeForSequence", type: .unsigned), Field(3, name: "Transitions", type: .list),
                ]),
            Command(
                0x02, name: "GetWeeklySchedule",
                fields: [
                    Field(0, name: "DaysToReturn", type: .unsigned), Field(1, name: "ModeToReturn", type: .unsigned),
                ], response: 0x00),
            Command(0x03, name: "ClearWeeklySchedule"),
            Command(0x05, name: "SetActiveScheduleRequest", fields: [Field(0, name: "ScheduleHandle", type: .bytes)]),
            Command(
                0x06, name: "SetActivePresetRequest",
                fields: [Field(0, name: "PresetHandle", type: .bytes, traits: [.nullable])]),
            Command(
                0xFE, name: "AtomicRequest",
                fields: [
                    Field(0, name: "RequestType", type: .enumeration), Field(1, name: "AttributeRequests", type: .list),
                    Field(2, name: "Timeout", type: .unsigned, traits: [.optional]),
                ], response: 0xFD),
        ])

    static let fanControl = ClusterDefinition(
        0x0202, name: "FanControl",
        features: [
            Feature(bit: 0, name: "MultiSpeed"), Feature(bit: 1, name: "Auto"), Feature(bit: 2, name: "Rocking"),
            Feature(bit: 3, name: "Wind"), Feature(bit: 4, name: "Step"), Feature(bit: 5, name: "AirflowDirection"),
        ],
        attributes: [
            Attribute(0x0000, name: "FanMode", type: .enumeration, traits: [.writable]),
            Attribute(0x0001, name: "FanModeSequence", type: .enumeration, traits: [.writable]),
            Attribute(0x0002, name: "PercentSetting", type: .unsigned, traits: [.writable, .nullable]),
            Attribute(0x0003, name: "PercentCurrent", type: .unsigned),
            Attribute(0x0004, name: "SpeedMax", type: .unsigned, traits: [.optional]),
            Attribute(0x0005, name: "SpeedSetting", type: .unsigned, traits: [.writable, .optional, .nullable]),
            Attribute(0x0006, name: "SpeedCurrent", type: .unsigned, traits: [.optional]),
            Attribute(0x0007, name: "RockSupport", type: .unsigned, traits: [.optional]),
            Attribute(0x0008, name: "RockSetting", type: .unsigned, traits: [.writable, .optional]),
            Attribute(0x0009, name: "WindSupport", type: .unsigned, traits: [.optional]),
            Attribute(0x000A, name: "WindSetting", type: .unsigned, traits: [.writable, .optional]),
            Attribute(0x000B, name: "AirflowDirection", type: .enumeration, traits: [.writable, .optional]),
        ],
        commands: [
            Command(
                0x00, name: "Step",
                fields: [
                    Field(0, name: "Direction", type: .enumeration),
                    Field(1, name: "Wrap", type: .boolean, traits: [.optional]),
                    Field(2, name: "LowestOff", type: .boolean, traits: [.optional]),
                ])
        ])

    static let hepaFilterMonitoring = ClusterDefinition(
        0x0071, name: "HepaFilterMonitoring",
        features: [
            Feature(bit: 0, name: "Condition"), Feature(bit: 1, name: "Warning"),
            Feature(bit: 2, name: "ReplacementProductList"),
        ],
        attributes: [
            Attribute(0x0000, name: "Condition", type: .unsigned, traits: [.optional]),
            Attribute(0x0001, name: "DegradationDirection", type: .enumeration, traits: [.optional]),
            Attribute(0x0002, name: "ChangeIndication", type: .enumeration),
            Attribute(0x0003, name: "InPlaceIndicator", type: .boolean, traits: [.optional]),
            Attribute(0x0004, name: "LastChangedTime", type: .unsigned, traits: [.writable, .optional, .nullable]),
            Attribute(0x0005, name: "ReplacementProductList", type: .list, traits: [.optional]),
        ],
        commands: [
            Command(0x00, name: "ResetCondition")
        ])

    static let activatedCarbonFilterMonitoring = ClusterDefinition(
        0x0072, name: "ActivatedCarbonFilterMonitoring",
        features: [
            Feature(bit: 0, name: "Condition"), Feature(bit: 1, name: "Warning"),
            Feature(bit: 2, name: "ReplacementProductList"),
        ],
        attributes: [
            Attribute(0x0000, name: "Condition", type: .unsigned, traits: [.optional]),
            Attribute(0x0001, name: "DegradationDirection", type: .enumeration, traits: [.optional]),
            Attribute(0x0002, name: "ChangeIndication", type: .enumeration),
            Attribute(0x0003, name: "InPlaceIndicator", type: .boolean, traits: [.optional]),
            Attribute(0x0004, name: "LastChangedTime", type: .unsigned, traits: [.writable, .optional, .nullable]),
            Attribute(0x0005, name: "ReplacementProductList", type: .list, traits: [.optional]),
        ],
        commands: [
            Command(0x00, name: "ResetCondition")
        ])
}

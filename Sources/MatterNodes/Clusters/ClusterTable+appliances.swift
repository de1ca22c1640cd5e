extension ClusterTable {
    // Household appliances, robot vacuums and players.

    static let appliances: [ClusterDefinition] = [
        laundryDryerControls, modeSelect, laundryWasherControls, temperatureControl, refrigeratorAlarm, dishwasherAlarm,
        microwaveOvenControl, mediaPlayback,
    ]

    static let laundryDryerControls = ClusterDefinition(
        0x004A, name: "LaundryDryerControls",
        attributes: [
            Attribute(0x0000, name: "SupportedDrynessLevels", type: .list),
            Attribute(0x0001, name: "SelectedDrynessLevel", type: .enumeration, traits: [.writable, .nullable]),
        ])

    static let modeSelect = ClusterDefinition(
        0x0050, name: "ModeSelect",
        features: [Feature(bit: 0, name: "OnOff")],
        attributes: [
            Attribute(0x0000, name: "Description", type: .text),
            Attribute(0x0001, name: "StandardNamespace", type: .unsigned, traits: [.nullable]),
            Attribute(0x0002, name: "SupportedModes", type: .list),
            Attribute(0x0003, name: "CurrentMode", type: .unsigned),
            Attribute(0x0004, name: "StartUpMode", type: .unsigned, traits: [.writable, .optional, .nullable]),
            Attribute(0x0005, name: "OnMode", type: .unsigned, traits: [.writable, .optional, .nullable]),
        ],
        commands: [
            Command(0x00, name: "ChangeToMode", fields: [Field(0, name: "NewMode", type: .unsigned)])
        ])

    static let laundryWasherControls = ClusterDefinition(
        0x0053, name: "LaundryWasherControls",
        features: [Feature(bit: 0, name: "Spin"), Feature(bit: 1, name: "Rinse")],
        attributes: [
            Attribute(0x0000, name: "SpinSpeeds", type: .list, traits: [.optional]),
            Attribute(0x0001, name: "SpinSpeedCurrent", type: .unsigned, traits: [.writable, .optional, .nullable]),
            Attribute(0x0002, name: "NumberOfRinses", type: .enumeration, traits: [.writable, .optional]),
            Attribute(0x0003, name: "SupportedRinses", type: .list, traits: [.optional]),
        ])

    static let temperatureControl = ClusterDefinition(
        0x0056, name: "TemperatureControl",
        features: [
            Feature(bit: 0, name: "TemperatureNumber"), Feature(bit: 1, name: "TemperatureLevel"),
            Feature(bit: 2, name: "TemperatureStep"),
        ],
        attributes: [
            Attribute(0x0000, name: "TemperatureSetpoint", type: .signed, traits: [.optional]),
            Attribute(0x0001, name: "MinTemperature", type: .signed, traits: [.optional]),
            Attribute(0x0002, name: "MaxTemperature", type: .signed, traits: [.optional]),
            Attribute(0x0003, name: "Step", type: .signed, traits: [.optional]),
            Attribute(0x0004, name: "SelectedTemperatureLevel", type: .unsigned, traits: [.optional]),
            Attribute(0x0005, name: "SupportedTemperatureLevels", type: .list, traits: [.optional]),
        ],
        commands: [
            Command(
                0x00, name: "SetTemperature",
                fields: [
                    Field(0, name: "TargetTemperature", type: .signed, traits: [.optional]),
                    Field(1, name: "TargetTemperatureLevel", type: .unsigned, traits: [.optional]),
                ])
        ])

    static let refrigeratorAlarm = ClusterDefinition(
        0x0057, name: "RefrigeratorAlarm",
        attributes: [
            Attribute(0x0000, name: "Mask", type: .unsigned),
            Attribute(0x0002, name: "State", type: .unsigned),
            Attribute(0x0003, name: "Supported", type: .unsigned),
        ],
        events: [
            Event(
                0x00, name: "Notify", priority: .info,
                fields: [
                    Field(0, name: "Active", type: .unsigned), Field(1, name: "Inactive", type: .unsigned),
                    Field(2, name: "State", type: .unsigned), Field(3, name: "Mask", type: .unsigned),
                ])
        ])

    static let dishwasherAlarm = ClusterDefinition(
        0x005D, name: "DishwasherAlarm",
        features: [Feature(bit: 0, name: "Reset")],
        attributes: [
            Attribute(0x0000, name: "Mask", type: .unsigned),
            Attribute(0x0001, name: "Latch", type: .unsigned, traits: [.optional]),
            Attribute(0x0002, name: "State", type: .unsigned),
            Attribute(0x0003, name: "Supported", type: .unsigned),
        ],
        commands: [
            Command(0x00, name: "Reset", fields: [Field(0, name: "Alarms", type: .unsigned)]),
            Command(0x01, name: "ModifyEnabledAlarms", fields: [Field(0, name: "Mask", type: .unsigned)]),
        ],
        events: [
            Event(
                0x00, name: "Notify", priority: .info,
                fields: [
                    Field(0, name: "Active", type: .unsigned), Field(1, name: "Inactive", type: .unsigned),
                    Field(2, name: "State", type: .unsigned), Field(3, name: "Mask", type: .unsigned),
                ])
        ])

    static let microwaveOvenControl = ClusterDefinition(
        0x005F, name: "MicrowaveOvenControl",
        features: [
            Feature(bit: 0, name: "PowerAsNumber"), Feature(bit: 1, name: "PowerInWatts"),
            Feature(bit: 2, name: "PowerNumberLimits"),
        ],
        attributes: [
            Attribute(0x0000, name: "CookTime", type: .unsigned),
            Attribute(0x0001, name: "MaxCookTime", type: .unsigned),
            Attribute(0x0002, name: "PowerSetting", type: .unsigned, traits: [.optional]),
            Attribute(0x0003, name: "MinPower", type: .unsigned, traits: [.optional]),
            Attribute(0x0004, name: "MaxPower", type: .unsigned, traits: [.optional]),
            Attribute(0x0005, name: "PowerStep", type: .unsigned, traits: [.optional]),
            Attribute(0x0006, name: "SupportedWatts", type: .list, traits: [.optional]),
            Attribute(0x0007, name: "SelectedWattIndex", type: .unsigned, traits: [.optional]),
            Attribute(0x0008, name: "WattRating", type: .unsigned, traits: [.optional]),
        ],
        commands: [
            Command(
                0x00, name: "SetCookingParameters",
                fields: [
                    Field(0, name: "CookMode", type: .unsigned, traits: [.optional]),
                    Field(1, name: "CookTime", type: .unsigned, traits: [.optional]),
                    Field(2, name: "PowerSetting", type: .unsigned, traits: [.optional]),
                    Field(3, name: "WattSettingIndex", type: .unsigned, traits: [.optional]),
                    Field(4, name: "StartAfterSetting", type: .boolean, traits: [.optional]),
                ]),
            Command(0x01, name: "AddMoreTime", fields: [Field(0, name: "TimeToAdd", type: .unsigned)]),
        ])

    static let mediaPlayback = ClusterDefinition(
        0x0506, name: "MediaPlayback",
        features: [
            Feature(bit: 0, name: "AdvancedSeek"), Feature(bit: 1, name: "VariableSpeed"),
            Feature(bit: 2, name: "TextTracks"), Feature(bit: 3, name: "AudioTracks"),
            Feature(bit: 4, name: "AudioAdvance"),
        ],
        attributes: [
            Attribute(0x0000, name: "CurrentState", type: .enumeration),
            Attribute(0x0001, name: "StartTime", type: .unsigned, traits: [.optional, .nullable]),
            Attribute(0x0002, name: "Duration", type: .unsigned, traits: [.optional, .nullable]),
            Attribute(0x0003, name: "SampledPosition", type: .structure, traits: [.optional, .nullable]),
            Attribute(0x0004, name: "PlaybackSpeed", type: .float, traits: [.optional]),
            Attribute(0x0005, name: "SeekRangeEnd", type: .unsigned, traits: [.optional, .nullable]),
            Attribute(0x0006, name: "SeekRangeStart", type: .unsigned, traits: [.optional, .nullable]),
            Attribute(0x0007, name: "ActiveAudioTrack", type: .structure, traits: [.optional, .nullable]),
            Attribute(0x0008, name: "AvailableAudioTracks", type: .list, traits: [.optional, .nullable]),
            Attribute(0x0009, name: "ActiveTextTrack", type: .structure, traits: [.optional, .nullable]),
            Attribute(0x000A, name: "AvailableTextTracks", type: .list, traits: [.optional, .nullable]),
        ],
        commands: [
            Command(0x00, name: "Play", response: 0x0A),
            Command(0x01, name: "Pause", response: 0x0A),
            Command(0x02, name: "Stop", response: 0x0A),
            Command(0x03, name: "StartOver", response: 0x0A),
            Command(0x04, name: "Previous", response: 0x0A),
            Command(0x05, name: "Next", response: 0x0A),
            Command(
                0x06, name: "Rewind",
                fields: [Field(0, name: "AudioAdvanceUnmuted", type: .boolean, traits: [.optional])], response: 0x0A),
            Command(
                0x07, name: "FastForward",
                fields: [Field(0, name: "AudioAdvanceUnmuted", type: .boolean, traits: [.optional])], response: 0x0A),
            Command(
                0x08, name: "SkipForward", fields: [Field(0, name: "DeltaPositionMilliseconds", type: .unsigned)],
                response: 0x0A),
            Command(
                0x09, name: "SkipBackward", fields: [Field(0, name: "DeltaPositionMilliseconds", type: .unsigned)],
                response: 0x0A),
            Command(0x0B, name: "Seek", fields: [Field(0, name: "Position", type: .unsigned)], response: 0x0A),
            Command(
                0x0C, name: "ActivateAudioTrack",
                fields: [Field(0, name: "TrackID", type: .text), Field(1, name: "AudioOutputIndex", type: .unsigned)]),
            Command(0x0D, name: "ActivateTextTrack", fields: [Field(0, name: "TrackID", type: .text)]),
            Command(0x0E, name: "DeactivateTextTrack"),
        ],
        events: [
            Event(
                0x00, name: "StateChanged", priority: .info,
                fields: [
                    Field(0, name: "CurrentState", type: .enumeration), Field(1, name: "StartTime", type: .unsigned),
                    Field(2, name: "Duration", type: .unsigned), Field(3, name: "SampledPosition", type: .structure),
                    Field(4, name: "PlaybackSpeed", type: .float), Field(5, name: "SeekRangeEnd", type: .unsigned),
                    Field(6, name: "SeekRangeStart", type: .unsigned),
                    Field(7, name: "Data", type: .bytes, traits: [.optional]),
                    Field(8, name: "AudioAdvanceUnmuted", type: .boolean),
                ])
        ])
}

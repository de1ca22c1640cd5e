extension ClusterTable {
    // Lamps and relays.

    static let lighting: [ClusterDefinition] = [onOff, levelControl, colorControl]

    static let onOff = ClusterDefinition(
        0x0006, name: "OnOff",
        features: [
            Feature(bit: 0, name: "Lighting"), Feature(bit: 1, name: "DeadFrontBehavior"),
            Feature(bit: 2, name: "OffOnly"),
        ],
        attributes: [
            Attribute(0x0000, name: "OnOff", type: .boolean),
            Attribute(0x4000, name: "GlobalSceneControl", type: .boolean, traits: [.optional]),
            Attribute(0x4001, name: "OnTime", type: .unsigned, traits: [.writable, .optional]),
            Attribute(0x4002, name: "OffWaitTime", type: .unsigned, traits: [.writable, .optional]),
            Attribute(0x4003, name: "StartUpOnOff", type: .enumeration, traits: [.writable, .optional, .nullable]),
        ],
        commands: [
            Command(0x00, name: "Off"),
            Command(0x01, name: "On"),
            Command(0x02, name: "Toggle"),
            Command(
                0x40, name: "OffWithEffect",
                fields: [
                    Field(0, name: "EffectIdentifier", type: .enumeration),
                    Field(1, name: "EffectVariant", type: .unsigned),
                ]),
            Command(0x41, name: "OnWithRecallGlobalScene"),
            Command(
                0x42, name: "OnWithTimedOff",
                fields: [
                    Field(0, name: "OnOffControl", type: .unsigned), Field(1, name: "OnTime", type: .unsigned),
                    Field(2, name: "OffWaitTime", type: .unsigned),
                ]),
        ])

    static let levelControl = ClusterDefinition(
        0x0008, name: "LevelControl",
        features: [
            Feature(bit: 0, name: "OnOff"), Feature(bit: 1, name: "Lighting"), Feature(bit: 2, name: "Frequency"),
        ],
        attributes: [
            Attribute(0x0000, name: "CurrentLevel", type: .unsigned, traits: [.nullable]),
            Attribute(0x0001, name: "RemainingTime", type: .unsigned, traits: [.optional]),
            Attribute(0x0002, name: "MinLevel", type: .unsigned, traits: [.optional]),
            Attribute(0x0003, name: "MaxLevel", type: .unsigned, traits: [.optional]),
            Attribute(0x0004, name: "CurrentFrequency", type: .unsigned, traits: [.optional]),
            Attribute(0x0005, name: "MinFrequency", type: .unsigned, traits: [.optional]),
            Attribute(0x0006, name: "MaxFrequency", type: .unsigned, traits: [.optional]),
            Attribute(0x000F, name: "Options", type: .unsigned, traits: [.writable]),
            Attribute(0x0010, name: "OnOffTransitionTime", type: .unsigned, traits: [.writable, .optional]),
            Attribute(0x0011, name: "OnLevel", type: .unsigned, traits: [.writable, .nullable]),
            Attribute(0x0012, name: "OnTransitionTime", type: .unsigned, traits: [.writable, .optional, .nullable]),
            Attribute(0x0013, name: "OffTransitionTime", type: .unsigned, traits: [.writable, .optional, .nullable]),
            Attribute(0x0014, name: "DefaultMoveRate", type: .unsigned, traits: [.writable, .optional, .nullable]),
            Attribute(0x4000, name: "StartUpCurrentLevel", type: .unsigned, traits: [.writable, .optional, .nullable]),
        ],
        commands: [
            Command(
                0x00, name: "MoveToLevel",
                fields: [
                    Field(0, name: "Level", type: .unsigned),
                    Field(1, name: "TransitionTime", type: .unsigned, traits: [.nullable]),
                    Field(2, name: "OptionsMask", type: .unsigned), Field(3, name: "OptionsOverride", type: .unsigned),
                ]),
            Command(
                0x01, name: "Move",
                fields: [
                    Field(0, name: "MoveMode", type: .enumeration),
                    Field(1, name: "Rate", type: .unsigned, traits: [.nullable]),
                    Field(2, name: "OptionsMask", type: .unsigned), Field(3, name: "OptionsOverride", type: .unsigned),
                ]),
            Command(
                0x02, name: "Step",
                fields: [
                    Field(0, name: "StepMode", type: .enumeration), Field(1, name: "StepSize", type: .unsigned),
                    Field(2, name: "TransitionTime", type: .unsigned, traits: [.nullable]),
                    Field(3, name: "OptionsMask", type: .unsigned), Field(4, name: "OptionsOverride", type: .unsigned),
                ]),
            Command(
                0x03, name: "Stop",
                fields: [
                    Field(0, name: "OptionsMask", type: .unsigned), Field(1, name: "OptionsOverride", type: .unsigned),
                ]),
            Command(
                0x04, name: "MoveToLevelWithOnOff",
                fields: [
                    Field(0, name: "Level", type: .unsigned),
                    Field(1, name: "TransitionTime", type: .unsigned, traits: [.nullable]),
                    Field(2, name: "OptionsMask", type: .unsigned), Field(3, name: "OptionsOverride", type: .unsigned),
                ]),
            Command(
                0x05, name: "MoveWithOnOff",
                fields: [
                    Field(0, name: "MoveMode", type: .enumeration),
                    Field(1, name: "Rate", type: .unsigned, traits: [.nullable]),
                    Field(2, name: "OptionsMask", type: .unsigned), Field(3, name: "OptionsOverride", type: .unsigned),
                ]),
            Command(
                0x06, name: "StepWithOnOff",
                fields: [
                    Field(0, name: "StepMode", type: .enumeration), Field(1, name: "StepSize", type: .unsigned),
                    Field(2, name: "TransitionTime", type: .unsigned, traits: [.nullable]),
                    Field(3, name: "OptionsMask", type: .unsigned), Field(4, name: "OptionsOverride", type: .unsigned),
                ]),
            Command(
                0x07, name: "StopWithOnOff",
                fields: [
                    Field(0, name: "OptionsMask", type: .unsigned), Field(1, name: "OptionsOverride", type: .unsigned),
                ]),
            Command(0x08, name: "MoveToClosestFrequency", fields: [Field(0, name: "Frequency", type: .unsigned)]),
        ])

    static let colorControl = ClusterDefinition(
        0x0300, name: "ColorControl",
        features: [
            Feature(bit: 0, name: "HueAndSaturation"), Feature(bit: 1, name: "EnhancedHue"),
            Feature(bit: 2, name: "ColorLoop"), Feature(bit: 3, name: "Xy"), Feature(bit: 4, name: "ColorTemperature"),
        ],
        attributes: [
            Attribute(0x0000, name: "CurrentHue", type: .unsigned, traits: [.optional]),
            Attribute(0x0001, name: "CurrentSaturation", type: .unsigned, traits: [.optional]),
            Attribute(0x0002, name: "RemainingTime", type: .unsigned, traits: [.optional]),
            Attribute(0x0003, name: "CurrentX", type: .unsigned, traits: [.optional]),
            Attribute(0x0004, name: "CurrentY", type: .unsigned, traits: [.optional]),
            Attribute(0x0005, name: "DriftCompensation", type: .enumeration, traits: [.optional]),
            Attribute(0x0006, name: "CompensationText", type: .text, traits: [.optional]),
            Attribute(0x0007, name: "ColorTemperatureMireds", type: .unsigned, traits: [.optional]),
            Attribute(0x0008, name: "ColorMode", type: .enumeration),
            Attribute(0x000F, name: "Options", type: .unsigned, traits: [.writable]),
            Attribute(0x0010, name: "NumberOfPrimaries", type: .unsigned, traits: [.nullable]),
            Attribute(0x0011, name: "Primary1X", type: .unsigned, traits: [.optional]),
            Attribute(0x0012, name: "Primary1Y", type: .unsigned, traits: [.optional]),
            Attribute(0x0013, name: "Primary1Intensity", type: .unsigned, traits: [.optional, .nullable]),
            Attribute(0x0015, name: "Primary2X", type: .unsigned, traits: [.optional]),
            Attribute(0x0016, name: "Primary2Y", type: .unsigned, traits: [.optional]),
            Attribute(0x0017, name: "Primary2Intensity", type: .unsigned, traits: [.optional, .nullable]),
            Attribute(0x0019, name: "Primary3X", type: .unsigned, traits: [.optional]),
            Attribute(0x001A, name: "Primary3Y", type: .unsigned, traits: [.optional]),
            Attribute(0x001B, name: "Primary3Intensity", type: .unsigned, traits: [.optional, .nullable]),
            Attribute(0x0020, name: "Primary4X", type: .unsigned, traits: [.optional]),
            Attribute(0x0021, name: "Primary4Y", type: .unsigned, traits: [.optional]),
            Attribute(0x0022, name: "Primary4Intensity", type: .unsigned, traits: [.optional, .nullable]),
            Attribute(0x0024, name: "Primary5X", type: .unsigned, traits: [.optional]),
            Attribute(0x0025, name: "Primary5Y", type: .unsigned, traits: [.optional]),
            Attribute(0x0026, name: "Primary5Intensity", type: .unsigned, traits: [.optional, .nullable]),
            Attribute(0x0028, name: "Primary6X", type: .unsigned, traits: [.optional]),
            Attribute(0x0029, name: "Primary6Y", type: .unsigned, traits: [.optional]),
            Attribute(0x002A, name: "Primary6Intensity", type: .unsigned, traits: [.optional, .nullable]),
            Attribute(0x0030, name: "WhitePointX", type: .unsigned, traits: [.optional]),
            Attribute(0x0031, name: "WhitePointY", type: .unsigned, traits: [.optional]),
            Attribute(0x0032, name: "ColorPointRX", type: .unsigned, traits: [.writable, .optional]),
            Attribute(0x0033, name: "ColorPointRY", type: .unsigned, traits: [.writable, .optional]),
            Attribute(
                0x0034, name: "ColorPointRIntensity", type: .unsigned, traits: [.writable, .optional, .nullable]),
            Attribute(0x0036, name: "ColorPointGX", type: .unsigned, traits: [.writable, .optional]),
            Attribute(0x0037, name: "ColorPointGY", type: .unsigned, traits: [.writable, .optional]),
            Attribute(
                0x0038, name: "ColorPointGIntensity", type: .unsigned, traits: [.writable, .optional, .nullable]),
            Attribute(0x003A, name: "ColorPointBX", type: .unsigned, traits: [.writable, .optional]),
            Attribute(0x003B, name: "ColorPointBY", type: .unsigned, traits: [.writable, .optional]),
            Attribute(
                0x003C, name: "ColorPointBIntensity", type: .unsigned, traits: [.writable, .optional, .nullable]),
            Attribute(0x4000, name: "EnhancedCurrentHue", type: .unsigned, traits: [.optional]),
            Attribute(0x4001, name: "EnhancedColorMode", type: .enumeration),
            Attribute(0x4002, name: "ColorLoopActive", type: .unsigned, traits: [.optional]),
            Attribute(0x4003, name: "ColorLoopDirection", type: .unsigned, traits: [.optional]),
            Attribute(0x4004, name: "ColorLoopTime", type: .unsigned, traits: [.optional]),
            Attribute(0x4005, name: "ColorLoopStartEnhancedHue", type: .unsigned, traits: [.optional]),
            Attribute(0x4006, name: "ColorLoopStoredEnhancedHue", type: .unsigned, traits: [.optional]),
            Attribute(0x400A, name: "ColorCapabilities", type: .unsigned),
            Attribute(0x400B, name: "ColorTempPhysicalMinMireds", type: .unsigned, traits: [.optional]),
            Attribute(0x400C, name: "ColorTempPhysicalMaxMireds", type: .unsigned, traits: [.optional]),
            Attribute(0x400D, name: "CoupleColorTempToLevelMinMireds", type: .unsigned, traits: [.optional]),
            Attribute(
                0x4010, name: "StartUpColorTemperatureMireds", type: .unsigned,
                traits: [.writable, .optional, .nullable]),
        ],
        commands: [
            Command(
                0x00, name: "MoveToHue",
                fields: [
                    Field(0, name: "Hue", type: .unsigned), Field(1, name: "Direction", type: .enumeration),
                    Field(2, name: "TransitionTime", type: .unsigned), Field(3, name: "OptionsMask", type: .unsigned),
                    Field(4, name: "OptionsOverride", type: .unsigned),
                ]),
            Command(
                0x01, name: "MoveHue",
                fields: [
                    Field(0, name: "MoveMode", type: .enumeration), Field(1, name: "Rate", type: .unsigned),
                    Field(2, name: "OptionsMask", type: .unsigned), Field(3, name: "OptionsOverride", type: .unsigned),
                ]),
            Command(
                0x02, name: "StepHue",
                fields: [
                    Field(0, name: "StepMode", type: .enumeration), Field(1, name: "StepSize", type: .unsigned),
                    Field(2, name: "TransitionTime", type: .unsigned), Field(3, name: "OptionsMask", type: .unsigned),
                    Field(4, name: "OptionsOverride", type: .unsigned),
                ]),
            Command(
                0x03, name: "MoveToSaturation",
                fields: [
                    Field(0, name: "Saturation", type: .unsigned), Field(1, name: "TransitionTime", type: .unsigned),
                    Field(2, name: "OptionsMask", type: .unsigned), Field(3, name: "OptionsOverride", type: .unsigned),
                ]),
            Command(
                0x04, name: "MoveSaturation",
                fields: [
                    Field(0, name: "MoveMode", type: .enumeration), Field(1, name: "Rate", type: .unsigned),
                    Field(2, name: "OptionsMask", type: .unsigned), Field(3, name: "OptionsOverride", type: .unsigned),
                ]),
            Command(
                0x05, name: "StepSaturation",
                fields: [
                    Field(0, name: "StepMode", type: .enumeration), Field(1, name: "StepSize", type: .unsigned),
                    Field(2, name: "TransitionTime", type: .unsigned), Field(3, name: "OptionsMask", type: .unsigned),
                    Field(4, name: "OptionsOverride", type: .unsigned),
                ]),
            Command(
                0x06, name: "MoveToHueAndSaturation",
                fields: [
                    Field(0, name: "Hue", type: .unsigned), Field(1, name: "Saturation", type: .unsigned),
                    Field(2, name: "TransitionTime", type: .unsigned), Field(3, name: "OptionsMask", type: .unsigned),
                    Field(4, name: "OptionsOverride", type: .unsigned),
                ]),
            Command(
                0x07, name: "MoveToColor",
                fields: [
                    Field(0, name: "ColorX", type: .unsigned), Field(1, name: "ColorY", type: .unsigned),
                    Field(2, name: "TransitionTime", type: .unsigned), Field(3, name: "OptionsMask", type: .unsigned),
                    Field(4, name: "OptionsOverride", type: .unsigned),
                ]),
            Command(
                0x08, name: "MoveColor",
                fields: [
                    Field(0, name: "RateX", type: .signed), Field(1, name: "RateY", type: .signed),
                    Field(2, name: "OptionsMask", type: .unsigned), Field(3, name: "OptionsOverride", type: .unsigned),
                ]),
            Command(
                0x09, name: "StepColor",
                fields: [
                    Field(0, name: "StepX", type: .signed), Field(1, name: "StepY", type: .signed),
                    Field(2, name: "TransitionTime", type: .unsigned), Field(3, name: "OptionsMask", type: .unsigned),
                    Field(4, name: "OptionsOverride", type: .unsigned),
                ]),
            Command(
                0x0A, name: "MoveToColorTemperature",
                fields: [
                    Field(0, name: "ColorTemperatureMireds", type: .unsigned),
                    Field(1, name: "TransitionTime", type: .unsigned), Field(2, name: "OptionsMask", type: .unsigned),
                    Field(3, name: "OptionsOverride", type: .unsigned),
                ]),
            Command(
                0x40, name: "EnhancedMoveToHue",
                fields: [
                    Field(0, name: "EnhancedHue", type: .unsigned), Field(1, name: "Direction", type: .enumeration),
                    Field(2, name: "TransitionTime", type: .unsigned), Field(3, name: "OptionsMask", type: .unsigned),
                    Field(4, name: "OptionsOverride", type: .unsigned),
                ]),
            Command(
                0x41, name: "EnhancedMoveHue",
                fields: [
                    Field(0, name: "MoveMode", type: .enumeration), Field(1, name: "Rate", type: .unsigned),
                    Field(2, name: "OptionsMask", type: .unsigned), Field(3, name: "OptionsOverride", type: .unsigned),
                ]),
            Command(
                0x42, name: "EnhancedStepHue",
                fields: [
                    Field(0, name: "StepMode", type: .enumeration), Field(1, name: "StepSize", type: .unsigned),
                    Field(2, name: "TransitionTime", type: .unsigned), Field(3, name: "OptionsMask", type: .unsigned),
                    Field(4, name: "OptionsOverride", type: .unsigned),
                ]),
            Command(
                0x43, name: "EnhancedMoveToHueAndSaturation",
                fields: [
                    Field(0, name: "EnhancedHue", type: .unsigned), Field(1, name: "Saturation", type: .unsigned),
                    Field(2, name: "TransitionTime", type: .unsigned), Field(3, name: "OptionsMask", type: .unsigned),
                    Field(4, name: "OptionsOverride", type: .unsigned),
                ]),
            Command(
                0x44, name: "ColorLoopSet",
                fields: [
                    Field(0, name: "UpdateFlags", type: .unsigned), Field(1, name: "Action", type: .enumeration),
                    Field(2, name: "Direction", type: .enumeration), Field(3, name: "Time", type: .unsigned),
                    Field(4, name: "StartHue", type: .unsigned), Field(5, name: "OptionsMask", type: .unsigned),
                    Field(6, name: "OptionsOverride", type: .unsigned),
                ]),
            Command(
                0x47, name: "StopMoveStep",
                fields: [
                    Field(0, name: "OptionsMask", type: .unsigned), Field(1, name: "OptionsOverride", type: .unsigned),
                ]),
            Command(
                0x4B, name: "MoveColorTemperature",
                fields: [
                    Field(0, name: "MoveMode", type: .enumeration), Field(1, name: "Rate", type: .unsigned),
                    Field(2, name: "ColorTemperatureMinimumMireds", type: .unsigned),
                    Field(3, name: "ColorTemperatureMaximumMireds", type: .unsigned),
                    Field(4, name: "OptionsMask", type: .unsigned), Field(5, name: "OptionsOverride", type: .unsigned),
                ]),
            Command(
                0x4C, name: "StepColorTemperature",
                fields: [
                    Field(0, name: "StepMode", type: .enumeration), Field(1, name: "StepSize", type: .unsigned),
                    Field(2, name: "TransitionTime", type: .unsigned),
                    Field(3, name: "ColorTemperatureMinimumMireds", type: .unsigned),
                    Field(4, name: "ColorTemperatureMaximumMireds", type: .unsigned),
                    Field(5, name: "OptionsMask", type: .unsigned), Field(6, name: "OptionsOverride", type: .unsigned),
                ]),
        ])
}

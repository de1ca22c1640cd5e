extension ClusterTable {
    // Locks, covers, doors and gates.

    static let openings: [ClusterDefinition] = [doorLock, windowCovering, closureControl, closureDimension]

    static let doorLock = ClusterDefinition(
        0x0101, name: "DoorLock",
        features: [
            Feature(bit: 0, name: "PinCredential"), Feature(bit: 1, name: "RfidCredential"),
            Feature(bit: 2, name: "FingerCredentials"), Feature(bit: 3, name: "Logging"),
            Feature(bit: 4, name: "WeekDayAccessSchedules"), Feature(bit: 5, name: "DoorPositionSensor"),
            Feature(bit: 6, name: "FaceCredentials"), Feature(bit: 7, name: "CredentialsOverTheAirAccess"),
            Feature(bit: 8, name: "User"), Feature(bit: 9, name: "Notification"),
            Feature(bit: 10, name: "YearDayAccessSchedules"), Feature(bit: 11, name: "HolidaySchedules"),
            Feature(bit: 12, name: "Unbolt"), Feature(bit: 13, name: "AliroProvisioning"),
            Feature(bit: 14, name: "AliroBLEUWB"),
        ],
        attributes: [
            Attribute(0x0000, name: "LockState", type: .enumeration, traits: [.nullable]),
            Attribute(0x0001, name: "LockType", type: .enumeration),
            Attribute(0x0002, name: "ActuatorEnabled", type: .boolean),
            Attribute(0x0003, name: "DoorState", type: .enumeration, traits: [.optional, .nullable]),
            Attribute(0x0004, name: "DoorOpenEvents", type: .unsigned, traits: [.optional]),
            Attribute(0x0005, name: "DoorClosedEvents", type: .unsigned, traits: [.optional]),
            Attribute(0x0006, name: "OpenPeriod", type: .unsigned, traits: [.optional]),
            Attribute(0x0011, name: "NumberOfTotalUsersSupported", type: .unsigned, traits: [.optional]),
            Attribute(0x0012, name: "NumberOfPINUsersSupported", type: .unsigned, traits: [.optional]),
            Attribute(0x0013, name: "NumberOfRFIDUsersSupported", type: .unsigned, traits: [.optional]),
            Attribute(0x0014, name: "NumberOfWeekDaySchedulesSupportedPerUser", type: .unsigned, traits: [.optional]),
            Attribute(0x0015, name: "NumberOfYearDaySchedulesSupportedPerUser", type: .unsigned, traits: [.optional]),
            Attribute(0x0016, name: "NumberOfHolidaySchedulesSupported", type: .unsigned, traits: [.optional]),
            Attribute(0x0017, name: "MaxPINCodeLength", type: .unsigned, traits: [.optional]),
            Attribute(0x0018, name: "MinPINCodeLength", type: .unsigned, traits: [.optional]),
            Attribute(0x0019, name: "MaxRFIDCodeLength", type: .unsigned, traits: [.optional]),
            Attribute(0x001A, name: "MinRFIDCodeLength", type: .unsigned, traits: [.optional]),
            Attribute(0x001B, name: "CredentialRulesSupport", type: .unsigned, traits: [.optional]),
            Attribute(0x001C, name: "NumberOfCredentialsSupportedPerUser", type: .unsigned, traits: [.optional]),
            Attribute(0x0021, name: "Language", type: .text, traits: [.writable, .optional]),
            Attribute(0x0022, name: "LEDSettings", type: .unsigned, traits: [.optional]),
            Attribute(0x0023, name: "AutoRelockTime", type: .unsigned, traits: [.writable, .optional]),
            Attribute(0x0024, name: "SoundVolume", type: .unsigned, traits: [.writable, .optional]),
            Attribute(0x0025, name: "OperatingMode", type: .enumeration, traits: [.writable]),
            Attribute(0x0026, name: "SupportedOperatingModes", type: .unsigned),
            Attribute(0x0027, name: "DefaultConfigurationRegister", type: .unsigned, traits: [.optional]),
            Attribute(0x0028, name: "EnableLocalProgramming", type: .boolean, traits: [.writable, .optional]),
            Attribute(0x0029, name: "EnableOneTouchLocking", type: .boolean, traits: [.writable, .optional]),
            Attribute(0x002A, name: "EnableInsideStatusLED", type: .boolean, traits: [.optional]),
            Attribute(0x002B, name: "EnablePrivacyModeButton", type: .boolean, traits: [.writable, .optional]),
            Attribute(0x002C, name: "LocalProgrammingFeatures", type: .unsigned, traits: [.writable, .optional]),
            Attribute(0x0030, name: "WrongCodeEntryLimit", type: .unsigned, traits: [.writable, .optional]),
            Attribute(0x0031, name: "UserCodeTemporaryDisableTime", type: .unsigned, traits: [.writable, .optional]),
            Attribute(0x0032, name: "SendPINOverTheAir", type: .boolean, traits: [.writable, .optional]),
            Attribute(0x0033, name: "RequirePINforRemoteOperation", type: .boolean, traits: [.writable, .optional]),
            Attribute(0x0035, name: "ExpiringUserTimeout", type: .unsigned, traits: [.writable, .optional]),
            Attribute(0x0080, name: "AliroReaderVerificationKey", type: .bytes, traits: [.optional, .nullable]),
            Attribute(0x0081, name: "AliroReaderGroupIdentifier", type: .bytes, traits: [.optional, .nullable]),
            Attribute(0x0082, name: "AliroReaderGroupSubIdentifier", type: .bytes, traits: [.optional]),
            Attribute(
                0x0083, name: "AliroExpeditedTransactionSupportedProtocolVersions", type: .list, traits: [.optional]),
            Attribute(0x0084, name: "AliroGroupResolvingKey", type: .bytes, traits: [.optional, .nullable]),
            Attribute(0x0085, name: "AliroSupportedBLEUWBProtocolVersions", type: .list, traits: [.optional]),
            Attribute(0x0086, name: "AliroBLEAdvertisingVersion", type: .unsigned, traits: [.optional]),
            Attribute(0x0087, name: "NumberOfAliroCredentialIssuerKeysSupported", type: .unsigned, traits: [.optional]),
            Attribute(0x0088, name: "NumberOfAliroEndpointKeysSupported", type: .unsigned, traits: [.optional]),
        ],
        commands: [
            Command(
                0x00, name: "LockDoor", fields: [Field(0, name: "PINCode", type: .bytes, traits: [.optional])],
                isTimed: true),
            Command(
                0x01, name: "UnlockDoor", fields: [Field(0, name: "PINCode", type: .bytes, traits: [.optional])],
                isTimed: true),
            Command(
                0x03, name: "UnlockWithTimeout",
                fields: [
                    Field(0, name: "Timeout", type: .unsigned),
                    Field(1, name: "PINCode", type: .bytes, traits: [.optional]),
                ], isTimed: true),
            Command(
                0x0B, name: "SetWeekDaySchedule",
                fields: [
                    Field(0, name: "WeekDayIndex", type: .unsigned), Field(1, name: "UserIndex", type: .unsigned),
                    Field(2, name: "DaysMask", type: .unsigned), Field(3, name: "StartHour", type: .unsigned),
                    Field(4, name: "StartMinute", type: .unsigned), Field(5, name: "EndHour", type: .unsigned),
                    Field(6, name: "EndMinute", type: .unsigned),
                ]),
            Command(
                0x0C, name: "GetWeekDaySchedule",
                fields: [
                    Field(0, name: "WeekDayIndex", type: .unsigned), Field(1, name: "UserIndex", type: .unsigned),
                ], response: 0x0C),
            Command(
                0x0D, name: "ClearWeekDaySchedule",
                fields: [Field(0, name: "WeekDayIndex", type: .unsigned), Field(1, name: "UserIndex", type: .unsigned)]),
            Command(
                0x0E, name: "SetYearDaySchedule",
                fields: [
                    Field(0, name: "YearDayIndex", type: .unsigned), Field(1, name: "UserIndex", type: .unsigned),
                    Field(2, name: "LocalStartTime", type: .unsigned), Field(3, name: "LocalEndTime", type: .unsigned),
                ]),
            Command(
                0x0F, name: "GetYearDaySchedule",
                fields: [
                    Field(0, name: "YearDayIndex", type: .unsigned), Field(1, name: "UserIndex", type: .unsigned),
                ], response: 0x0F),
            Command(
                0x10, name: "ClearYearDaySchedule",
                fields: [Field(0, name: "YearDayIndex", type: .unsigned), Field(1, name: "UserIndex", type: .unsigned)]),
            Command(
                0x11, name: "SetHolidaySchedule",
                fields: [
                    Field(0, name: "HolidayIndex", type: .unsigned), Field(1, name: "LocalStartTime", type: .unsigned),
                    Field(2, name: "LocalEndTime", type: .unsigned),
                    Field(3, name: "OperatingMode", type: .enumeration),
                ]),
            Command(
                0x12, name: "GetHolidaySchedule", fields: [Field(0, name: "HolidayIndex", type: .unsigned)],
                response: 0x12),
            Command(0x13, name: "ClearHolidaySchedule", fields: [Field(0, name: "HolidayIndex", type: .unsigned)]),
            Command(
                0x1A, name: "SetUser",
                fields: [
                    Field(0, name: "OperationType", type: .enumeration), Field(1, name: "UserIndex", type: .unsigned),
                    Field(2, name: "UserName", type: .text, traits: [.nullable]),
                    Field(3, name: "UserUniqueID", type: .unsigned, traits: [.nullable]),
                    Field(4, name: "UserStatus", type: .enumeration, traits: [.nullable]),
                    Field(5, name: "UserType", type: .enumeration, traits: [.nullable]),
                    Field(6, name: "CredentialRule", type: .enumeration, traits: [.nullable]),
                ], isTimed: true),
            Command(0x1B, name: "GetUser", fields: [Field(0, name: "UserIndex", type: .unsigned)], response: 0x1C),
            Command(0x1D, name: "ClearUser", fields: [Field(0, name: "UserIndex", type: .unsigned)], isTimed: true),
            Command(
                0x22, name: "SetCredential",
                fields: [
                    Field(0, name: "OperationType", type: .enumeration), Field(1, name: "Credential", type: .structure),
                    Field(2, name: "CredentialData", type: .bytes),
                    Field(3, name: "UserIndex", type: .unsigned, traits: [.nullable]),
                    Field(4, name: "UserStatus", type: .enumeration, traits: [.nullable]),
                    Field(5, name: "UserType", type: .enumeration, traits: [.nullable]),
                ], isTimed: true, response: 0x23),
            Command(
                0x24, name: "GetCredentialStatus", fields: [Field(0, name: "Credential", type: .structure)],
                response: 0x25),
            Command(
                0x26, name: "ClearCredential",
                fields: [Field(0, name: "Credential", type: .structure, traits: [.nullable])], isTimed: true),
            Command(
                0x27, name: "UnboltDoor", fields: [Field(0, name: "PINCode", type: .bytes, traits: [.optional])],
                isTimed: true),
            Command(
                0x28, name: "SetAliroReaderConfig",
                fields: [
                    Field(0, name: "SigningKey", type: .bytes), Field(1, name: "VerificationKey", type: .bytes),
                    Field(2, name: "GroupIdentifier", type: .bytes),
                    Field(3, name: "GroupResolvingKey", type: .bytes, traits: [.optional]),
                ], isTimed: true),
            Command(0x29, name: "ClearAliroReaderConfig", isTimed: true),
        ],
        events: [
            Event(
                0x00, name: "DoorLockAlarm", priority: .critical,
                fields: [Field(0, name: "AlarmCode", type: .enumeration)]),
            Event(
                0x01, name: "DoorStateChange", priority: .critical,
                fields: [Field(0, name: "DoorState", type: .enumeration)]),
            Event(
                0x02, name: "LockOperation", priority: .critical,
                fields: [
                    Field(0, name: "LockOperationType", type: .enumeration),
                    Field(1, name: "OperationSource", type: .enumeration),
                    Field(2, name: "UserIndex", type: .unsigned, traits: [.nullable]),
                    Field(3, name: "FabricIndex", type: .unsigned, traits: [.nullable]),
                    Field(4, name: "SourceNode", type: .unsigned, traits: [.nullable]),
                    Field(5, name: "Credentials", type: .list, traits: [.optional, .nullable]),
                ]),
            Event(
                0x03, name: "LockOperationError", priority: .critical,
                fields: [
                    Field(0, name: "LockOperationType", type: .enumeration),
                    Field(1, name: "OperationSource", type: .enumeration),
                    Field(2, name: "OperationError", type: .enumeration),
                    Field(3, name: "UserIndex", type: .unsigned, traits: [.nullable]),
                    Field(4, name: "FabricIndex", type: .unsigned, traits: [.nullable]),
                    Field(5, name: "SourceNode", type: .unsigned, traits: [.nullable]),
                    Field(6, name: "Credentials", type: .list, traits: [.optional, .nullable]),
                ]),
            Event(
                0x04, name: "LockUserChange", priority: .info,
                fields: [
                    Field(0, name: "LockDataType", type: .enumeration),
                    Field(1, name: "DataOperationType", type: .enumeration),
                    Field(2, name: "OperationSource", type: .enumeration),
                    Field(3, name: "UserIndex", type: .unsigned, traits: [.nullable]),
                    Field(4, name: "FabricIndex", type: .unsigned, traits: [.nullable]),
                    Field(5, name: "SourceNode", type: .unsigned, traits: [.nullable]),
                    Field(6, name: "DataIndex", type: .unsigned, traits: [.nullable]),
                ]),
        ])

    static let windowCovering = ClusterDefinition(
        0x0102, name: "WindowCovering",
        features: [
            Feature(bit: 0, name: "Lift"), Feature(bit: 1, name: "Tilt"), Feature(bit: 2, name: "PositionAwareLift"),
            Feature(bit: 3, name: "AbsolutePosition"), Feature(bit: 4, name: "PositionAwareTilt"),
        ],
        attributes: [
            Attribute(0x0000, name: "Type", type: .enumeration),
            Attribute(0x0001, name: "PhysicalClosedLimitLift", type: .unsigned, traits: [.optional]),
            Attribute(0x0002, name: "PhysicalClosedLimitTilt", type: .unsigned, traits: [.optional]),
            Attribute(0x0003, name: "CurrentPositionLift", type: .unsigned, traits: [.optional, .nullable]),
            Attribute(0x0004, name: "CurrentPositionTilt", type: .unsigned, traits: [.optional, .nullable]),
            Attribute(0x0005, name: "NumberOfActuationsLift", type: .unsigned, traits: [.optional]),
            Attribute(0x0006, name: "NumberOfActuationsTilt", type: .unsigned, traits: [.optional]),
            Attribute(0x0007, name: "ConfigStatus", type: .unsigned),
            Attribute(0x0008, name: "CurrentPositionLiftPercentage", type: .unsigned, traits: [.optional, .nullable]),
            Attribute(0x0009, name: "CurrentPositionTiltPercentage", type: .unsigned, traits: [.optional, .nullable]),
            Attribute(0x000A, name: "OperationalStatus", type: .unsigned),
            Attribute(
                0x000B, name: "TargetPositionLiftPercent100ths", type: .unsigned, traits: [.optional, .nullable]),
            Attribute(
                0x000C, name: "TargetPositionTiltPercent100ths", type: .unsigned, traits: [.optional, .nullable]),
            Attribute(0x000D, name: "EndProductType", type: .enumeration),
            Attribute(
                0x000E, name: "CurrentPositionLiftPercent100ths", type: .unsigned, traits: [.optional, .nullable]),
            Attribute(
                0x000F, name: "CurrentPositionTiltPercent100ths", type: .unsigned, traits: [.optional, .nullable]),
            Attribute(0x0010, name: "InstalledOpenLimitLift", type: .unsigned, traits: [.optional]),
            Attribute(0x0011, name: "InstalledClosedLimitLift", type: .unsigned, traits: [.optional]),
            Attribute(0x0012, name: "InstalledOpenLimitTilt", type: .unsigned, traits: [.optional]),
            Attribute(0x0013, name: "InstalledClosedLimitTilt", type: .unsigned, traits: [.optional]),
            Attribute(0x0017, name: "Mode", type: .unsigned, traits: [.writable]),
            Attribute(0x001A, name: "SafetyStatus", type: .unsigned, traits: [.optional]),
        ],
        commands: [
            Command(0x00, name: "UpOrOpen"),
            Command(0x01, name: "DownOrClose"),
            Command(0x02, name: "StopMotion"),
            Command(0x04, name: "GoToLiftValue", fields: [Field(0, name: "LiftValue", type: .unsigned)]),
            Command(
                0x05, name: "GoToLiftPercentage", fields: [Field(0, name: "LiftPercent100thsValue", type: .unsigned)]),
            Command(0x07, name: "GoToTiltValue", fields: [Field(0, name: "TiltValue", type: .unsigned)]),
            Command(
                0x08, name: "GoToTiltPercentage", fields: [Field(0, name: "TiltPercent100thsValue", type: .unsigned)]),
        ])

    static let closureControl = ClusterDefinition(
        0x0104, name: "ClosureControl",
        features: [
            Feature(bit: 0, name: "Positioning"), Feature(bit: 1, name: "MotionLatching"),
            Feature(bit: 2, name: "Instantaneous"), Feature(bit: 3, name: "Speed"),
            Feature(bit: 4, name: "Ventilation"), Feature(bit: 5, name: "Pedestrian"),
            Feature(bit: 6, name: "Calibration"), Feature(bit: 7, name: "Protection"),
            Feature(bit: 8, name: "ManuallyOperable"),
        ],
        attributes: [
            Attribute(0x0000, name: "CountdownTime", type: .unsigned, traits: [.optional, .nullable]),
            Attribute(0x0001, name: "MainState", type: .enumeration),
            Attribute(0x0002, name: "CurrentErrorList", type: .list),
            Attribute(0x0003, name: "OverallCurrentState", type: .structure, traits: [.nullable]),
            Attribute(0x0004, name: "OverallTargetState", type: .structure, traits: [.nullable]),
            Attribute(0x0005, name: "LatchControlModes", type: .unsigned, traits: [.optional]),
        ],
        commands: [
            Command(0x00, name: "Stop"),
            Command(
                0x01, name: "MoveTo",
                fields: [
                    Field(0, name: "Position", type: .enumeration, traits: [.optional]),
                    Field(1, name: "Latch", type: .boolean, traits: [.optional]),
                    Field(2, name: "Speed", type: .enumeration, traits: [.optional]),
                ], isTimed: true),
            Command(0x02, name: "Calibrate", isTimed: true),
        ],
        events: [
            Event(0x00, name: "OperationalError", priority: .info, fields: [Field(0, name: "ErrorState", type: .list)]),
            Event(0x01, name: "MovementCompleted", priority: .info),
            Event(
                0x02, name: "EngageStateChanged", priority: .info,
                fields: [Field(0, name: "EngageValue", type: .boolean)]),
            Event(
                0x03, name: "SecureStateChanged", priority: .info,
                fields: [Field(0, name: "SecureValue", type: .boolean)]),
        ])

    static let closureDimension = ClusterDefinition(
        0x0105, name: "ClosureDimension",
        features: [
            Feature(bit: 0, name: "Positioning"), Feature(bit: 1, name: "MotionLatching"),
            Feature(bit: 2, name: "Unit"), Feature(bit: 3, name: "Limitation"), Feature(bit: 4, name: "Speed"),
            Feature(bit: 5, name: "Translation"), Feature(bit: 6, name: "Rotation"),
            Feature(bit: 7, name: "Modulation"),
        ],
        attributes: [
            Attribute(0x0000, name: "CurrentState", type: .structure, traits: [.nullable]),
            Attribute(0x0001, name: "TargetState", type: .structure, traits: [.nullable]),
            Attribute(0x0002, name: "Resolution", type: .unsigned, traits: [.optional]),
            Attribute(0x0003, name: "StepValue", type: .unsigned, traits: [.optional]),
            Attribute(0x0004, name: "Unit", type: .enumeration, traits: [.optional]),
            Attribute(0x0005, name: "UnitRange", type: .structure, traits: [.optional, .nullable]),
            Attribute(0x0006, name: "LimitRange", type: .structure, traits: [.optional]),
            Attribute(0x0007, name: "TranslationDirection", type: .enumeration, traits: [.optional]),
            Attribute(0x0008, name: "RotationAxis", type: .enumeration, traits: [.optional]),
            Attribute(0x0009, name: "Overflow", type: .enumeration, traits: [.optional]),
            Attribute(0x000A, name: "ModulationType", type: .enumeration, traits: [.optional]),
            Attribute(0x000B, name: "LatchControlModes", type: .bitmap, traits: [.optional]),
        ],
        commands: [
            Command(
                0x00, name: "SetTarget",
                fields: [
                    Field(0, name: "Position", type: .unsigned, traits: [.optional]),
                    Field(1, name: "Latch", type: .boolean, traits: [.optional]),
                    Field(2, name: "Speed", type: .enumeration, traits: [.optional]),
                ], isTimed: true),
            Command(
                0x01, name: "Step",
                fields: [
                    Field(0, name: "Direction", type: .enumeration), Field(1, name: "NumberOfSteps", type: .unsigned),
                    Field(2, name: "Speed", type: .enumeration, traits: [.optional]),
                ], isTimed: true),
        ])
}

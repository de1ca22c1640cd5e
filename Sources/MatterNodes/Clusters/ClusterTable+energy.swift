extension ClusterTable {
    // Power sources, meters and large consumers of energy.

    static let energy: [ClusterDefinition] = [
        powerSource, electricalPowerMeasurement, electricalEnergyMeasurement, waterHeaterManagement, energyEvse,
    ]

    static let powerSource = ClusterDefinition(
        0x002F, name: "PowerSource",
        features: [
            Feature(bit: 0, name: "Wired"), Feature(bit: 1, name: "Battery"), Feature(bit: 2, name: "Rechargeable"),
            Feature(bit: 3, name: "Replaceable"),
        ],
        attributes: [
            Attribute(0x0000, name: "Status", type: .enumeration),
            Attribute(0x0001, name: "Order", type: .unsigned),
            Attribute(0x0002, name: "Description", type: .text),
            Attribute(0x0003, name: "WiredAssessedInputVoltage", type: .unsigned, traits: [.optional, .nullable]),
            Attribute(0x0004, name: "WiredAssessedInputFrequency", type: .unsigned, traits: [.optional, .nullable]),
            Attribute(0x0005, name: "WiredCurrentType", type: .enumeration, traits: [.optional]),
            Attribute(0x0006, name: "WiredAssessedCurrent", type: .unsigned, traits: [.optional, .nullable]),
            Attribute(0x0007, name: "WiredNominalVoltage", type: .unsigned, traits: [.optional]),
            Attribute(0x0008, name: "WiredMaximumCurrent", type: .unsigned, traits: [.optional]),
            Attribute(0x0009, name: "WiredPresent", type: .boolean, traits: [.optional]),
            Attribute(0x000A, name: "ActiveWiredFaults", type: .list, traits: [.optional]),
            Attribute(0x000B, name: "BatVoltage", type: .unsigned, traits: [.optional, .nullable]),
            Attribute(0x000C, name: "BatPercentRemaining", type: .unsigned, traits: [.optional, .nullable]),
            Attribute(0x000D, name: "BatTimeRemaining", type: .unsigned, traits: [.optional, .nullable]),
            Attribute(0x000E, name: "BatChargeLevel", type: .enumeration, traits: [.optional]),
            Attribute(0x000F, name: "BatReplacementNeeded", type: .boolean, traits: [.optional]),
            Attribute(0x0010, name: "BatReplaceability", type: .enumeration, traits: [.optional]),
            Attribute(0x0011, name: "BatPresent", type: .boolean, traits: [.optional]),
            Attribute(0x0012, name: "ActiveBatFaults", type: .list, traits: [.optional]),
            Attribute(0x0013, name: "BatReplacementDescription", type: .text, traits: [.optional]),
            Attribute(0x0014, name: "BatCommonDesignation", type: .enumeration, traits: [.optional]),
            Attribute(0x0015, name: "BatANSIDesignation", type: .text, traits: [.optional]),
            Attribute(0x0016, name: "BatIECDesignation", type: .text, traits: [.optional]),
            Attribute(0x0017, name: "BatApprovedChemistry", type: .enumeration, traits: [.optional]),
            Attribute(0x0018, name: "BatCapacity", type: .unsigned, traits: [.optional]),
            Attribute(0x0019, name: "BatQuantity", type: .unsigned, traits: [.optional]),
            Attribute(0x001A, name: "BatChargeState", type: .enumeration, traits: [.optional]),
            Attribute(0x001B, name: "BatTimeToFullCharge", type: .unsigned, traits: [.optional, .nullable]),
            Attribute(0x001C, name: "BatFunctionalWhileCharging", type: .boolean, traits: [.optional]),
            Attribute(0x001D, name: "BatChargingCurrent", type: .unsigned, traits: [.optional, .nullable]),
            Attribute(0x001E, name: "ActiveBatChargeFaults", type: .list, traits: [.optional]),
            Attribute(0x001F, name: "EndpointList", type: .list),
        ],
        events: [
            Event(
                0x00, name: "WiredFaultChange", priority: .info,
                fields: [Field(0, name: "Current", type: .list), Field(1, name: "Previous", type: .list)]),
            Event(
                0x01, name: "BatFaultChange", priority: .info,
                fields: [Field(0, name: "Current", type: .list), Field(1, name: "Previous", type: .list)]),
            Event(
                0x02, name: "BatChargeFaultChange", priority: .info,
                fields: [Field(0, name: "Current", type: .list), Field(1, name: "Previous", type: .list)]),
        ])

    static let electricalPowerMeasurement = ClusterDefinition(
        0x0090, name: "ElectricalPowerMeasurement",
        features: [
            Feature(bit: 0, name: "DirectCurrent"), Feature(bit: 1, name: "AlternatingCurrent"),
            Feature(bit: 2, name: "PolyphasePower"), Feature(bit: 3, name: "Harmonics"),
            Feature(bit: 4, name: "PowerQuality"),
        ],
        attributes: [
            Attribute(0x0000, name: "PowerMode", type: .enumeration),
            Attribute(0x0001, name: "NumberOfMeasurementTypes", type: .unsigned),
            Attribute(0x0002, name: "Accuracy", type: .list),
            Attribute(0x0003, name: "Ranges", type: .list, traits: [.optional]),
            Attribute(0x0004, name: "Voltage", type: .signed, traits: [.optional, .nullable]),
            Attribute(0x0005, name: "ActiveCurrent", type: .signed, traits: [.optional, .nullable]),
            Attribute(0x0006, name: "ReactiveCurrent", type: .signed, traits: [.optional, .nullable]),
            Attribute(0x0007, name: "ApparentCurrent", type: .signed, traits: [.optional, .nullable]),
            Attribute(0x0008, name: "ActivePower", type: .signed, traits: [.nullable]),
            Attribute(0x0009, name: "ReactivePower", type: .signed, traits: [.optional, .nullable]),
            Attribute(0x000A, name: "ApparentPower", type: .signed, traits: [.optional, .nullable]),
            Attribute(0x000B, name: "RMSVoltage", type: .signed, traits: [.optional, .nullable]),
            Attribute(0x000C, name: "RMSCurrent", type: .signed, traits: [.optional, .nullable]),
            Attribute(0x000D, name: "RMSPower", type: .signed, traits: [.optional, .nullable]),
            Attribute(0x000E, name: "Frequency", type: .signed, traits: [.optional, .nullable]),
            Attribute(0x000F, name: "HarmonicCurrents", type: .list, traits: [.optional, .nullable]),
            Attribute(0x0010, name: "HarmonicPhases", type: .list, traits: [.optional, .nullable]),
            Attribute(0x0011, name: "PowerFactor", type: .signed, traits: [.optional, .nullable]),
            Attribute(0x0012, name: "NeutralCurrent", type: .signed, traits: [.optional, .nullable]),
        ],
        events: [
            Event(
                0x00, name: "MeasurementPeriodRanges", priority: .info, fields: [Field(0, name: "Ranges", type: .list)])
        ])

    static let electricalEnergyMeasurement = ClusterDefinition(
        0x0091, name: "ElectricalEnergyMeasurement",
        features: [
            Feature(bit: 0, name: "ImportedEnergy"), Feature(bit: 1, name: "ExportedEnergy"),
            Feature(bit: 2, name: "CumulativeEnergy"), Feature(bit: 3, name: "PeriodicEnergy"),
            Feature(bit: 4, name: "ApparentEnergy"), Feature(bit: 5, name: "ReactiveEnergy"),
        ],
        attributes: [
            Attribute(0x0000, name: "Accuracy", type: .structure),
            Attribute(0x0001, name: "CumulativeEnergyImported", type: .structure, traits: [.optional, .nullable]),
            Attribute(0x0002, name: "CumulativeEnergyExported", type: .structure, traits: [.optional, .nullable]),
            Attribute(0x0003, name: "PeriodicEnergyImported", type: .structure, traits: [.optional, .nullable]),
            Attribute(0x0004, name: "PeriodicEnergyExported", type: .structure, traits: [.optional, .nullable]),
            Attribute(0x0005, name: "CumulativeEnergyReset", type: .structure, traits: [.optional, .nullable]),
        ],
        events: [
            Event(
                0x00, name: "CumulativeEnergyMeasured", priority: .info,
                fields: [
                    Field(0, name: "EnergyImported", type: .structure, traits: [.optional]),
                    Field(1, name: "EnergyExported", type: .structure, traits: [.optional]),
                ]),
            Event(
                0x01, name: "PeriodicEnergyMeasured", priority: .info,
                fields: [
                    Field(0, name: "EnergyImported", type: .structure, traits: [.optional]),
                    Field(1, name: "EnergyExported", type: .structure, traits: [.optional]),
                ]),
        ])

    static let waterHeaterManagement = ClusterDefinition(
        0x0094, name: "WaterHeaterManagement",
        features: [Feature(bit: 0, name: "EnergyManagement"), Feature(bit: 1, name: "TankPercent")],
        attributes: [
            Attribute(0x0000, name: "HeaterTypes", type: .unsigned),
            Attribute(0x0001, name: "HeatDemand", type: .unsigned),
            Attribute(0x0002, name: "TankVolume", type: .unsigned, traits: [.optional]),
            Attribute(0x0003, name: "EstimatedHeatRequired", type: .signed, traits: [.optional]),
            Attribute(0x0004, name: "TankPercentage", type: .unsigned, traits: [.optional]),
            Attribute(0x0005, name: "BoostState", type: .enumeration),
        ],
        commands: [
            Command(0x00, name: "Boost", fields: [Field(0, name: "BoostInfo", type: .structure)]),
            Command(0x01, name: "CancelBoost"),
        ],
        events: [
            Event(0x00, name: "BoostStarted", priority: .info, fields: [Field(0, name: "BoostInfo", type: .structure)]),
            Event(0x01, name: "BoostEnded", priority: .info),
        ])

    static let energyEvse = ClusterDefinition(
        0x0099, name: "EnergyEvse",
        features: [
            Feature(bit: 0, name: "ChargingPreferences"), Feature(bit: 1, name: "SoCReporting"),
            Feature(bit: 2, name: "PlugAndCharge"), Feature(bit: 3, name: "Rfid"), Feature(bit: 4, name: "V2x"),
        ],
        attributes: [
            Attribute(0x0000, name: "State", type: .enumeration, traits: [.nullable]),
            Attribute(0x0001, name: "SupplyState", type: .enumeration),
            Attribute(0x0002, name: "FaultState", type: .enumeration),
            Attribute(0x0003, name: "ChargingEnabledUntil", type: .unsigned, traits: [.nullable]),
            Attribute(0x0004, name: "DischargingEnabledUntil", type: .unsigned, traits: [.optional, .nullable]),
            Attribute(0x0005, name: "CircuitCapacity", type: .signed),
            Attribute(0x0006, name: "MinimumChargeCurrent", type: .signed),
            Attribute(0x0007, name: "MaximumChargeCurrent", type: .signed),
            Attribute(0x0008, name: "MaximumDischargeCurrent", type: .signed, traits: [.optional]),
            Attribute(0x0009, name: "UserMaximumChargeCurrent", type: .signed, traits: [.writable, .optional]),
            Attribute(0x000A, name: "RandomizationDelayWindow", type: .unsigned, traits: [.optional]),
            Attribute(0x0023, name: "NextChargeStartTime", type: .unsigned, traits: [.writable, .optional, .nullable]),
            Attribute(
                0x0024, name: "NextChargeTargetTime", type: .unsigned, traits: [.writable, .optional, .nullable]),
            Attribute(
                0x0025, name: "NextChargeRequiredEnergy", type: .signed, traits: [.writable, .optional, .nullable]),
            Attribute(0x0026, name: "NextChargeTargetSoC", type: .unsigned, traits: [.optional, .nullable]),
            Attribute(
                0x0027, name: "ApproximateEVEfficiency", type: .unsigned, traits: [.writable, .optional, .nullable]),
            Attribute(0x0030, name: "StateOfCharge", type: .unsigned, traits: [.optional, .nullable]),
            Attribute(0x0031, name: "BatteryCapacity", type: .signed, traits: [.optional, .nullable]),
            Attribute(0x0032, name: "VehicleID", type: .text, traits: [.optional, .nullable]),
            Attribute(0x0040, name: "SessionID", type: .unsigned, traits: [.nullable]),
            Attribute(0x0041, name: "SessionDuration", type: .unsigned, traits: [.nullable]),
            Attribute(0x0042, name: "SessionEnergyCharged", type: .signed, traits: [.nullable]),
            Attribute(0x0043, name: "SessionEnergyDischarged", type: .signed, traits: [.optional, .nullable]),
        ],
        commands: [
            Command(0x01, name: "Disable", isTimed: true),
            Command(
                0x02, name: "EnableCharging",
                fields: [
                    Field(0, name: "ChargingEnabledUntil", type: .unsigned, traits: [.nullable]),
                    Field(1, name: "MinimumChargeCurrent", type: .signed),
                    Field(2, name: "MaximumChargeCurrent", type: .signed),
                ], isTimed: true),
            Command(
                0x03, name: "EnableDischarging",
                fields: [
                    Field(0, name: "DischargingEnabledUntil", type: .unsigned, traits: [.nullable]),
                    Field(1, name: "MaximumDischargeCurrent", type: .signed),
                ], isTimed: true),
            Command(0x04, name: "StartDiagnostics", isTimed: true),
            Command(
                0x05, name: "SetTargets", fields: [Field(0, name: "ChargingTargetSchedules", type: .list)],
                isTimed: true),
            Command(0x06, name: "GetTargets", isTimed: true, response: 0x00),
            Command(0x07, name: "ClearTargets", isTimed: true),
        ],
        events: [
            Event(0x00, name: "EVConnected", priority: .info, fields: [Field(0, name: "SessionID", type: .unsigned)]),
            Event(
                0x01, name: "EVNotDetected", priority: .info,
                fields: [
                    Field(0, name: "SessionID", type: .unsigned), Field(1, name: "State", type: .enumeration),
                    Field(2, name: "SessionDuration", type: .unsigned),
                    Field(3, name: "SessionEnergyCharged", type: .signed),
                    Field(4, name: "SessionEnergyDischarged", type: .signed, traits: [.optional]),
                ]),
            Event(
                0x02, name: "EnergyTransferStarted", priority: .info,
                fields: [
                    Field(0, name: "SessionID", type: .unsigned), Field(1, name: "State", type: .enumeration),
                    Field(2, name: "MaximumCurrent", type: .signed),
                    Field(3, name: "MaximumDischargeCurrent", type: .signed, traits: [.optional]),
                ]),
            Event(
                0x03, name: "EnergyTransferStopped", priority: .info,
                fields: [
                    Field(0, name: "SessionID", type: .unsigned), Field(1, name: "State", type: .enumeration),
                    Field(2, name: "Reason", type: .enumeration), Field(4, name: "EnergyTransferred", type: .signed),
                    Field(5, name: "EnergyDischarged", type: .signed, traits: [.optional]),
                ]),
            Event(
                0x04, name: "Fault", priority: .critical,
                fields: [
                    Field(0, name: "SessionID", type: .unsigned, traits: [.nullable]),
                    Field(1, name: "State", type: .enumeration),
                    Field(2, name: "FaultStatePreviousState", type: .enumeration),
                    Field(4, name: "FaultStateCurrentState", type: .enumeration),
                ]),
            Event(0x05, name: "Rfid", priority: .info, fields: [Field(0, name: "Uid", type: .bytes)]),
        ])
}

extension ClusterTable {
    // Fabrics, commissioning windows, time and diagnostics of a node.

    static let administration: [ClusterDefinition] = [
        generalDiagnostics, timeSynchronization, administratorCommissioning, operationalCredentials, groupKeyManagement,
        icdManagement,
    ]

    static let generalDiagnostics = ClusterDefinition(
        0x0033, name: "GeneralDiagnostics",
        features: [Feature(bit: 0, name: "DataModelTest")],
        attributes: [
            Attribute(0x0000, name: "NetworkInterfaces", type: .list),
            Attribute(0x0001, name: "RebootCount", type: .unsigned),
            Attribute(0x0002, name: "UpTime", type: .unsigned, traits: [.optional]),
            Attribute(0x0003, name: "TotalOperationalHours", type: .unsigned, traits: [.optional]),
            Attribute(0x0004, name: "BootReason", type: .enumeration, traits: [.optional]),
            Attribute(0x0005, name: "ActiveHardwareFaults", type: .list, traits: [.optional]),
            Attribute(0x0006, name: "ActiveRadioFaults", type: .list, traits: [.optional]),
            Attribute(0x0007, name: "ActiveNetworkFaults", type: .list, traits: [.optional]),
            Attribute(0x0008, name: "TestEventTriggersEnabled", type: .boolean),
        ],
        commands: [
            Command(
                0x00, name: "TestEventTrigger",
                fields: [Field(0, name: "EnableKey", type: .bytes), Field(1, name: "EventTrigger", type: .unsigned)]),
            Command(0x01, name: "TimeSnapshot", response: 0x02),
            Command(
                0x03, name: "PayloadTestRequest",
                fields: [
                    Field(0, name: "EnableKey", type: .bytes), Field(1, name: "Value", type: .unsigned),
                    Field(2, name: "Count", type: .unsigned),
                ], response: 0x04),
        ],
        events: [
            Event(
                0x00, name: "HardwareFaultChange", priority: .critical,
                fields: [Field(0, name: "Current", type: .list), Field(1, name: "Previous", type: .list)]),
            Event(
                0x01, name: "RadioFaultChange", priority: .critical,
                fields: [Field(0, name: "Current", type: .list), Field(1, name: "Previous", type: .list)]),
            Event(
                0x02, name: "NetworkFaultChange", priority: .critical,
                fields: [Field(0, name: "Current", type: .list), Field(1, name: "Previous", type: .list)]),
            Event(
                0x03, name: "BootReason", priority: .critical,
                fields: [Field(0, name: "BootReason", type: .enumeration)]),
        ])

    static let timeSynchronization = ClusterDefinition(
        0x0038, name: "TimeSynchronization",
        features: [
            Feature(bit: 0, name: "TimeZone"), Feature(bit: 1, name: "NTPClient"), Feature(bit: 2, name: "NTPServer"),
            Feature(bit: 3, name: "TimeSyncClient"),
        ],
        attributes: [
            Attribute(0x0000, name: "UTCTime", type: .unsigned, traits: [.nullable]),
            Attribute(0x0001, name: "Granularity", type: .enumeration),
            Attribute(0x0002, name: "TimeSource", type: .enumeration, traits: [.optional]),
            Attribute(0x0003, name: "TrustedTimeSource", type: .structure, traits: [.optional, .nullable]),
            Attribute(0x0004, name: "DefaultNTP", type: .text, traits: [.optional, .nullable]),
            Attribute(0x0005, name: "TimeZone", type: .list, traits: [.optional]),
            Attribute(0x0006, name: "DSTOffset", type: .list, traits: [.optional]),
            Attribute(0x0007, name: "LocalTime", type: .unsigned, traits: [.optional, .nullable]),
            Attribute(0x0008, name: "TimeZoneDatabase", type: .enumeration, traits: [.optional]),
            Attribute(0x0009, name: "NTPServerAvailable", type: .boolean, traits: [.optional]),
            Attribute(0x000A, name: "TimeZoneListMaxSize", type: .unsigned, traits: [.optional]),
            Attribute(0x000B, name: "DSTOffsetListMaxSize", type: .unsigned, traits: [.optional]),
            Attribute(0x000C, name: "SupportsDNSResolve", type: .boolean, traits: [.optional]),
        ],
        commands: [
            Command(
                0x00, name: "SetUTCTime",
                fields: [
                    Field(0, name: "UTCTime", type: .unsigned), Field(1, name: "Granularity", type: .enumeration),
                    Field(2, name: "TimeSource", type: .enumeration, traits: [.optional]),
                ]),
            Command(
                0x01, name: "SetTrustedTimeSource",
                fields: [Field(0, name: "TrustedTimeSource", type: .structure, traits: [.nullable])]),
            Command(0x02, name: "SetTimeZone", fields: [Field(0, name: "TimeZone", type: .list)], response: 0x03),
            Command(0x04, name: "SetDSTOffset", fields: [Field(0, name: "DSTOffset", type: .list)]),
            Command(
                0x05, name: "SetDefaultNTP", fields: [Field(0, name: "DefaultNTP", type: .text, traits: [.nullable])]),
        ],
        events: [
            Event(0x00, name: "DSTTableEmpty", priority: .info),
            Event(
                0x01, name: "DSTStatus", priority: .info, fields: [Field(0, name: "DSTOffsetActive", type: .boolean)]),
            Event(
                0x02, name: "TimeZoneStatus", priority: .info,
                fields: [
                    Field(0, name: "Offset", type: .signed), Field(1, name: "Name", type: .text, traits: [.optional]),
                ]),
            Event(0x03, name: "TimeFailure", priority: .info),
            Event(0x04, name: "MissingTrustedTimeSource", priority: .info),
        ])

    static let administratorCommissioning = ClusterDefinition(
        0x003C, name: "AdministratorCommissioning",
        features: [Feature(bit: 0, name: "Basic")],
        attributes: [
            Attribute(0x0000, name: "WindowStatus", type: .enumeration),
            Attribute(0x0001, name: "AdminFabricIndex", type: .unsigned, traits: [.nullable]),
            Attribute(0x0002, name: "AdminVendorId", type: .unsigned, traits: [.nullable]),
        ],
        commands: [
            Command(
                0x00, name: "OpenCommissioningWindow",
                fields: [
                    Field(0, name: "CommissioningTimeout", type: .unsigned),
                    Field(1, name: "PAKEPasscodeVerifier", type: .bytes),
                    Field(2, name: "Discriminator", type: .unsigned), Field(3, name: "Iterations", type: .unsigned),
                    Field(4, name: "Salt", type: .bytes),
                ], isTimed: true),
            Command(
                0x01, name: "OpenBasicCommissioningWindow",
                fields: [Field(0, name: "CommissioningTimeout", type: .unsigned)], isTimed: true),
            Command(0x02, name: "RevokeCommissioning", isTimed: true),
        ])

    static let operationalCredentials = ClusterDefinition(
        0x003E, name: "OperationalCredentials",
        attributes: [
            Attribute(0x0000, name: "NOCs", type: .list),
            Attribute(0x0001, name: "Fabrics", type: .list),
            Attribute(0x0002, name: "SupportedFabrics", type: .unsigned),
            Attribute(0x0003, name: "CommissionedFabrics", type: .unsigned),
            Attribute(0x0004, name: "TrustedRootCertificates", type: .list),
            Attribute(0x0005, name: "CurrentFabricIndex", type: .unsigned),
        ],
        commands: [
            Command(
                0x00, name: "AttestationRequest", fields: [Field(0, name: "AttestationNonce", type: .bytes)],
                response: 0x01),
            Command(
                0x02, name: "CertificateChainRequest", fields: [Field(0, name: "CertificateType", type: .enumeration)],
                response: 0x03),
            Command(
                0x04, name: "CSRRequest",
                fields: [
                    Field(0, name: "CSRNonce", type: .bytes),
                    Field(1, name: "IsForUpdateNOC", type: .boolean, traits: [.optional]),
                ], response: 0x05),
            Command(
                0x06, name: "AddNOC",
                fields: [
                    Field(0, name: "NOCValue", type: .bytes),
                    Field(1, name: "ICACValue", type: .bytes, traits: [.optional]),
                    Field(2, name: "IPKValue", type: .bytes), Field(3, name: "CaseAdminSubject", type: .unsigned),
                    Field(4, name: "AdminVendorId", type: .unsigned),
                ], response: 0x08),
            Command(
                0x07, name: "UpdateNOC",
                fields: [
                    Field(0, name: "NOCValue", type: .bytes),
                    Field(1, name: "ICACValue", type: .bytes, traits: [.optional]),
                ], response: 0x08),
            Command(0x09, name: "UpdateFabricLabel", fields: [Field(0, name: "Label", type: .text)], response: 0x08),
            Command(
                0x0A, name: "RemoveFabric", fields: [Field(0, name: "FabricIndex", type: .unsigned)], response: 0x08),
            Command(
                0x0B, name: "AddTrustedRootCertificate", fields: [Field(0, name: "RootCACertificate", type: .bytes)]),
            Command(
                0x0C, name: "SetVIDVerificationStatement",
                fields: [
                    Field(0, name: "VendorID", type: .unsigned, traits: [.optional]),
                    Field(1, name: "VIDVerificationStatement", type: .bytes, traits: [.optional]),
                    Field(2, name: "Vvsc", type: .bytes, traits: [.optional]),
                ]),
            Command(
                0x0D, name: "SignVIDVerificationRequest",
                fields: [
                    Field(0, name: "FabricIndex", type: .unsigned), Field(1, name: "ClientChallenge", type: .bytes),
                ], response: 0x0E),
        ])

    static let groupKeyManagement = ClusterDefinition(
        0x003F, name: "GroupKeyManagement",
        features: [Feature(bit: 0, name: "CacheAndSync")],
        attributes: [
            Attribute(0x0000, name: "GroupKeyMap", type: .list, traits: [.writable]),
            Attribute(0x0001, name: "GroupTable", type: .list),
            Attribute(0x0002, name: "MaxGroupsPerFabric", type: .unsigned),
            Attribute(0x0003, name: "MaxGroupKeysPerFabric", type: .unsigned),
        ],
        commands: [
            Command(0x00, name: "KeySetWrite", fields: [Field(0, name: "GroupKeySet", type: .structure)]),
            Command(
                0x01, name: "KeySetRead", fields: [Field(0, name: "GroupKeySetID", type: .unsigned)], response: 0x02),
            Command(0x03, name: "KeySetRemove", fields: [Field(0, name: "GroupKeySetID", type: .unsigned)]),
            Command(0x04, name: "KeySetReadAllIndices", response: 0x05),
        ])

    static let icdManagement = ClusterDefinition(
        0x0046, name: "IcdManagement",
        features: [
            Feature(bit: 0, name: "CheckInProtocolSupport"), Feature(bit: 1, name: "UserActiveModeTrigger"),
            Feature(bit: 2, name: "LongIdleTimeSupport"), Feature(bit: 3, name: "DynamicSitLitSupport"),
        ],
        attributes: [
            Attribute(0x0000, name: "IdleModeDuration", type: .unsigned),
            Attribute(0x0001, name: "ActiveModeDuration", type: .unsigned),
            Attribute(0x0002, name: "ActiveModeThreshold", type: .unsigned),
            Attribute(0x0003, name: "RegisteredClients", type: .list, traits: [.optional]),
            Attribute(0x0004, name: "ICDCounter", type: .unsigned, traits: [.optional]),
            Attribute(0x0005, name: "ClientsSupportedPerFabric", type: .unsigned, traits: [.optional]),
            Attribute(0x0006, name: "UserActiveModeTriggerHint", type: .unsigned, traits: [.optional]),
            Attribute(0x0007, name: "UserActiveModeTriggerInstruction", type: .text, traits: [.optional]),
            Attribute(0x0008, name: "OperatingMode", type: .enumeration, traits: [.optional]),
            Attribute(0x0009, name: "MaximumCheckInBackOff", type: .unsigned, traits: [.optional]),
        ],
        commands: [
            Command(
                0x00, name: "RegisterClient",
                fields: [
                    Field(0, name: "CheckInNodeID", type: .unsigned),
                    Field(1, name: "MonitoredSubject", type: .unsigned), Field(2, name: "Key", type: .bytes),
                    Field(3, name: "VerificationKey", type: .bytes, traits: [.optional]),
                    Field(4, name: "ClientType", type: .enumeration),
                ], response: 0x01),
            Command(
                0x02, name: "UnregisterClient",
                fields: [
                    Field(0, name: "CheckInNodeID", type: .unsigned),
                    Field(1, name: "VerificationKey", type: .bytes, traits: [.optional]),
                ]),
            Command(
                0x03, name: "StayActiveRequest", fields: [Field(0, name: "StayActiveDuration", type: .unsigned)],
                response: 0x04),
        ])
}

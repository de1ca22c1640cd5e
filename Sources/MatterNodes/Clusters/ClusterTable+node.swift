extension ClusterTable {
    // What every node has: its description, its access, its networks and its fabrics.

    static let node: [ClusterDefinition] = [
        identify, descriptor, basicInformation, bridgedDeviceBasicInformation, accessControl, generalCommissioning,
        networkCommissioning, fixedLabel, userLabel,
    ]

    static let identify = ClusterDefinition(
        0x0003, name: "Identify",
        attributes: [
            Attribute(0x0000, name: "IdentifyTime", type: .unsigned, traits: [.writable]),
            Attribute(0x0001, name: "IdentifyType", type: .enumeration),
        ],
        commands: [
            Command(0x00, name: "Identify", fields: [Field(0, name: "IdentifyTime", type: .unsigned)]),
            Command(
                0x40, name: "TriggerEffect",
                fields: [
                    Field(0, name: "EffectIdentifier", type: .enumeration),
                    Field(1, name: "EffectVariant", type: .enumeration),
                ]),
        ])

    static let descriptor = ClusterDefinition(
        0x001D, name: "Descriptor",
        features: [Feature(bit: 0, name: "TagList")],
        attributes: [
            Attribute(0x0000, name: "DeviceTypeList", type: .list),
            Attribute(0x0001, name: "ServerList", type: .list),
            Attribute(0x0002, name: "ClientList", type: .list),
            Attribute(0x0003, name: "PartsList", type: .list),
            Attribute(0x0004, name: "TagList", type: .list, traits: [.optional]),
            Attribute(0x0005, name: "EndpointUniqueID", type: .text, traits: [.optional]),
        ])

    static let basicInformation = ClusterDefinition(
        0x0028, name: "BasicInformation",
        attributes: [
            Attribute(0x0000, name: "DataModelRevision", type: .unsigned),
            Attribute(0x0001, name: "VendorName", type: .text),
            Attribute(0x0002, name: "VendorID", type: .unsigned),
            Attribute(0x0003, name: "ProductName", type: .text),
            Attribute(0x0004, name: "ProductID", type: .unsigned),
            Attribute(0x0005, name: "NodeLabel", type: .text, traits: [.writable]),
            Attribute(0x0006, name: "Location", type: .text, traits: [.writable]),
            Attribute(0x0007, name: "HardwareVersion", type: .unsigned),
            Attribute(0x0008, name: "HardwareVersionString", type: .text),
            Attribute(0x0009, name: "SoftwareVersion", type: .unsigned),
            Attribute(0x000A, name: "SoftwareVersionString", type: .text),
            Attribute(0x000B, name: "ManufacturingDate", type: .text, traits: [.optional]),
            Attribute(0x000C, name: "PartNumber", type: .text, traits: [.optional]),
            Attribute(0x000D, name: "ProductURL", type: .text, traits: [.optional]),
            Attribute(0x000E, name: "ProductLabel", type: .text, traits: [.optional]),
            Attribute(0x000F, name: "SerialNumber", type: .text, traits: [.optional]),
            Attribute(0x0010, name: "LocalConfigDisabled", type: .boolean, traits: [.writable, .optional]),
            Attribute(0x0011, name: "Reachable", type: .boolean, traits: [.optional]),
            Attribute(0x0012, name: "UniqueID", type: .text),
            Attribute(0x0013, name: "CapabilityMinima", type: .structure),
            Attribute(0x0014, name: "ProductAppearance", type: .structure, traits: [.optional]),
            Attribute(0x0015, name: "SpecificationVersion", type: .unsigned),
            Attribute(0x0016, name: "MaxPathsPerInvoke", type: .unsigned),
            Attribute(0x0018, name: "ConfigurationVersion", type: .unsigned),
        ],
        commands: [
            Command(0x10020000, name: "MfgSpecificPing")
        ],
        events: [
            Event(
                0x00, name: "StartUp", priority: .critical, fields: [Field(0, name: "SoftwareVersion", type: .unsigned)]
            ),
            Event(0x01, name: "ShutDown", priority: .critical),
            Event(0x02, name: "Leave", priority: .info, fields: [Field(0, name: "FabricIndex", type: .unsigned)]),
            Event(
                0x03, name: "ReachableChanged", priority: .info,
                fields: [Field(0, name: "ReachableNewValue", type: .boolean)]),
        ])

    static let bridgedDeviceBasicInformation = ClusterDefinition(
        0x0039, name: "BridgedDeviceBasicInformation",
        features: [Feature(bit: 20, name: "BridgedICDSupport")],
        attributes: [
            Attribute(0x0001, name: "VendorName", type: .text, traits: [.optional]),
            Attribute(0x0002, name: "VendorID", type: .unsigned, traits: [.optional]),
            Attribute(0x0003, name: "ProductName", type: .text, traits: [.optional]),
            Attribute(0x0004, name: "ProductID", type: .unsigned, traits: [.optional]),
            Attribute(0x0005, name: "NodeLabel", type: .text, traits: [.writable, .optional]),
            Attribute(0x0007, name: "HardwareVersion", type: .unsigned, traits: [.optional]),
            Attribute(0x0008, name: "HardwareVersionString", type: .text, traits: [.optional]),
            Attribute(0x0009, name: "SoftwareVersion", type: .unsigned, traits: [.optional]),
            Attribute(0x000A, name: "SoftwareVersionString", type: .text, traits: [.optional]),
            Attribute(0x000B, name: "ManufacturingDate", type: .text, traits: [.optional]),
            Attribute(0x000C, name: "PartNumber", type: .text, traits: [.optional]),
            Attribute(0x000D, name: "ProductURL", type: .text, traits: [.optional]),
            Attribute(0x000E, name: "ProductLabel", type: .text, traits: [.optional]),
            Attribute(0x000F, name: "SerialNumber", type: .text, traits: [.optional]),
            Attribute(0x0011, name: "Reachable", type: .boolean),
            Attribute(0x0012, name: "UniqueID", type: .text),
            Attribute(0x0014, name: "ProductAppearance", type: .structure, traits: [.optional]),
            Attribute(0x0018, name: "ConfigurationVersion", type: .unsigned, traits: [.optional]),
        ],
        commands: [
            Command(
                0x80, name: "KeepActive",
                fields: [
                    Field(0, name: "StayActiveDuration", type: .unsigned), Field(1, name: "TimeoutMs", type: .unsigned),
                ])
        ],
        events: [
            Event(
                0x00, name: "StartUp", priority: .critical, fields: [Field(0, name: "SoftwareVersion", type: .unsigned)]
            ),
            Event(0x01, name: "ShutDown", priority: .info),
            Event(0x02, name: "Leave", priority: .info),
            Event(
                0x03, name: "ReachableChanged", priority: .info,
                fields: [Field(0, name: "ReachableNewValue", type: .boolean)]),
            Event(
                0x80, name: "ActiveChanged", priority: .info,
                fields: [Field(0, name: "PromisedActiveDuration", type: .unsigned)]),
        ])

    static let accessControl = ClusterDefinition(
        0x001F, name: "AccessControl",
        features: [Feature(bit: 0, name: "Extension"), Feature(bit: 1, name: "ManagedDevice")],
        attributes: [
            Attribute(0x0000, name: "Acl", type: .list, traits: [.writable]),
            Attribute(0x0001, name: "Extension", type: .list, traits: [.writable, .optional]),
            Attribute(0x0002, name: "SubjectsPerAccessControlEntry", type: .unsigned),
            Attribute(0x0003, name: "TargetsPerAccessControlEntry", type: .unsigned),
            Attribute(0x0004, name: "AccessControlEntriesPerFabric", type: .unsigned),
            Attribute(0x0005, name: "CommissioningARL", type: .list, traits: [.optional]),
            Attribute(0x0006, name: "Arl", type: .list, traits: [.optional]),
        ],
        commands: [
            Command(
                0x00, name: "ReviewFabricRestrictions", fields: [Field(0, name: "Arl", type: .list)], response: 0x01)
        ],
        events: [
            Event(
                0x00, name: "AccessControlEntryChanged", priority: .info,
                fields: [
                    Field(1, name: "AdminNodeID", type: .unsigned, traits: [.nullable]),
                    Field(2, name: "AdminPasscodeID", type: .unsigned, traits: [.nullable]),
                    Field(3, name: "ChangeType", type: .enumeration),
                    Field(4, name: "LatestValue", type: .structure, traits: [.nullable]),
                    Field(254, name: "FabricIndex", type: .unsigned),
                ]),
            Event(
                0x01, name: "AccessControlExtensionChanged", priority: .info,
                fields: [
                    Field(1, name: "AdminNodeID", type: .unsigned, traits: [.nullable]),
                    Field(2, name: "AdminPasscodeID", type: .unsigned, traits: [.nullable]),
                    Field(3, name: "ChangeType", type: .enumeration),
                    Field(4, name: "LatestValue", type: .structure, traits: [.nullable]),
                    Field(254, name: "FabricIndex", type: .unsigned),
                ]),
            Event(
                0x02, name: "FabricRestrictionReviewUpdate", priority: .info,
                fields: [
                    Field(0, name: "Token", type: .unsigned),
                    Field(1, name: "Instruction", type: .text, traits: [.optional]),
                    Field(2, name: "ARLRequestFlowUrl", type: .text, traits: [.optional]),
                    Field(254, name: "FabricIndex", type: .unsigned),
                ]),
        ])

    static let generalCommissioning = ClusterDefinition(
        0x0030, name: "GeneralCommissioning",
        features: [Feature(bit: 0, name: "TermsAndConditions"), Feature(bit: 1, name: "NetworkRecovery")],
        attributes: [
            Attribute(0x0000, name: "Breadcrumb", type: .unsigned, traits: [.writable]),
            Attribute(0x0001, name: "BasicCommissioningInfo", type: .structure),
            Attribute(0x0002, name: "RegulatoryConfig", type: .enumeration),
            Attribute(0x0003, name: "LocationCapability", type: .enumeration),
            Attribute(0x0004, name: "SupportsConcurrentConnection", type: .boolean),
            Attribute(0x0005, name: "TCAcceptedVersion", type: .unsigned, traits: [.optional]),
            Attribute(0x0006, name: "TCMinRequiredVersion", type: .unsigned, traits: [.optional]),
            Attribute(0x0007, name: "TCAcknowledgements", type: .unsigned, traits: [.optional]),
            Attribute(0x0008, name: "TCAcknowledgementsRequired", type: .boolean, traits: [.optional]),
            Attribute(0x0009, name: "TCUpdateDeadline", type: .unsigned, traits: [.optional, .nullable]),
            Attribute(0x000A, name: "RecoveryIdentifier", type: .bytes, traits: [.optional]),
            Attribute(0x000B, name: "NetworkRecoveryReason", type: .enumeration, traits: [.optional, .nullable]),
        ],
        commands: [
            Command(
                0x00, name: "ArmFailSafe",
                fields: [
                    Field(0, name: "ExpiryLengthSeconds", type: .unsigned),
                    Field(1, name: "Breadcrumb", type: .unsigned),
                ], response: 0x01),
            Command(
                0x02, name: "SetRegulatoryConfig",
                fields: [
                    Field(0, name: "NewRegulatoryConfig", type: .enumeration),
                    Field(1, name: "CountryCode", type: .text), Field(2, name: "Breadcrumb", type: .unsigned),
                ], response: 0x03),
            Command(0x04, name: "CommissioningComplete", response: 0x05),
            Command(
                0x06, name: "SetTCAcknowledgements",
                fields: [
                    Field(0, name: "TCVersion", type: .unsigned), Field(1, name: "TCUserResponse", type: .unsigned),
                ], response: 0x07),
        ])

    static let networkCommissioning = ClusterDefinition(
        0x0031, name: "NetworkCommissioning",
        features: [
            Feature(bit: 0, name: "WiFiNetworkInterface"), Feature(bit: 1, name: "ThreadNetworkInterface"),
            Feature(bit: 2, name: "EthernetNetworkInterface"), Feature(bit: 3, name: "PerDeviceCredentials"),
        ],
        attributes: [
            Attribute(0x0000, name: "MaxNetworks", type: .unsigned),
            Attribute(0x0001, name: "Networks", type: .list),
            Attribute(0x0002, name: "ScanMaxTimeSeconds", type: .unsigned, traits: [.optional]),
            Attribute(0x0003, name: "ConnectMaxTimeSeconds", type: .unsigned, traits: [.optional]),
            Attribute(0x0004, name: "InterfaceEnabled", type: .boolean, traits: [.writable]),
            Attribute(0x0005, name: "LastNetworkingStatus", type: .enumeration, traits: [.nullable]),
            Attribute(0x0006, name: "LastNetworkID", type: .bytes, traits: [.nullable]),
            Attribute(0x0007, name: "LastConnectErrorValue", type: .signed, traits: [.nullable]),
            Attribute(0x0008, name: "SupportedWiFiBands", type: .list, traits: [.optional]),
            Attribute(0x0009, name: "SupportedThreadFeatures", type: .unsigned, traits: [.optional]),
            Attribute(0x000A, name: "ThreadVersion", type: .unsigned, traits: [.optional]),
        ],
        commands: [
            Command(
                0x00, name: "ScanNetworks",
                fields: [
                    Field(0, name: "Ssid", type: .bytes, traits: [.optional, .nullable]),
                    Field(1, name: "Breadcrumb", type: .unsigned, traits: [.optional]),
                ], response: 0x01),
            Command(
                0x02, name: "AddOrUpdateWiFiNetwork",
                fields: [
                    Field(0, name: "Ssid", type: .bytes), Field(1, name: "Credentials", type: .bytes),
                    Field(2, name: "Breadcrumb", type: .unsigned, traits: [.optional]),
                    Field(3, name: "NetworkIdentity", type: .bytes, traits: [.optional]),
                    Field(4, name: "ClientIdentifier", type: .bytes, traits: [.optional]),
                    Field(5, name: "PossessionNonce", type: .bytes, traits: [.optional]),
                ], response: 0x05),
            Command(
                0x03, name: "AddOrUpdateThreadNetwork",
                fields: [
                    Field(0, name: "OperationalDataset", type: .bytes),
                    Field(1, name: "Breadcrumb", type: .unsigned, traits: [.optional]),
                ], response: 0x05),
            Command(
                0x04, name: "RemoveNetwork",
                fields: [
                    Field(0, name: "NetworkID", type: .bytes),
                    Field(1, name: "Breadcrumb", type: .unsigned, traits: [.optional]),
                ], response: 0x05),
            Command(
                0x06, name: "ConnectNetwork",
                fields: [
                    Field(0, name: "NetworkID", type: .bytes),
                    Field(1, name: "Breadcrumb", type: .unsigned, traits: [.optional]),
                ], response: 0x07),
            Command(
                0x08, name: "ReorderNetwork",
                fields: [
                    Field(0, name: "NetworkID", type: .bytes), Field(1, name: "NetworkIndex", type: .unsigned),
                    Field(2, name: "Breadcrumb", type: .unsigned, traits: [.optional]),
                ], response: 0x05),
            Command(
                0x09, name: "QueryIdentity",
                fields: [
                    Field(0, name: "KeyIdentifier", type: .bytes),
                    Field(1, name: "PossessionNonce", type: .bytes, traits: [.optional]),
                ], response: 0x0A),
        ])

    static let fixedLabel = ClusterDefinition(
        0x0040, name: "FixedLabel",
        attributes: [
            Attribute(0x0000, name: "LabelList", type: .list)
        ])

    static let userLabel = ClusterDefinition(
        0x0041, name: "UserLabel",
        attributes: [
            Attribute(0x0000, name: "LabelList", type: .list, traits: [.writable])
        ])
}

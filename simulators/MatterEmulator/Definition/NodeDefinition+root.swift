import MatterProtocol

/// The clusters of endpoint 0.
extension NodeDefinition {
    private static let rootDeviceType = EndpointDefinition.DeviceType(0x0016, revision: 3)

    /// Endpoint 0, with the values that do not change.
    func rootEndpoint(uniqueID: String, limits: NodeLimits) -> EndpointDefinition {
        EndpointDefinition(
            0, deviceTypes: [Self.rootDeviceType],
            clusters: [
                basicInformation(uniqueID: uniqueID, limits: limits), Self.accessControl, Self.generalCommissioning,
                Self.networkCommissioning, Self.generalDiagnostics, Self.administratorCommissioning,
                Self.operationalCredentials(limits), Self.groupKeyManagement,
            ])
    }

    private func basicInformation(uniqueID: String, limits: NodeLimits) -> ClusterDefinition {
        ClusterDefinition(
            ClusterID.basicInformation, revision: 4,
            attributes: [
                AttributeDefinition(0x00, is: .number(UInt16(18))),
                AttributeDefinition(0x01, is: .text(vendorName)), AttributeDefinition(0x02, is: .number(vendorID)),
                AttributeDefinition(0x03, is: .text(productName)), AttributeDefinition(0x04, is: .number(productID)),
                .writable(
                    0x05, is: .text(""), within: .text(maximumBytes: 32), privilege: .manage, isNonvolatile: true),
                .writable(
                    0x06, is: .text("XX"), within: .text(maximumBytes: 2), privilege: .administer, isNonvolatile: true),
                AttributeDefinition(0x07, is: .number(hardwareVersion)),
                AttributeDefinition(0x08, is: .text("\(hardwareVersion).0")),
                AttributeDefinition(0x09, is: .number(softwareVersion)),
                AttributeDefinition(0x0A, is: .text("\(softwareVersion).0")),
                AttributeDefinition(0x0F, is: .text(serialNumber)), AttributeDefinition(0x11, is: true),
                AttributeDefinition(0x12, is: .text(uniqueID)),
                AttributeDefinition(0x13, is: .structure([0: .number(UInt16(3)), 1: .number(UInt16(3))])),
                AttributeDefinition(0x15, is: .number(sessionParameters.specificationVersion ?? 0x0104_0000)),
                AttributeDefinition(0x16, is: .number(sessionParameters.maximumPathsPerInvoke ?? 1)),
                AttributeDefinition(0x18, is: .number(UInt32(1))),
            ])
    }

    private static let accessControl = ClusterDefinition(
        ClusterID.accessControl, revision: 2,
        attributes: [
            {
                var list = AttributeDefinition.writable(0, is: .array([]), within: .any, privilege: .administer)
                list.readPrivilege = .administer
                return list
            }(),
            AttributeDefinition(2, is: .number(UInt16(4))), AttributeDefinition(3, is: .number(UInt16(3))),
            AttributeDefinition(4, is: .number(UInt16(4))),
        ], eventPrivilege: .administer)

    private static let generalCommissioning = ClusterDefinition(
        ClusterID.generalCommissioning, revision: 2,
        attributes: [
            .writable(0, is: .number(UInt64(0)), within: .unsigned(0...UInt64.max), privilege: .administer),
            AttributeDefinition(1, is: .structure([0: .number(UInt16(60)), 1: .number(UInt16(900))])),
            AttributeDefinition(2, is: .number(UInt8(0))), AttributeDefinition(3, is: .number(UInt8(2))),
            AttributeDefinition(4, is: true),
        ],
        commands: [
            CommandDefinition(0, response: 1, privilege: .administer),
            CommandDefinition(2, response: 3, privilege: .administer),
            CommandDefinition(4, response: 5, privilege: .administer),
        ])

    /// One interface of Ethernet, which needs no credentials.
    private static let networkCommissioning = ClusterDefinition(
        ClusterID.networkCommissioning, revision: 2, features: 4,
        attributes: [
            AttributeDefinition(0, is: .number(UInt8(1)), readPrivilege: .administer),
            AttributeDefinition(
                1, is: .array([.structure([0: .bytes(Array("ethernet".utf8)), 1: true])]), readPrivilege: .administer),
            .writable(4, is: true, within: .boolean, privilege: .administer),
            AttributeDefinition(5, is: .null, readPrivilege: .administer),
            AttributeDefinition(6, is: .null, readPrivilege: .administer),
            AttributeDefinition(7, is: .null, readPrivilege: .administer),
        ])

    private static let generalDiagnostics = ClusterDefinition(
        ClusterID.generalDiagnostics, revision: 2,
        attributes: [
            AttributeDefinition(0, is: .array([])), AttributeDefinition(1, is: .number(UInt16(0))),
            AttributeDefinition(2, is: .number(UInt64(0))), AttributeDefinition(4, is: .number(UInt8(1))),
            AttributeDefinition(8, is: false),
        ],
        commands: [
            CommandDefinition(0, privilege: .manage), CommandDefinition(1, response: 2),
        ])

    private static let administratorCommissioning = ClusterDefinition(
        ClusterID.administratorCommissioning, revision: 1, features: 1,
        attributes: [
            AttributeDefinition(0, is: .number(UInt8(0))), AttributeDefinition(1, is: .null),
            AttributeDefinition(2, is: .null),
        ],
        commands: [0, 1, 2].map { CommandDefinition($0, privilege: .administer, isTimed: true) })

    private static func operationalCredentials(_ limits: NodeLimits) -> ClusterDefinition {
        ClusterDefinition(
            ClusterID.operationalCredentials, revision: 1,
            attributes: [
                AttributeDefinition(0, is: .array([]), readPrivilege: .administer),
                AttributeDefinition(1, is: .array([])), AttributeDefinition(2, is: .number(limits.fabrics)),
                AttributeDefinition(3, is: .number(UInt8(0))), AttributeDefinition(4, is: .array([])),
                AttributeDefinition(5, is: .number(UInt8(0))),
            ],
            commands: [
                CommandDefinition(0x00, response: 0x01, privilege: .administer),
                CommandDefinition(0x02, response: 0x03, privilege: .administer),
                CommandDefinition(0x04, response: 0x05, privilege: .administer),
                CommandDefinition(0x06, response: 0x08, privilege: .administer),
                CommandDefinition(0x07, response: 0x08, privilege: .administer),
                CommandDefinition(0x09, response: 0x08, privilege: .administer),
                CommandDefinition(0x0A, response: 0x08, privilege: .administer),
                CommandDefinition(0x0B, privilege: .administer),
            ])
    }

    private static let groupKeyManagement = ClusterDefinition(
        ClusterID.groupKeyManagement, revision: 2,
        attributes: [
            .writable(0, is: .array([]), within: .any, privilege: .manage), AttributeDefinition(1, is: .array([])),
            AttributeDefinition(2, is: .number(UInt16(0))), AttributeDefinition(3, is: .number(UInt16(3))),
        ],
        commands: [
            CommandDefinition(0, privilege: .administer), CommandDefinition(1, response: 2, privilege: .administer),
            CommandDefinition(3, privilege: .administer), CommandDefinition(4, response: 5, privilege: .administer),
        ])
}

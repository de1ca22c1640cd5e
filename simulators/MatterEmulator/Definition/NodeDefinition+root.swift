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

    private func basicInformation(uniqueID: String, limits: NodeLimits) -> ClusterTemplate {
        ClusterTemplate(
            ClusterID.basicInformation, revision: 4,
            attributes: [
                AttributeTemplate(0x00, is: .number(UInt16(18))),
                AttributeTemplate(0x01, is: .text(vendorName)), AttributeTemplate(0x02, is: .number(vendorID)),
                AttributeTemplate(0x03, is: .text(productName)), AttributeTemplate(0x04, is: .number(productID)),
                .writable(
                    0x05, is: .text(deviceName ?? ""), within: .text(maximumBytes: 32), privilege: .manage,
                    isNonvolatile: true),
                .writable(
                    0x06, is: .text("XX"), within: .text(maximumBytes: 2), privilege: .administer, isNonvolatile: true),
                AttributeTemplate(0x07, is: .number(hardwareVersion)),
                AttributeTemplate(0x08, is: .text("\(hardwareVersion).0")),
                AttributeTemplate(0x09, is: .number(softwareVersion)),
                AttributeTemplate(0x0A, is: .text("\(softwareVersion).0")),
                AttributeTemplate(0x0F, is: .text(serialNumber)), AttributeTemplate(0x11, is: true),
                AttributeTemplate(0x12, is: .text(uniqueID)),
                AttributeTemplate(0x13, is: .structure([0: .number(UInt16(3)), 1: .number(UInt16(3))])),
                AttributeTemplate(0x15, is: .number(sessionParameters.specificationVersion ?? 0x0104_0000)),
                AttributeTemplate(0x16, is: .number(sessionParameters.maximumPathsPerInvoke ?? 1)),
                AttributeTemplate(0x18, is: .number(UInt32(1))),
            ])
    }

    private static let accessControl = ClusterTemplate(
        ClusterID.accessControl, revision: 2,
        attributes: [
            {
                var list = AttributeTemplate.writable(0, is: .array([]), within: .any, privilege: .administer)
                list.readPrivilege = .administer
                return list
            }(),
            AttributeTemplate(2, is: .number(UInt16(4))), AttributeTemplate(3, is: .number(UInt16(3))),
            AttributeTemplate(4, is: .number(UInt16(4))),
        ], eventPrivilege: .administer)

    private static let generalCommissioning = ClusterTemplate(
        ClusterID.generalCommissioning, revision: 2,
        attributes: [
            .writable(0, is: .number(UInt64(0)), within: .unsigned(0...UInt64.max), privilege: .administer),
            AttributeTemplate(1, is: .structure([0: .number(UInt16(60)), 1: .number(UInt16(900))])),
            AttributeTemplate(2, is: .number(UInt8(0))), AttributeTemplate(3, is: .number(UInt8(2))),
            AttributeTemplate(4, is: true),
        ],
        commands: [
            CommandTemplate(0, response: 1, privilege: .administer),
            CommandTemplate(2, response: 3, privilege: .administer),
            CommandTemplate(4, response: 5, privilege: .administer),
        ])

    /// One interface of Ethernet, which needs no credentials.
    private static let networkCommissioning = ClusterTemplate(
        ClusterID.networkCommissioning, revision: 2, features: 4,
        attributes: [
            AttributeTemplate(0, is: .number(UInt8(1)), readPrivilege: .administer),
            AttributeTemplate(
                1, is: .array([.structure([0: .bytes(Array("ethernet".utf8)), 1: true])]), readPrivilege: .administer),
            .writable(4, is: true, within: .boolean, privilege: .administer),
            AttributeTemplate(5, is: .null, readPrivilege: .administer),
            AttributeTemplate(6, is: .null, readPrivilege: .administer),
            AttributeTemplate(7, is: .null, readPrivilege: .administer),
        ])

    private static let generalDiagnostics = ClusterTemplate(
        ClusterID.generalDiagnostics, revision: 2,
        attributes: [
            AttributeTemplate(0, is: .array([])), AttributeTemplate(1, is: .number(UInt16(0))),
            AttributeTemplate(2, is: .number(UInt64(0))), AttributeTemplate(4, is: .number(UInt8(1))),
            AttributeTemplate(8, is: false),
        ],
        commands: [
            CommandTemplate(0, privilege: .manage), CommandTemplate(1, response: 2),
        ])

    private static let administratorCommissioning = ClusterTemplate(
        ClusterID.administratorCommissioning, revision: 1, features: 1,
        attributes: [
            AttributeTemplate(0, is: .number(UInt8(0))), AttributeTemplate(1, is: .null),
            AttributeTemplate(2, is: .null),
        ],
        commands: [0, 1, 2].map { CommandTemplate($0, privilege: .administer, isTimed: true) })

    private static func operationalCredentials(_ limits: NodeLimits) -> ClusterTemplate {
        ClusterTemplate(
            ClusterID.operationalCredentials, revision: 1,
            attributes: [
                AttributeTemplate(0, is: .array([]), readPrivilege: .administer),
                AttributeTemplate(1, is: .array([])), AttributeTemplate(2, is: .number(limits.fabrics)),
                AttributeTemplate(3, is: .number(UInt8(0))), AttributeTemplate(4, is: .array([])),
                AttributeTemplate(5, is: .number(UInt8(0))),
            ],
            commands: [
                CommandTemplate(0x00, response: 0x01, privilege: .administer),
                CommandTemplate(0x02, response: 0x03, privilege: .administer),
                CommandTemplate(0x04, response: 0x05, privilege: .administer),
                CommandTemplate(0x06, response: 0x08, privilege: .administer),
                CommandTemplate(0x07, response: 0x08, privilege: .administer),
                CommandTemplate(0x09, response: 0x08, privilege: .administer),
                CommandTemplate(0x0A, response: 0x08, privilege: .administer),
                CommandTemplate(0x0B, privilege: .administer),
            ])
    }

    private static let groupKeyManagement = ClusterTemplate(
        ClusterID.groupKeyManagement, revision: 2,
        attributes: [
            .writable(0, is: .array([]), within: .any, privilege: .manage), AttributeTemplate(1, is: .array([])),
            AttributeTemplate(2, is: .number(UInt16(0))), AttributeTemplate(3, is: .number(UInt16(3))),
        ],
        commands: [
            CommandTemplate(0, privilege: .administer), CommandTemplate(1, response: 2, privilege: .administer),
            CommandTemplate(3, privilege: .administer), CommandTemplate(4, response: 5, privilege: .administer),
        ])
}

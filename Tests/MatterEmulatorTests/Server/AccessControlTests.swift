import MatterEmulator
import MatterFixtures
import MatterProtocol
import MatterTransport
import Testing

@Suite struct AccessControlTests {
    private static let list = AttributePath(endpoint: 0, cluster: ClusterID.accessControl, attribute: 0)

    private static func entry(
        _ privilege: AccessPrivilege, subjects: [UInt64], targets: TLVValue = .null
    ) -> TLVValue {
        .structure([
            1: .number(privilege.rawValue), 2: .number(UInt8(2)), 3: .array(subjects.map { .number($0) }), 4: targets,
        ])
    }

    @Test func memberOfTheFabricWithoutAnEntryMayDoNothing() async throws {
        try await CommissionedNode.run { node, controller, _ in
            let member = try controller.member(0x1234)
            try await controller.withCASE(port: node.port, identity: member) { session, _ in
                let status = try await session.status(1, cluster: ClusterID.onOff, attribute: 0)
                #expect(status == .unsupportedAccess)
                let invoked = try await session.status(invoking: 1, of: ClusterID.onOff)
                #expect(invoked == .unsupportedAccess)
                let wildcard = try await session.read([.all])
                #expect(wildcard.attributes.isEmpty)
                #expect(wildcard.attributeStatuses.isEmpty)
            }
        }
    }

    @Test func entryGrantsWhatItNames() async throws {
        try await CommissionedNode.run { node, controller, administrator in
            // As controllers write lists: an empty one, and then the entries one by one.
            let target = TLVValue.array([.structure([0: .number(ClusterID.onOff), 1: .null, 2: .null])])
            let statuses = try await administrator.write([
                AttributeData(path: Self.list, value: .array([])),
                AttributeData(
                    path: Self.list, index: .append,
                    value: Self.entry(.administer, subjects: [controller.administrator.rawValue])),
                AttributeData(
                    path: Self.list, index: .append,
                    value: Self.entry(.operate, subjects: [0x1234], targets: target)),
            ])
            #expect(statuses == [.success, .success, .success])
            try await controller.withCASE(port: node.port, identity: controller.member(0x1234)) { session, _ in
                let switched = try await session.status(invoking: 1, of: ClusterID.onOff)
                #expect(switched == .success)
                let level = try await session.status(1, cluster: ClusterID.levelControl, attribute: 0)
                #expect(level == .unsupportedAccess)
                let entries = try await session.status(0, cluster: ClusterID.accessControl, attribute: 0)
                #expect(entries == .unsupportedAccess)
            }
        }
    }

    @Test func tagWithALowerVersionIsLockedOut() async throws {
        try await CommissionedNode.run { node, controller, administrator in
            let raised = try #require(CASEAuthenticatedTag(rawValue: 0x0001_0002))
            let written = try await administrator.write([
                AttributeData(
                    path: Self.list,
                    value: .array([Self.entry(.administer, subjects: [NodeID(raised).rawValue])]))
            ])
            #expect(written == [.success])
            let own = try await administrator.status(1, cluster: ClusterID.onOff, attribute: 0)
            #expect(own == .unsupportedAccess)
            let renewed = try controller.member(0x55, tags: [raised])
            try await controller.withCASE(port: node.port, identity: renewed) { session, _ in
                let value = try await session.value(1, cluster: ClusterID.onOff, attribute: 0)
                #expect(value == false)
            }
        }
    }

    @Test(arguments: [
        (
            TLVValue.structure([1: .number(UInt8(9)), 2: .number(UInt8(2)), 3: .null, 4: .null]),
            InteractionStatus.constraintError
        ),
        // Passcodes need no entry.
        (.structure([1: .number(UInt8(5)), 2: .number(UInt8(1)), 3: .null, 4: .null]), .constraintError),
        (
            .structure([1: .number(UInt8(5)), 2: .number(UInt8(2)), 3: .array([.number(UInt8(0))]), 4: .null]),
            .constraintError
        ),
        (.text("all"), .invalidDataType),
    ])
    func invalidEntryIsRefused(entry: TLVValue, expected: InteractionStatus) async throws {
        try await CommissionedNode.run { _, _, administrator in
            let statuses = try await administrator.write([
                AttributeData(path: Self.list, index: .append, value: entry)
            ])
            #expect(statuses == [expected])
        }
    }

    @Test func numberOfEntriesIsLimited() async throws {
        try await CommissionedNode.run { _, controller, administrator in
            let entry = Self.entry(.administer, subjects: [controller.administrator.rawValue])
            let statuses = try await administrator.write([
                AttributeData(path: Self.list, value: .array(Array(repeating: entry, count: 5)))
            ])
            #expect(statuses == [.resourceExhausted])
        }
    }

    @Test func changeIsAnEvent() async throws {
        try await CommissionedNode.run { _, controller, administrator in
            let statuses = try await administrator.write([
                AttributeData(path: Self.list, index: .append, value: Self.entry(.view, subjects: [0x99]))
            ])
            #expect(statuses == [.success])
            let events = try await administrator.read(
                [], events: [EventPathPattern(endpoint: 0, cluster: ClusterID.accessControl)]
            ).events
            #expect(events.map { $0.fields?[3]?.unsigned } == [1, 1])
        }
    }
}

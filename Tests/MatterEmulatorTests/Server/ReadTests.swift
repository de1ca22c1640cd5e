import MatterEmulator
import MatterFixtures
import MatterProtocol
import MatterTransport
import Testing

@Suite struct ReadTests {
    @Test func wildcardReadReturnsAllAttributes() async throws {
        try await CommissionedNode.run(EndpointDefinition.sampleBridge) { _, _, session in
            let (report, chunks) = try await session.withExchange { exchange in
                try await exchange.send(ReadRequest(attributes: [.all]))
                return try await session.report(over: exchange)
            }
            #expect(report.attributeStatuses.isEmpty)
            #expect(chunks > 5)
            let paths = Set(report.attributes.map(\.path))
            #expect(paths.count == report.attributes.count)
            // Every attribute that a list of attributes names was read, and no other one.
            for data in report.attributes where data.path.attribute == GlobalAttribute.attributes {
                let ids = Set(data.value.values?.compactMap { $0.integer(as: UInt32.self) } ?? [])
                let read = paths.filter { $0.endpoint == data.path.endpoint && $0.cluster == data.path.cluster }
                #expect(ids == Set(read.map(\.attribute)), "cluster \(data.path.cluster)")
            }
        }
    }

    @Test func bridgeListsItsParts() async throws {
        try await CommissionedNode.run(EndpointDefinition.sampleBridge) { _, _, session in
            let ofRoot = try await session.value(0, cluster: ClusterID.descriptor, attribute: 3)
            #expect(ofRoot == .array((1...5).map { .unsigned($0) }))
            let ofBridge = try await session.value(1, cluster: ClusterID.descriptor, attribute: 3)
            #expect(ofBridge == .array((2...5).map { .unsigned($0) }))
            let name = try await session.value(3, cluster: ClusterID.bridgedInformation, attribute: 5)
            #expect(name == .text("Front door"))
        }
    }

    @Test(arguments: [
        (UInt16(9), ClusterID.onOff, UInt32(0), InteractionStatus.unsupportedEndpoint),
        (1, ClusterID.thermostat, 0, .unsupportedCluster), (1, ClusterID.onOff, 0x1234, .unsupportedAttribute),
    ])
    func attributeThatIsAbsentHasItsStatus(
        endpoint: UInt16, cluster: UInt32, attribute: UInt32, expected: InteractionStatus
    ) async throws {
        try await CommissionedNode.run { _, _, session in
            let status = try await session.status(endpoint, cluster: cluster, attribute: attribute)
            #expect(status == expected)
        }
    }

    @Test func dataVersionFilterLeavesOutWhatTheReaderHas() async throws {
        try await CommissionedNode.run { node, _, session in
            let pattern = AttributePathPattern(endpoint: 1, cluster: ClusterID.onOff)
            let version = try #require(try await session.read([pattern]).attributes.first?.dataVersion)
            let filter = DataVersionFilter(endpoint: 1, cluster: ClusterID.onOff, dataVersion: version)
            let again = try await session.read([pattern], dataVersionFilters: [filter])
            #expect(again.attributes.isEmpty)
            await node.server.set(true, of: AttributePath(endpoint: 1, cluster: ClusterID.onOff, attribute: 0))
            let changed = try await session.read([pattern], dataVersionFilters: [filter])
            #expect(!changed.attributes.isEmpty)
        }
    }

    @Test func tooManyPathsAreRefused() async throws {
        var limits = NodeLimits()
        limits.pathsPerRequest = 3
        try await CommissionedNode.run(limits: limits) { _, _, session in
            await #expect(throws: RefusedRequest(status: .pathsExhausted)) {
                _ = try await session.read(Array(repeating: .all, count: 4))
            }
        }
    }

    @Test func eventsHaveGrowingNumbersAndAreFiltered() async throws {
        try await CommissionedNode.run([.button()]) { node, _, session in
            await node.server.press(endpoint: 1, times: 2)
            let pattern = EventPathPattern(endpoint: 1, cluster: ClusterID.switchCluster)
            let events = try await session.read([], events: [pattern]).events
            #expect(events.map(\.path.event) == [1, 3, 1, 5, 3, 6])
            #expect(events.last?.fields?[1] == .unsigned(2))
            let numbers = events.map(\.number)
            #expect(numbers == numbers.sorted())
            let rest = try await session.read([], events: [pattern], from: try #require(numbers.last)).events
            #expect(rest.map(\.number) == [numbers.last])
        }
    }

    @Test func changesOfSensorsAreEventsToo() async throws {
        try await CommissionedNode.run([.contactSensor(1), .meteringPlug(2), .smokeAlarm(3)]) { node, _, session in
            let changes: [(endpoint: UInt16, cluster: UInt32, attribute: UInt32, value: TLVValue)] = [
                (1, ClusterID.booleanState, 0, false),
                (2, ClusterID.electricalEnergy, 1, .structure([0: .signed(1_600_000)])),
                (3, ClusterID.smokeAlarm, 1, .number(UInt8(2))),
            ]
            for change in changes {
                let path = AttributePath(
                    endpoint: change.endpoint, cluster: change.cluster, attribute: change.attribute)
                await node.server.set(change.value, of: path)
            }
            for change in changes {
                let pattern = EventPathPattern(endpoint: change.endpoint, cluster: change.cluster)
                let events = try await session.read([], events: [pattern]).events
                #expect(events.map { $0.fields?[0] } == [change.value])
            }
        }
    }

    @Test func nodeThatStartsSaysSo() async throws {
        try await CommissionedNode.run { _, _, session in
            let pattern = EventPathPattern(endpoint: 0, cluster: ClusterID.basicInformation, event: 0)
            let events = try await session.read([], events: [pattern]).events
            #expect(events.map(\.priority) == [.critical])
        }
    }

    @Test func malformedRequestIsRefused() async throws {
        try await CommissionedNode.run { _, _, session in
            let answer = try await session.withExchange { exchange in
                try await exchange.send(StatusResponse(status: .success))
                return try await exchange.receive(StatusResponse.self)
            }
            #expect(answer.status == .invalidAction)
        }
    }
}

import MatterEmulator
import MatterFixtures
import MatterProtocol
import Testing

@Suite struct SubscriptionTests {
    private static let isOn = AttributePath(endpoint: 1, cluster: ClusterID.onOff, attribute: 0)

    @Test func changeIsReported() async throws {
        try await CommissionedNode.run { node, _, session in
            let (first, response) = try await session.subscribe([.all])
            #expect(first.attributes.contains { $0.path == Self.isOn && $0.value == false })
            #expect(first.subscriptionID == response.subscriptionID)
            await node.server.set(true, of: Self.isOn)
            let report = try await session.nextReport()
            #expect(report.subscriptionID == response.subscriptionID)
            #expect(report.attributes.map(\.path) == [Self.isOn])
            #expect(report.attributes.first?.value == true)
        }
    }

    @Test func changesInTheMinimumIntervalComeTogether() async throws {
        try await CommissionedNode.run { node, _, session in
            _ = try await session.subscribe([AttributePathPattern(endpoint: 1)], minimum: 1)
            for value in [true, false, true] { await node.server.set(.boolean(value), of: Self.isOn) }
            let report = try await session.nextReport()
            #expect(report.attributes.map(\.value) == [true])
        }
    }

    @Test func quietNodeSendsEmptyReports() async throws {
        try await CommissionedNode.run { _, _, session in
            let (_, response) = try await session.subscribe([AttributePathPattern(Self.isOn)], maximum: 1)
            #expect(response.maximumInterval == 1)
            let report = try await session.nextReport()
            #expect(report.attributes.isEmpty)
            #expect(report.subscriptionID == response.subscriptionID)
        }
    }

    @Test func eventsAreReportedOnce() async throws {
        try await CommissionedNode.run([.button()]) { node, _, session in
            await node.server.press(endpoint: 1)
            let pattern = EventPathPattern(endpoint: 1, cluster: ClusterID.switchCluster, isUrgent: true)
            let (first, _) = try await session.subscribe([], events: [pattern], minimum: 30)
            #expect(first.events.map(\.path.event) == [1, 3, 6])
            await node.server.hold(endpoint: 1)
            var events: [UInt32] = []
            while events.count < 3 { events += try await session.nextReport().events.map(\.path.event) }
            #expect(events == [1, 2, 4])
        }
    }

    @Test func subscriptionReplacesTheFormerOnes() async throws {
        try await CommissionedNode.run { node, _, session in
            _ = try await session.subscribe([AttributePathPattern(Self.isOn)])
            _ = try await session.subscribe([AttributePathPattern(Self.isOn)])
            #expect(await node.server.subscriptionCount == 1)
            _ = try await session.subscribe([AttributePathPattern(Self.isOn)], keepsSubscriptions: true)
            #expect(await node.server.subscriptionCount == 2)
        }
    }

    @Test func refusedReportEndsTheSubscription() async throws {
        try await CommissionedNode.run { node, _, session in
            _ = try await session.subscribe([AttributePathPattern(Self.isOn)])
            await node.server.set(true, of: Self.isOn)
            _ = try await session.nextReport(answer: .invalidSubscription)
            // The next request is answered after the status response was.
            while await node.server.subscriptionCount > 0 {
                _ = try await session.value(1, cluster: ClusterID.onOff, attribute: 0)
            }
        }
    }

    @Test(arguments: [
        (UInt16(10), UInt16(5), [AttributePathPattern.all]), (0, 5, []),
        (0, 5, [AttributePathPattern(endpoint: 99, cluster: 1, attribute: 1)]),
    ])
    func impossibleSubscriptionIsRefused(
        minimum: UInt16, maximum: UInt16, attributes: [AttributePathPattern]
    ) async throws {
        try await CommissionedNode.run { _, _, session in
            await #expect(throws: RefusedRequest(status: .invalidAction)) {
                _ = try await session.subscribe(attributes, minimum: minimum, maximum: maximum)
            }
        }
    }

    @Test func numberOfSubscriptionsIsLimited() async throws {
        var limits = NodeLimits()
        limits.subscriptions = 2
        try await CommissionedNode.run(limits: limits) { _, _, session in
            for _ in 0..<2 {
                _ = try await session.subscribe([AttributePathPattern(Self.isOn)], keepsSubscriptions: true)
            }
            await #expect(throws: RefusedRequest(status: .resourceExhausted)) {
                _ = try await session.subscribe([AttributePathPattern(Self.isOn)], keepsSubscriptions: true)
            }
        }
    }
}

import GatewayCore
import HomeModel
import LinkFixtures
import MatterEmulator
import MatterFixtures
import MatterProtocol
import StorageFixtures
import TestSupport
import Testing

@testable import MatterLink

/// The node has lost its side of the session or of the subscription, and says nothing.
@Suite(.timeLimit(.minutes(5))) struct LostSubscriptionTests {
    /// Nothing but the missing acknowledgement shows that the session is lost.
    @Test func nodeThatRestartsWithoutANewAnnouncementIsConnectedAgain() async throws {
        try await withFolder { folder in
            try await NodeUnderTest.run { node in
                try await MatterHome.run(in: folder) { home in
                    let emulated = EmulatedNode(node: node, home: home)
                    let known = try await home.announce(await node.server.announcements(port: node.port))
                    let pairing = try await emulated.commission()
                    _ = try await home.announce(await node.server.announcements(port: node.port), besides: known)
                    let lamp = try await emulated.adopt(pairing)
                    await node.server.restart(port: node.port)
                    try await node.start(2)
                    let first = try await home.send(
                        .number(40), to: lamp, kind: .brightness, deadline: .seconds(10))
                    let isCarriedOut = await !node.server.carriedOut.isEmpty
                    #expect(first.outcome != .confirmed || isCarriedOut)
                    try await eventually("the node is subscribed again") {
                        let isSubscribed = await node.server.subscriptionCount == 1
                        return await home.link.pairings().first?.trouble == nil && isSubscribed
                    }
                    #expect(try await home.send(.boolean(true), to: lamp, kind: .switch).outcome == .confirmed)
                    await node.server.set(
                        .number(UInt8(1)),
                        of: AttributePath(endpoint: 1, cluster: ClusterID.levelControl, attribute: 0))
                    try await eventually("the lamp is shown at its lowest level") {
                        await home.value(.brightness, of: lamp) == .number(1)
                    }
                }
            }
        }
    }

    /// A plug of Eve, whose power is polled.
    private static let eveCluster: UInt32 = 0x130A_FC01
    private static let watt: UInt32 = 0x130A_000A
    private static let plug = EndpointDefinition(
        1, deviceTypes: [EndpointDefinition.DeviceType(0x010A, revision: 3)],
        clusters: [
            .identify, .groups, .onOff(),
            ClusterTemplate(eveCluster, revision: 1, attributes: [AttributeTemplate(watt, is: .float(12))]),
        ])

    /// What is asked for arrives as before, and only the reports are missing.
    @Test func droppedSubscriptionOfANodeThatAnswersIsRenewed() async throws {
        var limits = NodeLimits()
        limits.longestReportInterval = 1
        try await EmulatedNode.run([Self.plug], limits: limits) { node in
            let plug = try await node.adopt(try await node.commission())
            try await eventually("the power is shown") { await node.home.value(.power, of: plug) == .number(12) }
            await node.server.forgetSubscriptions()
            await node.server.set(
                .float(34), of: AttributePath(endpoint: 1, cluster: Self.eveCluster, attribute: Self.watt))
            var isOn = true
            try await eventually("the node is subscribed again") {
                // The node goes on to answer, and what it answers is read again.
                _ = try await node.home.send(.boolean(isOn), to: plug, kind: .switch, deadline: .seconds(5))
                isOn.toggle()
                return await node.server.subscriptionCount == 1
            }
            try await eventually("the power is shown") { await node.home.value(.power, of: plug) == .number(34) }
        }
    }
}

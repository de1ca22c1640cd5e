import GatewayCore
import HomeModel
import LinkFixtures
import MatterEmulator
import MatterProtocol
import TestSupport
import Testing

@testable import MatterLink

@Suite(.timeLimit(.minutes(5))) struct ReportTests {
    @Test func changesAreShown() async throws {
        try await EmulatedNode.run([.climateSensor()]) { node in
            let sensor = try await node.adopt(try await node.commission())
            let temperature = AttributePath(endpoint: 1, cluster: 0x0402, attribute: 0)
            for (measured, shown) in [(1840, 18.4), (-550, -5.5)] {
                await node.server.set(.signed(Int64(measured)), of: temperature)
                try await eventually("\(shown) °C is shown") {
                    await node.home.value(.temperature, of: sensor) == .number(shown)
                }
            }
        }
    }

    /// Its values are current while the subscription lasts, although it reports only every ten minutes.
    @Test func nodeWithABatteryAndASubscriptionIsReady() async throws {
        try await EmulatedNode.run([.climateSensor()]) { node in
            let sensor = try await node.adopt(try await node.commission())
            try await eventually("the sensor is ready") {
                await node.home.core.deviceStates.availability(of: sensor.id) == .ready
            }
        }
    }

    @Test func bridgeHasADeviceForEachBridgedNode() async throws {
        try await EmulatedNode.run(EndpointDefinition.sampleBridge) { node in
            let pairing = try await node.commission()
            try await eventually("the bridge has described its devices") {
                await node.home.core.registry.waiting.count >= 3
            }
            let devices = await node.home.link.pairings().first?.devices ?? []
            #expect(devices.count >= 3 && devices.allSatisfy { $0.root == pairing.root })
        }
    }

    /// A node that lost its sessions, as after a loss of power, is connected again.
    @Test func restartedNodeIsConnectedAgain() async throws {
        try await EmulatedNode.run { node in
            let lamp = try await node.adopt(try await node.commission())
            await node.server.restart()
            try await eventually("the node has begun again") { await node.server.startCount == 2 }
            // The link may not have noticed yet that its session is lost, so that the node's side counts too.
            try await eventually("the node is subscribed again") {
                let isConnected = await node.home.link.pairings().first?.trouble == nil
                let isSubscribed = await node.server.subscriptionCount == 1
                return isConnected && isSubscribed
            }
            #expect(try await node.home.send(.boolean(true), to: lamp, kind: .switch).outcome == .confirmed)
        }
    }
}

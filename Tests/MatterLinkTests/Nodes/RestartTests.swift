import GatewayCore
import HomeModel
import LinkFixtures
import MatterEmulator
import MatterFixtures
import TestSupport
import Testing

@testable import MatterLink

@Suite(.timeLimit(.minutes(10))) struct RestartTests {
    /// A node loses its power, comes back at the same port, and announces what it announced before. It sleeps, so that the
    /// missing reports would be noticed only after ten minutes, once the gateway knows the node.
    @Test func nodeThatOnlyAnnouncesItselfAgainIsConnectedAgain() async throws {
        try await EmulatedNode.run([.climateSensor()]) { node in
            _ = try await node.adopt(try await node.commission())
            for count in 2...3 {
                await node.server.restart(port: node.node.port)
                try await eventually("the node has begun again") { await node.server.startCount == count }
                try await eventually("the node is subscribed again") {
                    let isConnected = await node.home.link.pairings().first?.trouble == nil
                    let isSubscribed = await node.server.subscriptionCount == 1
                    return isConnected && isSubscribed
                }
            }
        }
    }
}

import GatewayCore
import HomeModel
import LinkFixtures
import MatterFixtures
import StorageFixtures
import TestSupport
import Testing

@testable import MatterEmulator
@testable import MatterLink

/// A node has left the home, and the gateway did not hear that. The node does not announce itself in the home any more.
@Suite(.timeLimit(.minutes(5))) struct InterruptedRemovalTests {
    private static let removal = NodeRequest.command(
        NodeFaults.Command(cluster: ClusterID.operationalCredentials, command: 0x0A))

    @Test func nodeThatWasAskedToLeaveIsForgottenAfterAKill() async throws {
        try await withFolder { folder in
            try await withFolder { remains in
                try await NodeUnderTest.run { node in
                    try await AnnouncementFeed.run(of: node) { feed in
                        let held = HeldRequest(Self.removal)
                        try await MatterHome.run(in: folder) { home in
                            try await feed.show(to: home)
                            let lamp = try await EmulatedNode(node: node, home: home).commissionAndAdopt()
                            await node.server.changeFaults { $0.gate = { await held.admits($0) } }
                            async let removed = home.link.unpair(lamp.address.root, discarding: false)
                            try await held.arrive()
                            // What a kill at this moment leaves.
                            try home.copyFolder(to: remains)
                            held.release(carryingOut: true)
                            _ = try await removed
                        }
                        await feed.hide()
                        await node.server.changeFaults { $0.gate = nil }
                        #expect(await node.server.fabricIndexes.isEmpty)
                        try await MatterHome.run(in: remains) { home in
                            try await eventually("the node is forgotten") { await home.link.pairings().isEmpty }
                        }
                    }
                }
            }
        }
    }

    /// The node was reset while the gateway did not reach it.
    @Test func secondRemovalForgetsANodeThatRefusesTheHome() async throws {
        try await withFolder { folder in
            try await NodeUnderTest.run { node in
                try await AnnouncementFeed.run(of: node) { feed in
                    try await MatterHome.run(in: folder) { home in
                        try await feed.show(to: home)
                        let lamp = try await EmulatedNode(node: node, home: home).commissionAndAdopt()
                        await node.server.changeFaults { $0.lostArrivals = .max }
                        await node.server.endSessions()
                        try await eventually("the node is away") { await home.link.pairings().first?.trouble != nil }
                        #expect(try await !home.link.unpair(lamp.address.root, discarding: false))
                        await node.server.forgetFabric(1)
                        await node.server.restart(port: node.port)
                        await node.server.changeFaults { $0.lostArrivals = 0 }
                        try await eventually("the node refuses the home") {
                            await home.link.pairings().first?.trouble?.code == "rejected"
                        }
                        #expect(try await home.link.unpair(lamp.address.root, discarding: false))
                        #expect(await home.link.pairings().isEmpty)
                    }
                }
            }
        }
    }
}

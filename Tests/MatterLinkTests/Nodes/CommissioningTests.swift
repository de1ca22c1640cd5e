import GatewayCore
import HomeModel
import LinkFixtures
import MatterEmulator
import MatterFixtures
import StorageFixtures
import TestSupport
import Testing

@testable import MatterLink

@Suite(.timeLimit(.minutes(5))) struct CommissioningTests {
    @Test func wrongCodeStoresNothing() async throws {
        try await EmulatedNode.run { node in
            let refusal = await #expect(throws: ActionRefusal.self) {
                try await node.commission(code: "3497-0112-332")
            }
            #expect(refusal?.pairingCode == "invalidCode" || refusal?.pairingCode == "wrongCode")
            #expect(await node.home.link.pairings().isEmpty)
            #expect(await node.server.fabricIndexes.isEmpty)
        }
    }

    /// Test certificates prove nothing, so that a person must agree; nothing is left at the node until then.
    @Test func testDeviceNeedsConsent() async throws {
        try await EmulatedNode.run { node in
            let refusal = await #expect(throws: ActionRefusal.self) { try await node.commission(accepting: []) }
            #expect(refusal?.pairingCode == "testDevice")
            #expect(await node.home.link.pairings().isEmpty)
            let pairing = try await node.commission()
            #expect(pairing.state == .paired)
            #expect(await node.server.fabricIndexes.count == 1)
        }
    }

    @Test func commissionedNodeOutlivesARestartOfTheGateway() async throws {
        try await withFolder { folder in
            try await NodeUnderTest.run { node in
                let lamp = try await MatterHome.run(in: folder) { home in
                    var lamp: Device?
                    try await EmulatedNode(node: node, home: home).announced { emulated in
                        _ = try await emulated.adopt(try await emulated.commission())
                    }
                    lamp = await home.core.registry.snapshot.devices.values.first
                    return try #require(lamp)
                }
                try await MatterHome.run(in: folder) { home in
                    try await EmulatedNode(node: node, home: home).announced { emulated in
                        try await eventually("the lamp is ready") {
                            await home.core.deviceStates.snapshot[lamp.id].availability == .ready
                        }
                        #expect(
                            try await emulated.home.send(.boolean(true), to: lamp, kind: .switch).outcome == .confirmed)
                    }
                }
            }
        }
    }

    @Test func removedNodeLeavesTheFabric() async throws {
        try await EmulatedNode.run { node in
            let pairing = try await node.commission()
            try await eventually("the node is connected") { await node.home.link.pairings().first?.trouble == nil }
            let isRemoved = try await node.home.residents.devicePairings.unpair(
                pairing.id, discarding: false, as: try node.home.console)
            #expect(isRemoved)
            #expect(await node.home.link.pairings().isEmpty)
            try await eventually("the node has left the fabric") { await node.server.fabricIndexes.isEmpty }
        }
    }

    /// The node completes, and its answer is lost: it is found out that it belongs to the fabric.
    @Test func lostAnswerToTheCompletionIsMadeUpFor() async throws {
        try await EmulatedNode.run { node in
            await node.server.changeFaults {
                $0.restarts[NodeFaults.Command(cluster: 0x30, command: 0x04)] = .beforeAnswer
            }
            _ = try? await node.commission()
            try await eventually("the node is paired") {
                let pairings = await node.home.link.pairings()
                return pairings.count == 1 && pairings[0].state == .paired && pairings[0].trouble == nil
            }
            #expect(await node.server.fabricIndexes.count == 1)
        }
    }

    @Test func sharedNodeShowsTheOtherHome() async throws {
        try await EmulatedNode.run { node in
            let pairing = try await node.commission()
            try await eventually("the node is connected") { await node.home.link.pairings().first?.trouble == nil }
            let code = try await node.home.link.openPairing(pairing.root, for: .seconds(300))
            try await withFolder { folder in
                try await MatterHome.run(in: folder) { other in
                    try await EmulatedNode(node: node.node, home: other).announced { emulated in
                        try await emulated.commission(code: code.digits.exposedText)
                    }
                }
            }
            #expect(await node.server.fabricIndexes.count == 2)
            let controllers = try await node.home.link.controllers(of: pairing.root)
            #expect(controllers.count == 2 && controllers.filter(\.isOwn).count == 1)
            let other = try #require(controllers.first { !$0.isOwn })
            try await node.home.link.unshare(pairing.root, from: other.identifier)
            #expect(await node.server.fabricIndexes.count == 1)
        }
    }
}

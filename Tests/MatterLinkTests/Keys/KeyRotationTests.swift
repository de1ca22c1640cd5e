import GatewayCore
import HomeModel
import LinkFixtures
import MatterFixtures
import MatterProtocol
import StorageFixtures
import TestSupport
import Testing

@testable import MatterEmulator
@testable import MatterLink

@Suite(.timeLimit(.minutes(5))) struct KeyRotationTests {
    private static let removal = NodeRequest.command(
        NodeFaults.Command(cluster: ClusterID.operationalCredentials, command: 0x0A))
    private static let completion = NodeRequest.command(
        NodeFaults.Command(cluster: ClusterID.generalCommissioning, command: 0x04))
    private static let certificate = NodeRequest.command(
        NodeFaults.Command(cluster: ClusterID.operationalCredentials, command: 0x06))

    @Test func nodeGetsNewKeysAndStaysTheSameDevice() async throws {
        try await EmulatedNode.run { node in
            let lamp = try await node.commissionAndAdopt()
            let before = try #require(await node.home.link.pairings().first)
            let former = try #require(await node.server.fabricIdentities.first)
            #expect(try node.home.fabricIDs == [Fabric.firstID])
            let rotation = try await node.rotateKeys()
            try await node.expectOnlyNewKeys(of: rotation, at: before.root)

            let identity = try #require(await node.server.fabricIdentities.first)
            #expect(identity.root.publicKey != former.root.publicKey && identity.fabricID != former.fabricID)
            #expect(identity.nodeID == former.nodeID)
            let pairing = try #require(await node.home.link.pairings().first)
            #expect(pairing.id == before.id && pairing.devices == before.devices)
            #expect(pairing.service.identity == identity.instanceName)
            #expect(await node.home.core.registry.snapshot.devices[lamp.id] != nil)
            #expect(try node.home.fabricIDs != [Fabric.firstID])
        }
    }

    @Test func secondRotationFollowsTheFirst() async throws {
        try await EmulatedNode.run { node in
            _ = try await node.commissionAndAdopt()
            for _ in 1...2 {
                let rotation = try await node.rotateKeys()
                try await node.expectOnlyNewKeys(of: rotation)
            }
        }
    }

    @Test func repeatedBeginningMakesNoFurtherKeys() async throws {
        try await EmulatedNode.run { node in
            let rotation = try await node.rotateKeys()
            let ids = try node.home.fabricIDs
            // Without nodes, nothing is left to be done for the former keys.
            #expect(ids.count == 1 && ids != [Fabric.firstID])
            try await node.home.link.rotateKeys(for: rotation)
            #expect(try node.home.fabricIDs == ids)
        }
    }

    @Test func nodeThatIsAddedDuringARotationGetsTheNewKeys() async throws {
        try await EmulatedNode.run { node in
            let rotation = try await node.rotateKeys()
            _ = try await node.commissionAndAdopt()
            let keys = try #require(await node.keys)
            #expect(!keys.isRotating && keys.rotation == rotation)
        }
    }

    @Test func commandsAreConfirmedDuringTheRotation() async throws {
        try await EmulatedNode.run { node in
            let lamp = try await node.commissionAndAdopt()
            let rotation = try await node.rotateKeys()
            var isOn = false
            repeat {
                isOn.toggle()
                #expect(try await node.home.send(.boolean(isOn), to: lamp, kind: .switch).outcome == .confirmed)
            } while try await !node.hasOnlyNewKeys(of: rotation)
        }
    }

    @Test func nodeThatIsAwayGetsTheNewKeysWhenItIsBack() async throws {
        try await withFolder { folder in
            try await NodeUnderTest.run { node in
                try await AnnouncementFeed.run(of: node) { feed in
                    let rotation = try await MatterHome.run(in: folder) { home in
                        try await feed.show(to: home)
                        let emulated = EmulatedNode(node: node, home: home)
                        _ = try await emulated.commissionAndAdopt()
                        await node.server.changeFaults { $0.lostArrivals = .max }
                        await node.server.endSessions()
                        try await eventually("the node is away") {
                            await home.link.pairings().first?.trouble != nil
                        }
                        let rotation = try await emulated.rotateKeys()
                        let keys = try #require(await emulated.keys)
                        #expect(keys.isRotating && keys.rotation == nil && keys.refusal == nil)
                        await feed.hide()
                        return rotation
                    }
                    try await MatterHome.run(in: folder) { home in
                        #expect(try home.fabricIDs.count == 2)
                        await node.server.changeFaults { $0.lostArrivals = 0 }
                        await node.server.restart(port: node.port)
                        try await feed.show(to: home)
                        try await EmulatedNode(node: node, home: home).expectOnlyNewKeys(of: rotation)
                    }
                }
            }
        }
    }

    /// A person removes the node while it has both keys.
    @Test func removedNodeLeavesBothFabrics() async throws {
        try await EmulatedNode.run { node in
            let lamp = try await node.commissionAndAdopt()
            let held = HeldRequest(Self.certificate)
            await node.server.changeFaults { $0.gate = { await held.admits($0) } }
            try await node.rotateKeys()
            try await held.arrive()
            async let removal = node.home.link.unpair(lamp.address.root, discarding: false)
            try await eventually("the pairing is to be removed") {
                await node.home.link.pairings().first?.state == .removing
            }
            held.release(carryingOut: true)
            _ = try await removal
            try await eventually("the node has left both fabrics") {
                let isAlone = await node.server.fabricIndexes.isEmpty
                return await node.home.link.pairings().isEmpty && isAlone
            }
            try await eventually("the former keys are deleted") { try node.home.fabricIDs.count == 1 }
        }
    }

    /// The answer to the completion is lost, and then another administrator of the node removes the former fabric.
    @Test func nodeThatHasOnlyTheNextKeysIsReached() async throws {
        try await EmulatedNode.run { node in
            _ = try await node.commissionAndAdopt()
            let held = HeldRequest(Self.completion)
            await node.server.changeFaults { $0.gate = { await held.admits($0) } }
            let rotation = try await node.rotateKeys()
            try await held.arrive()
            await node.server.changeFaults { $0.lostDepartures = .max }
            held.release(carryingOut: true)
            try await eventually("the node has completed") { await !node.server.isFailSafeArmed }
            await node.server.forgetFabric(1)
            await node.server.restart(port: node.node.port)
            try await eventually("the node has restarted") { await node.server.startCount == 2 }
            await node.server.changeFaults {
                $0.lostDepartures = 0
                $0.gate = nil
            }
            try await node.expectOnlyNewKeys(of: rotation, isRepeating: true)
        }
    }

    /// The node forgets the new keys after it has confirmed them, as one does that was restored from a copy of its memory.
    @Test func nodeThatLosesTheNewKeysGetsThemAgain() async throws {
        try await EmulatedNode.run { node in
            _ = try await node.commissionAndAdopt()
            let held = HeldRequest(Self.removal)
            await node.server.changeFaults { $0.gate = { await held.admits($0) } }
            let rotation = try await node.rotateKeys()
            try await held.arrive()
            let newest = try #require(await node.server.fabricIndexes.last)
            await node.server.forgetFabric(newest)
            await node.server.changeFaults { $0.gate = nil }
            held.release(carryingOut: false)
            await node.server.endSessions()
            try await node.expectOnlyNewKeys(of: rotation, isRepeating: true)
        }
    }
}

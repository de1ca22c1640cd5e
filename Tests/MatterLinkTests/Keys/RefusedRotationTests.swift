import GatewayCore
import HomeModel
import LinkFixtures
import MatterFixtures
import StorageFixtures
import TestSupport
import Testing

@testable import MatterEmulator
@testable import MatterLink

/// A node does not accept new keys, and works on with its old ones.
@Suite(.timeLimit(.minutes(5))) struct RefusedRotationTests {
    private func refusal(of node: EmulatedNode) async throws -> String {
        try await eventually("the node has refused the keys") { await node.keys?.refusal != nil }
        let keys = try #require(await node.keys)
        #expect(keys.isRotating)
        return keys.refusal ?? ""
    }

    private func expectOldKeys(of node: EmulatedNode, lamp: Device) async throws {
        #expect(await node.server.fabricIndexes == [1])
        #expect(try node.home.fabricIDs.count == 2)
        #expect(try await node.home.send(.boolean(true), to: lamp, kind: .switch).outcome == .confirmed)
    }

    @Test func nodeWithoutRoomKeepsItsKeys() async throws {
        var limits = NodeLimits()
        limits.fabrics = 1
        try await EmulatedNode.run(limits: limits) { node in
            let lamp = try await node.commissionAndAdopt()
            try await node.rotateKeys()
            #expect(try await refusal(of: node).contains("as many homes as it can"))
            try await expectOldKeys(of: node, lamp: lamp)
            // It was not even opened for the gateway.
            #expect(await node.server.window == nil)
        }
    }

    @Test(arguments: [UInt8(3), 5]) func refusedCertificateCanBeGivenAgain(_ status: UInt8) async throws {
        try await EmulatedNode.run { node in
            let lamp = try await node.commissionAndAdopt()
            await node.server.changeFaults { $0.certificateStatus = status }
            let rotation = try await node.rotateKeys()
            #expect(try await !refusal(of: node).isEmpty)
            try await expectOldKeys(of: node, lamp: lamp)
            await node.server.changeFaults { $0.certificateStatus = nil }
            try await node.expectOnlyNewKeys(of: rotation, isRepeating: true)
        }
    }

    /// The gateway waits until another home has used the code, or its time is over.
    @Test func windowOfAPersonStaysOpen() async throws {
        let log = LogLines()
        try await withFolder { folder in
            try await NodeUnderTest.run { node in
                try await MatterHome.run(in: folder, logger: log.logger) { home in
                    try await EmulatedNode(node: node, home: home).announced { node in
                        let lamp = try await node.commissionAndAdopt()
                        _ = try await node.home.link.openPairing(lamp.address.root, for: .seconds(300))
                        let rotation = try await node.rotateKeys()
                        try await eventually("the gateway has asked the node") {
                            log.all.contains { $0.contains("has not received the new keys yet") }
                        }
                        let keys = try #require(await node.keys)
                        #expect(keys.isRotating && keys.refusal == nil)
                        #expect(keys.delay?.contains("asks it again") == true)
                        #expect(await node.server.window != nil)
                        try await node.home.link.closePairing(lamp.address.root)
                        try await node.expectOnlyNewKeys(of: rotation, isRepeating: true)
                    }
                }
            }
        }
    }
}

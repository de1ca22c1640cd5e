import GatewayCore
import HomeModel
import LinkFixtures
import MatterFixtures
import StorageFixtures
import TestSupport
import Testing

@testable import MatterEmulator
@testable import MatterLink

/// A rotation is interrupted at each of its requests: by the end of the gateway, or by a restart of the node.
@Suite(.timeLimit(.minutes(5))) struct InterruptedRotationTests {
    /// The gateway is killed while the node has a request and has not answered it. What a kill leaves is a copy of the
    /// folder from that moment; nothing that the gateway sends later reaches the node.
    struct Kill: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let request: NodeRequest
        /// Whether the node acts on the request after the gateway has ended.
        let isCarriedOut: Bool
        /// Whether the gateway starts again only when the node has undone what is not complete.
        let isLate: Bool
        /// Whether the node still accepts the code of the rotation when the gateway starts again.
        let isOpen: Bool

        init(
            _ description: String, at request: NodeRequest, isCarriedOut: Bool = false, isLate: Bool = true,
            isOpen: Bool = false
        ) {
            testDescription = description
            self.request = request
            self.isCarriedOut = isCarriedOut
            self.isLate = isLate
            self.isOpen = isOpen
        }

        static let all = [
            Kill("announcement of OpenCommissioningWindow", at: .timedRequest),
            Kill("OpenCommissioningWindow", at: window),
            Kill("OpenCommissioningWindow, which succeeds", at: window, isCarriedOut: true),
            Kill("OpenCommissioningWindow, and an early start", at: window, isCarriedOut: true, isOpen: true),
            Kill("PASE", at: .passcodeSession),
            Kill("PASE, and an early start", at: .passcodeSession, isOpen: true),
            Kill("ArmFailSafe", at: general(0x00)),
            Kill("CertificateChainRequest", at: credentials(0x02)),
            Kill("AttestationRequest", at: credentials(0x00)),
            Kill("CSRRequest", at: credentials(0x04)),
            Kill("AddTrustedRootCertificate", at: credentials(0x0B)),
            Kill("AddNOC", at: credentials(0x06)),
            Kill("AddNOC, which succeeds", at: credentials(0x06), isCarriedOut: true, isLate: false),
            Kill("AddNOC, which succeeds, and a late start", at: credentials(0x06), isCarriedOut: true),
            Kill("CASE", at: .certificateSession(offersResumption: false), isLate: false),
            Kill("CASE, and a late start", at: .certificateSession(offersResumption: false)),
            Kill("CommissioningComplete", at: general(0x04), isLate: false),
            Kill("CommissioningComplete, and a late start", at: general(0x04)),
            Kill("CommissioningComplete, which succeeds", at: general(0x04), isCarriedOut: true),
            Kill("UpdateFabricLabel", at: credentials(0x09)),
            Kill("CASE with the new keys", at: .certificateSession(offersResumption: true)),
            Kill("RemoveFabric", at: credentials(0x0A)),
            Kill("RemoveFabric, which succeeds", at: credentials(0x0A), isCarriedOut: true),
        ]

        private static let window = NodeRequest.command(
            NodeFaults.Command(cluster: ClusterID.administratorCommissioning, command: 0x00))

        private static func general(_ command: UInt32) -> NodeRequest {
            .command(NodeFaults.Command(cluster: ClusterID.generalCommissioning, command: command))
        }

        private static func credentials(_ command: UInt32) -> NodeRequest {
            .command(NodeFaults.Command(cluster: ClusterID.operationalCredentials, command: command))
        }
    }

    @Test(arguments: Kill.all) func killedGatewayGoesOnWithTheRotation(_ kill: Kill) async throws {
        try await withFolder { folder in
            try await withFolder { remains in
                try await NodeUnderTest.run { node in
                    try await AnnouncementFeed.run(of: node) { feed in
                        let rotation = try await rotate(node, until: kill, seenBy: feed, in: folder, copyingTo: remains)
                        try await MatterHome.run(in: remains) { home in
                            try await feed.show(to: home)
                            try await EmulatedNode(node: node, home: home).expectOnlyNewKeys(of: rotation)
                        }
                    }
                }
            }
        }
    }

    /// Rotates the keys of the node until the gateway is killed. Returns the rotation.
    private func rotate(
        _ node: NodeUnderTest, until kill: Kill, seenBy feed: AnnouncementFeed, in folder: String,
        copyingTo remains: String
    ) async throws -> KeyRotationID {
        let held = HeldRequest(kill.request)
        let rotation = try await MatterHome.run(in: folder) { home in
            try await feed.show(to: home)
            let emulated = EmulatedNode(node: node, home: home)
            _ = try await emulated.commissionAndAdopt()
            await node.server.changeFaults { $0.gate = { await held.admits($0) } }
            let rotation = try await emulated.rotateKeys()
            try await held.arrive()
            try home.copyFolder(to: remains)
            // Nothing that the gateway sends while it ends reaches the node.
            await node.server.changeFaults { $0.lostArrivals = .max }
            await feed.hide()
            return rotation
        }
        let before = await node.server.progress
        held.release(carryingOut: kill.isCarriedOut)
        if kill.isCarriedOut {
            try await eventually("the node has acted on the request") { await node.server.progress != before }
        }
        if kill.isLate { await node.server.endFailSafe() }
        if !kill.isOpen { await node.server.closeWindow() }
        await node.server.changeFaults {
            $0.lostArrivals = 0
            $0.gate = nil
        }
        return rotation
    }

    static let commands = [
        NodeFaults.Command(cluster: ClusterID.administratorCommissioning, command: 0x00),
        NodeFaults.Command(cluster: ClusterID.generalCommissioning, command: 0x00),
        NodeFaults.Command(cluster: ClusterID.operationalCredentials, command: 0x04),
        NodeFaults.Command(cluster: ClusterID.operationalCredentials, command: 0x0B),
        NodeFaults.Command(cluster: ClusterID.operationalCredentials, command: 0x06),
        NodeFaults.Command(cluster: ClusterID.generalCommissioning, command: 0x04),
        NodeFaults.Command(cluster: ClusterID.operationalCredentials, command: 0x0A),
    ]

    /// The node acts on the command and restarts before it answers.
    @Test(arguments: commands) func lostAnswerDoesNotEndTheRotation(_ command: NodeFaults.Command) async throws {
        try await EmulatedNode.run { node in
            _ = try await node.commissionAndAdopt()
            await node.server.changeFaults { $0.restarts[command] = .beforeAnswer }
            let rotation = try await node.rotateKeys()
            try await eventually("the node has restarted") { await node.server.startCount == 2 }
            try await node.expectOnlyNewKeys(of: rotation, isRepeating: true)
        }
    }
}

extension NodeServer {
    /// What changes when the node acts on a request of a rotation.
    fileprivate var progress: [Bool] {
        [window != nil, failSafe != nil] + (UInt8(0)...8).map { record[fabric: $0] != nil }
    }
}

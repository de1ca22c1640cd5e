import GatewayCore
import HomeModel
import LinkFixtures
import MatterEmulator
import MatterFixtures
import StorageFixtures
import TestSupport
import Testing

@testable import MatterLink

/// The gateway is killed while a node has a request of commissioning and has not answered it. What a kill leaves is a copy
/// of the folder from that moment; nothing that the gateway sends later reaches the node.
@Suite(.timeLimit(.minutes(5))) struct KilledGatewayTests {
    struct Kill: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let request: NodeRequest
        /// Whether the node acts on the request after the gateway has ended.
        let isCarriedOut: Bool
        /// Whether the gateway starts again only when the node has undone the commissioning.
        let isLate: Bool
        let remains: Remains

        init(
            _ description: String, at request: NodeRequest, isCarriedOut: Bool = false, isLate: Bool = false,
            leaving remains: Remains
        ) {
            testDescription = description
            self.request = request
            self.isCarriedOut = isCarriedOut
            self.isLate = isLate
            self.remains = remains
        }

        static let all = [
            Kill("PASE", at: .passcodeSession, leaving: .nothing),
            Kill("ArmFailSafe", at: general(0x00), leaving: .nothing),
            Kill("reading", at: .read, leaving: .nothing),
            Kill("SetRegulatoryConfig", at: general(0x02), leaving: .nothing),
            Kill("CertificateChainRequest", at: credentials(0x02), leaving: .nothing),
            Kill("AttestationRequest", at: credentials(0x00), leaving: .nothing),
            Kill("CSRRequest", at: credentials(0x04), leaving: .nothing),
            Kill("AddTrustedRootCertificate", at: credentials(0x0B), leaving: .unfinished),
            Kill("AddNOC", at: credentials(0x06), leaving: .unfinished),
            Kill("CASE", at: .certificateSession(offersResumption: false), leaving: .node),
            Kill(
                "CASE, and a late start", at: .certificateSession(offersResumption: false), isLate: true,
                leaving: .unfinished),
            Kill("CommissioningComplete", at: general(0x04), leaving: .node),
            Kill("CommissioningComplete, and a late start", at: general(0x04), isLate: true, leaving: .unfinished),
            Kill("CommissioningComplete, which succeeds", at: general(0x04), isCarriedOut: true, leaving: .node),
            Kill("UpdateFabricLabel", at: credentials(0x09), leaving: .node),
        ]

        private static func general(_ command: UInt32) -> NodeRequest {
            .command(NodeFaults.Command(cluster: ClusterID.generalCommissioning, command: command))
        }

        private static func credentials(_ command: UInt32) -> NodeRequest {
            .command(NodeFaults.Command(cluster: ClusterID.operationalCredentials, command: command))
        }
    }

    /// What the gateway has after it has started again.
    enum Remains: Sendable {
        case nothing
        /// A pairing that cannot be completed, because the node does not belong to the fabric.
        case unfinished
        case node
    }

    @Test(arguments: Kill.all) func killedGatewayNeitherLosesANodeNorGivesItsIDTwice(_ kill: Kill) async throws {
        try await withFolder { folder in
            try await withFolder { remains in
                try await NodeUnderTest.run { node in
                    try await AnnouncementFeed.run(of: node) { feed in
                        try await commission(node, until: kill, seenBy: feed, in: folder, copyingTo: remains)
                        try await MatterHome.run(in: remains) { home in
                            try await feed.show(to: home)
                            try await check(kill.remains, of: EmulatedNode(node: node, home: home))
                        }
                    }
                }
            }
        }
    }

    /// Commissions the node until the gateway is killed.
    private func commission(
        _ node: NodeUnderTest, until kill: Kill, seenBy feed: AnnouncementFeed, in folder: String,
        copyingTo remains: String
    ) async throws {
        let held = HeldRequest(kill.request)
        await node.server.changeFaults { $0.gate = { await held.admits($0) } }
        try await withThrowingTaskGroup(of: Void.self) { group in
            try await MatterHome.run(in: folder) { home in
                try await feed.show(to: home)
                group.addTask { _ = try? await EmulatedNode(node: node, home: home).commission() }
                try await held.arrive()
                try home.copyFolder(to: remains)
                // Nothing that the gateway sends while it ends reaches the node.
                await node.server.changeFaults { $0.lostArrivals = .max }
                await feed.hide()
            }
            group.cancelAll()
        }
        await node.server.changeFaults {
            $0.lostArrivals = 0
            $0.gate = nil
        }
        held.release(carryingOut: kill.isCarriedOut)
        if kill.isCarriedOut {
            try await eventually("the node has completed") { await !node.server.isFailSafeArmed }
        }
        if kill.isLate { await node.server.endFailSafe() }
    }

    private func check(_ remains: Remains, of node: EmulatedNode) async throws {
        let pairings = await node.home.link.pairings()
        switch remains {
        case .nothing:
            #expect(pairings.isEmpty)
            try await commissionAgain(node, besides: [])
        case .unfinished:
            #expect(pairings.map(\.state) == [.unfinished])
            let unfinished = try #require(pairings.first)
            // The gateway has tried it with the reserved id, and says why that failed.
            try await eventually("the gateway has asked the node") {
                await node.home.link.pairings().first?.trouble?.code == "rejected"
            }
            let pairing = try await commissionAgain(node, besides: [unfinished.root])
            let isRemoved = try await node.home.residents.devicePairings.unpair(
                unfinished.id, discarding: true, as: try node.home.console)
            #expect(isRemoved)
            #expect(await node.home.link.pairings().map(\.root) == [pairing.root])
        case .node:
            #expect(pairings.count == 1)
            try await eventually("the node is connected") {
                await node.home.link.pairings().contains { $0.state == .paired && $0.trouble == nil }
            }
            #expect(await node.home.link.pairings().map(\.root) == pairings.map(\.root))
            #expect(await node.server.fabricIndexes.count == 1)
            #expect(await !node.server.isFailSafeArmed)
        }
    }

    @discardableResult private func commissionAgain(
        _ node: EmulatedNode, besides roots: [String]
    ) async throws -> DevicePairing {
        if await node.server.isFailSafeArmed {
            // The node waits for the commissioner that has ended.
            let refusal = await #expect(throws: ActionRefusal.self) { try await node.commission() }
            #expect(refusal?.pairingCode == DevicePairingObstacle.pauseNeeded.rawValue)
            await node.server.endFailSafe()
        }
        let pairing = try await node.commission()
        #expect(pairing.state == .paired && !roots.contains(pairing.root))
        #expect(await node.server.fabricIndexes.count == 1)
        return pairing
    }
}

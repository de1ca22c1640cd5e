import GatewayCore
import HomeModel
import LinkFixtures
import MatterEmulator
import MatterFixtures
import StorageFixtures
import TestSupport
import Testing

@testable import MatterLink

@Suite(.timeLimit(.minutes(5))) struct SharingTests {
    /// Runs `body` with a node that is connected.
    private func withNode(_ body: @escaping @Sendable (EmulatedNode, DevicePairing) async throws -> Void) async throws {
        try await EmulatedNode.run { node in
            let pairing = try await node.commission()
            try await eventually("the node is connected") { await node.home.link.pairings().first?.trouble == nil }
            try await body(node, pairing)
        }
    }

    private func share(_ node: EmulatedNode, as pairing: DevicePairing) async throws {
        let code = try await node.home.link.openPairing(pairing.root, for: .seconds(300))
        try await withFolder { folder in
            try await MatterHome.run(in: folder) { other in
                try await EmulatedNode(node: node.node, home: other).announced { emulated in
                    try await emulated.commission(code: code.digits.exposedText)
                }
            }
        }
    }

    private func newFabrics(of node: EmulatedNode) async -> [LinkFindings.Entry] {
        await node.home.core.findings.all.filter { $0.finding.code == LinkFinding.newFabricCode }
    }

    @Test func endingWhatHasEndedSucceeds() async throws {
        try await withNode { node, pairing in
            _ = try await node.home.link.openPairing(pairing.root, for: .seconds(300))
            for _ in 1...2 { try await node.home.link.closePairing(pairing.root) }
        }
    }

    @Test func secondCodeIsRefusedAsBusy() async throws {
        try await withNode { node, pairing in
            _ = try await node.home.link.openPairing(pairing.root, for: .seconds(300))
            let failure = await #expect(throws: DevicePairingFailure.self) {
                try await node.home.link.openPairing(pairing.root, for: .seconds(300))
            }
            guard case .blocked(.deviceBusy, let reason) = failure else {
                return #expect(Bool(false), "\(String(describing: failure))")
            }
            #expect(reason.contains("accepts another home already"))
        }
    }

    @Test func clearedFindingAcknowledgesOnlyWhatItNames() async throws {
        try await withNode { node, pairing in
            try await share(node, as: pairing)
            try await eventually("the other home is found") { await newFabrics(of: node).count == 1 }
            let shown = try #require(await newFabrics(of: node).first?.finding)
            let other = try #require(
                await node.home.link.controllers(of: pairing.root).first { !$0.isOwn }?.identifier)
            #expect(shown.subjects == [other])
            // A finding of another home was shown.
            try await node.home.link.clear(
                LinkFinding(
                    source: shown.source, location: shown.location, code: shown.code, detail: shown.detail,
                    isDangerous: true, isKept: false, subjects: ["0000000000000000"]))
            let count = await newFabrics(of: node).first?.count ?? 0
            await node.server.restart(port: node.node.port)
            try await eventually("the node has begun again") { await node.server.startCount == 2 }
            // The other home has ended the stream of announcements.
            _ = try await node.home.announce(await node.server.announcements(port: node.node.port))
            try await eventually("the other home is found again") {
                await newFabrics(of: node).first?.count ?? 0 > count
            }
            try await node.home.link.clear(shown)
            let store = try NodeStore(secrets: node.home.secrets, folder: "\(node.home.folder)/matter")
            let records = try store.nodes { _, _ in }
            #expect(records.map { $0.knownFabrics.map(\.identifier) } == [[other]])
        }
    }
}

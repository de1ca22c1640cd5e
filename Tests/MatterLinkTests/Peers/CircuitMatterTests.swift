import GatewayCore
import HomeKitPeers
import HomeKitProtocol
import HomeModel
import HomeStore
import LinkFixtures
import StorageFixtures
import TestSupport
import Testing

@testable import MatterLink

/// Commissions a lamp of CircuitMatter, and uses it.
@Suite(
    .enabled(if: PythonPeer.interpreter != nil, Comment(rawValue: PythonPeer.requirement)), .timeLimit(.minutes(10)))
struct CircuitMatterTests {
    /// Runs `body` with a home that has commissioned a lamp.
    private func withLamp(_ body: (MatterHome, CircuitMatterNode, DevicePairing) async throws -> Void) async throws {
        try await withFolder { folder in
            try await CircuitMatterNode.run(state: "\(folder)/node.json") { node in
                try await MatterHome.run(in: folder) { home in
                    let pairing = try await commission(node, into: home)
                    try await body(home, node, pairing)
                }
            }
        }
    }

    private func commission(
        _ node: CircuitMatterNode, into home: MatterHome, accepting accepted: Set<DevicePairingObstacle> = [.testDevice]
    ) async throws -> DevicePairing {
        let announcement = try #require(try await node.announcements.last { $0.kind == .matterCommissionable })
        let id = try await home.announce(announcement).deviceID
        return try await home.pair(id, code: node.code, accepting: accepted)
    }

    @Test func lampIsCommissionedAndDriven() async throws {
        try await withLamp { home, node, pairing in
            #expect(pairing.state == .paired)
            let lamp = try await home.adopt(LinkAddress(kind: .matter, foreignID: "0", root: pairing.root))
            #expect(try await home.send(.boolean(true), to: lamp, kind: .switch).outcome == .confirmed)
            #expect(try await node.value("OnOff") == .boolean(true))
            #expect(try await home.send(.boolean(false), to: lamp, kind: .switch).outcome == .confirmed)
            #expect(try await node.value("OnOff") == .boolean(false))
        }
    }
}

import GatewayCore
import HomeCertificates
import HomeModel
import LinkFixtures
import MatterEmulator
import MatterFixtures
import TestSupport
import Testing

@testable import MatterLink

extension MatterHome {
    /// The ids of the fabrics whose keys are stored.
    var fabricIDs: [String] {
        get throws { try secrets.names(withPrefix: "matter-fabric-").map { String($0.dropFirst(14)) } }
    }
}

extension EmulatedNode {
    /// The state of the keys of the only node of the home.
    var keys: PairingKeyState? { get async { await home.link.pairingKeys().values.first } }

    /// Begins a rotation.
    @discardableResult func rotateKeys() async throws -> KeyRotationID {
        let rotation = KeyRotationID.fresh()
        try await home.link.rotateKeys(for: rotation)
        return rotation
    }

    /// Commissions and adopts the node, and waits for its connection.
    func commissionAndAdopt() async throws -> Device {
        let device = try await adopt(try await commission())
        try await eventually("the node is connected") { await home.link.pairings().first?.trouble == nil }
        return device
    }

    /// Whether the only node of the home has no other keys than those of the rotation, and the home has no others either.
    func hasOnlyNewKeys(of rotation: KeyRotationID) async throws -> Bool {
        guard let keys = await keys, !keys.isRotating, keys.rotation == rotation, keys.refusal == nil,
            await server.fabricIndexes.count == 1, await home.link.pairings().first?.trouble == nil
        else { return false }
        return try home.fabricIDs.count == 1
    }

    /// Waits until the node has only the keys of the rotation, and checks that it is the same device of the home. With
    /// `isRepeating`, the gateway asks the node again and again, and does not wait after failures.
    func expectOnlyNewKeys(
        of rotation: KeyRotationID, at root: String? = nil, isRepeating: Bool = false
    ) async throws {
        try await eventually("the node has only the new keys") {
            if isRepeating {
                for follower in await home.link.followers.values { await follower.renewKeys() }
            }
            return try await hasOnlyNewKeys(of: rotation)
        }
        let pairing = try #require(await home.link.pairings().first)
        if let root { #expect(pairing.root == root) }
        #expect(pairing.state == .paired)
        let device = try #require(await home.core.registry.snapshot.devices.values.first)
        #expect(device.address.root == pairing.root)
        #expect(try await home.send(.boolean(true), to: device, kind: .switch).outcome == .confirmed)
        #expect(await home.core.findings.all.filter { $0.finding.code == LinkFinding.newFabricCode }.isEmpty)
        let controllers = try await home.link.controllers(of: pairing.root)
        #expect(controllers.map(\.isOwn) == [true] && controllers.first?.name == Fabric.label)
    }
}

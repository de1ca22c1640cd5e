import Crypto
import GatewayCore
import HomeModel
import LinkFixtures
import MatterEmulator
import MatterFixtures
import StorageFixtures
import TestSupport
import Testing

@testable import MatterLink
@testable import MatterProtocol

/// Another node has the first one of the addresses at which a node is announced.
@Suite(.timeLimit(.minutes(5))) struct ImpostorTests {
    enum Impostor: CaseIterable, Sendable {
        /// A node that does not know the fabric.
        case stranger
        /// A node that has the keys of the fabric, and a certificate of another root.
        case otherRoot
        /// Another node of the fabric, which answers for this one.
        case otherNode
        /// A node with the certificate of this one, and without its key.
        case otherKey

        /// What it claims to be, if it claims anything.
        func identity(inPlaceOf node: FabricIdentity, of fabric: Fabric) throws -> FabricIdentity? {
            let key = P256.Signing.PrivateKey()
            let publicKey = Array(key.publicKey.x963Representation)
            let chain: CertificateChain
            switch self {
            case .stranger: return nil
            case .otherRoot:
                let certificate = try CertificateAuthority().issue(
                    nodeID: node.nodeID, fabricID: node.fabricID, publicKey: publicKey)
                chain = CertificateChain(node: certificate)
            case .otherNode:
                var random = SystemRandomNumberGenerator()
                let certificate = try fabric.authority.issue(
                    nodeID: .random(using: &random), fabricID: node.fabricID, publicKey: publicKey)
                chain = CertificateChain(node: certificate)
            case .otherKey: chain = node.chain
            }
            return FabricIdentity(
                root: node.root, chain: chain, fabricID: node.fabricID, nodeID: node.nodeID,
                compressedFabricID: node.compressedFabricID, key: key,
                identityProtectionKey: node.identityProtectionKey)
        }
    }

    @Test(arguments: Impostor.allCases) func nodeIsReachedBehindAnImpostor(_ impostor: Impostor) async throws {
        try await withFolder { folder in
            try await NodeUnderTest.run(host: "127.0.0.1") { node in
                try await MatterHome.run(in: folder) { home in
                    let lamp = try await adoptLamp(of: node, into: home)
                    try await NodeUnderTest.run(port: node.port, host: "::1") { other in
                        try await check(impostor, at: other, inPlaceOf: node, lamp: lamp, in: home)
                    }
                }
            }
        }
    }

    private func adoptLamp(of node: NodeUnderTest, into home: MatterHome) async throws -> Device {
        for announcement in await node.server.announcements(port: node.port) {
            try await home.announce(AnnouncedService(announcement), at: [.loopbackIPv4])
        }
        let pairing = try await EmulatedNode(node: node, home: home).commission()
        return try await home.adopt(.matter(pairing.root, endpoint: 0))
    }

    private func check(
        _ impostor: Impostor, at other: NodeUnderTest, inPlaceOf node: NodeUnderTest, lamp: Device, in home: MatterHome
    ) async throws {
        let genuine = try #require(await node.server.fabricIdentities.first)
        let store = try NodeStore(secrets: home.secrets, folder: "\(home.folder)/matter")
        if let identity = try impostor.identity(inPlaceOf: genuine, of: store.fabric()) {
            await other.server.impersonate(identity)
        }
        let log = RequestLog()
        await other.server.changeFaults { $0.gate = { log.admits($0) } }
        for announcement in await node.server.announcements(port: node.port) {
            try await home.announce(AnnouncedService(announcement), at: [.loopback, .loopbackIPv4])
        }
        // The gateway learns of the address a moment later, and tries it when it connects again.
        try await eventually("the impostor is asked", every: .seconds(1)) {
            if !log.all.isEmpty { return true }
            await node.server.endSessions()
            return false
        }
        try await eventually("the lamp is on") {
            try await home.send(.boolean(true), to: lamp, kind: .switch).outcome == .confirmed
        }
        #expect(await node.server.carriedOut.last?.path.cluster == ClusterID.onOff)
        #expect(await other.server.carriedOut.isEmpty)
        #expect(await other.server.sessionCount == 0)
        #expect(log.all.allSatisfy { if case .certificateSession = $0 { true } else { false } })
    }
}

import GatewayCore
import HomeModel
import LinkFixtures
import MatterEmulator
import MatterFixtures
import MatterProtocol
import StorageFixtures
import TestSupport

@testable import MatterLink

/// A home and a simulated node, whose announcements the home sees.
struct EmulatedNode: Sendable {
    let node: NodeUnderTest
    let home: MatterHome

    var server: NodeServer { node.server }

    static let code = ManualPairingCode(
        discriminator: NodeUnderTest.discriminator, passcode: NodeUnderTest.passcode
    ).exposedText

    /// Runs `body` with a node and a home that has not commissioned it.
    static func run(
        _ endpoints: [EndpointDefinition] = [.dimmableLight()], timing: SessionParameters? = nil,
        limits: NodeLimits = NodeLimits(), lockPIN: String? = nil,
        body: @escaping @Sendable (EmulatedNode) async throws -> Void
    ) async throws {
        try await withFolder { folder in
            try await NodeUnderTest.run(endpoints, timing: timing, limits: limits, lockPIN: lockPIN) { node in
                try await MatterHome.run(in: folder) { home in
                    try await EmulatedNode(node: node, home: home).announced(body)
                }
            }
        }
    }

    /// Runs `body` while the home sees what the node announces.
    func announced(_ body: @escaping @Sendable (EmulatedNode) async throws -> Void) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                var known: Set<NetworkService.ID> = []
                known = try await home.announce(await server.announcements(port: node.port))
                for await announcements in server.announcements {
                    known = try await home.announce(announcements, besides: known)
                }
            }
            try await body(self)
            group.cancelAll()
        }
    }

    /// The discovered node that accepts a code now.
    func discovered() async throws -> NetworkService {
        var found: NetworkService?
        try await eventually("the node is announced") {
            let port = await server.port
            found = await home.core.discovered.all.first { $0.kind == .matterCommissionable && $0.port == port }
            return found != nil
        }
        guard let found else { throw MatterHome.Missing(what: "the node") }
        return found
    }

    @discardableResult func commission(
        code: String = EmulatedNode.code, accepting accepted: Set<DevicePairingObstacle> = [.testDevice]
    ) async throws -> DevicePairing {
        try await home.pair(try await discovered().deviceID, code: code, accepting: accepted)
    }

    func adopt(_ pairing: DevicePairing, endpoint: UInt16 = 0) async throws -> Device {
        try await home.adopt(.matter(pairing.root, endpoint: endpoint))
    }
}

import GatewayCore
import HomeModel
import LinkFixtures
import MatterEmulator
import MatterProtocol
import TestSupport
import Testing

@testable import MatterLink

/// Commands that come while a node is being connected again.
@Suite(.timeLimit(.minutes(5))) struct WaitingCommandTests {
    /// Ends the session of a node, which then is too busy for another one.
    private func disconnect(_ node: EmulatedNode, by lamp: Device) async throws {
        try await eventually("the node is connected") { await node.home.link.pairings().first?.trouble == nil }
        await node.server.changeFaults {
            $0.busyWait = .seconds(1)
            $0.endsSessionAfterAnswer = true
        }
        _ = try await node.home.submit(.boolean(true), to: lamp, kind: .switch)
        try await eventually("the session has ended") { await node.home.link.pairings().first?.trouble != nil }
    }

    @Test func commandWaitsForTheConnection() async throws {
        try await EmulatedNode.run { node in
            let lamp = try await node.adopt(try await node.commission())
            try await disconnect(node, by: lamp)
            async let record = node.home.send(.boolean(false), to: lamp, kind: .switch)
            await node.server.changeFaults { $0.busyWait = nil }
            let outcome = try await record.outcome
            #expect(outcome == .confirmed)
        }
    }

    /// The older one is sent before the newer one, or not at all.
    @Test func newerCommandIsTheLastOne() async throws {
        try await EmulatedNode.run { node in
            let lamp = try await node.adopt(try await node.commission())
            try await disconnect(node, by: lamp)
            for _ in 1...4 {
                _ = try await node.home.submit(.boolean(true), to: lamp, kind: .switch)
                _ = try await node.home.submit(.boolean(false), to: lamp, kind: .switch)
            }
            async let record = node.home.send(.boolean(false), to: lamp, kind: .switch)
            await node.server.changeFaults { $0.busyWait = nil }
            let outcome = try await record.outcome
            #expect(outcome == .confirmed)
            #expect(
                await node.server.value(of: AttributePath(endpoint: 1, cluster: 0x06, attribute: 0)) == .boolean(false))
        }
    }
}

import GatewayCore
import HomeModel
import LinkFixtures
import MatterEmulator
import MatterProtocol
import TestSupport
import Testing

@testable import MatterLink

@Suite(.timeLimit(.minutes(5))) struct SimultaneousCommandTests {
    private static let lamps: ClosedRange<UInt16> = 2...18
    private static let bridge =
        [EndpointDefinition.aggregator()]
        + lamps.map { EndpointDefinition.onOffLight($0).bridged(name: "Lamp \($0)", uniqueID: "lamp-\($0)") }

    /// One session has 16 exchanges, and small nodes have room for fewer requests.
    @Test func seventeenCommandsAtOnceAreAllCarriedOut() async throws {
        try await EmulatedNode.run(Self.bridge) { node in
            let pairing = try await node.commission()
            var lamps: [Device] = []
            for endpoint in Self.lamps { lamps.append(try await node.adopt(pairing, endpoint: endpoint)) }
            let outcomes = try await withThrowingTaskGroup(of: CommandOutcome?.self) { group in
                for lamp in lamps {
                    group.addTask { try await node.home.send(.boolean(true), to: lamp, kind: .switch).outcome }
                }
                return try await group.reduce(into: [CommandOutcome?]()) { $0.append($1) }
            }
            #expect(outcomes == Array(repeating: .confirmed, count: lamps.count))
            let commands = await node.server.carriedOut
            #expect(commands.allSatisfy { $0.path.cluster == ClusterID.onOff && $0.path.command == 1 })
            #expect(commands.map(\.path.endpoint).sorted() == Array(Self.lamps))
        }
    }

    /// Two people want opposite things of a lock. Each learns what became of the own command, and both see the same lock.
    @Test func twoPeopleCommandALockAtOnce() async throws {
        try await EmulatedNode.run([.doorLock()]) { node in
            let lock = try await node.adopt(try await node.commission())
            for _ in 1...5 {
                let earlier = await node.server.carriedOut.count
                async let locking = node.home.send(.text("locked"), to: lock, kind: .lock)
                async let unlocking = node.home.send(.text("unlocked"), to: lock, kind: .lock)
                let outcomes = try await (locking.outcome, unlocking.outcome)
                let commands = await node.server.carriedOut.dropFirst(earlier).map(\.path.command)
                #expect(OutcomeTruth.agrees(outcomes.0, count: commands.count { $0 == 0 }))
                #expect(OutcomeTruth.agrees(outcomes.1, count: commands.count { $0 == 1 }))
                // The last one is not replaced by the other.
                #expect(outcomes.0 == .confirmed || outcomes.1 == .confirmed)
                let last = try #require(commands.last)
                try await eventually("the lock is shown as it is") {
                    await node.home.value(.lock, of: lock) == .text(last == 0 ? "locked" : "unlocked")
                }
            }
        }
    }
}

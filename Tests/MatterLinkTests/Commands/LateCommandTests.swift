import GatewayCore
import HomeModel
import LinkFixtures
import MatterEmulator
import MatterProtocol
import TestSupport
import Testing

@testable import MatterLink

/// A command is not carried out after its deadline.
@Suite(.timeLimit(.minutes(5))) struct LateCommandTests {
    private static func onCommands(_ commands: [CarriedOutCommand]) -> Int {
        commands.count { $0.path.cluster == ClusterID.onOff && $0.path.command == 1 }
    }

    /// The message would be sent again after the deadline, when the network is there again.
    @Test func lostCommandIsNotSentAfterItsDeadline() async throws {
        try await EmulatedNode.run { node in
            let lamp = try await node.adopt(try await node.commission())
            await node.server.changeFaults { $0.lostArrivals = .max }
            let limit = Duration.seconds(1)
            let id = try await node.home.submit(.boolean(true), to: lamp, kind: .switch, deadline: limit)
            let deadline = ContinuousClock.now + limit
            try await eventually("the deadline has passed") { .now > deadline }
            await node.server.changeFaults { $0.lostArrivals = 0 }
            let outcome = await node.home.core.tracker.await(id, until: .ended)?.outcome
            #expect(OutcomeTruth.agrees(outcome, count: 0) && outcome != nil)
            // Other commands are sent until the lost one would have arrived.
            for percent in stride(from: 10.0, to: 90.0, by: 10) {
                try await eventually("the lamp has the brightness \(percent)") {
                    try await node.home.send(.number(percent), to: lamp, kind: .brightness).outcome == .confirmed
                }
            }
            #expect(await Self.onCommands(node.server.carriedOut) == 0)
        }
    }

    /// The node accepts the announcement of a timed command after its deadline. The command itself does not follow.
    @Test func announcedCommandIsNotSentAfterItsDeadline() async throws {
        try await EmulatedNode.run([.doorLock()]) { node in
            let lock = try await node.adopt(try await node.commission())
            let held = HeldRequest(.timedRequest)
            await node.server.changeFaults { $0.gate = { await held.admits($0) } }
            let limit = Duration.seconds(1)
            async let record = node.home.send(.text("unlocked"), to: lock, kind: .lock, deadline: limit)
            try await held.arrive()
            let deadline = ContinuousClock.now + limit
            try await eventually("the deadline has passed") { .now > deadline }
            held.release(carryingOut: true)
            let outcome = try await record.outcome
            #expect(outcome != .confirmed && outcome != nil)
            try await eventually("the lock is locked by the next command") {
                try await node.home.send(.text("locked"), to: lock, kind: .lock).outcome == .confirmed
            }
            #expect(await Set(node.server.carriedOut.map(\.path.command)) == [0])
        }
    }

    /// The node takes longer than the deadline. The gateway does not know what became of the command, and says so; it does
    /// not send it again.
    @Test func commandThatTheNodeHoldsHasNoOutcomeAndIsNotRepeated() async throws {
        try await EmulatedNode.run { node in
            let lamp = try await node.adopt(try await node.commission())
            let held = HeldRequest(.command(NodeFaults.Command(cluster: ClusterID.onOff, command: 1)))
            await node.server.changeFaults { $0.gate = { await held.admits($0) } }
            async let record = node.home.send(.boolean(true), to: lamp, kind: .switch, deadline: .seconds(1))
            try await held.arrive()
            let outcome = try await record.outcome
            #expect(outcome == .timedOut)
            held.release(carryingOut: true)
            try await eventually("the lamp is shown as it is") {
                await node.home.value(.switch, of: lamp) == .boolean(true)
            }
            try await eventually("the lamp has another brightness") {
                try await node.home.send(.number(30), to: lamp, kind: .brightness).outcome == .confirmed
            }
            #expect(await Self.onCommands(node.server.carriedOut) == 1)
        }
    }
}

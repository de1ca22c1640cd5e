import GatewayCore
import HomeModel
import LinkFixtures
import MatterEmulator
import MatterProtocol
import TestSupport
import Testing

@testable import MatterLink

@Suite(.timeLimit(.minutes(5))) struct CommandTests {
    @Test func brightnessSwitchesALampOn() async throws {
        try await EmulatedNode.run { node in
            let lamp = try await node.adopt(try await node.commission())
            #expect(try await node.home.send(.number(40), to: lamp, kind: .brightness).outcome == .confirmed)
            try await eventually("the lamp is shown as switched on") {
                await node.home.value(.switch, of: lamp) == .boolean(true)
            }
            #expect(try await node.home.send(.boolean(false), to: lamp, kind: .switch).outcome == .confirmed)
        }
    }

    /// The lamp has the brightness already, so that it reports only that it is on. A read confirms the brightness, long
    /// before the deadline.
    @Test func brightnessThatDoesNotChangeIsConfirmed() async throws {
        try await EmulatedNode.run { node in
            let lamp = try await node.adopt(try await node.commission())
            for _ in 1...2 {
                let deadline = Duration.hours(1)
                let record = try await node.home.send(.number(40), to: lamp, kind: .brightness, deadline: deadline)
                #expect(record.outcome == .confirmed)
                #expect(try await node.home.send(.boolean(false), to: lamp, kind: .switch).outcome == .confirmed)
            }
        }
    }

    /// The commands of a lock are timed, and each needs an announcement.
    @Test func lockIsUnlockedByATimedCommand() async throws {
        try await EmulatedNode.run([.doorLock()]) { node in
            let lock = try await node.adopt(try await node.commission())
            #expect(try await node.home.send(.text("unlocked"), to: lock, kind: .lock).outcome == .confirmed)
            #expect(try await node.home.send(.text("locked"), to: lock, kind: .lock).outcome == .confirmed)
        }
    }

    /// "Success" alone confirms nothing.
    @Test func successWithoutEffectIsNotConfirmed() async throws {
        try await EmulatedNode.run { node in
            let lamp = try await node.adopt(try await node.commission())
            await node.server.changeFaults { $0.ignoresCommands = true }
            let record = try await node.home.send(.boolean(true), to: lamp, kind: .switch, deadline: .seconds(4))
            #expect(record.outcome != .confirmed && record.outcome != nil)
        }
    }

    @Test func refusedCommandFails() async throws {
        try await EmulatedNode.run { node in
            let lamp = try await node.adopt(try await node.commission())
            await node.server.changeFaults { $0.statuses[0x06] = .constraintError }
            let record = try await node.home.send(.boolean(true), to: lamp, kind: .switch)
            #expect(record.outcome == .refused || record.outcome == .failed)
        }
    }

    /// The answers are lost, and the report shows what the node did.
    @Test func commandWithoutAnswerIsConfirmedByItsReport() async throws {
        try await EmulatedNode.run { node in
            let lamp = try await node.adopt(try await node.commission())
            await node.server.changeFaults { $0.answersNoCommands = true }
            #expect(try await node.home.send(.boolean(true), to: lamp, kind: .switch).outcome == .confirmed)
        }
    }

    @Test func lossyNetworkLosesNoCommand() async throws {
        try await EmulatedNode.run { node in
            let lamp = try await node.adopt(try await node.commission())
            await node.server.changeFaults { $0.lossInterval = 3 }
            for isOn in [true, false, true] {
                #expect(try await node.home.send(.boolean(isOn), to: lamp, kind: .switch).outcome == .confirmed)
            }
        }
    }
}

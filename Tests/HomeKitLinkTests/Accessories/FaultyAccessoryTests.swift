import HomeKitAccessories
import HomeKitEmulator
import HomeKitProtocol
import HomeModel
import LinkFixtures
import HomeStore
import StorageFixtures
import TestSupport
import TimeSeriesStore
import Testing

@testable import GatewayCore
@testable import HomeKitLink

/// What the gateway makes of an accessory that misbehaves, moves, or goes away.
@Suite(.timeLimit(.minutes(10))) struct FaultyAccessoryTests {
    /// So long an interval that no poll confirms a command.
    private static let withoutPolls = Duration.hours(10)

    // MARK: Connection

    @Test(arguments: [
        \AccessoryFaults.stopsInsideNextMessage, \.dropsAfterNextRequest, \.sendsFrameOutOfStep,
    ])
    func brokenConnectionIsReplaced(fault: any WritableKeyPath<AccessoryFaults, Bool> & Sendable) async throws {
        try await withPairedBridge { home, bridge in
            let lamp = try await home.adopt(EmulatedBridge.id, aid: 2)
            let thermometer = try await home.adopt(EmulatedBridge.id, aid: 4)
            await bridge.server.changeFaults { $0[keyPath: fault] = true }
            // The fault meets the next message: a poll, or this event.
            await bridge.server.set(.number(19), of: bridge.temperature)
            try await eventually("the present value is shown") {
                await home.value(.temperature, of: thermometer) == .number(19)
            }
            try await eventually("the command is confirmed") {
                try await home.send(.boolean(true), to: lamp, kind: .switch).outcome == .confirmed
            }
        }
    }

    @Test func accessoryIsFollowedToAnotherPort() async throws {
        try await withPairedBridge { home, bridge in
            let lamp = try await home.adopt(EmulatedBridge.id, aid: 2)
            try await bridge.restart()
            try await home.announce(bridge)
            try await eventually("the lamp is ready") {
                try await home.send(.boolean(true), to: lamp, kind: .switch).outcome == .confirmed
            }
        }
    }

    /// Another device has got the address of the accessory, or says that it is the accessory.
    @Test func otherIdentityIsNotTrusted() async throws {
        try await withFolder { folder in
            let (lamp, controllers) = try await EmulatedBridge.run { bridge in
                try await HomeKitHome.run(in: folder) { home in
                    try await home.pair(bridge)
                    return (try await home.adopt(EmulatedBridge.id, aid: 2), await bridge.server.controllers)
                }
            }
            // The same id, the same controllers, and another key: its signature is the only difference.
            try await EmulatedBridge.run { impostor in
                for controller in controllers { try await impostor.server.add(controller) }
                try await HomeKitHome.run(in: folder) { home in
                    try await home.announce(impostor)
                    try await eventually("the impostor is refused") {
                        try await home.pairing(EmulatedBridge.id)?.trouble?.code == "verificationFailed"
                    }
                    #expect(await home.core.deviceStates.availability(of: lamp.id) == .lost)
                    #expect(await impostor.server.sessionCount == 0)
                }
            }
        }
    }

    // MARK: Values

    /// Some accessories accept a subscription and send no events.
    @Test func valueWithoutAnEventIsPolled() async throws {
        try await withPairedBridge { home, bridge in
            let thermometer = try await home.adopt(EmulatedBridge.id, aid: 4)
            await bridge.server.changeFaults { $0.withholdsEvents = true }
            await bridge.server.set(.number(18), of: bridge.temperature)
            try await eventually("the value is shown") {
                await home.value(.temperature, of: thermometer) == .number(18)
            }
        }
    }

    @Test func everyPressIsStored() async throws {
        try await withPairedBridge { home, bridge in
            let sensor = try await home.adopt(EmulatedBridge.id, aid: 4)
            let part = try #require(sensor.description.parts.first { $0[CapabilityName(.button)] != nil })
            let series = SeriesID(device: sensor.id, part: part.id, capability: CapabilityName(.button))
            // The first poll follows the subscription.
            try await eventually("the gateway is subscribed") {
                await home.value(.temperature, of: sensor) == .number(20.5)
            }
            for _ in 0..<3 { await bridge.server.set(.integer(0), of: bridge.press) }
            try await eventually("three presses are stored") {
                try await home.database.readings.stateChanges(
                    of: series, from: Timestamp(milliseconds: .min), to: Timestamp(milliseconds: .max),
                    notBefore: Timestamp(milliseconds: .min), limit: .max
                ).map(\.value) == Array(repeating: .text("single"), count: 3)
            }
        }
    }

    @Test func deviceThatTheBridgeCannotReachIsLost() async throws {
        try await withPairedBridge { home, bridge in
            let lamp = try await home.adopt(EmulatedBridge.id, aid: 2)
            let on = bridge.on
            await bridge.server.changeFaults { $0.statuses[on] = .serviceUnreachable }
            try await eventually("the lamp is lost") {
                await home.core.deviceStates.availability(of: lamp.id) == .lost
            }
            await bridge.server.changeFaults { $0.statuses = [:] }
            try await eventually("the lamp is ready") {
                await home.core.deviceStates.availability(of: lamp.id) == .ready
            }
        }
    }

    // MARK: Commands

    @Test(arguments: [
        (HAPStatus.serviceUnreachable, CommandOutcome.timedOut), (.busy, .failed), (.invalidValue, .failed),
        (.notAllowedNow, .failed), (.timedOut, .timedOut),
    ])
    func statusOfAWriteDecidesTheOutcome(status: HAPStatus, outcome: CommandOutcome) async throws {
        try await withPairedBridge(pollInterval: Self.withoutPolls) { home, bridge in
            let lock = try await home.adopt(EmulatedBridge.id, aid: 3)
            let target = bridge.lockTarget
            await bridge.server.changeFaults { $0.statuses[target] = status }
            let record = try await home.send(.text("unlocked"), to: lock, kind: .lock, deadline: .seconds(2))
            #expect(record.outcome == outcome, "\(record)")
        }
    }

    @Test func acceptedCommandWithoutEffectIsNotConfirmed() async throws {
        try await withPairedBridge { home, bridge in
            let lock = try await home.adopt(EmulatedBridge.id, aid: 3)
            let record = try await home.send(.text("unlocked"), to: lock, kind: .lock, deadline: .seconds(2))
            #expect(record.outcome == .timedOut)
            #expect(await bridge.server.value(of: bridge.lockTarget) == .integer(0))
            // It is confirmed by the state that the lock has.
            async let second = home.send(.text("unlocked"), to: lock, kind: .lock)
            await bridge.server.set(.integer(0), of: bridge.lockState)
            let confirmed = try await second
            #expect(confirmed.outcome == .confirmed, "\(confirmed)")
        }
    }

    /// An accessory sends no event for the write of its own controller.
    @Test func valueIsReadBackAtOnce() async throws {
        try await withPairedBridge(pollInterval: Self.withoutPolls) { home, bridge in
            let lamp = try await home.adopt(EmulatedBridge.id, aid: 2)
            let record = try await home.send(.boolean(true), to: lamp, kind: .switch)
            #expect(record.outcome == .confirmed)
            // Without it, the gateway asks for the state when more than half of the time is over.
            #expect(home.core.clock.now() - record.receivedAt < record.deadline / 2)
        }
    }

    /// An accessory remembers one announced write only.
    @Test func locksOfABridgeAreCommandedAtTheSameTime() async throws {
        try await withPairedBridge(pollInterval: Self.withoutPolls) { home, bridge in
            let lock = try await home.adopt(EmulatedBridge.id, aid: 3)
            let gate = try await home.adopt(EmulatedBridge.id, aid: 6)
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    let states = [bridge.lockTarget: bridge.lockState, bridge.gateTarget: bridge.gateState]
                    for await write in bridge.server.writes {
                        if let state = states[write.id] { await bridge.server.set(write.value, of: state) }
                    }
                }
                for word in ["unlocked", "locked", "unlocked", "locked"] {
                    async let first = home.send(.text(word), to: lock, kind: .lock)
                    async let second = home.send(.text(word), to: gate, kind: .lock)
                    let records = try await [first, second]
                    #expect(records.map(\.outcome) == [.confirmed, .confirmed], "\(records)")
                }
                group.cancelAll()
            }
        }
    }

    /// A read that was begun before a command shows the state before it.
    @Test func valueFromBeforeTheWriteDoesNotConfirm() async throws {
        try await withPairedBridge { home, bridge in
            let lock = try await home.adopt(EmulatedBridge.id, aid: 3)
            try await bridge.holdAPoll()
            await bridge.server.set(.integer(0), of: bridge.lockState)
            // The lock accepts the command, and its bolt does not move.
            async let record = home.send(.text("locked"), to: lock, kind: .lock, deadline: .seconds(20))
            try await eventually("the command waits for its turn") {
                await home.core.tracker.records(of: lock.id).contains { $0.stage == .accepted }
            }
            await bridge.server.changeFaults { $0.holdsMessages = false }
            let ended = try await record
            #expect(ended.outcome == .timedOut, "\(ended)")
        }
    }

    /// The right to a command is checked again when its turn has come.
    @Test func waitingCommandIsNotSentDuringALockdown() async throws {
        try await withPairedBridge { home, bridge in
            let lock = try await home.adopt(EmulatedBridge.id, aid: 3)
            try await bridge.holdAPoll()
            async let record = home.send(.text("unlocked"), to: lock, kind: .lock, deadline: .seconds(30))
            try await eventually("the command waits for its turn") {
                await home.core.tracker.records(of: lock.id).contains { $0.stage == .accepted }
            }
            try await home.residents.lockdown.set(true, as: home.console)
            await bridge.server.changeFaults { $0.holdsMessages = false }
            #expect(try await record.outcome == .refused)
            #expect(await bridge.server.value(of: bridge.lockTarget) == .integer(1))
        }
    }

    /// A cover that sends no events is read until it has arrived.
    @Test func movementWithoutEventsIsRead() async throws {
        try await withPairedBridge(pollInterval: Self.withoutPolls) { home, bridge in
            let cover = try await home.adopt(EmulatedBridge.id, aid: 5)
            await bridge.server.changeFaults { $0.withholdsEvents = true }
            async let record = home.send(.number(70), to: cover, kind: .position)
            for await write in bridge.server.writes where write.value == .integer(70) { break }
            await bridge.server.set(.integer(70), of: bridge.position)
            #expect(try await record.outcome == .confirmed)
        }
    }
}

import GatewayCore
import HomeKitAccessories
import HomeKitEmulator
import HomeKitProtocol
import HomeModel
import HomeStore
import StorageFixtures
import TestSupport
import TimeSeriesStore
import Testing

@testable import HomeKitLink

/// What the gateway makes of an accessory that misbehaves, moves, or goes away.
@Suite(.timeLimit(.minutes(10))) struct FaultyAccessoryTests {
    private func withPairedBridge(
        _ body: (LinkedHome, EmulatedBridge) async throws -> Void
    ) async throws {
        try await withFolder { folder in
            try await EmulatedBridge.run { bridge in
                try await LinkedHome.run(in: folder) { home in
                    try await home.pair(bridge)
                    try await body(home, bridge)
                }
            }
        }
    }

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
            let before = await bridge.server.port
            await bridge.server.restart()
            try await eventually("the bridge has another port") {
                let now = await bridge.server.port
                return now != nil && now != before
            }
            try await home.announce(bridge)
            try await eventually("the lamp is ready") {
                try await home.send(.boolean(true), to: lamp, kind: .switch).outcome == .confirmed
            }
        }
    }

    /// Another device has got the address of the accessory, or says that it is the accessory.
    @Test func otherIdentityIsNotTrusted() async throws {
        try await withFolder { folder in
            let lamp = try await EmulatedBridge.run { bridge in
                try await LinkedHome.run(in: folder) { home in
                    try await home.pair(bridge)
                    return try await home.adopt(EmulatedBridge.id, aid: 2)
                }
            }
            // The same id, and another key.
            try await EmulatedBridge.run { impostor in
                try await LinkedHome.run(in: folder) { home in
                    try await home.announce(impostor)
                    // It does not know the gateway, so that its signature is not even needed.
                    try await eventually("the impostor is refused") {
                        try await home.pairing(EmulatedBridge.id)?.trouble?.code == "reset"
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
        (HAPStatus.serviceUnreachable, CommandOutcome.unreachable), (.busy, .failed), (.invalidValue, .failed),
        (.notAllowedNow, .failed), (.timedOut, .timedOut),
    ])
    func statusOfAWriteDecidesTheOutcome(status: HAPStatus, outcome: CommandOutcome) async throws {
        try await withPairedBridge { home, bridge in
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

    /// A cover that sends no events is read until it has arrived.
    @Test func movementWithoutEventsIsRead() async throws {
        try await withPairedBridge { home, bridge in
            let cover = try await home.adopt(EmulatedBridge.id, aid: 5)
            await bridge.server.changeFaults { $0.withholdsEvents = true }
            async let record = home.send(.number(70), to: cover, kind: .position)
            for await write in bridge.server.writes where write.value == .integer(70) { break }
            await bridge.server.set(.integer(70), of: bridge.position)
            #expect(try await record.outcome == .confirmed)
        }
    }

    // MARK: Pairing

    @Test func newAndMissingAccessoriesOfABridgeAreNoticed() async throws {
        try await withPairedBridge { home, bridge in
            _ = try await home.waiting(named: "Lamp")
            try await bridge.server.replace(bridge.database(of: [1, 3, 4, 5]))
            try await home.announce(bridge)
            try await eventually("the lamp is not listed any more") {
                await !home.core.registry.waiting.contains { $0.best.description.name == "Lamp" }
            }
            try await bridge.server.replace(bridge.database)
            try await home.announce(bridge)
            _ = try await home.waiting(named: "Lamp")
        }
    }

    /// A bridge stays paired without devices, because new ones may come; an accessory of its own does not.
    @Test(arguments: [true, false]) func onlyTheRemovalOfASingleAccessoryEndsItsPairing(isBridge: Bool) async throws {
        try await withPairedBridge { home, bridge in
            try await bridge.server.replace(bridge.database(of: isBridge ? [1, 2] : [2]))
            try await home.announce(bridge)
            try await eventually("the new database is known") {
                try await home.pairing(EmulatedBridge.id)?.devices.count == 1
            }
            let lamp = try await home.adopt(EmulatedBridge.id, aid: 2)
            try await home.remove(lamp)
            #expect(await bridge.server.controllers.isEmpty != isBridge)
        }
    }

    @Test func pairingIsRemovedWhenTheAccessoryIsSeenAgain() async throws {
        try await withFolder { folder in
            let storage = AccessoryStorage.file(folder: folder, name: "accessory.json")
            try await EmulatedBridge.run(storage: storage) { bridge in
                try await LinkedHome.run(in: folder) { try await $0.pair(bridge) }
            }
            try await LinkedHome.run(in: folder) { home in
                let isRemoved = try await home.unpair(EmulatedBridge.id)
                #expect(!isRemoved)
                #expect(try await home.pairing(EmulatedBridge.id)?.state == .removing)
            }
            try await EmulatedBridge.run(storage: storage) { bridge in
                try await LinkedHome.run(in: folder) { home in
                    try await home.announce(bridge)
                    try await eventually("the bridge has no pairing") { await bridge.server.controllers.isEmpty }
                    try await eventually("the keys are deleted") { try home.store.records { _ in }.isEmpty }
                }
            }
        }
    }

    @Test func keysOfALostAccessoryCanBeDiscarded() async throws {
        try await withFolder { folder in
            try await EmulatedBridge.run { bridge in
                try await LinkedHome.run(in: folder) { try await $0.pair(bridge) }
            }
            try await LinkedHome.run(in: folder) { home in
                let isRemoved = try await home.unpair(EmulatedBridge.id, discarding: true)
                #expect(isRemoved)
                #expect(try home.store.records { _ in }.isEmpty)
            }
        }
    }

    @Test func otherControllerIsReported() async throws {
        try await withPairedBridge { home, bridge in
            let guest = ControllerIdentity.fresh()
            // Added through the gateway: no finding.
            let known = DeviceController(
                identifier: guest.identifier, publicKey: guest.key.publicKey.bytes, isAdministrator: false)
            try await eventually("the bridge is connected") {
                try await home.pairing(EmulatedBridge.id)?.trouble == nil
            }
            try await home.link.share(EmulatedBridge.id.lowercased(), with: known)
            let listed = try await home.link.controllers(of: EmulatedBridge.id.lowercased())
            #expect(listed.count == 2 && listed.contains { $0.isOwn } && listed.contains(known))
            await bridge.server.restart()
            try await eventually("the bridge has a port") { await bridge.server.port != nil }
            try await home.announce(bridge)
            try await eventually("the bridge is connected") {
                try await home.pairing(EmulatedBridge.id)?.trouble == nil
            }
            #expect(await home.core.findings.all.isEmpty)
        }
    }
}

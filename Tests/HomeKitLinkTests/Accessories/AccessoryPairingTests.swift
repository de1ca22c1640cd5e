import HomeCertificates
import HomeKitAccessories
import HomeKitEmulator
import HomeKitProtocol
import HomeModel
import LinkFixtures
import StorageFixtures
import TestSupport
import Testing

@testable import GatewayCore
@testable import HomeKitLink

/// How a pairing lives: its devices come and go, its keys are removed, and others are paired with the accessory too.
@Suite(.timeLimit(.minutes(10))) struct AccessoryPairingTests {
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

    /// A bridge stays paired without devices, because new ones may come, also when it lists one device alone; an
    /// accessory of its own does not.
    @Test(
        arguments: [([1, 2], 5, true), ([2], 2, true), ([2], 5, false)] as [(Set<UInt64>, UInt8, Bool)])
    func onlyTheRemovalOfASingleAccessoryEndsItsPairing(
        aids: Set<UInt64>, category: UInt8, isBridge: Bool
    ) async throws {
        try await withPairedBridge(category: category) { home, bridge in
            try await bridge.server.replace(bridge.database(of: aids))
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
                try await HomeKitHome.run(in: folder) { try await $0.pair(bridge) }
            }
            try await HomeKitHome.run(in: folder) { home in
                let isRemoved = try await home.unpair(EmulatedBridge.id)
                #expect(!isRemoved)
                #expect(try await home.pairing(EmulatedBridge.id)?.state == .removing)
                #expect(try await home.pairing(EmulatedBridge.id)?.devices == [])
                // Nothing of it can be adopted any more.
                try await eventually("no device waits") { await home.core.registry.waiting.isEmpty }
            }
            try await EmulatedBridge.run(storage: storage) { bridge in
                try await HomeKitHome.run(in: folder) { home in
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
                try await HomeKitHome.run(in: folder) { try await $0.pair(bridge) }
            }
            try await HomeKitHome.run(in: folder) { home in
                let isRemoved = try await home.unpair(EmulatedBridge.id, discarding: true)
                #expect(isRemoved)
                #expect(try home.store.records { _ in }.isEmpty)
            }
        }
    }

    @Test func unreadableKeysAreShownAndCanBeRemoved() async throws {
        try await withFolder { folder in
            try await EmulatedBridge.run { bridge in
                try await HomeKitHome.run(in: folder) { try await $0.pair(bridge) }
            }
            let secrets = try SecretStore.open(folder: "\(folder)/secrets", credentials: nil)
            let name = try #require(try secrets.names(withPrefix: "homekit-").first)
            try secrets.write(Secret("{"), as: name)
            try await HomeKitHome.run(in: folder) { home in
                try await eventually("the trouble is shown") {
                    try await home.pairing(EmulatedBridge.id)?.trouble?.code == "damagedKeys"
                }
                #expect(try secrets.read(name)?.exposed() == Array("{".utf8))
                let isRemoved = try await home.unpair(EmulatedBridge.id)
                #expect(isRemoved)
                #expect(try await home.pairing(EmulatedBridge.id) == nil)
            }
        }
    }

    /// A reset accessory has a new key and no pairing. Who knows its code may pair it again.
    @Test func resetAccessoryIsPairedAgainAndKeepsItsDevices() async throws {
        try await withFolder { folder in
            let lamp = try await EmulatedBridge.run { bridge in
                try await HomeKitHome.run(in: folder) { home in
                    try await home.pair(bridge)
                    return try await home.adopt(EmulatedBridge.id, aid: 2)
                }
            }
            try await EmulatedBridge.run { reset in
                try await HomeKitHome.run(in: folder) { home in
                    try await home.announce(reset)
                    try await eventually("the reset is noticed") {
                        try await home.pairing(EmulatedBridge.id)?.trouble?.code == "reset"
                    }
                    #expect(try await home.pairing(EmulatedBridge.id)?.canBePairedAgain == true)
                    // A wrong code changes nothing.
                    let keys = try home.store.record(of: EmulatedBridge.id)?.controllerKey
                    await #expect(throws: ActionRefusal.self) {
                        try await home.pair(EmulatedBridge.id, code: "031-45-155")
                    }
                    #expect(try home.store.record(of: EmulatedBridge.id)?.controllerKey == keys)
                    try await home.pair(reset)
                    try await eventually("the lamp is ready") {
                        await home.core.deviceStates.availability(of: lamp.id) == .ready
                    }
                    let record = try await home.send(.boolean(true), to: lamp, kind: .switch)
                    #expect(record.outcome == .confirmed)
                    #expect(try await home.pairing(EmulatedBridge.id)?.canBePairedAgain == false)
                }
            }
        }
    }

    @Test func foreignControllerIsReportedUntilAPersonHasSeenIt() async throws {
        try await withPairedBridge { home, bridge in
            let stranger = ControllerIdentity.fresh()
            try await bridge.server.add(
                PairedController(
                    identifier: stranger.identifier, publicKey: stranger.key.publicKey, permissions: .administrator))
            let id = try await reportedController(in: home, by: bridge)
            // It is reported again, because no person has cleared it.
            await home.core.findings.forget(id)
            let again = try await reportedController(in: home, by: bridge)
            let console = try home.console
            try await home.residents.findings.clear(again, as: console)
            try await reconnect(home, to: bridge)
            // The device is ready after the controllers were read.
            _ = try await home.adopt(EmulatedBridge.id, aid: 2)
            #expect(await home.core.findings.all.isEmpty)
        }
    }

    private func reportedController(
        in home: HomeKitHome, by bridge: EmulatedBridge
    ) async throws -> FindingID {
        try await reconnect(home, to: bridge)
        try await eventually("the controller is reported") {
            await home.core.findings.all.map(\.finding.code) == ["newController"]
        }
        return try #require(await home.core.findings.all.first?.id)
    }

    private func reconnect(_ home: HomeKitHome, to bridge: EmulatedBridge) async throws {
        try await bridge.restart()
        try await home.announce(bridge)
        try await eventually("the gateway has connected again") {
            let pairing = try await home.pairing(EmulatedBridge.id)
            return await bridge.server.sessionCount == 1 && pairing?.trouble == nil
        }
    }

    @Test func refusedPressesAreReported() async throws {
        try await withPairedBridge { home, bridge in
            let press = bridge.press
            await bridge.server.changeFaults { $0.statuses[press] = .notificationsUnsupported }
            let sensor = try await home.adopt(EmulatedBridge.id, aid: 4)
            try await eventually("the presses are reported as missing") {
                await home.core.findings.all.map(\.finding.code) == ["noPresses"]
            }
            // The other values of the same request are subscribed to.
            await bridge.server.set(.number(19), of: bridge.temperature)
            try await eventually("the temperature is shown") {
                await home.value(.temperature, of: sensor) == .number(19)
            }
        }
    }

    @Test func sharedControllerIsNotReported() async throws {
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
            try await reconnect(home, to: bridge)
            // The device is ready after the controllers were read.
            _ = try await home.adopt(EmulatedBridge.id, aid: 2)
            #expect(await home.core.findings.all.map(\.finding.code) == ["shared"])
        }
    }
}

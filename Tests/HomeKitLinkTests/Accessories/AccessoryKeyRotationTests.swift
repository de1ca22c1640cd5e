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

/// An accessory gets new keys of the gateway and forgets the old ones, whatever interrupts that.
@Suite(.timeLimit(.minutes(10))) struct AccessoryKeyRotationTests {
    /// Where a rotation was interrupted, and which keys the accessory knows then.
    struct Interruption: Sendable, CustomTestStringConvertible {
        /// Whether the new keys were in use already.
        let isInUse: Bool
        let knowsOld: Bool
        let knowsNew: Bool

        static let all = [
            // The new keys were stored; then the accessory was given them, and its answer may have been lost.
            Interruption(isInUse: false, knowsOld: true, knowsNew: false),
            Interruption(isInUse: false, knowsOld: true, knowsNew: true),
            // The keys of the gateway are from a backup that was made before.
            Interruption(isInUse: false, knowsOld: false, knowsNew: true),
            // The new keys were in use; then the old ones were removed, and the answer was lost.
            Interruption(isInUse: true, knowsOld: true, knowsNew: true),
            Interruption(isInUse: true, knowsOld: false, knowsNew: true),
            // The accessory lost what it had confirmed.
            Interruption(isInUse: true, knowsOld: true, knowsNew: false),
        ]

        var testDescription: String { "in use \(isInUse), knows old \(knowsOld), new \(knowsNew)" }
    }

    @Test func connectedAccessoryGetsNewKeysAndForgetsTheOldOnes() async throws {
        try await withPairedBridge { home, bridge in
            let lamp = try await home.adopt(EmulatedBridge.id, aid: 2)
            let old = try home.keys.identifier
            let rotation = try await home.rotateKeys()
            try await home.waitForNewKeys(of: bridge, insteadOf: old)
            let state = try #require(await home.link.pairingKeys()[home.pairingID(of: EmulatedBridge.id)])
            #expect(state.rotation == rotation && !state.isRotating && state.refusal == nil)
            #expect(try await home.send(.boolean(true), to: lamp, kind: .switch).outcome == .confirmed)
            #expect(await home.core.findings.all.isEmpty)
            // The keys are of this rotation already.
            let new = try home.keys
            try await home.link.rotateKeys(for: rotation)
            #expect(try home.keys == new)
        }
    }

    @Test(arguments: Interruption.all) func interruptedRotationIsCompleted(at moment: Interruption) async throws {
        try await withFolder { folder in
            try await EmulatedBridge.run { bridge in
                try await HomeKitHome.run(in: folder) { try await $0.pair(bridge) }
                let (old, new) = try await interrupt(in: folder, bridge: bridge, at: moment)
                try await HomeKitHome.run(in: folder) { home in
                    try await home.announce(bridge)
                    try await home.waitForNewKeys(of: bridge, insteadOf: old.identifier)
                    #expect(try home.keys == new)
                    let lamp = try await home.adopt(EmulatedBridge.id, aid: 2)
                    #expect(try await home.send(.boolean(true), to: lamp, kind: .switch).outcome == .confirmed)
                    #expect(await home.core.findings.all.isEmpty)
                }
            }
        }
    }

    /// Another administrator stays, so that the accessory keeps each pairing that is not removed.
    @Test(arguments: Interruption.all) func allKeysAreRemovedWithThePairing(at moment: Interruption) async throws {
        try await withFolder { folder in
            try await EmulatedBridge.run { bridge in
                try await HomeKitHome.run(in: folder) { try await $0.pair(bridge) }
                let stranger = try await addStranger(to: bridge)
                _ = try await interrupt(in: folder, bridge: bridge, at: moment)
                try await HomeKitHome.run(in: folder) { home in
                    _ = try await home.unpair(EmulatedBridge.id)
                    try await home.announce(bridge)
                    try await eventually("the keys are deleted") { try home.store.records { _ in }.isEmpty }
                    #expect(await bridge.server.controllers.map(\.identifier) == [stranger])
                }
            }
        }
    }

    @Test func pairingIsRemovedDuringARotation() async throws {
        try await withPairedBridge { home, bridge in
            let stranger = try await addStranger(to: bridge)
            try await home.waitForConnection(to: bridge)
            _ = try await home.rotateKeys()
            _ = try await home.unpair(EmulatedBridge.id)
            try await eventually("the keys are deleted") { try home.store.records { _ in }.isEmpty }
            #expect(await bridge.server.controllers.map(\.identifier) == [stranger])
        }
    }

    @Test(arguments: [PairingMethod.addPairing, .listPairings, .removePairing], [false, true])
    func lostRequestIsRepeated(of method: PairingMethod, isCarriedOut: Bool) async throws {
        try await withPairedBridge { home, bridge in
            let lamp = try await home.adopt(EmulatedBridge.id, aid: 2)
            let old = try home.keys.identifier
            await bridge.server.changeFaults {
                $0.pairingsLoss = PairingsLoss(of: method, isCarriedOut: isCarriedOut)
            }
            _ = try await home.rotateKeys()
            try await home.waitForNewKeys(of: bridge, insteadOf: old)
            #expect(await bridge.server.faults.pairingsLoss == nil)
            #expect(try await home.send(.boolean(true), to: lamp, kind: .switch).outcome == .confirmed)
        }
    }

    @Test func accessoryThatIsAwayGetsNewKeysWhenItIsSeenAgain() async throws {
        try await withFolder { folder in
            let storage = AccessoryStorage.file(folder: folder, name: "accessory.json")
            try await EmulatedBridge.run(storage: storage) { bridge in
                try await HomeKitHome.run(in: folder) { try await $0.pair(bridge) }
            }
            let old = try await HomeKitHome.run(in: folder) { home in
                let old = try home.keys.identifier
                _ = try await home.rotateKeys()
                let state = try #require(await home.link.pairingKeys()[home.pairingID(of: EmulatedBridge.id)])
                #expect(state.rotation == nil && state.isRotating && state.refusal == nil)
                // A later rotation replaces keys that the accessory has not received too.
                let next = try home.store.record(of: EmulatedBridge.id)?.nextKeys
                try await home.link.rotateKeys(for: .fresh())
                #expect(try home.store.record(of: EmulatedBridge.id)?.nextKeys != next)
                return old
            }
            try await EmulatedBridge.run(storage: storage) { bridge in
                try await HomeKitHome.run(in: folder) { home in
                    try await home.announce(bridge)
                    try await home.waitForNewKeys(of: bridge, insteadOf: old)
                }
            }
        }
    }

    /// A full accessory keeps the old keys and works on, until there is room.
    @Test func refusalIsShownAndTriedAgain() async throws {
        try await withPairedBridge { home, bridge in
            let lamp = try await home.adopt(EmulatedBridge.id, aid: 2)
            let old = try home.keys
            var stranger = ""
            while await bridge.server.controllers.count < PairingList.standardCapacity {
                stranger = try await addStranger(to: bridge)
            }
            _ = try await home.rotateKeys()
            let id = home.pairingID(of: EmulatedBridge.id)
            try await eventually("the refusal is shown") { await home.link.pairingKeys()[id]?.refusal != nil }
            let state = try #require(await home.link.pairingKeys()[id])
            #expect(state.refusal == PairingErrorCode.maxPeers.explanation(during: .pairings) && state.isRotating)
            #expect(try home.keys == old)
            #expect(try await home.send(.boolean(true), to: lamp, kind: .switch).outcome == .confirmed)
            try await home.link.unshare(EmulatedBridge.id.lowercased(), from: stranger)
            try await eventually("the new keys are in use") {
                let record = try home.store.record(of: EmulatedBridge.id)
                let controllers = await bridge.server.controllers.map(\.identifier)
                return record?.isRotating == false && !controllers.contains(old.identifier)
            }
            #expect(await home.link.pairingKeys()[id]?.refusal == nil)
            #expect(try await home.send(.boolean(false), to: lamp, kind: .switch).outcome == .confirmed)
        }
    }

    @Test func commandsDuringRotationsAreConfirmed() async throws {
        try await withPairedBridge { home, bridge in
            let lamp = try await home.adopt(EmulatedBridge.id, aid: 2)
            for _ in 1...4 {
                let old = try home.keys.identifier
                try await home.link.rotateKeys(for: .fresh())
                for value in [true, false, true, false] {
                    let record = try await home.send(.boolean(value), to: lamp, kind: .switch)
                    #expect(record.outcome == .confirmed, "\(record)")
                }
                try await home.waitForNewKeys(of: bridge, insteadOf: old)
            }
            #expect(await home.core.findings.all.isEmpty)
        }
    }

    /// The lock confirms a command only after the keys were replaced, over the connection that was there before.
    @Test func openCommandKeepsItsConnection() async throws {
        try await withPairedBridge { home, bridge in
            let lock = try await home.adopt(EmulatedBridge.id, aid: 3)
            let old = try home.keys.identifier
            async let command = home.send(.text("unlocked"), to: lock, kind: .lock)
            for await write in bridge.server.writes where write.id == bridge.lockTarget { break }
            _ = try await home.rotateKeys()
            try await eventually("the new keys are in use") { try home.keys.identifier != old }
            await bridge.server.set(.integer(0), of: bridge.lockState)
            let record = try await command
            #expect(record.outcome == .confirmed, "\(record)")
            try await home.waitForNewKeys(of: bridge, insteadOf: old)
        }
    }

    // MARK: Support

    private static func store(in folder: String) throws -> PairingStore {
        try PairingStore(
            secrets: try SecretStore.open(folder: "\(folder)/secrets", credentials: nil), folder: "\(folder)/homekit")
    }

    /// Makes what is stored, and what the bridge knows, as after an interruption. No gateway may run.
    private func interrupt(
        in folder: String, bridge: EmulatedBridge, at moment: Interruption
    ) async throws -> (old: ControllerKeys, new: ControllerKeys) {
        let store = try Self.store(in: folder)
        var record = try #require(try store.record(of: EmulatedBridge.id))
        let old = record.keys
        record.makeNextKeys(for: .fresh())
        let new = try #require(record.nextKeys)
        if moment.isInUse { record.use(new) }
        try store.save(record)
        if moment.knowsNew { try await bridge.server.add(try #require(new.administrator)) }
        if !moment.knowsOld { try await bridge.server.remove(old.identifier) }
        return (old, new)
    }

    /// Adds another administrator, and returns its identifier.
    private func addStranger(to bridge: EmulatedBridge) async throws -> String {
        let stranger = ControllerIdentity.fresh()
        try await bridge.server.add(
            PairedController(
                identifier: stranger.identifier, publicKey: stranger.key.publicKey, permissions: .administrator))
        return stranger.identifier
    }
}

extension LinkedHome<HomeKitLink> {
    /// The stored keys towards the bridge.
    fileprivate var keys: ControllerKeys {
        get throws {
            guard let record = try store.record(of: EmulatedBridge.id) else { throw Missing(what: "the record") }
            return record.keys
        }
    }

    /// Begins a rotation of all keys that there are.
    fileprivate func rotateKeys() async throws -> KeyRotationID {
        let rotation = KeyRotationID.fresh()
        try await link.rotateKeys(for: rotation)
        return rotation
    }

    fileprivate func waitForNewKeys(of bridge: EmulatedBridge, insteadOf old: String) async throws {
        try await eventually("the bridge knows only the new keys") {
            guard let record = try store.record(of: EmulatedBridge.id) else { return false }
            let controllers = await bridge.server.controllers.map(\.identifier)
            return !record.isRotating && record.controllerID != old && controllers == [record.controllerID]
        }
    }

    fileprivate func waitForConnection(to bridge: EmulatedBridge) async throws {
        try await eventually("the bridge is connected") {
            try await pairing(EmulatedBridge.id)?.trouble == nil
        }
    }
}

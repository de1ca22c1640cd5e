import GatewayCore
import HomeKitPeers
import HomeKitProtocol
import HomeModel
import LinkFixtures
import HomeStore
import StorageFixtures
import TestSupport
import Testing

@testable import HomeKitLink

/// Pairs with a bridge of HAP-python, and uses its accessories.
@Suite(
    .enabled(if: PythonPeer.interpreter != nil, Comment(rawValue: PythonPeer.requirement)), .timeLimit(.minutes(10)))
struct HAPPythonTests {
    /// Runs `body` with a home that is paired with a bridge.
    private func withPairedBridge(_ body: (HomeKitHome, HAPPythonBridge) async throws -> Void) async throws {
        try await withFolder { folder in
            try await HAPPythonBridge.run { bridge in
                try await HomeKitHome.run(in: folder) { home in
                    try await home.announce(bridge.id, port: bridge.port)
                    try await home.pair(bridge.id)
                    try await body(home, bridge)
                }
            }
        }
    }

    @Test func wrongCodeStoresNothing() async throws {
        try await withFolder { folder in
            try await HAPPythonBridge.run { bridge in
                try await HomeKitHome.run(in: folder) { home in
                    try await home.announce(bridge.id, port: bridge.port)
                    let refusal = await #expect(throws: ActionRefusal.self) {
                        try await home.pair(bridge.id, code: "031-45-155")
                    }
                    #expect(refusal?.pairingCode == "wrongCode")
                    #expect(try await home.pairing(bridge.id) == nil)
                    #expect(try await bridge.isPaired == false)
                    try await home.pair(bridge.id)
                    #expect(try await bridge.isPaired)
                }
            }
        }
    }

    @Test func commandsAreConfirmedByWhatTheAccessoriesDid() async throws {
        try await withPairedBridge { home, bridge in
            let lamp = try await home.adopt(bridge.id, aid: 2)
            #expect(try await home.send(.boolean(true), to: lamp, kind: .switch).outcome == .confirmed)
            #expect(try await bridge.get("lamp", characteristic: "On") == .boolean(true))
            #expect(try await home.send(.number(40), to: lamp, kind: .brightness).outcome == .confirmed)
            #expect(try await bridge.get("lamp", characteristic: "Brightness") == .integer(40))
            let thermostat = try await home.adopt(bridge.id, aid: 5)
            let record = try await home.send(.number(22.5), to: thermostat, kind: .targetTemperature)
            #expect(record.outcome == .confirmed)
            #expect(try await bridge.get("thermostat", characteristic: "TargetTemperature") == .number(22.5))
        }
    }

    /// The lock and the door report their new state a moment after the write.
    @Test func movementIsConfirmedByTheCurrentState() async throws {
        try await withPairedBridge { home, bridge in
            let lock = try await home.adopt(bridge.id, aid: 4)
            #expect(try await home.send(.text("unlocked"), to: lock, kind: .lock).outcome == .confirmed)
            #expect(try await bridge.get("lock", characteristic: "LockCurrentState") == .integer(0))
            let garage = try await home.adopt(bridge.id, aid: 6)
            #expect(try await home.send(.text("open"), to: garage, kind: .garageDoor).outcome == .confirmed)
            #expect(try await bridge.get("garage", characteristic: "CurrentDoorState") == .integer(0))
        }
    }

    @Test func eventsAreShownAndStored() async throws {
        try await withPairedBridge { home, bridge in
            let thermometer = try await home.adopt(bridge.id, aid: 3)
            try await eventually("the first value is shown") {
                await home.value(.temperature, of: thermometer) == .number(21.5)
            }
            try await bridge.set("thermometer", characteristic: "CurrentTemperature", to: .number(18.4))
            try await eventually("the event is shown") {
                await home.value(.temperature, of: thermometer) == .number(18.4)
            }
            let series = try #require(
                await home.core.deviceStates.snapshot[thermometer.id].values.keys.first {
                    $0.capability == CapabilityName(.temperature)
                })
            try await eventually("the readings are stored") {
                // The polls between the events repeat the present value.
                let values = try await home.database.readings.all(series).map(\.value)
                return values.first == 21.5 && values.last == 18.4 && Set(values).count == 2
            }
        }
    }

    @Test func pairingOutlivesARestart() async throws {
        try await withFolder { folder in
            try await HAPPythonBridge.run { bridge in
                let lamp = try await HomeKitHome.run(in: folder) { home in
                    try await home.announce(bridge.id, port: bridge.port)
                    try await home.pair(bridge.id)
                    return try await home.adopt(bridge.id, aid: 2)
                }
                // Nothing is announced now: the last address counts.
                try await HomeKitHome.run(in: folder) { home in
                    try await eventually("the lamp is ready") {
                        await home.core.deviceStates.snapshot[lamp.id].availability == .ready
                    }
                    #expect(try await home.send(.boolean(true), to: lamp, kind: .switch).outcome == .confirmed)
                }
            }
        }
    }

    @Test func newKeysReplaceThoseOfThePairing() async throws {
        try await withPairedBridge { home, bridge in
            let lamp = try await home.adopt(bridge.id, aid: 2)
            for round in 1...2 {
                let old = try #require(try home.store.record(of: bridge.id)).controllerID
                try await home.link.rotateKeys(for: .fresh())
                try await eventually("the bridge knows only the new keys") {
                    let record = try home.store.record(of: bridge.id)
                    let count = try await bridge.controllerCount
                    return record?.isRotating == false && record?.controllerID != old && count == 1
                }
                let record = try await home.send(.boolean(round == 1), to: lamp, kind: .switch)
                #expect(record.outcome == .confirmed)
            }
            #expect(await home.core.findings.all.isEmpty)
        }
    }

    /// The other devices behind the bridge still need the pairing.
    @Test func removedDeviceOfABridgeWaitsAgain() async throws {
        try await withPairedBridge { home, bridge in
            let lamp = try await home.adopt(bridge.id, aid: 2)
            await #expect(throws: ActionRefusal.self) { try await home.unpair(bridge.id) }
            try await home.remove(lamp)
            _ = try await home.waiting(named: "Lamp")
            #expect(try await bridge.isPaired)
            #expect(try await home.adopt(bridge.id, aid: 2).id != lamp.id)
        }
    }

    @Test func removedPairingIsRemovedAtTheAccessory() async throws {
        try await withPairedBridge { home, bridge in
            _ = try await home.waiting(named: "Lamp")
            _ = try await home.unpair(bridge.id)
            try await eventually("the bridge has no pairing") { try await !bridge.isPaired }
            try await eventually("nothing is stored") {
                try home.store.records { _ in }.isEmpty
            }
        }
    }
}

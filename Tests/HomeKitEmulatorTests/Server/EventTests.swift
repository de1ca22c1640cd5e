import HomeKitAccessories
import HomeKitEmulator
import HomeKitFixtures
import HomeKitProtocol
import Testing

@Suite(.timeLimit(.minutes(5))) struct EventTests {
    /// Collected changes are sent only before a press, so that the tests decide when.
    private static let withoutTimer: AccessoryServerLimits = {
        var limits = AccessoryServerLimits()
        limits.eventDelay = .seconds(3600)
        return limits
    }()

    @Test func subscriberLearnsOfAChange() async throws {
        try await AccessoryUnderTest.run { accessory in
            let bridge = accessory.bridge
            try await accessory.session { client in
                try await client.subscribe(to: bridge.on)
                await accessory.server.set(.boolean(true), of: bridge.on)
                #expect(try await client.nextEvent() == [bridge.on: .boolean(true)])
            }
        }
    }

    @Test func changesAreCollectedIntoOneEventAndPressesAreNot() async throws {
        try await AccessoryUnderTest.run(limits: Self.withoutTimer) { accessory in
            let bridge = accessory.bridge
            try await accessory.session { client in
                try await client.subscribe(to: bridge.on, bridge.brightness, bridge.press)
                await accessory.server.set(.boolean(true), of: bridge.on)
                await accessory.server.set(.integer(50), of: bridge.brightness)
                await accessory.server.set(.integer(60), of: bridge.brightness)
                await accessory.server.set(.integer(0), of: bridge.press)
                await accessory.server.set(.integer(0), of: bridge.press)
                #expect(try await client.nextEvent() == [bridge.on: .boolean(true), bridge.brightness: .integer(60)])
                #expect(try await client.nextEvent() == [bridge.press: .integer(0)])
                #expect(try await client.nextEvent() == [bridge.press: .integer(0)])
            }
        }
    }

    @Test func connectionThatWroteGetsNoEvent() async throws {
        try await AccessoryUnderTest.run { accessory in
            let bridge = accessory.bridge
            let pairing = try await accessory.pair()
            try await accessory.session(of: pairing) { writer in
                try await writer.subscribe(to: bridge.on, bridge.press)
                try await accessory.session(of: pairing) { reader in
                    try await reader.subscribe(to: bridge.on)
                    let write = CharacteristicWrite(id: bridge.on, value: .boolean(true))
                    #expect(try await writer.write(write).overall == .success)
                    #expect(try await reader.nextEvent() == [bridge.on: .boolean(true)])
                }
                await accessory.server.set(.integer(1), of: bridge.press)
                #expect(try await writer.nextEvent() == [bridge.press: .integer(1)], "no event came before this one")
            }
        }
    }

    @Test func eventsEndWithTheSubscription() async throws {
        try await AccessoryUnderTest.run(limits: Self.withoutTimer) { accessory in
            let bridge = accessory.bridge
            try await accessory.session { client in
                try await client.subscribe(to: bridge.on, bridge.press)
                let end = CharacteristicWrite(id: bridge.on, notifications: false)
                #expect(try await client.write(end).overall == .success)
                await accessory.server.set(.boolean(true), of: bridge.on)
                await accessory.server.set(.integer(0), of: bridge.press)
                #expect(try await client.nextEvent() == [bridge.press: .integer(0)])
            }
        }
    }

    @Test func equalValueIsNoEvent() async throws {
        try await AccessoryUnderTest.run(limits: Self.withoutTimer) { accessory in
            let bridge = accessory.bridge
            try await accessory.session { client in
                try await client.subscribe(to: bridge.on, bridge.press)
                await accessory.server.set(.boolean(false), of: bridge.on)
                await accessory.server.set(.text("wrong"), of: bridge.on)
                await accessory.server.set(.integer(0), of: bridge.press)
                #expect(try await client.nextEvent() == [bridge.press: .integer(0)])
            }
        }
    }

    /// The queue of the connection has one place, and the controller reads nothing.
    @Test func controllerThatDoesNotReadIsDisconnected() async throws {
        var limits = AccessoryServerLimits()
        limits.queuedMessages = 1
        try await AccessoryUnderTest.run(limits: limits) { accessory in
            let bridge = accessory.bridge
            try await accessory.session { client in
                try await client.subscribe(to: bridge.press)
                while await accessory.server.sessionCount > 0 {
                    await accessory.server.set(.integer(0), of: bridge.press)
                }
                #expect(await client.endsWithoutAnswer())
            }
        }
    }
}

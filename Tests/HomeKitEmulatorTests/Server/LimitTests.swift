import HomeKitEmulator
import HomeKitFixtures
import HomeKitProtocol
import Testing

@Suite(.timeLimit(.minutes(5))) struct LimitTests {
    @Test func furtherConnectionIsClosed() async throws {
        var limits = AccessoryServerLimits()
        limits.connections = 3
        try await AccessoryUnderTest.run(limits: limits) { accessory in
            try await Self.hold(limits.connections, connectionsTo: accessory) {
                try await accessory.connect { client in #expect(await client.endsWithoutAnswer()) }
            }
        }
    }

    @Test func sixteenConnectionsAreAdmitted() async throws {
        try await AccessoryUnderTest.run { accessory in
            try await Self.hold(16, connectionsTo: accessory) {
                try await accessory.connect { client in #expect(await client.endsWithoutAnswer()) }
            }
        }
    }

    @Test func connectionThatIsNotVerifiedEnds() async throws {
        var limits = AccessoryServerLimits()
        limits.verification = .milliseconds(1)
        try await AccessoryUnderTest.run(limits: limits) { accessory in
            try await accessory.connect { client in #expect(await client.endsWithoutAnswer()) }
        }
    }

    @Test(arguments: [
        "POST /pair-setup HTTP/1.1\r\nContent-Length: 99999999\r\n\r\n", "nonsense\r\n\r\n",
        "GET /" + String(repeating: "a", count: 20_000),
    ])
    func messageBeyondTheLimitsClosesTheConnection(_ text: String) async throws {
        try await AccessoryUnderTest.run { accessory in
            try await accessory.connect { client in
                try await client.send(bytes: Array(text.utf8))
                #expect(await client.endsWithoutAnswer())
            }
        }
    }

    @Test func garbageInASessionClosesTheConnection() async throws {
        try await AccessoryUnderTest.run { accessory in
            try await accessory.session { client in
                try await client.send(bytes: [4, 0] + [UInt8](repeating: 7, count: 20))
                #expect(await client.endsWithoutAnswer())
            }
        }
    }

    /// Opens connections one after the other, each after an answer on the one before, and then runs the body.
    private static func hold(
        _ count: Int, connectionsTo accessory: AccessoryUnderTest, during body: () async throws -> Void
    ) async throws {
        guard count > 0 else { return try await body() }
        try await accessory.connect { client in
            #expect(try await client.request(HAPEndpoint.databaseRequest).status == 470)
            try await hold(count - 1, connectionsTo: accessory, during: body)
        }
    }
}

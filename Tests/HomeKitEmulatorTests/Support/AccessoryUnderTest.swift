import HomeKitEmulator
import HomeKitFixtures
import HomeKitProtocol
import Logging

/// A simulated bridge that runs for as long as the body of a test.
struct AccessoryUnderTest {
    struct NotListening: Error {}

    let bridge: SampleBridge
    let server: AccessoryServer
    let port: UInt16
    let announcement: AccessoryAnnouncement

    static func run(
        storage: AccessoryStorage = .memory, limits: AccessoryServerLimits = AccessoryServerLimits(),
        _ body: (AccessoryUnderTest) async throws -> Void
    ) async throws {
        let bridge = try SampleBridge()
        let server = try AccessoryServer(
            definition: bridge.definition, storage: storage, host: "127.0.0.1", limits: limits,
            logger: Logger(label: "accessory"))
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await server.run() }
            let first = await server.nextAnnouncement()
            guard let announcement = first else { throw NotListening() }
            try await body(
                AccessoryUnderTest(
                    bridge: bridge, server: server, port: announcement.port, announcement: announcement))
            group.cancelAll()
        }
    }

    /// Opens a connection that is not verified.
    func connect(_ body: (inout ControllerClient) async throws -> Void) async throws {
        try await ControllerClient.connect(port: port, body)
    }

    /// Pairs a fresh controller.
    func pair() async throws -> Pairing { try await Pairing.make(port: port, code: SetupCode(SampleBridge.code)) }

    /// Opens a session of a controller. The port may be that after a restart.
    func session(
        of pairing: Pairing, port: UInt16? = nil, _ body: (inout ControllerClient) async throws -> Void
    ) async throws {
        try await ControllerClient.connect(port: port ?? self.port) { client in
            try await client.verify(pairing)
            try await body(&client)
        }
    }

    /// Pairs a fresh controller and opens a session of it.
    func session(_ body: (inout ControllerClient) async throws -> Void) async throws {
        try await session(of: try await pair(), body)
    }
}

extension AccessoryServer {
    /// The next announcement; nil when the server has ended.
    nonisolated func nextAnnouncement() async -> AccessoryAnnouncement? {
        for await announcement in announcements { return announcement }
        return nil
    }

    /// The next write of a controller; nil when the server has ended.
    nonisolated func nextWrite() async -> ControllerWrite? {
        for await write in writes { return write }
        return nil
    }
}

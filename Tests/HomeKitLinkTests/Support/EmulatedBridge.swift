import GatewayCore
import HomeKitAccessories
import HomeKitEmulator
import HomeKitProtocol
import HomeModel
import LinkFixtures
import Logging
import StorageFixtures
import TestSupport

@testable import HomeKitLink

/// A simulated bridge with a lamp (2), a lock with timed writes (3), a button and a thermometer (4), a cover (5), and
/// another lock (6). Its lamp obeys at once; the locks and the cover do nothing by themselves.
struct EmulatedBridge: Sendable {
    let server: AccessoryServer
    let database: AccessoryDatabase
    let on: CharacteristicID
    let lockState: CharacteristicID
    let lockTarget: CharacteristicID
    let gateState: CharacteristicID
    let gateTarget: CharacteristicID
    let press: CharacteristicID
    let temperature: CharacteristicID
    let position: CharacteristicID

    static let id = "02:00:5E:00:00:01"

    /// Runs the bridge for as long as `body` runs, with the storage of an earlier run if there is one.
    static func run<Result: Sendable>(
        storage: AccessoryStorage = .memory, category: UInt8 = 2, _ body: (EmulatedBridge) async throws -> Result
    ) async throws -> Result {
        let bridge = try EmulatedBridge(storage: storage, category: category)
        return try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await bridge.server.run() }
            // The announcement of its port says that it listens.
            for await _ in bridge.server.announcements { break }
            let result = try await body(bridge)
            group.cancelAll()
            return result
        }
    }

    private init(storage: AccessoryStorage, category: UInt8) throws {
        var bridge = Self.builder(aid: 1, name: "Bridge")
        bridge.addProtocolInformation()
        var lamp = Self.builder(aid: 2, name: "Lamp")
        on = lamp.add(.lightbulb, characteristics: [.on.showing(.boolean(false))])[0]
        var lock = Self.builder(aid: 3, name: "Lock")
        (lockState, lockTarget) = lock.addLock()
        var sensor = Self.builder(aid: 4, name: "Sensor")
        press =
            sensor.add(
                .statelessProgrammableSwitch, characteristics: [.programmableSwitchEvent.restricted(to: [0, 1])])[0]
        temperature =
            sensor.add(
                .temperatureSensor, characteristics: [.currentTemperature.showing(.number(20.5))])[0]
        var cover = Self.builder(aid: 5, name: "Cover")
        position =
            cover.add(
                .windowCovering,
                characteristics: [
                    .currentPosition.showing(.integer(0)), .targetPosition.showing(.integer(0)),
                    .positionState.showing(.integer(2)),
                ])[0]
        var gate = Self.builder(aid: 6, name: "Gate")
        (gateState, gateTarget) = gate.addLock()
        database = AccessoryDatabase(accessories: [bridge, lamp, lock, sensor, cover, gate].map(\.accessory))
        server = try AccessoryServer(
            definition: AccessoryDefinition(
                name: "Bridge", model: "B-1", category: category, setupCode: try SetupCode(HomeKitHome.code),
                setupID: "7OSX",
                database: database),
            storage: storage, identifier: Self.id, host: "127.0.0.1", logger: Logger(label: "bridge"))
    }

    private static func builder(aid: UInt64, name: String) -> AccessoryBuilder {
        AccessoryBuilder(aid: aid, name: name, manufacturer: "Tomte", model: "Emulated", serialNumber: "E-\(aid)")
    }

    /// Restarts, and listens at another port.
    func restart() async throws {
        let before = await server.port
        await server.restart()
        try await eventually("the bridge has another port") {
            let now = await server.port
            return now != nil && now != before
        }
    }

    /// Holds the answer to the next poll, behind which other requests wait.
    func holdAPoll() async throws {
        await server.changeFaults { $0.holdsMessages = true }
        try await eventually("the answer to a poll is held") { await server.heldMessages > 0 }
    }

    /// The database with these of its accessories.
    func database(of aids: Set<UInt64>) -> AccessoryDatabase {
        AccessoryDatabase(accessories: database.accessories.filter { aids.contains($0.aid) })
    }
}

/// Runs `body` with a new home and a bridge that is paired with it.
func withPairedBridge(
    pollInterval: Duration = .milliseconds(200), category: UInt8 = 2,
    _ body: (HomeKitHome, EmulatedBridge) async throws -> Void
) async throws {
    try await withFolder { folder in
        try await EmulatedBridge.run(category: category) { bridge in
            try await HomeKitHome.run(in: folder, pollInterval: pollInterval) { home in
                try await home.pair(bridge)
                try await body(home, bridge)
            }
        }
    }
}

extension AccessoryBuilder {
    fileprivate mutating func addLock() -> (state: CharacteristicID, target: CharacteristicID) {
        let ids = add(
            .lockMechanism,
            characteristics: [.lockCurrentState.showing(.integer(1)), .lockTargetState.timed.showing(.integer(1))])
        return (ids[0], ids[1])
    }
}

extension LinkedHome<HomeKitLink> {
    /// Lets the network announce what the bridge announces now.
    func announce(_ bridge: EmulatedBridge) async throws {
        guard let announcement = await bridge.server.announcement else { throw Missing(what: "the announcement") }
        let record = try ServiceRecord(
            kind: .homeKit, instance: announcement.name,
            txt: TXTRecord(entries: announcement.txt.map { Array($0.utf8) }))
        let now = core.clock.now()
        await core.discovered.apply(
            .changed(
                NetworkService(
                    id: NetworkService.ID(kind: .homeKit, identity: EmulatedBridge.id.lowercased()),
                    announcedName: announcement.name, announcedHost: "bridge.local", port: announcement.port,
                    addresses: [NetworkAddress(family: .ipv4, text: "127.0.0.1", interface: "lo")], record: record,
                    firstSeen: now, lastSeen: now)))
    }

    /// Announces and pairs the bridge.
    func pair(_ bridge: EmulatedBridge) async throws {
        try await announce(bridge)
        try await pair(EmulatedBridge.id)
        try await announce(bridge)
    }
}

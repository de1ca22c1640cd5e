import AvahiDiscovery
import HomeKitAccessories
import HomeKitEmulator
import HomeKitFixtures
import HomeKitProtocol
import HomeModel
import Logging
import SimulatedHome
import Testing
import TestSupport

/// A running home whose accessories a controller uses.
@Suite(.timeLimit(.minutes(15))) struct RunningAccessoryTests {
    private static let yaml = """
        name: Two
        rooms: [{ name: Hall, use: hall }]
        bridges: [{ id: hub, name: Hub, setupCode: 271-80-463 }]
        devices:
          - { id: lamp, kind: light, link: homekit, bridge: hub, name: Lamp, every: 20ms }
          - { id: bolt, kind: lock, link: homekit, bridge: hub, name: Bolt, every: 20ms }
        """

    @Test func controllerSwitchesALampAndLearnsOfAChangeByHand() async throws {
        try await Self.run { home, port in
            let pairing = try await Pairing.make(port: port, code: SetupCode("271-80-463"))
            #expect(await home.announcement(ofAccessory: "hub")?["sf"] == "0")
            try await ControllerClient.connect(port: port) { client in
                try await client.verify(pairing)
                let response = try await client.request(HAPEndpoint.databaseRequest)
                let database = try AccessoryDatabase(parsing: response.body)
                #expect(database.accessories.map(\.aid) == [1, 2, 3])
                let on = try Self.id(.on, aid: 2, in: database)
                #expect(try await client.write(CharacteristicWrite(id: on, value: .boolean(true))).overall == .success)
                try await eventually("the lamp is on") { await home.isOn("lamp") == .boolean(true) }
                try await client.subscribe(to: on)
                try await home.press("lamp")
                #expect(try await client.nextEvent()[on] == .boolean(false))
            }
        }
    }

    @Test func lockReportsThatItsBoltHasTurned() async throws {
        try await Self.run { home, port in
            let pairing = try await Pairing.make(port: port, code: SetupCode("271-80-463"))
            try await ControllerClient.connect(port: port) { client in
                try await client.verify(pairing)
                let database = try AccessoryDatabase(
                    parsing: try await client.request(HAPEndpoint.databaseRequest).body)
                let current = try Self.id(.lockCurrentState, aid: 3, in: database)
                let target = try Self.id(.lockTargetState, aid: 3, in: database)
                try await client.subscribe(to: current, target)
                _ = try await client.request(PrepareRequest(pid: 9, milliseconds: 60_000).request)
                let unlock = CharacteristicWrite(id: target, value: .integer(0))
                #expect(try await client.write(unlock, pid: 9).overall == .success)
                #expect(try await client.nextEvent() == [current: .integer(0)])
                // A hand locks the door, and the target follows.
                try await home.press("bolt")
                var seen: [CharacteristicID: HomeKitJSON] = [:]
                while seen.count < 2 { seen.merge(try await client.nextEvent()) { $1 } }
                #expect(seen == [current: .integer(1), target: .integer(1)])
            }
        }
    }

    private static func id(
        _ kind: CharacteristicKind, aid: UInt64, in database: AccessoryDatabase
    ) throws -> CharacteristicID {
        let accessory = try #require(database[aid])
        let characteristic = accessory.services.compactMap { $0[kind] }.first
        return CharacteristicID(aid: aid, iid: try #require(characteristic).iid)
    }

    @Test(.enabled(if: PrivateAvahi.isAvailable, Comment(rawValue: PrivateAvahi.requirement)))
    func announcementFollowsThePairing() async throws {
        try await withPrivateAvahi { avahi in
            let publisher = AvahiPublisher(logger: Logger(label: "avahi"))
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { await publisher.run() }
                try await Self.run(publisher: publisher) { _, port in
                    try await Self.wait(for: "\"sf=1\"", and: ";\(port);", from: avahi)
                    _ = try await Pairing.make(port: port, code: SetupCode("271-80-463"))
                    try await Self.wait(for: "\"sf=0\"", and: ";\(port);", from: avahi)
                }
                await publisher.stop()
                try await group.waitForAll()
            }
        }
    }

    /// Waits until the network shows an accessory with these texts. Each try takes as long as avahi-browse runs.
    private static func wait(for entry: String, and port: String, from avahi: PrivateAvahi) async throws {
        while true {
            let lines = try await avahi.browse("_hap._tcp").split(separator: "\n")
            if lines.contains(where: { $0.contains(entry) && $0.contains(port) }) { return }
            try Task.checkCancellation()
        }
    }

    private static func run(
        publisher: AvahiPublisher? = nil, _ body: (SimulatedHome, UInt16) async throws -> Void
    ) async throws {
        let clock = ScaledClock(factor: 1)
        let home = SimulatedHome(
            scenario: try ScenarioReader.read(yaml), broker: ("localhost", 0), credentials: NoCredentials(),
            publisher: publisher, clock: clock, now: { midwinter + clock.now.elapsed },
            logger: Logger(label: "home"))
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await home.run() }
            try await eventually("the accessory listens") { await home.announcement(ofAccessory: "hub") != nil }
            if let port = await home.announcement(ofAccessory: "hub")?.port { try await body(home, port) }
            await home.stop()
            try await group.waitForAll()
        }
    }
}

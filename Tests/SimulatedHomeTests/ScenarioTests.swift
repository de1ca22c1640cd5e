import DeviceEmulators
import DeviceProtocols
import AvahiDiscovery
import HomeModel
import Logging
import SimulatedHome
import Testing
import TestSupport
import YAMLFields

@Suite struct ScenarioTests {
    @Test func villaHasItsRoomsDevicesAndServices() throws {
        let villa = try ScenarioFile.read("villa")
        #expect(villa.rooms.count == 8)
        #expect((25...30).contains(villa.devices.count))
        let kinds = Dictionary(grouping: villa.devices, by: \.kind).mapValues(\.count)
        for kind in DeviceKind.allCases where kind != .switch && kind != .lightSensor {
            #expect((kinds[kind] ?? 0) >= 1, "no \(kind)")
        }
        let zigbee = villa.devices.filter { $0.dialect == .zigbee2mqtt }
        #expect(Set(zigbee.map(\.root)).count == 1, "all Zigbee devices share one bridge")
        let others = villa.devices.count - zigbee.count
        #expect(Set(villa.devices.map(\.root)).count == others + 1, "each other device has its own certificate")
        #expect(Set(villa.services.map(\.type)) == ["_hap._tcp", "_hap._udp", "_matter._tcp", "_matterc._udp"])
        let bench = try #require(villa.devices.first { $0.id == "bench" })
        #expect(bench.purposes == [.named("switch-0"): .light, .named("switch-1"): .spaceHeater])
    }

    @Test func villaUsesHomieForHalfOfItsDevicesAndAllOtherDialects() throws {
        let dialects = Dictionary(grouping: try ScenarioFile.read("villa").devices, by: \.dialect).mapValues(\.count)
        #expect((12...15).contains(dialects[.homie] ?? 0))
        for dialect in SimulatedDialect.allCases {
            let least = dialect == .homeAssistant ? 1 : 2
            #expect((dialects[dialect] ?? 0) >= least, "\(dialect)")
        }
    }

    @Test func everyPartOfTheVillaHasThePurposeItNeeds() throws {
        let home = HomeSimulation(try ScenarioFile.read("villa"), start: midwinter)
        for device in home.scenario.devices {
            #expect(!(home.parts(of: device.id) ?? []).contains { $0.asksForPurpose }, "\(device.id)")
        }
    }

    @Test func flatHasASwitchAndASensor() throws {
        #expect(try ScenarioFile.read("flat").devices.map(\.kind) == [.switch, .climate])
    }

    @Test func mistakesAreReportedTogetherWithTheirLines() {
        let yaml = """
            name: Wrong
            seed: minus one
            rooms:
              - { name: Kitchen, use: cookery }
              - { name: "Bad/room", use: hall }
              - { name: Hall, use: hall }
            devices:
              - { id: a, kind: toaster, name: A }
              - { id: B_1, kind: light, name: B }
              - { id: c, kind: light, name: C, room: Cellar }
              - { id: d, kind: light, name: D, every: fast }
              - { id: d, kind: light, name: D again }
              - { id: e, kind: lock, name: E, watts: 4 }
            faults:
              - { fault: explode, device: d }
              - { fault: drop, device: missing }
            """
        #expect(lines(of: yaml) == [2, 4, 5, 8, 9, 10, 11, 12, 13, 15, 16])
    }

    @Test(arguments: [
        ("devices: [{ id: a, kind: light }]", "needs “name”"),
        ("devices: []", "at least one"),
        ("devices: [{ id: a, kind: light, name: A, brightness: 4 }]", "has no “brightness”"),
        ("devices: [{ id: a, kind: solar, name: A }, { id: b, kind: solar, name: B }]", "one solar"),
        ("devices: [{ id: a, kind: thermostat, name: A }]", "needs “room”"),
        ("devices: [{ id: a, kind: switch, name: A, loads: [lamp, pump] }]", "one load"),
        ("devices: [{ id: a, kind: lock, dialect: tasmota, name: A }]", "tasmota cannot express the lock"),
        ("devices: [{ id: a, kind: plug, dialect: matter, name: A }]", "zigbee2mqtt"),
        ("devices: [{ id: a, kind: plug, dialect: shelly, name: A, count: 2 }]", "a connection of its own"),
        ("devices: 7", "is a list"), ("devices: [3]", "mapping"),
        ("rate: .inf", "number"), ("place: { latitude: 91 }", "latitude"),
        ("mdns: [{ name: a, service: _x._tcp, port: 0 }]", "port"),
    ])
    func mistakeMessageSaysWhatIsExpected(yaml: String, words: String) throws {
        let error = #expect(throws: ScenarioError.self) { try ScenarioReader.read("name: X\n\(yaml)") }
        #expect("\(try #require(error))".contains(words), "\(String(describing: error))")
    }

    @Test(arguments: ["", "a: [", "\u{0}", "a: 1\na: 2", "%YAML 9\n", "*x"])
    func invalidYAMLIsRefused(yaml: String) {
        #expect(throws: ScenarioError.self) { try ScenarioReader.read(yaml) }
    }

    @Test func hugeAndMissingFilesAreRefused() {
        #expect(throws: ScenarioError.tooLarge(bytes: 2_000_000, limit: 1_048_576)) {
            try ScenarioReader.read(String(repeating: "#", count: 2_000_000))
        }
        #expect(throws: ScenarioError.unreadable(path: "/nowhere")) {
            try ScenarioReader.read(contentsOf: "/nowhere")
        }
    }

    @Test func countCreatesManyDevicesOnTheSameConnection() throws {
        let scenario = try ScenarioReader.read(
            "{name: Load, devices: [{id: s, root: bridge, kind: thermometer, name: Sensor, every: 100ms, count: 200}]}")
        #expect(scenario.devices.count == 200 && Set(scenario.devices.map(\.root)) == ["bridge"])
        #expect(scenario.devices.last?.id == "s-200" && scenario.devices.last?.name.text == "Sensor 200")
    }

    private func lines(of yaml: String) -> [Int] {
        do {
            _ = try ScenarioReader.read(yaml)
            return []
        } catch .mistakes(let mistakes) {
            return mistakes.map(\.line)
        } catch {
            return [-1]
        }
    }
}

/// The HomeKit and Matter services that a scenario advertises on the network.
@Suite(
    .enabled(if: PrivateAvahi.isAvailable, Comment(rawValue: PrivateAvahi.requirement)), .timeLimit(.minutes(15)))
struct ScenarioServiceTests {
    @Test func avahiBrowseFindsTheServicesOfTheVilla() async throws {
        try await withPrivateAvahi { avahi in
            try await HomeBroker.run { broker in
                var scenario = try ScenarioFile.read("flat")
                scenario.services = try ScenarioFile.read("villa").services
                let publisher = AvahiPublisher(logger: Logger(label: "test"))
                try await withThrowingTaskGroup(of: Void.self) { group in
                    group.addTask { await publisher.run() }
                    try await broker.simulate(scenario, publisher: publisher) { _ in
                        for service in scenario.services {
                            // A resolved entry contains the port. Each try takes as long as avahi-browse runs.
                            while try await !avahi.browse(service.type).contains(";\(service.port);") {
                                try Task.checkCancellation()
                            }
                        }
                        let commissionable = try await avahi.browse("_matterc._udp")
                        #expect(commissionable.contains("DD200C20D25AE5F7") && commissionable.contains("\"D=840\""))
                    }
                    await publisher.stop()
                    try await group.waitForAll()
                }
            }
        }
    }
}

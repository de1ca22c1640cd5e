import Foundation
import GatewayWire
import HomeModel
import SimulatedHome
import TestSupport
import Testing

/// A fresh simulated home gets a past: it lies there by the minute, its counters go on from it, and it comes once. And
/// the villa moves in, whatever its devices speak.
@Suite(.timeLimit(.minutes(15))) struct SimulatedPastStory {
    private static let scenario = """
        name: Cottage
        seed: 5
        rooms:
          - { name: Kitchen, use: kitchen, area: 18 }
        devices:
          - id: stove
            kind: plug
            dialect: shelly
            name: Stove
            room: Kitchen
            every: 1s
            loads: [lamp, heater]
            purpose: [light, heater]
          - { id: climate, kind: climate, dialect: zigbee2mqtt, name: Climate, room: Kitchen, every: 1s }
        """

    @Test func aPastForASimulatedHome() async throws {
        let file = "/tmp/scenario-\(UUID().uuidString.prefix(8)).yaml"
        try Data(Self.scenario.utf8).write(to: URL(fileURLWithPath: file))
        defer { try? FileManager.default.removeItem(atPath: file) }
        try await withHome { home in
            let said = try await simulate(file, in: home, until: "the past of") {
                try await pastIsThere(home)
                try await countersGoOn(home)
            }
            #expect(said.contains("2 devices adopted"))
            let known = try await home.counts()
            let again = try await simulate(file, in: home, until: "0 devices adopted") {
                try await eventually("the stove is there") { try await home.device("stove").availability == .ready }
            }
            // Ctrl-C lets every device say goodbye, in words that a Shelly also uses for its last will.
            try await eventually("the stove left") { try await home.device("stove").availability == .lost }
            #expect(again.contains("has a past already"))
            #expect(try await home.audit(.dataImport).count == 2)
            for (series, count) in known { #expect(try await home.counts()[series, default: 0] >= count) }
        }
    }

    @Test func theVillaMovesIn() async throws {
        // Sensors that sleep for a minute are not waited for; neighbours would be seen by the tests that count theirs.
        let text = try String(contentsOfFile: Self.villa, encoding: .utf8)
        let mdns = try #require(text.firstRange(of: "\nmdns:"))
        let yaml = String(text[..<mdns.lowerBound]).replacing(/every: \d+s/, with: "every: 2s")
        let villa = try ScenarioReader.read(yaml)
        let file = "/tmp/villa-\(UUID().uuidString.prefix(8)).yaml"
        try Data(yaml.utf8).write(to: URL(fileURLWithPath: file))
        defer { try? FileManager.default.removeItem(atPath: file) }
        try await withHome { home in
            let said = try await simulate(file, [], in: home, until: "\(villa.devices.count) devices adopted") {
                try await eventually("every device reports") { try await home.isLively(villa) }
                for order in [
                    ["workbench/switch-1", "switch", "on"], ["desk", "switch", "off"],
                    ["garage-door", "position", "10"],
                    ["bedside-lamp", "brightness", "60"], ["living-room-blind", "position", "75"],
                ] {
                    let sent = try await home.tomte.run(["send"] + order)
                    #expect(sent.output.contains("confirmed"), "\(order): \(sent.output)\(sent.errors)")
                }
                let others = try await home.findings().subtracting(["access.noOwner", "discovery.disabled"])
                let found = try await home.tomte("devices", "findings").output
                #expect(others.isEmpty, "\(others): \(found)")
            }
            #expect(said.contains("6 zigbee2mqtt"))
            let families = try await home.tomte("devices", "credentials", "--json").json([ListedCredentialBody].self)
            for one in families { #expect(one.dialect == villa.family(of: one.root.rawValue), "\(one.root)") }
        }
    }

    private static let villa = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../simulators/scenarios/villa.yaml").standardizedFileURL.path

    /// Runs `tomte simulate` and, once it has said `words`, `body`; returns all that it said.
    private func simulate(
        _ file: String, _ options: [String] = ["--history", "3d"], in home: HomeUnderTest, until words: String,
        _ body: () async throws -> Void
    ) async throws -> String {
        let output = "\(home.state).out"
        defer { try? FileManager.default.removeItem(atPath: output) }
        func said() -> String { (try? String(contentsOfFile: output, encoding: .utf8)) ?? "" }
        let devices = try ChildProcess(
            [TomteProgram.path, "simulate", file, "--adopt", "--state", home.state] + options, output: output)
        do {
            try await eventually("the simulator says “\(words)”") { said().contains("\n\(words)") }
            try await body()
        } catch {
            await devices.end(SIGINT)
            throw error
        }
        await devices.end(SIGINT)
        return said()
    }

    private static let oven = "stove/switch-1"

    private func pastIsThere(_ home: HomeUnderTest) async throws {
        let readings = try await home.past(of: "climate", .temperature)
        let past = readings.filter { $0.time.milliseconds % 60_000 == 0 }
        #expect(past.count >= 3 * 1440)
        let steps = zip(past, past.dropFirst()).map { $1.time - $0.time }
        #expect(steps.allSatisfy { $0 == .seconds(60) })
    }

    /// Neither a jump nor a new beginning where the devices came to life.
    private func countersGoOn(_ home: HomeUnderTest) async throws {
        try await eventually("the stove lives") { try await home.readings(Self.oven, .energy).count > 65 }
        let counted = try await home.past(of: Self.oven, .energy).map(\.value)
        #expect((counted.last ?? 0) > 60)
        // 900 W are 0.015 kWh a minute.
        #expect(zip(counted, counted.dropFirst()).allSatisfy { $1 >= $0 && $1 - $0 < 0.05 })
    }
}

extension HomeUnderTest {
    /// Whether all devices are there, and said all that they show.
    fileprivate nonisolated func isLively(_ scenario: Scenario) async throws -> Bool {
        let devices = try await devices()
        return scenario.devices.allSatisfy { described in
            guard let device = devices.first(where: { $0.name == described.name.text }), device.availability == .ready
            else { return false }
            return GatewayPlaces(of: described).all.allSatisfy { place in
                let part = device.parts.first { $0.id == place.part }
                return part?.capabilities.first { $0.name == place.capability }?.state != nil
            }
        }
    }

    fileprivate nonisolated func past(of device: String, _ quantity: CapabilityKind) async throws -> [Reading] {
        let finished = try await tomte(
            "readings", device, quantity.rawValue, "--since", "7d", "--resolution", "raw", "--json")
        return try finished.json(ReadingsBody.self).readings
    }

    fileprivate nonisolated func counts() async throws -> [CapabilityKind: Int] {
        [
            .energy: try await past(of: "stove/switch-1", .energy).count,
            .temperature: try await past(of: "climate", .temperature).count,
        ]
    }
}

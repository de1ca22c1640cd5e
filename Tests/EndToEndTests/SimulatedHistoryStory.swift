import Foundation
import GatewayWire
import HomeModel
import SimulatedHome
import TestSupport
import Testing

/// `tomte simulate` imports a history for new simulated devices, once and with one reading a minute, and their counters
/// continue from it. It also adopts the whole villa, which has devices of every dialect.
@Suite(.timeLimit(.minutes(15))) struct SimulatedHistoryStory {
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

    @Test func simulatedHistoryIsImportedOnceAndCountersContinue() async throws {
        let file = "/tmp/scenario-\(UUID().uuidString.prefix(8)).yaml"
        try Data(Self.scenario.utf8).write(to: URL(fileURLWithPath: file))
        defer { try? FileManager.default.removeItem(atPath: file) }
        try await withHome { home in
            let output = try await simulate(file, in: home, until: "the past of") {
                try await historyHasOneReadingAMinute(home)
                try await countersContinue(home)
            }
            #expect(output.contains("2 devices adopted"))
            let counts = try await home.counts()
            let again = try await simulate(file, in: home, until: "0 devices adopted") {
                try await eventually("the stove is ready") { try await home.device("stove").availability == .ready }
            }
            // At Ctrl-C every device disconnects cleanly; the last message of a Shelly is then the same as its last
            // will.
            try await eventually("the stove is lost") { try await home.device("stove").availability == .lost }
            #expect(again.contains("has a past already"))
            #expect(try await home.audit(.dataImport).count == 2)
            for (series, count) in counts { #expect(try await home.counts()[series, default: 0] >= count) }
        }
    }

    @Test func everyDeviceOfTheVillaIsAdoptedAndWorks() async throws {
        // The test does not wait for sensors that report once a minute. The HomeKit accessories and the mDNS devices,
        // which come last, are left out, because other tests count the discovered devices.
        let text = try String(contentsOfFile: Self.villa, encoding: .utf8)
        let accessories = try #require(text.firstRange(of: "\n  # HomeKit:"))
        let yaml = String(text[..<accessories.lowerBound]).replacing(/every: \d+s/, with: "every: 2s")
        let villa = try ScenarioReader.read(yaml)
        let file = "/tmp/villa-\(UUID().uuidString.prefix(8)).yaml"
        try Data(yaml.utf8).write(to: URL(fileURLWithPath: file))
        defer { try? FileManager.default.removeItem(atPath: file) }
        try await withHome { home in
            let output = try await simulate(
                file, options: [], in: home, until: "\(villa.devices.count) devices adopted"
            ) {
                try await eventually("every device reports") { try await home.hasAllStates(of: villa) }
                for command in [
                    ["workbench/switch-1", "switch", "on"], ["desk", "switch", "off"],
                    ["garage-door", "position", "10"],
                    ["bedside-lamp", "brightness", "60"], ["living-room-blind", "position", "75"],
                ] {
                    let sent = try await home.tomte.run(["send"] + command)
                    #expect(sent.output.contains("confirmed"), "\(command): \(sent.output)\(sent.errors)")
                }
                let usual: Set = ["access.noOwner", "discovery.disabled", "clock.timeZoneUTC"]
                let others = try await home.findings().subtracting(usual)
                let found = try await home.tomte("devices", "findings").output
                #expect(others.isEmpty, "\(others): \(found)")
                let listings = TerminalListings(home: home)
                try await listings.fill()
                try await listings.fitTheTerminal()
                try await listings.nameEverythingInFull()
            }
            #expect(output.contains("6 zigbee2mqtt"))
            let families = try await home.tomte("devices", "credentials", "--json").json([ListedCredentialBody].self)
            for one in families { #expect(one.dialect == villa.family(of: one.root.rawValue), "\(one.root)") }
        }
    }

    private static let villa = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../simulators/scenarios/villa.yaml").standardizedFileURL.path

    /// Runs `tomte simulate`, and `body` after a line of its output begins with `text`. Returns its whole output.
    private func simulate(
        _ scenario: String, options: [String] = ["--history", "3d"], in home: HomeUnderTest, until text: String,
        body: () async throws -> Void
    ) async throws -> String {
        let file = "\(home.state).out"
        defer { try? FileManager.default.removeItem(atPath: file) }
        func output() -> String { (try? String(contentsOfFile: file, encoding: .utf8)) ?? "" }
        let devices = try ChildProcess(
            [TomteProgram.path, "simulate", scenario, "--adopt", "--state", home.state] + options, output: file)
        do {
            try await eventually("the simulator prints “\(text)”") { output().contains("\n\(text)") }
            try await body()
        } catch {
            await devices.end(SIGINT)
            throw error
        }
        await devices.end(SIGINT)
        return output()
    }

    private static let oven = "stove/switch-1"

    private func historyHasOneReadingAMinute(_ home: HomeUnderTest) async throws {
        let readings = try await home.history(of: "climate", .temperature)
        let imported = readings.filter { $0.time.milliseconds % 60_000 == 0 }
        #expect(imported.count >= 3 * 1440)
        let steps = zip(imported, imported.dropFirst()).map { $1.time - $0.time }
        #expect(steps.allSatisfy { $0 == .seconds(60) })
    }

    /// The counters neither jump nor restart where the live readings begin.
    private func countersContinue(_ home: HomeUnderTest) async throws {
        try await eventually("live readings of the stove are stored") {
            try await home.readings(Self.oven, quantity: .energy).count > 65
        }
        let counted = try await home.history(of: Self.oven, .energy).map(\.value)
        #expect((counted.last ?? 0) > 60)
        // 900 W are 0.015 kWh a minute.
        #expect(zip(counted, counted.dropFirst()).allSatisfy { $1 >= $0 && $1 - $0 < 0.05 })
    }
}

extension HomeUnderTest {
    /// Whether all devices are ready and have a state for each of their capabilities.
    fileprivate nonisolated func hasAllStates(of scenario: Scenario) async throws -> Bool {
        let devices = try await devices()
        return scenario.devices.allSatisfy { described in
            guard let device = devices.first(where: { $0.name == described.name.text }), device.availability == .ready
            else { return false }
            return GatewayAddresses(of: described).all.allSatisfy { address in
                let part = device.parts.first { $0.id == address.part }
                return part?.capabilities.first { $0.name == address.capability }?.state != nil
            }
        }
    }

    fileprivate nonisolated func history(of device: String, _ quantity: CapabilityKind) async throws -> [Reading] {
        let finished = try await tomte(
            "readings", device, quantity.rawValue, "--since", "7d", "--resolution", "raw", "--json")
        return try finished.json(ReadingsBody.self).readings
    }

    fileprivate nonisolated func counts() async throws -> [CapabilityKind: Int] {
        [
            .energy: try await history(of: "stove/switch-1", .energy).count,
            .temperature: try await history(of: "climate", .temperature).count,
        ]
    }
}

import Foundation
import GatewayWire
import HomeModel
import TestSupport
import Testing

/// A fresh simulated home gets a past: it lies there by the minute, its counters go on from it, and it comes once.
@Suite(.timeLimit(.minutes(15))) struct SimulatedPastStory {
    private static let scenario = """
        name: Cottage
        seed: 5
        rooms:
          - { name: Kitchen, use: kitchen, area: 18 }
        devices:
          - { id: stove, kind: plug, name: Stove, room: Kitchen, every: 1s, loads: [heater], purpose: heater }
          - { id: climate, kind: climate, name: Climate, room: Kitchen, every: 1s }
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
            // Ctrl-C lets every device say goodbye.
            try await eventually("the stove left") { try await home.device("stove").availability == .disconnected }
            #expect(again.contains("has a past already"))
            #expect(try await home.audit(.dataImport).count == 2)
            for (series, count) in known { #expect(try await home.counts()[series, default: 0] >= count) }
        }
    }

    /// Runs `tomte simulate` and, once it has said `words`, `body`; returns all that it said.
    private func simulate(
        _ file: String, in home: HomeUnderTest, until words: String, _ body: () async throws -> Void
    ) async throws -> String {
        let output = "\(file).out"
        defer { try? FileManager.default.removeItem(atPath: output) }
        func said() -> String { (try? String(contentsOfFile: output, encoding: .utf8)) ?? "" }
        let devices = try ChildProcess(
            [TomteProgram.path, "simulate", file, "--adopt", "--history", "3d", "--state", home.state], output: output)
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

    private func pastIsThere(_ home: HomeUnderTest) async throws {
        let readings = try await home.past(of: "climate", .temperature)
        let past = readings.filter { $0.time.milliseconds % 60_000 == 0 }
        #expect(past.count >= 3 * 1440)
        let steps = zip(past, past.dropFirst()).map { $1.time - $0.time }
        #expect(steps.allSatisfy { $0 == .seconds(60) })
    }

    /// Neither a jump nor a new beginning where the devices came to life.
    private func countersGoOn(_ home: HomeUnderTest) async throws {
        try await eventually("the stove lives") { try await home.readings("stove", .energy).count > 65 }
        let counted = try await home.past(of: "stove", .energy).map(\.value)
        #expect((counted.last ?? 0) > 60)
        // 900 W are 0.015 kWh a minute.
        #expect(zip(counted, counted.dropFirst()).allSatisfy { $1 >= $0 && $1 - $0 < 0.05 })
    }
}

extension HomeUnderTest {
    fileprivate nonisolated func past(of device: String, _ quantity: CapabilityKind) async throws -> [Reading] {
        let finished = try await tomte(
            "readings", device, quantity.rawValue, "--since", "7d", "--resolution", "raw", "--json")
        return try finished.json(ReadingsBody.self).readings
    }

    fileprivate nonisolated func counts() async throws -> [CapabilityKind: Int] {
        [
            .energy: try await past(of: "stove", .energy).count,
            .temperature: try await past(of: "climate", .temperature).count,
        ]
    }
}

import GatewayWire
import HomeModel
import SimulatedHome
import TestSupport
import Testing

/// A machine without a battery starts half an hour in the past; a thermometer without a clock speaks before the time server
/// does, and the gateway starts again in between.
@Suite(.timeLimit(.minutes(15))) struct UnknownClockStory {
    /// It says its values once when it connects; then only who has its credential speaks for it.
    private static let scenario = Scenario(
        name: "Cellar", residents: 0,
        devices: [
            ScenarioDevice(
                id: "cellar", kind: .thermometer, name: DisplayName("Cellar" as StaticString), interval: .seconds(3600))
        ])

    @Test func readingsWaitUntilTheClockIsKnown() async throws {
        let clock = HeldHomeClock()
        let noon = clock.now
        try await withHome(isStarted: false) { home in
            try await home.startGateway(on: clock)
            try await withDevices(of: Self.scenario, in: home) { _ in try await home.adopt(Self.scenario) }

            clock.set(to: noon - .seconds(1800))
            clock.set(uptime: .seconds(60))
            clock.set(isSynchronised: false)
            try await speak([20, 21, 22], in: home)
            try await eventually("three readings wait") { try await waiting(in: home).hasPrefix("3 readings") }
            await home.stopGateway()
            try await home.startGateway(on: clock)
            try await speak([23], in: home)
            try await eventually("four readings wait") { try await waiting(in: home).hasPrefix("4 readings") }
            #expect(try await kept(home, before: noon).isEmpty)

            clock.set(to: noon)
            clock.set(uptime: .seconds(90))
            clock.set(isSynchronised: true)
            try await eventually("they have their time") { try await kept(home, before: noon).count == 4 }
            let readings = try await kept(home, before: noon)
            #expect(readings.map(\.value) == [20, 21, 22, 23])
            let arrival = noon - .seconds(30)
            // The clocks of the test stand still: what arrived in one millisecond is spread over those before.
            #expect(readings.map(\.time) == [3, 2, 1, 0].map { arrival - .milliseconds($0) })
            #expect(try await waiting(in: home).isEmpty)
        }
    }

    private func speak(_ temperatures: [Double], in home: HomeUnderTest) async throws {
        let cellar = try await ForeignClient("cellar", in: home)
        for temperature in temperatures {
            let said = try await cellar.publish("\(temperature)", to: "cellar/5/cellar/main/temperature")
            #expect(said.isDone, "\(said.complaint)")
        }
    }

    /// What `tomte status` says of it.
    private func waiting(in home: HomeUnderTest) async throws -> String {
        let diagnostics = try await home.tomte("status", "--json").json(DiagnosticsBody.self)
        return diagnostics.findings.first { $0.code == "clock.readingsWait" }?.message ?? ""
    }

    private func kept(_ home: HomeUnderTest, before noon: Timestamp) async throws -> [Reading] {
        let finished = try await home.tomte(
            "readings", "cellar", "temperature", "--since", (noon - .days(1)).rfc3339, "--until", noon.rfc3339,
            "--json")
        return try finished.json(ReadingsBody.self).readings
    }
}

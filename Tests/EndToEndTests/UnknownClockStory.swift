import GatewayWire
import HomeModel
import SimulatedHome
import TestSupport
import Testing

/// A machine without a battery for its clock starts half an hour in the past. A thermometer without a clock reports
/// before the clock is synchronised, and the gateway restarts in between.
@Suite(.timeLimit(.minutes(15))) struct UnknownClockStory {
    /// The thermometer publishes its values once, when it connects. A client with its credential publishes the later
    /// ones.
    private static let scenario = Scenario(
        name: "Cellar", residents: 0,
        devices: [
            ScenarioDevice(
                id: "cellar", kind: .thermometer, name: DisplayName("Cellar" as StaticString), interval: .seconds(3600))
        ])

    @Test func readingsWaitUntilTheClockIsKnown() async throws {
        let clock = ManualHomeClock()
        let noon = clock.now
        try await withHome(isStarted: false) { home in
            try await home.startGateway(on: clock)
            try await withDevices(of: Self.scenario, in: home) { _ in try await home.adopt(Self.scenario) }

            clock.set(to: noon - .seconds(1800))
            clock.set(uptime: .seconds(60))
            clock.set(isSynchronised: false)
            try await publish([20, 21, 22], in: home)
            try await eventually("three readings wait") {
                try await messageAboutWaitingReadings(home).hasPrefix("3 readings")
            }
            await home.stopGateway()
            try await home.startGateway(on: clock)
            try await publish([23], in: home)
            try await eventually("four readings wait") {
                try await messageAboutWaitingReadings(home).hasPrefix("4 readings")
            }
            #expect(try await stored(home, before: noon).isEmpty)

            clock.set(to: noon)
            clock.set(uptime: .seconds(90))
            clock.set(isSynchronised: true)
            try await eventually("the readings have their times") { try await stored(home, before: noon).count == 4 }
            let readings = try await stored(home, before: noon)
            #expect(readings.map(\.value) == [20, 21, 22, 23])
            let arrival = noon - .seconds(30)
            // The clock of the test does not advance. Readings that arrive in one millisecond get the milliseconds
            // before it.
            #expect(readings.map(\.time) == [3, 2, 1, 0].map { arrival - .milliseconds($0) })
            #expect(try await messageAboutWaitingReadings(home).isEmpty)
        }
    }

    private func publish(_ temperatures: [Double], in home: HomeUnderTest) async throws {
        let cellar = try await MosquittoToolClient("cellar", in: home)
        for temperature in temperatures {
            let published = try await cellar.publish("\(temperature)", to: "cellar/5/cellar/main/temperature")
            #expect(published.isDone, "\(published.output)")
        }
    }

    /// Returns the message of `tomte status` about waiting readings; empty when none wait.
    private func messageAboutWaitingReadings(_ home: HomeUnderTest) async throws -> String {
        let diagnostics = try await home.tomte("status", "--json").json(DiagnosticsBody.self)
        return diagnostics.findings.first { $0.code == "clock.readingsWait" }?.message ?? ""
    }

    private func stored(_ home: HomeUnderTest, before noon: Timestamp) async throws -> [Reading] {
        let finished = try await home.tomte(
            "readings", "cellar", "temperature", "--since", (noon - .days(1)).rfc3339, "--until", noon.rfc3339,
            "--json")
        return try finished.json(ReadingsBody.self).readings
    }
}

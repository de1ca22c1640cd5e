import GatewayWire
import HomeModel
import SimulatedHome
import TestSupport
import Testing

/// The gateway is killed again and again under load, also while it starts. What the broker acknowledged to the sensors
/// meanwhile, what was written down and who lives here is all there afterwards.
@Suite(.timeLimit(.minutes(FaultRounds.minutes))) struct KilledGatewayStory {
    private static let sensors = (1...10).map { "sensor-\($0)" }
    /// 300 readings a second, no two of a sensor alike.
    private static let scenario: Scenario = {
        var scenario = Scenario.bridge(sensors: sensors.count, interval: .milliseconds(33), isCounting: true)
        scenario.devices += Scenario.lamp.devices
        return scenario
    }()

    /// What became of the rounds.
    private struct Tally {
        var kills = 0
        var startsUntilServing: [Duration] = []
        /// The commands whose end was told to whoever gave them.
        var ended: Set<String> = []

        /// How long a start took until somebody was answered, in which starting whoever asked is included.
        var times: String {
            let milliseconds = startsUntilServing.map { Int($0 / .milliseconds(1)) }.sorted()
            guard let worst = milliseconds.last else { return "no start" }
            return "\(milliseconds[milliseconds.count / 2]) ms (median), \(worst) ms (worst)"
        }
    }

    @Test func nothingThatWasAcknowledgedIsGone() async throws {
        let seed = UInt64.random(in: 0...UInt64(UInt32.max))
        let ledger = PublishLedger()
        var tally = Tally()
        try await withHome { home in
            var judge: PublisherJudge?
            try await withDevices(of: Self.scenario, in: home, ledger: ledger) { devices in
                try await home.adopt(Self.scenario)
                judge = try await PublisherJudge(ledger, of: Self.sensors, in: home)
                let people = try await moveIn(home)
                let switched = try await switchTheLamp(home)
                let open = try await killedWithAnOpenCommand(home, devices, &tally)
                try await killedAtRandom(home, ledger, seed, &tally)

                try await commandsAreWrittenDown(home, tally, open)
                try await keysSurvive(home, devices, switched, open)
                #expect(try await home.tomte("people", "list", "--json").output == people)
                #expect(try await home.tomte("people", "why", "mia", "controlDevices").output.contains("member"))
                #expect(try await Set(home.devices().map(\.id.rawValue)) == Set(Self.sensors + ["lamp"]))
            }
            let verdict = try await #require(judge).verdict()
            #expect(verdict.lost.isEmpty, "seed \(seed): \(verdict.lost)")
            #expect(verdict.storedTwice.isEmpty, "seed \(seed): \(verdict.storedTwice)")
            print("\(tally.kills) kills of the gateway, seed \(seed): \(verdict); serving again after \(tally.times)")
        }
    }

    private func moveIn(_ home: HomeUnderTest) async throws -> String {
        #expect(try await home.tomte("people", "add", "Ella", "--role", "owner").status == 0)
        #expect(try await home.tomte("people", "add", "Mia", "--role", "guest").status == 0)
        #expect(try await home.tomte("people", "role", "mia", "member").status == 0)
        return try await home.tomte("people", "list", "--json").output
    }

    private func switchTheLamp(_ home: HomeUnderTest) async throws -> CommandID {
        try await eventually("the lamp is there") { try await home.device("lamp").availability == .ready }
        let answer = try await home.tomte("send", "lamp", "switch", "on", "--key", "evening", "--json")
        #expect(answer.status == 0)
        return try answer.json(CommandRecordBody.self).id
    }

    /// The lamp keeps silent, so the command is still open when the gateway dies. Gives the id of the command.
    private func killedWithAnOpenCommand(
        _ home: HomeUnderTest, _ devices: SimulatedHome, _ tally: inout Tally
    ) async throws -> String {
        try await devices.inject(Fault(.stick), device: "lamp")
        async let sent = home.tomte("send", "lamp", "switch", "off", "--key", "night", "--deadline", "60")
        try await eventually("the command is written down") { try await home.audit(.deviceControl).count == 2 }
        let open = try #require(try await home.audit(.deviceControl).last?.metadata["command"])
        try await killAndRestart(home, &tally)
        #expect(try await sent.status != 0)
        await devices.clearFaults(device: "lamp")
        return open
    }

    /// Moments are counted in readings that the broker acknowledged, which goes on meanwhile.
    private func killedAtRandom(
        _ home: HomeUnderTest, _ ledger: PublishLedger, _ seed: UInt64, _ tally: inout Tally
    ) async throws {
        var random = SeededGenerator(seed: seed, stream: "kills")
        while tally.kills < FaultRounds.gateway {
            let value = Bool.random(using: &random) ? "on" : "off"
            async let command = home.tomte("send", "lamp", "switch", value, "--json")
            try await ledger.grow(by: Int.random(in: 1...200, using: &random))
            if Int.random(in: 0..<4, using: &random) == 0 {
                await home.killGateway()
                tally.kills += 1
                try await home.launchGateway()
                try await ledger.grow(by: Int.random(in: 0...150, using: &random))
            }
            try await killAndRestart(home, &tally)
            if let record = try? await command.json(CommandRecordBody.self), record.outcome != nil {
                tally.ended.insert(record.id.rawValue)
            }
            if tally.kills.isMultiple(of: 25) { print("\(tally.kills) kills so far") }
        }
    }

    private func killAndRestart(_ home: HomeUnderTest, _ tally: inout Tally) async throws {
        let broker = try #require(home.brokerProcess)
        await home.killGateway()
        tally.kills += 1
        tally.startsUntilServing.append(try await ContinuousClock().measure { try await home.startGateway() })
        #expect(home.brokerProcess == broker)
        // Asking has the whole database checked.
        let findings = try await home.findings().filter { $0.hasPrefix("storage.") || $0.hasPrefix("audit.") }
        #expect(findings.isEmpty)
        let audit = try await home.tomte("audit", "verify")
        #expect(audit.status == 0, "\(audit.output)")
    }

    /// Everything that was sent has one end; what nobody saw the end of has timed out.
    private func commandsAreWrittenDown(_ home: HomeUnderTest, _ tally: Tally, _ open: String) async throws {
        let sent = try await home.audit(.deviceControl).filter(\.success).compactMap(\.metadata["command"])
        let ends = try await home.audit(.deviceOutcome)
        #expect(ends.compactMap(\.metadata["command"]).sorted() == sent.sorted())
        #expect(tally.ended.isSubset(of: try await home.audit(.deviceControl).compactMap(\.metadata["command"])))
        let timedOut = ends.filter { $0.metadata["command"] == open }
        #expect(timedOut.map(\.metadata["outcome"]) == ["timedOut"] && timedOut.map(\.success) == [false])
    }

    /// The same key gives the command of before the kills, and moves nothing.
    private func keysSurvive(
        _ home: HomeUnderTest, _ devices: SimulatedHome, _ switched: CommandID, _ open: String
    ) async throws {
        let written = try await home.audit(.deviceControl).count { $0.success }
        try await eventually("the lamp is there") { try await home.device("lamp").availability == .ready }
        try await devices.set("lamp", .switch, to: .boolean(false))
        let again = try await home.tomte("send", "lamp", "switch", "on", "--key", "evening", "--json")
        #expect(again.status == 0)
        #expect(try again.json(CommandRecordBody.self).id == switched)
        let night = try await home.tomte(
            "send", "lamp", "switch", "off", "--key", "night", "--deadline", "60", "--json")
        #expect(night.status == 5)
        #expect(try night.json(CommandRecordBody.self).id.rawValue == open)
        #expect(try await home.tomte("send", "lamp", "switch", "off", "--key", "evening").status == 4)
        #expect(await devices.isOn("lamp") == false)
        #expect(try await home.audit(.deviceControl).count { $0.success } == written)
    }
}

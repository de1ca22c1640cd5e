import SeededRandom
import GatewayWire
import HomeModel
import SimulatedHome
import TestSupport
import Testing

/// The gateway is killed many times under load, also while it starts. All readings that the broker acknowledged, all
/// audit entries and all people are still there afterwards.
@Suite(.timeLimit(.minutes(FaultRounds.minutes))) struct KilledGatewayStory {
    private static let sensors = (1...10).map { "sensor-\($0)" }
    /// 300 readings a second. A sensor never publishes a value twice.
    private static let scenario: Scenario = {
        var scenario = Scenario.bridge(sensors: sensors.count, interval: .milliseconds(33), isCounting: true)
        scenario.devices += Scenario.lamp.devices
        return scenario
    }()

    /// The counts of all rounds.
    private struct Tally {
        var kills = 0
        var startsUntilServing: [Duration] = []
        /// The ids of the commands whose outcome their sender has received.
        var ended: Set<String> = []

        /// The times from a start to the first answer, which include the start of the program that asks.
        var times: String {
            let milliseconds = startsUntilServing.map { Int($0 / .milliseconds(1)) }.sorted()
            guard let worst = milliseconds.last else { return "no start" }
            return "\(milliseconds[milliseconds.count / 2]) ms (median), \(worst) ms (worst)"
        }
    }

    @Test func killedGatewayLosesNoAcknowledgedData() async throws {
        let seed = UInt64.random(in: 0...UInt64(UInt32.max))
        let publishLog = PublishLog()
        var tally = Tally()
        try await withHome { home in
            var check: DeliveryCheck?
            try await withDevices(of: Self.scenario, in: home, publishLog: publishLog) { devices in
                try await home.adopt(Self.scenario)
                check = try await DeliveryCheck(publishLog, of: Self.sensors, in: home)
                let people = try await addPeople(home)
                let switched = try await switchTheLamp(home)
                let pending = try await killWithAPendingCommand(home, devices: devices, tally: &tally)
                try await killAtRandom(home, publishLog: publishLog, seed: seed, tally: &tally)

                try await commandsAreInTheAuditLog(home, tally: tally, pending: pending)
                try await keysSurvive(home, devices: devices, switched: switched, pending: pending)
                #expect(try await home.tomte("people", "list", "--json").output == people)
                #expect(try await home.tomte("people", "why", "mia", "controlDevices").output.contains("member"))
                #expect(try await Set(home.devices().map(\.id.rawValue)) == Set(Self.sensors + ["lamp"]))
            }
            let report = try await #require(check).report()
            #expect(report.lost.isEmpty, "seed \(seed): \(report.lost)")
            #expect(report.storedTwice.isEmpty, "seed \(seed): \(report.storedTwice)")
            print("\(tally.kills) kills of the gateway, seed \(seed): \(report); serving again after \(tally.times)")
        }
    }

    private func addPeople(_ home: HomeUnderTest) async throws -> String {
        #expect(try await home.tomte("people", "add", "Ella", "--role", "owner").status == 0)
        #expect(try await home.tomte("people", "add", "Mia", "--role", "guest").status == 0)
        #expect(try await home.tomte("people", "role", "mia", "member").status == 0)
        return try await home.tomte("people", "list", "--json").output
    }

    private func switchTheLamp(_ home: HomeUnderTest) async throws -> CommandID {
        try await eventually("the lamp is ready") { try await home.device("lamp").availability == .ready }
        let answer = try await home.tomte("send", "lamp", "switch", "on", "--key", "evening", "--json")
        #expect(answer.status == 0)
        return try answer.json(CommandRecordBody.self).id
    }

    /// The lamp does not answer, so the command is still pending when the gateway is killed. Returns the id of the
    /// command.
    private func killWithAPendingCommand(
        _ home: HomeUnderTest, devices: SimulatedHome, tally: inout Tally
    ) async throws -> String {
        try await devices.inject(Fault(.stick), device: "lamp")
        async let sent = home.tomte("send", "lamp", "switch", "off", "--key", "night", "--deadline", "60")
        try await eventually("the command is in the audit log") { try await home.audit(.deviceControl).count == 2 }
        let pending = try #require(try await home.audit(.deviceControl).last?.metadata["command"])
        try await killAndRestart(home, tally: &tally)
        #expect(try await sent.status != 0)
        await devices.clearFaults(device: "lamp")
        return pending
    }

    /// Kills the gateway after random numbers of acknowledged readings, while the broker keeps running.
    private func killAtRandom(
        _ home: HomeUnderTest, publishLog: PublishLog, seed: UInt64, tally: inout Tally
    ) async throws {
        var random = SeededGenerator(seed: seed, stream: "kills")
        while tally.kills < FaultRounds.gateway {
            let value = Bool.random(using: &random) ? "on" : "off"
            async let command = home.tomte("send", "lamp", "switch", value, "--json")
            try await publishLog.waitToGrow(by: Int.random(in: 1...200, using: &random))
            if Int.random(in: 0..<4, using: &random) == 0 {
                await home.killGateway()
                tally.kills += 1
                try await home.launchGateway()
                try await publishLog.waitToGrow(by: Int.random(in: 0...150, using: &random))
            }
            try await killAndRestart(home, tally: &tally)
            if let record = try? await command.json(CommandRecordBody.self), record.outcome != nil {
                tally.ended.insert(record.id.rawValue)
            }
            if tally.kills.isMultiple(of: 25) { print("\(tally.kills) kills so far") }
        }
    }

    private func killAndRestart(_ home: HomeUnderTest, tally: inout Tally) async throws {
        let broker = try #require(home.brokerProcess)
        await home.killGateway()
        tally.kills += 1
        tally.startsUntilServing.append(try await ContinuousClock().measure { try await home.startGateway() })
        #expect(home.brokerProcess == broker)
        // The gateway checks the whole database for this answer.
        let findings = try await home.findings().filter { $0.hasPrefix("storage.") || $0.hasPrefix("audit.") }
        #expect(findings.isEmpty)
        let audit = try await home.tomte("audit", "verify")
        #expect(audit.status == 0, "\(audit.output)")
    }

    /// Every command that was sent has one outcome. The command that was pending at the kill has timed out.
    private func commandsAreInTheAuditLog(_ home: HomeUnderTest, tally: Tally, pending: String) async throws {
        let sent = try await home.audit(.deviceControl).filter(\.success).compactMap(\.metadata["command"])
        let ends = try await home.audit(.deviceOutcome)
        #expect(ends.compactMap(\.metadata["command"]).sorted() == sent.sorted())
        #expect(tally.ended.isSubset(of: try await home.audit(.deviceControl).compactMap(\.metadata["command"])))
        let timedOut = ends.filter { $0.metadata["command"] == pending }
        #expect(timedOut.map(\.metadata["outcome"]) == ["timedOut"] && timedOut.map(\.success) == [false])
    }

    /// The same key returns the command from before the kills, and the lamp is not switched.
    private func keysSurvive(
        _ home: HomeUnderTest, devices: SimulatedHome, switched: CommandID, pending: String
    ) async throws {
        let sentCount = try await home.audit(.deviceControl).count { $0.success }
        try await eventually("the lamp is ready") { try await home.device("lamp").availability == .ready }
        try await devices.set("lamp", capability: .switch, to: .boolean(false))
        let again = try await home.tomte("send", "lamp", "switch", "on", "--key", "evening", "--json")
        #expect(again.status == 0)
        #expect(try again.json(CommandRecordBody.self).id == switched)
        let night = try await home.tomte(
            "send", "lamp", "switch", "off", "--key", "night", "--deadline", "60", "--json")
        #expect(night.status == 5)
        #expect(try night.json(CommandRecordBody.self).id.rawValue == pending)
        #expect(try await home.tomte("send", "lamp", "switch", "off", "--key", "evening").status == 4)
        #expect(await devices.isOn("lamp") == false)
        #expect(try await home.audit(.deviceControl).count { $0.success } == sentCount)
    }
}

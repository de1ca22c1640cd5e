import GatewayWire
import HomeModel
import SimulatedHome
import TestSupport
import Testing

/// The gateway is killed again and again under load. What the broker acknowledged to the sensors meanwhile, what was
/// written down and who lives here is all there afterwards.
@Suite(.timeLimit(.minutes(3))) struct KilledGatewayStory {
    private static let kills = 5
    private static let sensors = (1...10).map { "sensor-\($0)" }
    /// 300 readings a second, no two of a sensor alike.
    private static let scenario: Scenario = {
        var scenario = Scenario.bridge(sensors: sensors.count, interval: .milliseconds(33), isCounting: true)
        scenario.devices += Scenario.lamp.devices
        return scenario
    }()

    @Test func nothingThatWasAcknowledgedIsGone() async throws {
        let seed = UInt64.random(in: 0...UInt64(UInt32.max))
        let ledger = PublishLedger()
        try await withHome { home in
            try await withDevices(of: Self.scenario, in: home, ledger: ledger) { devices in
                try await home.adopt(Self.scenario)
                try await moveIn(home)
                let people = try await home.tomte("people", "list", "--json").output
                let switched = try await switchTheLamp(home)
                let open = try await killedWithAnOpenCommand(home, devices)
                try await killedAtRandom(home, ledger, seed)

                try await openCommandTimedOut(home, open)
                try await keysSurvive(home, devices, switched, open)
                #expect(try await home.tomte("people", "list", "--json").output == people)
                #expect(try await home.tomte("people", "why", "mia", "modifySettings").output.contains("member"))
                #expect(try await Set(home.devices().map(\.id.rawValue)) == Set(Self.sensors + ["lamp"]))
            }
            try await everyAcknowledgedReadingIsStored(home, ledger, seed)
        }
    }

    private func moveIn(_ home: HomeUnderTest) async throws {
        #expect(try await home.tomte("people", "add", "Ella", "--role", "owner").status == 0)
        #expect(try await home.tomte("people", "add", "Mia", "--role", "guest").status == 0)
        #expect(try await home.tomte("people", "role", "mia", "member").status == 0)
        for sensor in Self.sensors {
            try await eventually("\(sensor) is recorded") { try await !home.readings(sensor, .temperature).isEmpty }
        }
    }

    private func switchTheLamp(_ home: HomeUnderTest) async throws -> CommandID {
        try await eventually("the lamp is there") { try await home.device("lamp").availability == .ready }
        let answer = try await home.tomte("send", "lamp", "switch", "on", "--key", "evening", "--json")
        #expect(answer.status == 0)
        return try answer.json(CommandRecordBody.self).id
    }

    /// The lamp keeps silent, so the command is still open when the gateway dies. Gives the id of the command.
    private func killedWithAnOpenCommand(_ home: HomeUnderTest, _ devices: SimulatedHome) async throws -> String {
        try await devices.inject(Fault(.stick), device: "lamp")
        async let sent = home.tomte("send", "lamp", "switch", "off", "--key", "night", "--deadline", "60")
        try await eventually("the command is written down") { try await home.audit(.deviceControl).count == 2 }
        let open = try #require(try await home.audit(.deviceControl).last?.requestID)
        try await killAndRestart(home)
        #expect(try await sent.status != 0)
        await devices.clearFaults(device: "lamp")
        return open
    }

    /// Moments are counted in readings that the broker acknowledged.
    private func killedAtRandom(_ home: HomeUnderTest, _ ledger: PublishLedger, _ seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed, stream: "kills")
        for _ in 2...Self.kills {
            let moment = await ledger.acknowledgedCount + Int.random(in: 50...400, using: &random)
            try await eventually("\(moment) readings are acknowledged") { await ledger.acknowledgedCount >= moment }
            try await killAndRestart(home)
        }
    }

    private func killAndRestart(_ home: HomeUnderTest) async throws {
        let broker = try #require(home.brokerProcess)
        await home.killGateway()
        try await home.startGateway()
        #expect(home.brokerProcess == broker)
        #expect(try await home.findings().isDisjoint(with: ["storage.damaged", "storage.cannotWrite", "audit.opened"]))
        let audit = try await home.tomte("audit", "verify")
        #expect(audit.status == 0, "\(audit.output)")
    }

    private func openCommandTimedOut(_ home: HomeUnderTest, _ open: String) async throws {
        let outcomes = try await home.audit(.deviceOutcome).filter { $0.requestID == open }
        #expect(outcomes.map(\.metadata["outcome"]) == ["timedOut"])
        #expect(outcomes.map(\.success) == [false])
    }

    /// The same key gives the command of before the kills, and moves nothing.
    private func keysSurvive(
        _ home: HomeUnderTest, _ devices: SimulatedHome, _ switched: CommandID, _ open: String
    ) async throws {
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
        #expect(try await home.audit(.deviceControl).count { $0.success } == 2)
    }

    private func everyAcknowledgedReadingIsStored(
        _ home: HomeUnderTest, _ ledger: PublishLedger, _ seed: UInt64
    ) async throws {
        var (acknowledged, missing, twice) = (0, 0, 0)
        for sensor in Self.sensors {
            let said = await ledger.acknowledged(of: sensor).compactMap(\.value)
            var stored: [Double] = []
            try await eventually("the last of \(sensor) is stored") {
                stored = try await home.readings(sensor, .temperature).map(\.value)
                return said.last.map(stored.contains) ?? false
            }
            // Before it was adopted nobody listened to it.
            let first = try #require(stored.min())
            let due = said.filter { $0 >= first }
            let lost = Set(due).subtracting(stored)
            #expect(lost.isEmpty, "\(sensor), seed \(seed): \(lost.sorted())")
            acknowledged += due.count
            missing += lost.count
            twice += stored.count - Set(stored).count
        }
        print(
            "\(Self.kills) kills, seed \(seed): \(acknowledged) readings acknowledged, \(missing) lost, "
                + "\(twice) stored twice")
    }
}

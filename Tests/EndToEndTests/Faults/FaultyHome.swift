import Foundation
import GatewayWire
import HomeModel
import SimulatedHome
import TestSupport
import Testing

/// What the stories of a faulty disk have in common: sensors that count, 300 readings a second, a lamp, and a judge.
struct FaultyHome {
    static let sensors = (1...10).map { "sensor-\($0)" }
    static let readingsPerSecond = 300
    static let scenario: Scenario = {
        var scenario = Scenario.bridge(
            sensors: sensors.count, interval: .seconds(sensors.count) / readingsPerSecond, isCounting: true)
        scenario.devices += Scenario.lamp.devices
        return scenario
    }()

    let home: HomeUnderTest
    let devices: SimulatedHome
    let ledger: PublishLedger

    /// Runs `body` while sensors publish; gives what became of what the broker acknowledged to them.
    static func live(
        in home: HomeUnderTest, _ body: (FaultyHome) async throws -> Void
    ) async throws -> PublisherJudge.Verdict {
        let ledger = PublishLedger()
        var judge: PublisherJudge?
        try await withDevices(of: scenario, in: home, ledger: ledger) { devices in
            try await home.adopt(scenario)
            judge = try await PublisherJudge(ledger, of: sensors, in: home)
            try await eventually("the lamp is there") { try await home.device("lamp").availability == .ready }
            try await body(FaultyHome(home: home, devices: devices, ledger: ledger))
        }
        let verdict = try await #require(judge).verdict()
        #expect(verdict.storedTwice.isEmpty, "\(verdict.storedTwice)")
        #expect(try await home.tomte("audit", "verify").status == 0)
        print(verdict)
        return verdict
    }

    /// Sends a command as a person does: it is confirmed by the lamp, and written down. Gives how long that took.
    @discardableResult
    func switchTheLamp() async throws -> Duration {
        let next = await devices.isOn("lamp") == true ? "off" : "on"
        let written = try await home.audit(.deviceOutcome).count
        let took = try await ContinuousClock().measure {
            let sent = try await home.tomte("send", "lamp", "switch", next, "--deadline", "60")
            #expect(sent.status == 0, "\(sent.output)\(sent.errors)")
        }
        #expect(await devices.isOn("lamp") == (next == "on"))
        #expect(try await home.audit(.deviceOutcome).count == written + 1)
        return took
    }

    func isFound(_ code: String) async throws {
        try await eventually("\(code) is found") { try await home.findings().contains(code) }
    }

    /// Waits until what is published now is stored, and nothing is found any more. Gives how long that took.
    func recovers() async throws -> Duration {
        let newest = await ledger.acknowledged(of: Self.sensors[0]).last?.value ?? 0
        return try await ContinuousClock().measure {
            try await eventually("it recovers by itself") {
                guard try await newestStored() >= newest else { return false }
                return try await home.findings().isDisjoint(with: Self.troubles)
            }
        }
    }

    /// The first sensor counts.
    func newestStored() async throws -> Double {
        try await home.readings(Self.sensors[0], .temperature).last?.value ?? 0
    }

    /// What is not to be there any more once all is well.
    private static let troubles: Set<String> = [
        "storage.cannotWrite", "storage.littleRoom", "storage.slow", "storage.notSealed", "audit.cannotWrite",
        "broker.telemetryDisconnected", "broker.controlDisconnected",
    ]
}

extension HomeUnderTest {
    nonisolated var brokerLog: String {
        (try? String(contentsOfFile: "\(state)/broker/mosquitto.log", encoding: .utf8)) ?? ""
    }
}

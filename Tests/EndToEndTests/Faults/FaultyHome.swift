import Foundation
import GatewayWire
import HomeModel
import SimulatedHome
import Testing
import TestSupport

/// The home of the stories about a faulty disk: counting sensors with 300 readings a second, a lamp, and a check that
/// no reading is lost.
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
    let publishLog: PublishLog

    /// Runs `body` while sensors publish. Returns the report about the readings that the broker acknowledged to them.
    static func run(
        in home: HomeUnderTest, _ body: (FaultyHome) async throws -> Void
    ) async throws -> DeliveryCheck.Report {
        let publishLog = PublishLog()
        var check: DeliveryCheck?
        try await withDevices(of: scenario, in: home, publishLog: publishLog) { devices in
            try await home.adopt(scenario)
            check = try await DeliveryCheck(publishLog, of: sensors, in: home)
            try await eventually("the lamp is ready") { try await home.device("lamp").availability == .ready }
            try await body(FaultyHome(home: home, devices: devices, publishLog: publishLog))
        }
        let report = try await #require(check).report()
        #expect(report.storedTwice.isEmpty, "\(report.storedTwice)")
        #expect(try await home.tomte("audit", "verify").status == 0)
        print(report)
        return report
    }

    /// Sends a command like a person does. The lamp confirms it, and the audit log contains it. Returns the time that
    /// it took.
    @discardableResult
    func switchTheLamp() async throws -> Duration {
        let next = await devices.isOn("lamp") == true ? "off" : "on"
        let recorded = try await home.audit(.deviceOutcome).count
        let took = try await ContinuousClock().measure {
            let sent = try await home.tomte("send", "lamp", "switch", next, "--deadline", "60")
            #expect(sent.status == 0, "\(sent.output)\(sent.errors)")
        }
        #expect(await devices.isOn("lamp") == (next == "on"))
        #expect(try await home.audit(.deviceOutcome).count == recorded + 1)
        return took
    }

    func waitForFinding(_ code: String) async throws {
        try await eventually("\(code) is reported") { try await home.findings().contains(code) }
    }

    /// Waits until the readings that are published now are stored, and no fault is reported any more. Returns the time
    /// that it took.
    func waitForRecovery() async throws -> Duration {
        let newest = await publishLog.acknowledged(of: Self.sensors[0]).last?.value ?? 0
        return try await ContinuousClock().measure {
            try await eventually("the gateway recovers by itself") {
                guard try await newestStored() >= newest else { return false }
                return try await home.findings().isDisjoint(with: Self.faults)
            }
        }
    }

    /// Returns the newest stored value of the first sensor, which counts up.
    func newestStored() async throws -> Double {
        try await home.readings(Self.sensors[0], quantity: .temperature).last?.value ?? 0
    }

    /// The findings that must disappear when the home has recovered.
    private static let faults: Set<String> = [
        "storage.cannotWrite", "storage.littleRoom", "storage.slow", "storage.notSealed", "audit.cannotWrite",
        "broker.telemetryDisconnected", "broker.controlDisconnected",
    ]
}

extension HomeUnderTest {
    nonisolated var brokerLog: String {
        (try? String(contentsOfFile: "\(state)/broker/mosquitto.log", encoding: .utf8)) ?? ""
    }
}

/// The number of rounds of each fault: a few beside all other tests, hundreds in `make faults`.
enum FaultRounds {
    /// The number of kills of the gateway.
    static let gateway = ProcessInfo.processInfo.environment["TOMTE_FAULT_ROUNDS"].flatMap { Int($0) } ?? 5
    /// The number of kills of the gateway together with the broker, which take longer.
    static let together = max(2, gateway / 10)
    /// The number of times that the disk fills up or the database is locked.
    static let disk = max(1, gateway / 40)
    /// The number of system calls of a start at which the gateway is killed: a few, and all of them in `make faults`.
    static let starts = gateway < 100 ? 3 : .max
    /// The number of these starts at the same time; `make faults` runs no other test beside them.
    static let startsAtATime = gateway < 100 ? 1 : ProcessInfo.processInfo.activeProcessorCount
    /// The duration of a slow disk or a lock.
    static let stallSeconds = gateway < 100 ? 12 : 60
    /// The time limit of a test.
    static let minutes = 15 + gateway / 4
}

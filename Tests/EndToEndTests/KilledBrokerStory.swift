import Foundation
import GatewayWire
import Glibc
import HomeModel
import MosquittoBroker
import SimulatedHome
import TestSupport
import Testing

/// The broker is killed three times while devices report and execute commands. The third time another program takes its
/// port, so the gateway cannot restart it for a while.
@Suite(.timeLimit(.minutes(15))) struct KilledBrokerStory {
    private static let sensor = "sensor-1"
    private static let scenario: Scenario = {
        var scenario = Scenario.bridge(sensors: 1, interval: .milliseconds(50), isCounting: true)
        scenario.devices += Scenario.lamp.devices
        return scenario
    }()

    @Test func killedBrokerIsRestartedAndAllConnectionsRecover() async throws {
        let publishLog = PublishLog()
        var deaths: [ClosedRange<Timestamp>] = []
        try await withHome { home in
            var check: DeliveryCheck?
            try await withDevices(of: Self.scenario, in: home, publishLog: publishLog) { devices in
                try await home.adopt(Self.scenario)
                check = try await DeliveryCheck(publishLog, of: [Self.sensor], in: home)
                try await expectHealthyHome(home, devices: devices)
                for round in 1...2 {
                    let broker = try #require(home.brokerProcess)
                    deaths.append(killBroker(broker))
                    try await eventually("broker \(round) is replaced") {
                        home.brokerProcess.map { $0 != broker } ?? false
                    }
                    try await expectHealthyHome(home, devices: devices)
                }
                let holder = try await preventBrokerRestart(home, deaths: &deaths)
                try await brokerFailureIsReported(home)
                withExtendedLifetime(holder) {}
                _ = consume holder
                try await expectHealthyHome(home, devices: devices)
            }
            let report = try await #require(check).report()
            // A killed broker loses the messages of the last seconds, which it had not saved.
            let window = BrokerSettings(folder: "").saveWindowSeconds
            let wronglyLost = report.lost.olderThanTheWindow(of: deaths, seconds: window)
            #expect(wronglyLost.isEmpty, "\(deaths): \(wronglyLost)")
            print("\(deaths.count) deaths of the broker: \(report), window \(window) s")
            #expect(try await home.tomte("audit", "verify").status == 0)
        }
    }

    /// Waits until the lanes and the devices are connected, readings are stored, and the lamp confirms a command.
    private func expectHealthyHome(_ home: HomeUnderTest, devices: SimulatedHome) async throws {
        try await eventually("the doctor reports no failure") { try await home.tomte("doctor").status == 0 }
        try await eventually("the devices are connected") { await devices.connectedRoots == ["bridge", "lamp"] }
        for device in ["lamp", Self.sensor] {
            try await eventually("\(device) is ready") { try await home.device(device).availability == .ready }
        }
        let now = Timestamp(Date())
        try await eventually("new readings are stored") {
            try await home.readings(Self.sensor, quantity: .temperature).last.map { $0.time > now } ?? false
        }
        #expect(try await home.state(Self.sensor, capability: .temperature)?.isStale == false)
        let next = await devices.isOn("lamp") == true ? "off" : "on"
        #expect(try await home.tomte("send", "lamp", "switch", next).status == 0)
        #expect(await devices.isOn("lamp") == (next == "on"))
    }

    /// Kills the broker and takes its port before the gateway starts the next broker. Returns the holder of the port.
    private func preventBrokerRestart(
        _ home: HomeUnderTest, deaths: inout [ClosedRange<Timestamp>]
    ) async throws -> OccupiedPort {
        var tries = 0
        var holder: OccupiedPort?
        try await eventually("the test takes the port before the next broker", every: .milliseconds(1)) {
            // The next broker has taken the port first, so the test kills it too.
            if tries.isMultiple(of: 100), let broker = home.brokerProcess { deaths.append(killBroker(broker)) }
            tries += 1
            holder = OccupiedPort(home.mqttPort)
            return holder != nil
        }
        return try #require(holder)
    }

    /// Kills the broker. Returns the period in which it died.
    private func killBroker(_ broker: Int32) -> ClosedRange<Timestamp> {
        let before = Timestamp(Date())
        kill(broker, SIGKILL)
        return before...Timestamp(Date())
    }

    private func brokerFailureIsReported(_ home: HomeUnderTest) async throws {
        try await eventually("the failure of the broker is reported") {
            try await home.findings().isSuperset(
                of: ["broker.down", "broker.controlDisconnected", "broker.telemetryDisconnected"])
        }
        #expect(try await home.tomte("doctor").status == 6)
        let status = try await home.tomte("status")
        #expect(status.status == 0)
        #expect(status.output.contains("in use by"))
        for device in ["lamp", Self.sensor] {
            #expect(try await home.device(device).availability == .unknown)
        }
        #expect(try await home.state(Self.sensor, capability: .temperature)?.isStale == true)
        #expect(try await home.state("lamp", capability: .switch)?.isStale == true)
        let command = try await home.tomte("send", "lamp", "switch", "on", "--json")
        #expect(command.status == 5)
        #expect(try await home.tomte("readings", Self.sensor, "temperature", "--since", "1h").status == 0)
    }
}

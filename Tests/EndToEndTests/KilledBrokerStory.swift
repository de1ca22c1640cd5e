import Foundation
import GatewayWire
import Glibc
import HomeModel
import MosquittoBroker
import SimulatedHome
import TestSupport
import Testing

/// The broker is killed three times while devices report and take commands; the third time it stays away for a while.
@Suite(.timeLimit(.minutes(15))) struct BrokerDiesStory {
    private static let sensor = "sensor-1"
    private static let scenario: Scenario = {
        var scenario = Scenario.bridge(sensors: 1, interval: .milliseconds(50), isCounting: true)
        scenario.devices += Scenario.lamp.devices
        return scenario
    }()

    @Test func aBrokerThatDiesComesBackAndTakesEveryoneWithIt() async throws {
        let publishLog = PublishLog()
        var deaths: [ClosedRange<Timestamp>] = []
        try await withHome { home in
            var check: DeliveryCheck?
            try await withDevices(of: Self.scenario, in: home, publishLog: publishLog) { devices in
                try await home.adopt(Self.scenario)
                check = try await DeliveryCheck(publishLog, of: [Self.sensor], in: home)
                try await allIsWell(home, devices: devices)
                for round in 1...2 {
                    let broker = try #require(home.brokerProcess)
                    deaths.append(death(of: broker))
                    try await eventually("broker \(round) is replaced") {
                        home.brokerProcess.map { $0 != broker } ?? false
                    }
                    try await allIsWell(home, devices: devices)
                }
                let holder = try await keepTheBrokerAway(home, deaths: &deaths)
                try await everybodyIsToldOf(home)
                withExtendedLifetime(holder) {}
                _ = consume holder
                try await allIsWell(home, devices: devices)
            }
            let report = try await #require(check).report()
            // What was not yet on our disk when the broker died is gone with it.
            let window = BrokerSettings(folder: "").saveWindowSeconds
            let inexcusable = report.lost.olderThanTheWindow(of: deaths, seconds: window)
            #expect(inexcusable.isEmpty, "\(deaths): \(inexcusable)")
            print("\(deaths.count) deaths of the broker: \(report), window \(window) s")
            #expect(try await home.tomte("audit", "verify").status == 0)
        }
    }

    /// Lanes and devices are connected, readings flow, commands are confirmed, nothing is failing.
    private func allIsWell(_ home: HomeUnderTest, devices: SimulatedHome) async throws {
        try await eventually("nothing is failing") { try await home.tomte("doctor").status == 0 }
        try await eventually("the devices are connected") { await devices.connectedRoots == ["bridge", "lamp"] }
        for device in ["lamp", Self.sensor] {
            try await eventually("\(device) is ready") { try await home.device(device).availability == .ready }
        }
        let now = Timestamp(Date())
        try await eventually("readings flow") {
            try await home.readings(Self.sensor, quantity: .temperature).last.map { $0.time > now } ?? false
        }
        #expect(try await home.state(Self.sensor, capability: .temperature)?.isStale == false)
        let next = await devices.isOn("lamp") == true ? "off" : "on"
        #expect(try await home.tomte("send", "lamp", "switch", next).status == 0)
        #expect(await devices.isOn("lamp") == (next == "on"))
    }

    /// Kills the broker and takes its port before the gateway's next one does.
    private func keepTheBrokerAway(
        _ home: HomeUnderTest, deaths: inout [ClosedRange<Timestamp>]
    ) async throws -> OccupiedPort {
        var tries = 0
        var holder: OccupiedPort?
        try await eventually("the port is taken before the next broker has it", every: .milliseconds(1)) {
            // The next one was faster: once more.
            if tries.isMultiple(of: 100), let broker = home.brokerProcess { deaths.append(death(of: broker)) }
            tries += 1
            holder = OccupiedPort(home.mqttPort)
            return holder != nil
        }
        return try #require(holder)
    }

    /// Kills the broker; between which moments.
    private func death(of broker: Int32) -> ClosedRange<Timestamp> {
        let before = Timestamp(Date())
        kill(broker, SIGKILL)
        return before...Timestamp(Date())
    }

    private func everybodyIsToldOf(_ home: HomeUnderTest) async throws {
        try await eventually("what is wrong is told") {
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

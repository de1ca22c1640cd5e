import SeededRandom
import Foundation
import Glibc
import HomeModel
import MosquittoBroker
import SimulatedHome
import TestSupport
import Testing

/// The gateway and the broker are killed together under load. All readings that the gateway had acknowledged are
/// stored. The lost readings, which only the broker had, are not older than the window that `tomte status` names.
@Suite(.timeLimit(.minutes(FaultRounds.minutes))) struct KilledTogetherStory {
    private static let sensors = (1...10).map { "sensor-\($0)" }
    private static let scenario = Scenario.bridge(
        sensors: sensors.count, interval: .milliseconds(33), isCounting: true)

    @Test func readingsAcknowledgedByTheGatewayAreStored() async throws {
        let seed = UInt64.random(in: 0...UInt64(UInt32.max))
        let publishLog = PublishLog()
        var deaths: [ClosedRange<Timestamp>] = []
        try await withHome { home in
            var check: DeliveryCheck?
            try await withDevices(of: Self.scenario, in: home, publishLog: publishLog) { _ in
                try await home.adopt(Self.scenario)
                let running = try await DeliveryCheck(publishLog, of: Self.sensors, in: home)
                var random = SeededGenerator(seed: seed, stream: "deaths")
                for _ in 1...FaultRounds.together {
                    try await publishLog.waitToGrow(by: Int.random(in: 1...300, using: &random))
                    // The gateway acknowledges a reading as soon as it is stored.
                    let before = try await running.stored()
                    deaths.append(try await killBoth(home))
                    try await home.startGateway()
                    let after = try await running.stored()
                    for sensor in Self.sensors {
                        let missing = Set(before[sensor] ?? []).subtracting(after[sensor] ?? [])
                        #expect(missing.isEmpty, "\(sensor), seed \(seed): \(missing.sorted())")
                    }
                    #expect(try await home.tomte("audit", "verify").status == 0)
                }
                try await publishLog.waitToGrow(by: 100)
                check = running
            }
            let report = try await #require(check).report()
            let window = BrokerSettings(folder: "").saveWindowSeconds
            let wronglyLost = report.lost.olderThanTheWindow(of: deaths, seconds: window)
            #expect(wronglyLost.isEmpty, "seed \(seed), \(deaths): \(wronglyLost)")
            #expect(try await home.findings().filter { $0.hasPrefix("storage.") || $0.hasPrefix("audit.") }.isEmpty)
            print("\(deaths.count) deaths of gateway and broker, seed \(seed): \(report), window \(window) s")
        }
    }

    /// Kills the broker and then the gateway, which does not read the last messages of the broker. Returns the period
    /// in which the broker died.
    private func killBoth(_ home: HomeUnderTest) async throws -> ClosedRange<Timestamp> {
        let broker = try #require(home.brokerProcess)
        let gateway = try #require(await home.gatewayProcess)
        let before = Timestamp(Date())
        kill(broker, SIGKILL)
        kill(gateway, SIGKILL)
        let after = Timestamp(Date())
        await home.killGateway()
        return before...after
    }
}

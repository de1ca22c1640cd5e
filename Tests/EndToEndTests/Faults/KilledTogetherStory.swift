import Foundation
import Glibc
import HomeModel
import MosquittoBroker
import SimulatedHome
import TestSupport
import Testing

/// Gateway and broker are killed together under load. What the gateway had acknowledged is there afterwards; what only
/// the broker had is counted, and none of it is older than the window of which `tomte status` tells.
@Suite(.timeLimit(.minutes(FaultRounds.minutes))) struct KilledTogetherStory {
    private static let sensors = (1...10).map { "sensor-\($0)" }
    private static let scenario = Scenario.bridge(
        sensors: sensors.count, interval: .milliseconds(33), isCounting: true)

    @Test func whatTheGatewayAcknowledgedIsThere() async throws {
        let seed = UInt64.random(in: 0...UInt64(UInt32.max))
        let ledger = PublishLedger()
        var deaths: [ClosedRange<Timestamp>] = []
        try await withHome { home in
            var judge: PublisherJudge?
            try await withDevices(of: Self.scenario, in: home, ledger: ledger) { _ in
                try await home.adopt(Self.scenario)
                let living = try await PublisherJudge(ledger, of: Self.sensors, in: home)
                var random = SeededGenerator(seed: seed, stream: "deaths")
                for _ in 1...FaultRounds.together {
                    try await ledger.grow(by: Int.random(in: 1...300, using: &random))
                    // Acknowledged as soon as it is stored.
                    let before = try await living.stored()
                    deaths.append(try await death(of: home))
                    try await home.startGateway()
                    let after = try await living.stored()
                    for sensor in Self.sensors {
                        let gone = Set(before[sensor] ?? []).subtracting(after[sensor] ?? [])
                        #expect(gone.isEmpty, "\(sensor), seed \(seed): \(gone.sorted())")
                    }
                    #expect(try await home.tomte("audit", "verify").status == 0)
                }
                try await ledger.grow(by: 100)
                judge = living
            }
            let verdict = try await #require(judge).verdict()
            let window = BrokerSettings(folder: "").saveWindowSeconds
            let inexcusable = verdict.lost.olderThanTheWindow(of: deaths, seconds: window)
            #expect(inexcusable.isEmpty, "seed \(seed), \(deaths): \(inexcusable)")
            #expect(try await home.findings().filter { $0.hasPrefix("storage.") || $0.hasPrefix("audit.") }.isEmpty)
            print("\(deaths.count) deaths of gateway and broker, seed \(seed): \(verdict), window \(window) s")
        }
    }

    /// The broker first: what it still hands over then, nobody reads. Gives the moments between which it died.
    private func death(of home: HomeUnderTest) async throws -> ClosedRange<Timestamp> {
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

import Foundation
import MosquittoTransport
import TestSupport

/// How fast a queue at the broker becomes readings on disk, and whether no reading is lost.
struct IngestBenchmark: Benchmark {
    let name = "ingest"
    let summary = "QoS 1 readings that wait at the broker until they are committed and acknowledged"

    private static let readings = 60_000
    private static let rounds = 5
    /// Polling more often would cost the gateway more time than it shows.
    private static let pollInterval = Duration.milliseconds(50)

    func figures() async throws -> [Figure] {
        try await PopulatedHome.with { populatedHome in
            var gateway: [Double] = []
            for _ in 0..<Self.rounds { gateway.append(try await Self.drain(populatedHome)) }
            let promised = populatedHome.bridge.deliveredCount
            // The gateway acknowledges a moment after the commit.
            try await Task.sleep(for: .milliseconds(500))
            await populatedHome.home.killGateway()
            let (own, again) = try await Self.drainWithConnection(populatedHome)
            let library = try await Self.drainWithMosquittoSub(populatedHome)
            let stored = try await populatedHome.storedOnDisk()
            return [
                Figure(
                    "ingest, \(populatedHome.bridge.seriesCount) series", in: "readings/s",
                    values: .one(gateway.median),
                    goals: [.atLeast(ratio: 0.9)],
                    baseline: .init(what: "mosquitto_sub", values: .one(library.median)),
                    note: """
                        \(Self.readings) readings queued at the broker, QoS 1 over TLS, median of \(Self.rounds); the \
                        end is known to \(Self.pollInterval). The gateway's own connection, when it only counts what it \
                        reads, takes \(own.median.brief)/s.
                        """),
                Figure(
                    "readings lost", in: "of \(promised.formatted())", values: .one(Double(promised - stored)),
                    goals: [.atMost(0)],
                    note: "The broker acknowledged \(promised) readings, \(stored) are in the database of the killed "
                        + "gateway; \(again) came again to the next client of its session."),
            ]
        }
    }

    /// The gateway is stopped while the queue grows; then it processes the whole queue.
    private static func drain(_ populatedHome: PopulatedHome) async throws -> Double {
        guard let process = await populatedHome.home.gatewayProcess else { throw ConditionNotMet("the gateway runs") }
        Console.note("  queueing \(readings) readings for the gateway")
        kill(process, SIGSTOP)
        _ = await populatedHome.bridge.publish(readings)
        kill(process, SIGCONT)
        let start = ContinuousClock.now
        Console.note("  the gateway drains them")
        let expected = populatedHome.bridge.deliveredCount
        while try await populatedHome.counters()["readings.stored"] ?? 0 < expected {
            guard ContinuousClock.now - start < .seconds(60) else { throw ConditionNotMet("all readings are stored") }
            try await Task.sleep(for: pollInterval)
        }
        return Double(readings) / ((ContinuousClock.now - start) / .seconds(1))
    }

    /// Drains the same queue with the gateway's connection class, which only counts. Also returns how many messages the
    /// gateway's own queue still had.
    private static func drainWithConnection(_ populatedHome: PopulatedHome) async throws -> (
        perSecond: [Double], leftOver: Int
    ) {
        let bare = try await LaneClient.telemetry.connect(to: populatedHome.home, session: true)
        let leftOver = try await count(bare, until: .milliseconds(500))
        var rates: [Double] = []
        for _ in 0..<rounds { rates.append(try await drain(bare, populatedHome: populatedHome)) }
        await bare.close()
        return (rates, leftOver)
    }

    /// Drains the same queue with `mosquitto_sub`, the program of the library.
    private static func drainWithMosquittoSub(_ populatedHome: PopulatedHome) async throws -> [Double] {
        let subscriber = MosquittoSubscriber(home: populatedHome.home)
        var rates: [Double] = []
        for _ in 0..<rounds {
            Console.note("  queueing \(readings) readings for mosquitto_sub")
            _ = await populatedHome.bridge.publish(readings)
            Console.note("  it drains them")
            rates.append(Double(readings) / (try await subscriber.receive(readings) / .seconds(1)))
        }
        return rates
    }

    private static func drain(_ bare: MosquittoConnection, populatedHome: PopulatedHome) async throws -> Double {
        Console.note("  queueing \(readings) readings for a bare connection")
        bare.pause()
        for await event in bare.events {
            guard case .disconnected = event else { continue }
            break
        }
        _ = await populatedHome.bridge.publish(readings)
        bare.resume()
        Console.note("  the bare connection drains them")
        var start: ContinuousClock.Instant?
        var received = 0
        for await event in bare.events {
            switch event {
            case .connected: start = .now
            case .messages(let messages): received += messages.count
            default: break
            }
            if received >= readings { break }
        }
        return Double(readings) / ((ContinuousClock.now - (start ?? .now)) / .seconds(1))
    }

    private static func count(_ connection: MosquittoConnection, until limit: Duration) async throws -> Int {
        try await withThrowingTaskGroup(of: Int.self) { group in
            group.addTask {
                var count = 0
                for await case .messages(let messages) in connection.events { count += messages.count }
                return count
            }
            try await Task.sleep(for: limit)
            group.cancelAll()
            return try await group.next() ?? 0
        }
    }
}

extension [Double] {
    fileprivate var median: Double { isEmpty ? .nan : sorted()[count / 2] }
}

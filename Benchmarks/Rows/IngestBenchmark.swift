import Foundation
import MosquittoTransport
import TestSupport

/// How fast a queue that waits at the broker becomes readings on disk, and whether all of them do.
struct IngestBenchmark: Benchmark {
    let name = "ingest"
    let summary = "QoS 1 readings that wait at the broker until they are committed and acknowledged"

    private static let readings = 60_000
    private static let rounds = 5
    /// Asking more often would take the gateway more of its time than it tells.
    private static let askEvery = Duration.milliseconds(50)

    func figures() async throws -> [Figure] {
        try await FurnishedHome.with { furnished in
            var gateway: [Double] = []
            for _ in 0..<Self.rounds { gateway.append(try await Self.drain(furnished)) }
            let promised = furnished.bridge.heardCount
            // What it has committed it has acknowledged a moment later.
            try await Task.sleep(for: .milliseconds(500))
            await furnished.home.killGateway()
            let (own, again) = try await Self.drainOwn(furnished)
            let library = try await Self.drainLibrary(furnished)
            let stored = try await furnished.storedOnDisk()
            return [
                Figure(
                    "ingest, \(furnished.bridge.seriesCount) series", in: "readings/s", .one(gateway.median),
                    goals: [.atLeast(ratio: 0.9)],
                    baseline: .init(what: "mosquitto_sub", values: .one(library.median)),
                    note: """
                        \(Self.readings) readings queued at the broker, QoS 1 over TLS, median of \(Self.rounds); the \
                        end is known to \(Self.askEvery). The gateway's own connection, when it only counts what it \
                        reads, takes \(own.median.brief)/s.
                        """),
                Figure(
                    "readings lost", in: "of \(promised.formatted())", .one(Double(promised - stored)),
                    goals: [.atMost(0)],
                    note: "The broker acknowledged \(promised) readings, \(stored) are in the database of the killed "
                        + "gateway; \(again) came again to the next client of its session."),
            ]
        }
    }

    /// The gateway is held still while the queue grows; then it has all of it to itself.
    private static func drain(_ furnished: FurnishedHome) async throws -> Double {
        guard let process = await furnished.home.gatewayProcess else { throw Unmeasurable("the gateway runs") }
        Console.note("  queueing \(readings) readings for the gateway")
        kill(process, SIGSTOP)
        _ = await furnished.bridge.publish(readings)
        kill(process, SIGCONT)
        let start = ContinuousClock.now
        Console.note("  the gateway drains them")
        let expected = furnished.bridge.heardCount
        while try await furnished.counters()["readings.stored"] ?? 0 < expected {
            guard ContinuousClock.now - start < .seconds(60) else { throw Unmeasurable("all readings are stored") }
            try await Task.sleep(for: askEvery)
        }
        return Double(readings) / ((ContinuousClock.now - start) / .seconds(1))
    }

    /// The same queue for our connection, which only counts; and how much of the gateway's own queue was left to it.
    private static func drainOwn(_ furnished: FurnishedHome) async throws -> (perSecond: [Double], leftOver: Int) {
        let bare = try await BareLane.telemetry.connect(to: furnished.home, session: true)
        let leftOver = try await count(bare, until: .milliseconds(500))
        var rates: [Double] = []
        for _ in 0..<rounds { rates.append(try await drain(bare, furnished)) }
        await bare.close()
        return (rates, leftOver)
    }

    /// The same queue for the library's own program.
    private static func drainLibrary(_ furnished: FurnishedHome) async throws -> [Double] {
        let subscriber = LibrarySubscriber(home: furnished.home)
        var rates: [Double] = []
        for _ in 0..<rounds {
            Console.note("  queueing \(readings) readings for mosquitto_sub")
            _ = await furnished.bridge.publish(readings)
            Console.note("  it drains them")
            rates.append(Double(readings) / (try await subscriber.take(readings) / .seconds(1)))
        }
        return rates
    }

    private static func drain(_ bare: MosquittoConnection, _ furnished: FurnishedHome) async throws -> Double {
        Console.note("  queueing \(readings) readings for a bare connection")
        bare.pause()
        for await event in bare.events {
            guard case .disconnected = event else { continue }
            break
        }
        _ = await furnished.bridge.publish(readings)
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

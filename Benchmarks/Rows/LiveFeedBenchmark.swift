import MosquittoTransport
import TestSupport

/// The time from the publishing of a reading by a sensor until a client that watches live events has it.
struct LiveFeedBenchmark: Benchmark {
    let name = "feed"
    let summary = "how soon a reading reaches a client that watches live events"

    private static let loads: [(readings: Int, perSecond: Double)] = [(200, 20), (4000, 500)]

    func figures() async throws -> [Figure] {
        try await PopulatedHome.with { populatedHome in
            var watched: [SeenReadings] = []
            for load in Self.loads {
                watched.append(try await populatedHome.watch(load.readings, perSecond: load.perSecond))
            }
            await populatedHome.home.killGateway()
            let bare = try await LaneClient.telemetry.connect(to: populatedHome.home)
            try await bare.subscribe([Subscription(topicFilter: "\(LoadGenerator.root)/#", retainHandling: .never)])
            var baselines: [SeenReadings] = []
            for load in Self.loads {
                baselines.append(
                    try await Self.subscribe(
                        bare, populatedHome: populatedHome, count: load.readings, rate: load.perSecond))
            }
            await bare.close()
            return zip(Self.loads, zip(watched, baselines)).map { load, seen in
                Figure(
                    "reading in the live feed, \(load.perSecond.brief)/s", in: "ms", values: seen.0.latencies.values,
                    goals: [.atMost(50, value: "p99")],
                    baseline: .init(what: "bare subscriber", values: seen.1.latencies.values),
                    note: "\(load.readings) readings published, \(seen.0.latencies.count) seen; "
                        + "the bare subscriber saw \(seen.1.latencies.count).")
            }
        }
    }

    private static func subscribe(
        _ connection: MosquittoConnection, populatedHome: PopulatedHome, count: Int, rate: Double
    ) async throws -> SeenReadings {
        Console.note("  subscribing to \(count) readings at \(rate.brief)/s")
        return try await withThrowingTaskGroup(of: [Int: ContinuousClock.Instant].self) { group in
            group.addTask {
                var arrivals: [Int: ContinuousClock.Instant] = [:]
                for await event in connection.events {
                    guard case .messages(let messages) = event else { continue }
                    let now = ContinuousClock.now
                    for message in messages {
                        if let number = populatedHome.bridge.number(of: message) { arrivals[number] = now }
                    }
                    if arrivals.count >= count { break }
                }
                return arrivals
            }
            let sent = await populatedHome.bridge.publish(count, perSecond: rate)
            group.addTask {
                try await Task.sleep(for: PopulatedHome.seenWithin)
                return [:]
            }
            guard let arrivals = try await group.next() else { throw CancellationError() }
            group.cancelAll()
            return SeenReadings(sent, arrivals: arrivals)
        }
    }
}

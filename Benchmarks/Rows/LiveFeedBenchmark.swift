import MosquittoTransport
import TestSupport

/// From the moment a sensor publishes a reading to the moment somebody who watches has it.
struct LiveFeedBenchmark: Benchmark {
    let name = "feed"
    let summary = "how soon a reading is seen by whoever watches"

    private static let loads: [(readings: Int, perSecond: Double)] = [(200, 20), (4000, 500)]

    func figures() async throws -> [Figure] {
        try await FurnishedHome.with { furnished in
            var watched: [Seen] = []
            for load in Self.loads {
                watched.append(try await furnished.watch(load.readings, perSecond: load.perSecond))
            }
            await furnished.home.killGateway()
            let bare = try await BareLane.telemetry.connect(to: furnished.home)
            try await bare.subscribe([Subscription(topicFilter: "\(LoadBridge.root)/#", retainHandling: .never)])
            var baselines: [Seen] = []
            for load in Self.loads {
                baselines.append(try await Self.subscribe(bare, furnished, load.readings, load.perSecond))
            }
            await bare.close()
            return zip(Self.loads, zip(watched, baselines)).map { load, seen in
                Figure(
                    "reading in the live feed, \(load.perSecond.brief)/s", in: "ms", seen.0.latencies.values,
                    goals: [.atMost(50, "p99")],
                    baseline: .init(what: "bare subscriber", values: seen.1.latencies.values),
                    note: "\(load.readings) readings published, \(seen.0.latencies.count) seen; "
                        + "the bare subscriber saw \(seen.1.latencies.count).")
            }
        }
    }

    private static func subscribe(
        _ connection: MosquittoConnection, _ furnished: FurnishedHome, _ count: Int, _ rate: Double
    ) async throws -> Seen {
        Console.note("  subscribing to \(count) readings at \(rate.brief)/s")
        return try await withThrowingTaskGroup(of: [Int: ContinuousClock.Instant].self) { group in
            group.addTask {
                var arrivals: [Int: ContinuousClock.Instant] = [:]
                for await event in connection.events {
                    guard case .messages(let messages) = event else { continue }
                    let now = ContinuousClock.now
                    for message in messages {
                        if let number = furnished.bridge.number(of: message) { arrivals[number] = now }
                    }
                    if arrivals.count >= count { break }
                }
                return arrivals
            }
            let sent = await furnished.bridge.publish(count, perSecond: rate)
            group.addTask {
                try await Task.sleep(for: FurnishedHome.patience)
                return [:]
            }
            guard let arrivals = try await group.next() else { throw CancellationError() }
            group.cancelAll()
            return Seen(sent, arrivals)
        }
    }
}

import Foundation
import GatewayWire
import HomeModel
import TestSupport

/// Many who watch the same home: how far behind the slowest of them is.
struct EventsBenchmark: Benchmark {
    let name = "events"
    let summary = "200 readers of 1,000 live events/s, beside one reader alone"

    private static let readers = 200
    private static let perSecond = 1000.0
    private static let seconds = 10

    private struct Outcome {
        /// Of the reader whose p99 is the worst.
        let slowest: Latencies
        let lost: Int
        let shown: Int
        let processor: Double
    }

    func figures() async throws -> [Figure] {
        try await FurnishedHome.with { furnished in
            _ = try await Self.watch(with: 1, furnished)
            let alone = try await Self.watch(with: 1, furnished)
            let crowd = try await Self.watch(with: Self.readers, furnished)
            let load = "\(Self.readers) readers, \(Self.perSecond.brief)/s"
            return [
                Figure(
                    "event at the slowest of \(load)", in: "ms", crowd.slowest.values, goals: [.atMost(100, "p99")],
                    baseline: .init(what: "one reader", values: alone.slowest.values),
                    note: "\(crowd.shown.formatted()) events to each of them for \(Self.seconds) s; the gateway took "
                        + "\((crowd.processor * 100).brief) % of a core, with one reader \((alone.processor * 100).brief) %."
                ),
                Figure(
                    "events lost, \(load)", in: "of \((crowd.shown * Self.readers).formatted())",
                    .one(Double(crowd.lost)), goals: [.atMost(0)]),
            ]
        }
    }

    private static func watch(with readers: Int, _ furnished: FurnishedHome) async throws -> Outcome {
        Console.note("  \(readers) readers of \(perSecond.brief) events/s for \(seconds) s")
        let crowd = EventCrowd(of: readers)
        async let recording = crowd.record(furnished.socket)
        try await eventually("the event streams are open") { crowd.listens }
        let before = try await furnished.usage().cpu
        let sent = await furnished.bridge.publish(Int(perSecond) * seconds, perSecond: perSecond)
        let processor = try await furnished.usage().cpu - before
        try await Task.sleep(for: FurnishedHome.patience)
        crowd.stop()
        let (logs, data) = try await recording
        return outcome(logs, data, sent, furnished, processor / .seconds(seconds))
    }

    private static func outcome(
        _ logs: [EventCrowd.Log], _ data: [Int: [UInt8]], _ sent: [LoadBridge.Delivery], _ furnished: FurnishedHome,
        _ processor: Double
    ) -> Outcome {
        let times = Dictionary(sent.map { ($0.number, $0.sentAt) }, uniquingKeysWith: { first, _ in first })
        let decoder = JSONDecoder()
        let sentAt = data.compactMapValues { bytes -> ContinuousClock.Instant? in
            guard case .reading(let series, let reading, _)? = try? decoder.decode(EventBody.self, from: Data(bytes))
            else { return nil }
            return furnished.bridge.number(of: series, reading.value).flatMap { times[$0] }
        }
        let heard = sent.count(where: \.isHeard)
        var (lost, slowest) = (0, Latencies([]))
        for log in logs {
            let latencies = Latencies(
                log.arrivals.compactMap { arrival in sentAt[arrival.number].map { arrival.time - $0 } })
            lost += max(0, heard - latencies.count)
            if slowest.count == 0 || latencies.p99 > slowest.p99 { slowest = latencies }
        }
        return Outcome(slowest: slowest, lost: lost, shown: heard, processor: processor)
    }
}

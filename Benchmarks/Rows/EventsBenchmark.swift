import Foundation
import GatewayWire
import HomeModel
import TestSupport

/// Many clients that watch the same home: the delay of the slowest of them.
struct EventsBenchmark: Benchmark {
    let name = "events"
    let summary = "200 readers of 1,000 live events/s, beside one reader alone"

    private static let readers = 200
    private static let readersOfEach = 8
    private static let perSecond = 1000.0
    private static let seconds = 10

    /// The result of one measurement with a number of readers.
    private struct Outcome {
        /// The latencies of the reader with the worst p99.
        let slowest: Latencies
        let lost: Int
        let shown: Int
        let processor: Double
    }

    func figures() async throws -> [Figure] {
        try await PopulatedHome.with { populatedHome in
            let console = EventClientGroup.Client(
                endpoint: .socket(path: populatedHome.socket), request: RequestBytes.of("GET", path: "/events"))
            let socket = try await Self.figures("", populatedHome: populatedHome) {
                [EventClientGroup.Client](repeating: console, count: $0)
            }
            return try await populatedHome.withPairedClients(Self.readers / Self.readersOfEach) { residents in
                try await socket
                    + Self.figures(" over HTTPS", populatedHome: populatedHome) {
                        try await Self.clients(residents, count: $0, at: populatedHome.home.httpsPort)
                    }
            }
        }
    }

    /// Measures with the readers that `clients` makes; its argument is their number.
    private static func figures(
        _ way: String, populatedHome: PopulatedHome, clients: (Int) async throws -> [EventClientGroup.Client]
    ) async throws -> [Figure] {
        _ = try await watch(try await clients(1), populatedHome: populatedHome)
        let alone = try await watch(try await clients(1), populatedHome: populatedHome)
        let group = try await watch(try await clients(readers), populatedHome: populatedHome)
        let load = "\(readers) readers\(way), \(perSecond.brief)/s"
        return [
            Figure(
                "event at the slowest of \(load)", in: "ms", values: group.slowest.values,
                goals: [.atMost(100, value: "p99")],
                baseline: .init(what: "one reader", values: alone.slowest.values),
                note: "\(group.shown.formatted()) events to each of them for \(seconds) s; the gateway took "
                    + "\((group.processor * 100).brief) % of a core, with one reader \((alone.processor * 100).brief) %."
            ),
            Figure(
                "events lost, \(load)", in: "of \((group.shown * readers).formatted())",
                values: .one(Double(group.lost)), goals: [.atMost(0)]),
        ]
    }

    /// All readers of one resident use one address.
    private static func clients(
        _ residents: [HTTPSTestClient], count: Int, at port: UInt16
    ) async throws -> [EventClientGroup.Client] {
        var clients: [EventClientGroup.Client] = []
        for number in 0..<count {
            let resident = residents[number / readersOfEach]
            clients.append(
                EventClientGroup.Client(
                    endpoint: .https(port: port, from: "127.0.0.\(number / readersOfEach + 2)"),
                    request: try await resident.bytes("GET", path: "/events")))
        }
        return clients
    }

    private static func watch(_ clients: [EventClientGroup.Client], populatedHome: PopulatedHome) async throws
        -> Outcome
    {
        Console.note("  \(clients.count) readers of \(perSecond.brief) events/s for \(seconds) s")
        let group = EventClientGroup(clients)
        var (sent, processor) = ([LoadGenerator.Delivery](), Duration.zero)
        let logs = try await group.listen {
            try await eventually("the event streams are open") { group.isReceiving }
            let before = try await populatedHome.usage().cpu
            sent = await populatedHome.bridge.publish(Int(perSecond) * seconds, perSecond: perSecond)
            processor = try await populatedHome.usage().cpu - before
            try await Task.sleep(for: PopulatedHome.seenWithin)
        }
        return outcome(logs, sent: sent, populatedHome: populatedHome, processor: processor / .seconds(seconds))
    }

    private static func outcome(
        _ logs: [EventClientGroup.Log], sent: [LoadGenerator.Delivery], populatedHome: PopulatedHome,
        processor: Double
    ) -> Outcome {
        let times = Dictionary(sent.map { ($0.number, $0.sentAt) }, uniquingKeysWith: { first, _ in first })
        let decoder = JSONDecoder()
        let sentAt = (logs.first?.data ?? [:]).compactMapValues { bytes -> ContinuousClock.Instant? in
            guard case .reading(let series, let reading, _)? = try? decoder.decode(EventBody.self, from: Data(bytes))
            else { return nil }
            return populatedHome.bridge.number(of: series, reading.value).flatMap { times[$0] }
        }
        let delivered = sent.count(where: \.hasSubscriber)
        var (lost, slowest) = (0, Latencies([]))
        for log in logs {
            let latencies = Latencies(
                log.arrivals.compactMap { arrival in sentAt[arrival.number].map { arrival.time - $0 } })
            lost += max(0, delivered - latencies.count)
            if slowest.count == 0 || latencies.p99 > slowest.p99 { slowest = latencies }
        }
        return Outcome(slowest: slowest, lost: lost, shown: delivered, processor: processor)
    }
}

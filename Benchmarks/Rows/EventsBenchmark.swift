import Foundation
import GatewayWire
import HomeModel
import TestSupport

/// Many who watch the same home: how far behind the slowest of them is.
struct EventsBenchmark: Benchmark {
    let name = "events"
    let summary = "200 readers of 1,000 live events/s, beside one reader alone"

    private static let readers = 200
    private static let readersOfEach = 8
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
            let console = EventCrowd.Seat(
                door: .socket(path: furnished.socket), request: RequestBytes.of("GET", "/events"))
            let socket = try await Self.figures("", furnished) { [EventCrowd.Seat](repeating: console, count: $0) }
            return try await furnished.withResidents(Self.readers / Self.readersOfEach) { residents in
                try await socket
                    + Self.figures(" over HTTPS", furnished) {
                        try await Self.seats(residents, $0, at: furnished.home.httpsPort)
                    }
            }
        }
    }

    /// `seats` makes so many.
    private static func figures(
        _ way: String, _ furnished: FurnishedHome, seats: (Int) async throws -> [EventCrowd.Seat]
    ) async throws -> [Figure] {
        _ = try await watch(try await seats(1), furnished)
        let alone = try await watch(try await seats(1), furnished)
        let crowd = try await watch(try await seats(readers), furnished)
        let load = "\(readers) readers\(way), \(perSecond.brief)/s"
        return [
            Figure(
                "event at the slowest of \(load)", in: "ms", crowd.slowest.values, goals: [.atMost(100, "p99")],
                baseline: .init(what: "one reader", values: alone.slowest.values),
                note: "\(crowd.shown.formatted()) events to each of them for \(seconds) s; the gateway took "
                    + "\((crowd.processor * 100).brief) % of a core, with one reader \((alone.processor * 100).brief) %."
            ),
            Figure(
                "events lost, \(load)", in: "of \((crowd.shown * readers).formatted())",
                .one(Double(crowd.lost)), goals: [.atMost(0)]),
        ]
    }

    /// The screens of one resident share an address.
    private static func seats(
        _ residents: [Resident], _ count: Int, at port: UInt16
    ) async throws -> [EventCrowd.Seat] {
        var seats: [EventCrowd.Seat] = []
        for number in 0..<count {
            let resident = residents[number / readersOfEach]
            seats.append(
                EventCrowd.Seat(
                    door: .https(port: port, from: "127.0.0.\(number / readersOfEach + 2)"),
                    request: try await resident.bytes("GET", "/events")))
        }
        return seats
    }

    private static func watch(_ seats: [EventCrowd.Seat], _ furnished: FurnishedHome) async throws -> Outcome {
        Console.note("  \(seats.count) readers of \(perSecond.brief) events/s for \(seconds) s")
        let crowd = EventCrowd(seats)
        var (sent, processor) = ([LoadBridge.Delivery](), Duration.zero)
        let logs = try await crowd.listen {
            try await eventually("the event streams are open") { crowd.listens }
            let before = try await furnished.usage().cpu
            sent = await furnished.bridge.publish(Int(perSecond) * seconds, perSecond: perSecond)
            processor = try await furnished.usage().cpu - before
            try await Task.sleep(for: FurnishedHome.patience)
        }
        return outcome(logs, sent, furnished, processor / .seconds(seconds))
    }

    private static func outcome(
        _ logs: [EventCrowd.Log], _ sent: [LoadBridge.Delivery], _ furnished: FurnishedHome, _ processor: Double
    ) -> Outcome {
        let times = Dictionary(sent.map { ($0.number, $0.sentAt) }, uniquingKeysWith: { first, _ in first })
        let decoder = JSONDecoder()
        let sentAt = (logs.first?.data ?? [:]).compactMapValues { bytes -> ContinuousClock.Instant? in
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

import NIOCore
import TestSupport

/// The list that every client asks for first: of a small home and of a large one, alone and while states change.
struct DeviceListBenchmark: Benchmark {
    let name = "devices"
    let summary = "device lists per second, of 25 and of 250 devices"

    private static let homes: [(devices: Int, goal: Double)] = [(25, 2000), (250, 1000)]
    private static let readingsPerSecond = 500.0
    private static let connections = 4
    private static let span = Duration.seconds(4)
    /// Of each connection.
    private static let signedRequests = 4000

    func figures() async throws -> [Figure] {
        var figures: [Figure] = []
        for (devices, goal) in Self.homes {
            // The lamp is one of them.
            figures += try await FurnishedHome.with(devices: devices - 1) { furnished in
                let console = Doorway.socket(path: furnished.socket)
                let health = try await Self.ask("/health", through: console)
                let alone = try await Self.ask("/devices", through: console)
                let beside = try await Self.besideReadings(furnished) {
                    try await Self.ask("/devices", through: console)
                }
                let resident = try await furnished.withResidents(1) {
                    try await Self.ask("/devices", as: $0[0], of: furnished)
                }
                let rates = [
                    (alone, ""), (beside, ", beside \(Self.readingsPerSecond.brief) readings/s"),
                    (resident, " over HTTPS, each with a proof"),
                ]
                return rates.map { rate, way in
                    Figure(
                        "lists of \(devices) devices\(way)", in: "/s", .one(rate.perSecond), goals: [.atLeast(goal)],
                        baseline: .init(what: "GET /health", values: .one(health.perSecond)),
                        note: "\((Double(rate.bytes) / 1000).brief) kB each, to \(Self.connections) connections of one "
                            + "program on the same machine.")
                }
            }
        }
        return figures
    }

    private static func besideReadings<Value: Sendable>(
        _ furnished: FurnishedHome, _ work: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await furnished.bridge.publishForever(perSecond: readingsPerSecond) }
            defer { group.cancelAll() }
            try await Task.sleep(for: .seconds(1))
            return try await work()
        }
    }

    private static func ask(_ path: String, through door: Doorway) async throws -> RequestChain.Outcome {
        let request = RequestBytes.of("GET", path)
        let chain = [ByteBuffer](repeating: request, count: 100_000)
        return try await ask(path, through: door, [[ByteBuffer]](repeating: chain, count: connections))
    }

    /// Everything is signed before it is asked.
    private static func ask(
        _ path: String, as resident: Resident, of furnished: FurnishedHome
    ) async throws -> RequestChain.Outcome {
        var chains: [[ByteBuffer]] = []
        for _ in 0..<connections {
            var chain: [ByteBuffer] = []
            for _ in 0..<signedRequests { chain.append(try await resident.bytes("GET", path)) }
            chains.append(chain)
        }
        return try await ask(path, through: .https(port: furnished.home.httpsPort, from: "127.0.0.1"), chains)
    }

    private static func ask(
        _ path: String, through door: Doorway, _ chains: [[ByteBuffer]]
    ) async throws -> RequestChain.Outcome {
        Console.note("  asking for \(path) for \(span)")
        return try await withThrowingTaskGroup(of: RequestChain.Outcome.self) { group in
            for chain in chains {
                group.addTask { try await RequestChain.run(chain, through: door, for: span) }
            }
            return try await group.reduce(into: RequestChain.Outcome()) { $0.add($1) }
        }
    }
}

import NIOCore
import TestSupport

/// The list of devices, which every client requests first: of a small and of a large home, with and without state
/// changes.
struct DeviceListBenchmark: Benchmark {
    let name = "devices"
    let summary = "device lists per second, of 25 and of 250 devices"

    private static let homes: [(devices: Int, goal: Double)] = [(25, 2000), (250, 1000)]
    private static let readingsPerSecond = 500.0
    private static let connections = 4
    private static let span = Duration.seconds(4)
    /// The requests of each connection.
    private static let signedRequests = 4000

    func figures() async throws -> [Figure] {
        var figures: [Figure] = []
        for (devices, goal) in Self.homes {
            // The lamp is one of the devices.
            figures += try await PopulatedHome.with(devices: devices - 1) { populatedHome in
                let console = GatewayEndpoint.socket(path: populatedHome.socket)
                let health = try await Self.measure("/health", through: console)
                let alone = try await Self.measure("/devices", through: console)
                let beside = try await Self.besideReadings(populatedHome) {
                    try await Self.measure("/devices", through: console)
                }
                let resident = try await populatedHome.withPairedClients(1) {
                    try await Self.measure("/devices", as: $0[0], of: populatedHome)
                }
                let rates = [
                    (alone, ""), (beside, ", beside \(Self.readingsPerSecond.brief) readings/s"),
                    (resident, " over HTTPS, each with a proof"),
                ]
                return rates.map { rate, way in
                    Figure(
                        "lists of \(devices) devices\(way)", in: "/s", values: .one(rate.perSecond),
                        goals: [.atLeast(goal)],
                        baseline: .init(what: "GET /health", values: .one(health.perSecond)),
                        note: "\((Double(rate.bytes) / 1000).brief) kB each, to \(Self.connections) connections of one "
                            + "program on the same machine.")
                }
            }
        }
        return figures
    }

    private static func besideReadings<Value: Sendable>(
        _ populatedHome: PopulatedHome, work: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await populatedHome.bridge.publishForever(perSecond: readingsPerSecond) }
            defer { group.cancelAll() }
            try await Task.sleep(for: .seconds(1))
            return try await work()
        }
    }

    private static func measure(_ path: String, through endpoint: GatewayEndpoint) async throws
        -> SequentialRequests.Outcome
    {
        let request = RequestBytes.of("GET", path: path)
        let chain = [ByteBuffer](repeating: request, count: 100_000)
        return try await measure(path, through: endpoint, chains: [[ByteBuffer]](repeating: chain, count: connections))
    }

    /// All requests are signed before the measurement.
    private static func measure(
        _ path: String, as resident: HTTPSTestClient, of populatedHome: PopulatedHome
    ) async throws -> SequentialRequests.Outcome {
        var chains: [[ByteBuffer]] = []
        for _ in 0..<connections {
            var chain: [ByteBuffer] = []
            for _ in 0..<signedRequests { chain.append(try await resident.bytes("GET", path: path)) }
            chains.append(chain)
        }
        return try await measure(
            path, through: .https(port: populatedHome.home.httpsPort, from: "127.0.0.1"), chains: chains)
    }

    private static func measure(
        _ path: String, through endpoint: GatewayEndpoint, chains: [[ByteBuffer]]
    ) async throws -> SequentialRequests.Outcome {
        Console.note("  requesting \(path) for \(span)")
        return try await withThrowingTaskGroup(of: SequentialRequests.Outcome.self) { group in
            for chain in chains {
                group.addTask { try await SequentialRequests.run(chain, through: endpoint, for: span) }
            }
            return try await group.reduce(into: SequentialRequests.Outcome()) { $0.add($1) }
        }
    }
}

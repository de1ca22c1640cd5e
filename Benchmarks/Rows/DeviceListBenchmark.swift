import Foundation
import TestSupport

/// The list that every client asks for first: of a small home and of a large one, alone and while states change.
struct DeviceListBenchmark: Benchmark {
    let name = "devices"
    let summary = "device lists per second, of 25 and of 250 devices"

    private static let homes: [(devices: Int, goal: Double)] = [(25, 2000), (250, 1000)]
    private static let readingsPerSecond = 500.0
    private static let connections = 4
    private static let span = Duration.seconds(4)

    /// What several connections got in a while.
    private struct Rate {
        var perSecond = 0.0
        var bytes = 0
    }

    func figures() async throws -> [Figure] {
        var figures: [Figure] = []
        for (devices, goal) in Self.homes {
            // The lamp is one of them.
            figures += try await FurnishedHome.with(devices: devices - 1) { furnished in
                let health = try await Self.ask("/health", furnished)
                let alone = try await Self.ask("/devices", furnished)
                let beside = try await Self.askBesideReadings(furnished)
                return [(alone, ""), (beside, ", beside \(Self.readingsPerSecond.brief) readings/s")].map {
                    rate, load in
                    Figure(
                        "lists of \(devices) devices\(load)", in: "/s", .one(rate.perSecond),
                        goals: [.atLeast(goal)],
                        baseline: .init(what: "GET /health", values: .one(health.perSecond)),
                        note: "\((Double(rate.bytes) / 1000).brief) kB each, to \(Self.connections) connections of one "
                            + "program on the same machine.")
                }
            }
        }
        return figures
    }

    private static func askBesideReadings(_ furnished: FurnishedHome) async throws -> Rate {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await furnished.bridge.publishForever(perSecond: readingsPerSecond) }
            defer { group.cancelAll() }
            try await Task.sleep(for: .seconds(1))
            return try await ask("/devices", furnished)
        }
    }

    private static func ask(_ path: String, _ furnished: FurnishedHome) async throws -> Rate {
        Console.note("  asking for \(path) for \(span)")
        return try await withThrowingTaskGroup(of: Rate.self) { group in
            for _ in 0..<connections {
                group.addTask { [socket = furnished.socket] in try await offPool { try ask(path, at: socket) } }
            }
            return try await group.reduce(into: Rate()) { sum, rate in
                sum.perSecond += rate.perSecond
                sum.bytes = rate.bytes
            }
        }
    }

    private static func ask(_ path: String, at socket: String) throws -> Rate {
        let gateway = try GatewaySocket(path: socket)
        for _ in 0..<100 { _ = try gateway.skim(path) }
        let start = ContinuousClock.now
        var (count, bytes) = (0, 0)
        while ContinuousClock.now - start < span {
            bytes = try gateway.skim(path)
            count += 1
        }
        return Rate(perSecond: Double(count) / ((ContinuousClock.now - start) / .seconds(1)), bytes: bytes)
    }
}

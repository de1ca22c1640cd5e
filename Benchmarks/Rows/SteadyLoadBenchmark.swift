import Foundation
import TestSupport

/// A minute of a higher load than almost any home has, while a client watches live events.
struct SteadyLoadBenchmark: Benchmark {
    let name = "held"
    let summary = "5,000 readings/s for a minute: lost readings, delay in the live feed, growth of memory"

    private static let perSecond = 5000.0
    private static let seconds = 60

    func figures() async throws -> [Figure] {
        try await PopulatedHome.with { populatedHome in
            // The first batches run with cold caches and small buffers.
            _ = try await populatedHome.watch(Int(Self.perSecond) * 2, perSecond: Self.perSecond)
            let before = try await populatedHome.usage().residentMegabytes
            let (seen, most) = try await Self.applyLoad(populatedHome)
            let promised = populatedHome.bridge.deliveredCount
            try await populatedHome.untilStored(promised)
            await populatedHome.home.killGateway()
            let stored = try await populatedHome.storedOnDisk()
            let load = "\(Self.perSecond.brief)/s for \(Self.seconds) s"
            return [
                Figure(
                    "readings lost, \(load)", in: "of \(promised.formatted())", values: .one(Double(promised - stored)),
                    goals: [.atMost(0)]),
                Figure(
                    "reading in the live feed, \(load)", in: "ms", values: seen.latencies.values,
                    goals: [.atMost(50, value: "p99")],
                    note: "\(seen.latencies.count) of \(Int(Self.perSecond) * Self.seconds) were seen."),
                Figure("memory grows, \(load)", in: "MB", values: .one(max(0, most - before)), goals: [.atMost(32)]),
            ]
        }
    }

    /// Publishes for the whole minute. Returns the readings that were seen, and the maximum resident memory in MB.
    private static func applyLoad(_ populatedHome: PopulatedHome) async throws -> (SeenReadings, Double) {
        try await withThrowingTaskGroup(of: Double.self) { group in
            group.addTask {
                var most = 0.0
                while !Task.isCancelled {
                    most = max(most, try await populatedHome.usage().residentMegabytes)
                    try? await Task.sleep(for: .milliseconds(500))
                }
                return most
            }
            let seen = try await populatedHome.watch(Int(perSecond) * seconds, perSecond: perSecond)
            group.cancelAll()
            return (seen, try await group.next() ?? 0)
        }
    }
}

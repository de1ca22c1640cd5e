import Foundation
import TestSupport

/// A minute of a load that hardly any home has, while somebody watches.
struct SteadyLoadBenchmark: Benchmark {
    let name = "held"
    let summary = "5,000 readings/s for a minute: what is lost, how late it is seen, by how much memory grows"

    private static let perSecond = 5000.0
    private static let seconds = 60

    func figures() async throws -> [Figure] {
        try await FurnishedHome.with { furnished in
            // The first batches find caches cold, and buffers small.
            _ = try await furnished.watch(Int(Self.perSecond) * 2, perSecond: Self.perSecond)
            let before = try await furnished.usage().residentMegabytes
            let (seen, most) = try await Self.hold(furnished)
            let promised = furnished.bridge.heardCount
            try await furnished.untilStored(promised)
            await furnished.home.killGateway()
            let stored = try await furnished.storedOnDisk()
            let load = "\(Self.perSecond.brief)/s for \(Self.seconds) s"
            return [
                Figure(
                    "readings lost, \(load)", in: "of \(promised.formatted())", .one(Double(promised - stored)),
                    goals: [.atMost(0)]),
                Figure(
                    "reading in the live feed, \(load)", in: "ms", seen.latencies.values, goals: [.atMost(50, "p99")],
                    note: "\(seen.latencies.count) of \(Int(Self.perSecond) * Self.seconds) were seen."),
                Figure("memory grows, \(load)", in: "MB", .one(max(0, most - before)), goals: [.atMost(32)]),
            ]
        }
    }

    /// What was seen, and the most memory that was taken meanwhile, in MB.
    private static func hold(_ furnished: FurnishedHome) async throws -> (Seen, Double) {
        try await withThrowingTaskGroup(of: Double.self) { group in
            group.addTask {
                var most = 0.0
                while !Task.isCancelled {
                    most = max(most, try await furnished.usage().residentMegabytes)
                    try? await Task.sleep(for: .milliseconds(500))
                }
                return most
            }
            let seen = try await furnished.watch(Int(perSecond) * seconds, perSecond: perSecond)
            group.cancelAll()
            return (seen, try await group.next() ?? 0)
        }
    }
}

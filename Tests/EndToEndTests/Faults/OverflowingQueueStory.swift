import TestSupport
import Testing

/// While the disk stalls, more readings arrive than the broker may queue. The gateway counts and reports the dropped
/// ones.
@Suite(.timeLimit(.minutes(FaultRounds.minutes))) struct OverflowingQueueStory {
    /// The limit of the queue, in messages: one hour at one message a second.
    private static let queueLimit = 3600
    private static let settings = """
        discovery: { enabled: false }
        mqtt: { outageHours: 1, outageMessagesPerSecond: 1 }
        storage: { commitMilliseconds: 100 }
        clock: { trustUnsynchronised: true }
        """

    @Test func messagesDroppedByTheBrokerAreCounted() async throws {
        try await withSlowDisk { disk in
            try await withHome(settings: Self.settings, through: disk.commandPrefix) { home in
                let report = try await FaultyHome.run(in: home) { faulty in
                    try disk.delaySyncs(seconds: 120)
                    try await faulty.publishLog.waitToGrow(by: Self.queueLimit + 4 * FaultyHome.readingsPerSecond)
                    try disk.delaySyncs(seconds: 0)
                    try await faulty.waitForFinding("broker.dropped")
                }
                #expect(!report.lost.isEmpty)
                try await eventually("all lost readings are counted") {
                    try await home.counters()["messages.dropped"] ?? 0 >= report.lost.count
                }
                print("\(try await home.counters()["messages.dropped"] ?? 0) messages were dropped by the broker")
            }
        }
    }
}

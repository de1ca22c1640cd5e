import TestSupport
import Testing

/// While the disk stalls, more comes in than the broker may hold: what it drops is counted and told.
@Suite(.timeLimit(.minutes(FaultRounds.minutes))) struct OverflowingQueueStory {
    /// An hour of one message a second.
    private static let held = 3600
    private static let settings = """
        discovery: { enabled: false }
        mqtt: { outageHours: 1, outageMessagesPerSecond: 1 }
        storage: { commitMilliseconds: 100 }
        clock: { trustUnsynchronised: true }
        """

    @Test func whatTheBrokerCannotHoldIsCounted() async throws {
        try await withSlowDisk { disk in
            try await withHome(settings: Self.settings, through: disk.entrance) { home in
                let verdict = try await FaultyHome.live(in: home) { faulty in
                    try disk.delaySyncs(seconds: 120)
                    try await faulty.ledger.grow(by: Self.held + 4 * FaultyHome.readingsPerSecond)
                    try disk.delaySyncs(seconds: 0)
                    try await faulty.isFound("broker.dropped")
                }
                #expect(!verdict.lost.isEmpty)
                try await eventually("what is lost is counted") {
                    try await home.counters()["messages.dropped"] ?? 0 >= verdict.lost.count
                }
                print("\(try await home.counters()["messages.dropped"] ?? 0) messages dropped by the broker are told")
            }
        }
    }
}

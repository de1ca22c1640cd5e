import TestSupport
import Testing

/// Every sync of the gateway takes seconds. Readings are stored slower than they are published, and wait at the broker.
/// When a sync takes longer than the broker would wait, the gateway disconnects on purpose and reconnects.
@Suite(.timeLimit(.minutes(FaultRounds.minutes))) struct SlowDiskStory {
    /// The limit of the memory for readings that the gateway cannot store yet.
    private static let growthKilobytes = 32 << 10

    @Test func slowDiskLosesNoReadings() async throws {
        try await withSlowDisk { disk in
            try await withHome(through: disk.commandPrefix) { home in
                let report = try await FaultyHome.run(in: home) { faulty in
                    let before = try #require(await home.residentKilobytes)
                    try disk.delaySyncs(seconds: 5)
                    async let stall: Void = faulty.publishLog.waitToGrow(
                        by: FaultRounds.stallSeconds * FaultyHome.readingsPerSecond)
                    try await faulty.waitForFinding("storage.slow")
                    let command = try await faulty.switchTheLamp()
                    try await stall
                    let stalled = try #require(await home.residentKilobytes) - before
                    try await laneDisconnectsOnPurpose(disk, home: home)
                    let recovered = try await faulty.waitForRecovery()
                    let growth = max(stalled, try #require(await home.residentKilobytes) - before)
                    #expect(growth < Self.growthKilobytes)
                    print("syncs of 5 s: a command took \(command), recovered after \(recovered), \(growth) kB more")
                }
                #expect(report.lost.isEmpty, "\(report.lost)")
            }
        }
    }

    /// Syncs take longer than the lane waits for a batch, and longer than the broker waits for a packet of the lane.
    private func laneDisconnectsOnPurpose(_ disk: SlowDisk, home: HomeUnderTest) async throws {
        #expect(!home.brokerLog.contains("tomte-telemetry closed"))
        try disk.delaySyncs(seconds: 120)
        try await eventually("the lane disconnects") {
            home.brokerLog.contains("tomte-telemetry closed its connection")
        }
        try disk.delaySyncs(seconds: 0)
        #expect(!home.brokerLog.contains("exceeded timeout"))
    }
}

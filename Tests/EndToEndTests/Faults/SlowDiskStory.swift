import TestSupport
import Testing

/// Every sync of the gateway takes seconds. Readings come in slower than they are published and wait at the broker; a
/// disk that takes longer than the broker would is met by leaving on purpose and coming back.
@Suite(.timeLimit(.minutes(FaultRounds.minutes))) struct SlowDiskStory {
    /// Bound of what the gateway may hold of readings that it cannot store.
    private static let growthKilobytes = 32 << 10

    @Test func aSlowDiskLosesNothing() async throws {
        try await withSlowDisk { disk in
            try await withHome(through: disk.entrance) { home in
                let verdict = try await FaultyHome.live(in: home) { faulty in
                    let before = try #require(await home.residentKilobytes)
                    try disk.delaySyncs(seconds: 5)
                    async let stall: Void = faulty.ledger.grow(
                        by: FaultRounds.stallSeconds * FaultyHome.readingsPerSecond)
                    try await faulty.isFound("storage.slow")
                    let command = try await faulty.switchTheLamp()
                    try await stall
                    let stalled = try #require(await home.residentKilobytes) - before
                    try await laneLeavesOnPurpose(disk, home)
                    let recovered = try await faulty.recovers()
                    let growth = max(stalled, try #require(await home.residentKilobytes) - before)
                    #expect(growth < Self.growthKilobytes)
                    print("syncs of 5 s: a command took \(command), recovered after \(recovered), \(growth) kB more")
                }
                #expect(verdict.lost.isEmpty, "\(verdict.lost)")
            }
        }
    }

    /// Syncs take longer than the lane waits for a batch, and longer than the broker hears of it meanwhile.
    private func laneLeavesOnPurpose(_ disk: SlowDisk, _ home: HomeUnderTest) async throws {
        #expect(!home.brokerLog.contains("tomte-telemetry closed"))
        try disk.delaySyncs(seconds: 120)
        try await eventually("the lane leaves") { home.brokerLog.contains("tomte-telemetry closed its connection") }
        try disk.delaySyncs(seconds: 0)
        #expect(!home.brokerLog.contains("exceeded timeout"))
    }
}

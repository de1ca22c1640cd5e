import TestSupport
import Testing

/// The disk on which gateway and broker live fills up under load. It is told, commands go on, readings wait at the
/// broker; once there is room again they are all stored, without anybody's help.
@Suite(
    .enabled(if: SmallDisk.isAvailable, "\(SmallDisk.requirement)"), .timeLimit(.minutes(FaultRounds.minutes)))
struct FullDiskStory {
    /// Small batches, which somebody watches, take up the reserved space soon.
    private static let settings = """
        discovery: { enabled: false }
        storage: { commitMilliseconds: 10 }
        clock: { trustUnsynchronised: true }
        """

    @Test func aFullDiskLosesNothing() async throws {
        try await withSmallDisk(megabytes: 64) { disk in
            try await withHome(settings: Self.settings, in: disk.folder, through: disk.entrance) { home in
                let verdict = try await FaultyHome.live(in: home) { faulty in
                    try await withWatch(of: home) { _ in
                        for _ in 1...FaultRounds.disk { try await fillAndFree(disk, faulty) }
                    }
                }
                #expect(verdict.lost.isEmpty, "\(verdict.lost)")
            }
        }
    }

    private func fillAndFree(_ disk: SmallDisk, _ faulty: FaultyHome) async throws {
        try disk.fill()
        let said = try await ContinuousClock().measure { try await faulty.isFound("storage.littleRoom") }
        try await faulty.isFound("storage.cannotWrite")
        let command = try await faulty.switchTheLamp()
        let refused = try await faulty.home.tomte("people", "add", "Ella", "--role", "member")
        #expect(refused.status != 0 && refused.errors.contains("disk is full"), "\(refused.errors)")
        try await faulty.ledger.grow(by: 2 * FaultyHome.readingsPerSecond)
        #expect(try await faulty.home.findings().contains("storage.cannotWrite"))
        disk.free()
        let recovered = try await faulty.recovers()
        print("disk full: said after \(said), a command took \(command), recovered \(recovered) after it had room")
    }
}

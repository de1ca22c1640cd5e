import GatewayWire
import HomeModel
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

    /// What takes rights away on a full disk holds over kills and starts on that disk, and the log agrees.
    @Test func aGatewayStartsOnAFullDiskWithAllThatWasTakenAway() async throws {
        try await withSmallDisk(megabytes: 64) { disk in
            try await withHome(settings: Self.settings, in: disk.folder, through: disk.entrance) { home in
                for (name, role) in [("Ada", "owner"), ("Kim", "admin"), ("Bo", "member")] {
                    #expect(try await home.tomte("people", "add", name, "--role", role).status == 0)
                }
                _ = try await ProvisionedCredentials(home: home).credential(for: "plug")
                try disk.fill()
                for act in [
                    ["lockdown", "on"], ["people", "deny", "kim", "controlDevices"],
                    ["people", "role", "kim", "guest"],
                    ["people", "remove", "bo", "--yes"],
                ] {
                    let held = try await home.tomte.run(act)
                    #expect(
                        held.status == 6 && held.errors.says("It holds, also after a restart"), "\(act): \(held.errors)"
                    )
                }
                let revoked = try await home.tomte("devices", "credentials", "--revoke", "plug", "--yes")
                #expect(revoked.status != 0 && revoked.errors.says("also after a restart"), "\(revoked.errors)")
                for start in 0..<3 {
                    if start == 1 { await home.stopGateway() } else { await home.killGateway() }
                    try disk.fill()
                    try await home.startGateway()
                    try await Self.expectTakenAway(in: home)
                    #expect(try await home.findings().contains("access.notWritten"))
                    let raised = try await home.tomte("people", "add", "Ella", "--role", "member")
                    #expect(raised.status != 0 && raised.errors.contains("disk is full"), "\(raised.errors)")
                }
                disk.free()
                try await eventually("the disk has it") {
                    try await home.findings().isDisjoint(with: ["access.notWritten", "credentials.notEnded"])
                }
                #expect(try await !home.tomte("devices", "credentials").output.contains("plug"))
                await home.killGateway()
                try await home.startGateway()
                try await Self.expectTakenAway(in: home)
                #expect(try await home.tomte("lockdown", "off").status == 0)
                await home.killGateway()
                try await home.startGateway()
                #expect(try await !home.findings().contains("access.lockedDown"))
            }
        }
    }

    private static func expectTakenAway(in home: HomeUnderTest) async throws {
        #expect(try await home.findings().contains("access.lockedDown"))
        let people: [PersonBody] = try await home.tomte("people", "list", "--json").json()
        #expect(Set(people.map { "\($0.id) \($0.role)" }) == ["ada owner", "kim guest"])
        let denies = try await home.tomte("people", "grants", "--denies")
        #expect(denies.output.contains("kim") && denies.output.contains("controlDevices"), "\(denies.output)")
        #expect(try await home.tomte("audit", "verify").status == 0)
        // No entry says that one of them did not happen.
        for event in [AuditEvent.lockdownOn, .policyChange, .grantCreate] {
            let failed = try await home.audit(event).filter { !$0.success && $0.metadata["act"] != "add" }
            #expect(failed.isEmpty, "\(failed)")
        }
    }

    @Test func aFirstStartOnAFullDiskSaysWhatToDo() async throws {
        try await withSmallDisk(megabytes: 8) { disk in
            try await withHome(settings: Self.settings, in: disk.folder, through: disk.entrance, isStarted: false) {
                home in
                try disk.fill()
                let refused = try await home.tomte.run(home.runArguments)
                #expect(refused.status == 6)
                #expect(refused.errors.says("is full") && refused.errors.says("then start the gateway again"))
                #expect(!refused.errors.says("by itself"))
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

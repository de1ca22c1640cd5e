import Foundation
import GatewayWire
import HomeModel
import Subprocess
import TestSupport
import Testing

/// The disk of the gateway and the broker fills up under load. The gateway reports it and still sends commands, and
/// readings wait at the broker. When there is space again, all of them are stored without help of a person.
@Suite(
    .enabled(if: SmallDisk.isAvailable, "\(SmallDisk.requirement)"), .timeLimit(.minutes(FaultRounds.minutes)))
struct FullDiskStory {
    /// Small batches use up the reserved space soon, while a client watches.
    private static let settings = """
        discovery: { enabled: false }
        storage: { commitMilliseconds: 10 }
        clock: { trustUnsynchronised: true }
        """

    @Test func fullDiskLosesNoReadings() async throws {
        try await withSmallDisk(megabytes: 64) { disk in
            try await withHome(settings: Self.settings, in: disk.folder, through: disk.commandPrefix) { home in
                let report = try await FaultyHome.run(in: home) { faulty in
                    try await withWatch(of: home) { _ in
                        for _ in 1...FaultRounds.disk { try await fillAndFree(disk, faulty: faulty) }
                    }
                }
                #expect(report.lost.isEmpty, "\(report.lost)")
            }
        }
    }

    /// Restrictions that are made on a full disk remain in force after kills and starts on that disk, and the audit log
    /// agrees with them.
    @Test func restrictionsSurviveStartsOnAFullDisk() async throws {
        try await withSmallDisk(megabytes: 64) { disk in
            try await withHome(settings: Self.settings, in: disk.folder, through: disk.commandPrefix) { home in
                for (name, role) in [("Ada", "owner"), ("Kim", "admin"), ("Bo", "member")] {
                    #expect(try await home.tomte("people", "add", name, "--role", role).status == 0)
                }
                _ = try await ProvisionedCredentials(home: home).credential(for: "plug")
                try disk.fill()
                for command in [
                    ["lockdown", "on"], ["people", "deny", "kim", "controlDevices"],
                    ["people", "role", "kim", "guest"],
                    ["people", "remove", "bo", "--yes"],
                ] {
                    let answer = try await home.tomte.run(command)
                    #expect(
                        answer.status == 6
                            && answer.errors.containsMessage("The change is in force, also after a restart"),
                        "\(command): \(answer.errors)")
                }
                let revoked = try await home.tomte("devices", "credentials", "--revoke", "plug", "--yes")
                #expect(
                    revoked.status != 0 && revoked.errors.containsMessage("also after a restart"), "\(revoked.errors)")
                for start in 0..<3 {
                    if start == 1 { await home.stopGateway() } else { await home.killGateway() }
                    try disk.fill()
                    try await home.startGateway()
                    try await Self.expectRestrictions(in: home)
                    #expect(try await home.findings().contains("access.notWritten"))
                    let refused = try await home.tomte("people", "add", "Ella", "--role", "member")
                    #expect(refused.status != 0 && refused.errors.contains("disk is full"), "\(refused.errors)")
                }
                disk.free()
                try await eventually("the restrictions are stored") {
                    try await home.findings().isDisjoint(with: ["access.notWritten", "credentials.notEnded"])
                }
                #expect(try await !home.tomte("devices", "credentials").output.contains("plug"))
                await home.killGateway()
                try await home.startGateway()
                try await Self.expectRestrictions(in: home)
                #expect(try await home.tomte("lockdown", "off").status == 0)
                await home.killGateway()
                try await home.startGateway()
                #expect(try await !home.findings().contains("access.lockedDown"))
            }
        }
    }

    private static func expectRestrictions(in home: HomeUnderTest) async throws {
        #expect(try await home.findings().contains("access.lockedDown"))
        let people: [PersonBody] = try await home.tomte("people", "list", "--json").json()
        #expect(Set(people.map { "\($0.id) \($0.role)" }) == ["ada owner", "kim guest"])
        let denies = try await home.tomte("people", "grants", "--denies")
        #expect(denies.output.contains("kim") && denies.output.contains("controlDevices"), "\(denies.output)")
        #expect(try await home.tomte("audit", "verify").status == 0)
        // No entry records a restriction as failed.
        for event in [AuditEvent.lockdownOn, .policyChange, .grantCreate] {
            let failed = try await home.audit(event).filter { !$0.success && $0.metadata["act"] != "add" }
            #expect(failed.isEmpty, "\(failed)")
        }
    }

    /// The disk fills while an upload arrives: it is refused, and leaves nothing behind.
    @Test func uploadThatFillsTheDiskLeavesNothing() async throws {
        try await withSmallDisk(megabytes: 400) { disk in
            try await withHome(settings: Self.settings, in: disk.folder, through: disk.commandPrefix) { home in
                let manual = "/tmp/manual-\(UUID().uuidString).pdf"
                try Data("%PDF-1.7\n\(String(repeating: "%", count: 16_000_000))\n%%EOF\n".utf8)
                    .write(to: URL(filePath: manual))
                defer { for path in [manual, "\(manual).rest"] { try? FileManager.default.removeItem(atPath: path) } }
                let appliance: ApplianceBody =
                    try await home.tomte("appliances", "add", "Dishwasher", "--json").json()
                let files = disk.visiblePath(of: "\(home.state)/attachments")
                async let answer = Self.uploadInTwoParts(manual, to: appliance.id, in: home, on: disk)
                try await eventually("a part of the upload is on the disk") {
                    try FileManager.default.contentsOfDirectory(atPath: files).contains { $0.hasSuffix(".part") }
                }
                try disk.fill()
                try Data().write(to: URL(filePath: "\(manual).rest"))
                let text = try await answer
                #expect(text.contains("disk is full"), "\(text)")
                try await eventually("nothing is left of the upload") {
                    try FileManager.default.contentsOfDirectory(atPath: files).isEmpty
                }
                let add = ["appliances", "manual", "add", "Dishwasher", manual]
                let refused = try await home.tomte.run(add)
                #expect(
                    refused.status != 0 && refused.errors.containsMessage("too little free space"), "\(refused.errors)")
                disk.free()
                let added = try await home.tomte.run(add)
                #expect(added.status == 0, "\(added.errors)")
                #expect(try await home.tomte("audit", "verify").status == 0)
            }
        }
    }

    /// Sends the first half of a manual, and the second one when the file `PATH.rest` exists. Returns the answer.
    private static func uploadInTwoParts(
        _ path: String, to appliance: ApplianceID, in home: HomeUnderTest, on disk: SmallDisk
    ) async throws -> String {
        let script = """
            { head -c 8000000 "$1"; until [ -e "$1.rest" ]; do sleep 0.1; done; tail -c +8000001 "$1"; } |
            curl --silent --unix-socket "$2" --header 'Content-Type: application/octet-stream' --upload-file - "$3"
            """
        let id = UUID().uuidString.lowercased().replacing("-", with: "")
        let address = "http://localhost/api/v1/attachments/\(id)?kind=manual&appliance=\(appliance)&title=Manual"
        let words = disk.commandPrefix + ["sh", "-c", script, "sh", path, "\(home.state)/run/tomte.sock", address]
        return try await run(
            .name(words[0]), arguments: Arguments(Array(words.dropFirst())), output: .string(limit: 1 << 16)
        ).standardOutput
    }

    @Test func firstStartOnAFullDiskIsRefusedWithARemedy() async throws {
        try await withSmallDisk(megabytes: 8) { disk in
            try await withHome(settings: Self.settings, in: disk.folder, through: disk.commandPrefix, isStarted: false)
            {
                home in
                try disk.fill()
                let refused = try await home.tomte.run(home.runArguments)
                #expect(refused.status == 75)
                #expect(
                    refused.errors.containsMessage("is full")
                        && refused.errors.containsMessage("then start the gateway again"))
                #expect(!refused.errors.containsMessage("by itself"))
            }
        }
    }

    private func fillAndFree(_ disk: SmallDisk, faulty: FaultyHome) async throws {
        try disk.fill()
        let reported = try await ContinuousClock().measure { try await faulty.waitForFinding("storage.littleRoom") }
        try await faulty.waitForFinding("storage.cannotWrite")
        let command = try await faulty.switchTheLamp()
        let refused = try await faulty.home.tomte("people", "add", "Ella", "--role", "member")
        #expect(refused.status != 0 && refused.errors.contains("disk is full"), "\(refused.errors)")
        try await faulty.publishLog.waitToGrow(by: 2 * FaultyHome.readingsPerSecond)
        #expect(try await faulty.home.findings().contains("storage.cannotWrite"))
        disk.free()
        let recovered = try await faulty.waitForRecovery()
        print("disk full: reported after \(reported), a command took \(command), recovered after \(recovered)")
    }
}

import HomeModel
import Testing

@testable import GatewayCore

/// A series of audit entries, and the acts to which it folds.
struct FoldingCase: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let entries: [(Double, AuditEntry)]
    /// The event, the status and the number of entries of each act, oldest first.
    let acts: [String]
    var wrongPINs = 0

    static let all = [
        FoldingCase(
            testDescription: "a command and its outcome", entries: [(0, .command()), (0.2, .outcome())],
            acts: ["device.control done 2"]),
        FoldingCase(
            testDescription: "the request for a PIN, the PIN, the command and its outcome",
            entries: [(0, .prompt()), (5, .rightPIN()), (5.1, .command()), (5.4, .outcome())],
            acts: ["device.control done 4"]),
        FoldingCase(
            testDescription: "a wrong PIN before the right one",
            entries: [(0, .prompt()), (4, .wrongPIN()), (9, .rightPIN()), (9.1, .command()), (9.4, .outcome())],
            acts: ["device.control done 5"], wrongPINs: 1),
        FoldingCase(
            testDescription: "further wrong PINs that were only counted",
            entries: [(0, .prompt()), (4, .wrongPIN()), (30, .wrongPIN(count: 3))],
            acts: ["device.control abandoned 3"], wrongPINs: 4),
        FoldingCase(
            testDescription: "a PIN that was not entered", entries: [(0, .prompt())],
            acts: ["device.control abandoned 1"]),
        FoldingCase(
            testDescription: "a PIN whose request was only counted, because the same was asked a moment before",
            entries: [
                (0, .prompt()), (5, .rightPIN()), (5.1, .command()), (5.4, .outcome()), (40, .rightPIN()),
                (40.1, .command(id: "c2")), (40.3, .outcome(of: "c2")),
            ], acts: ["device.control done 4", "device.control done 3"]),
        FoldingCase(
            testDescription: "one PIN and two commands that had asked for it",
            entries: [
                (0, .prompt()), (1, .prompt("locked")), (5, .rightPIN()), (5.1, .command()),
                (5.2, .command("locked", id: "c2")),
            ], acts: ["device.control pending 2", "device.control pending 3"]),
        FoldingCase(
            testDescription: "a group command with a long list of parts and its outcome",
            entries: [
                (0, .group(.groupParts)), (0, .group(.groupControl)),
                (0.4, .group(.groupOutcome, outcome: .confirmed)),
            ], acts: ["group.control done 3"]),
        FoldingCase(
            testDescription: "a group command that needed a PIN, and failed in part",
            entries: [
                (0, .group(.groupControl, isRefused: true)), (5, .rightPIN()), (5.1, .group(.groupControl)),
                (9, .group(.groupOutcome, outcome: .partial)),
            ], acts: ["group.control failed 4"]),
        FoldingCase(
            testDescription: "the command of another client does not end the request",
            entries: [(0, .prompt()), (5, .command(client: ClientID("other")))],
            acts: ["device.control abandoned 1", "device.control pending 1"]),
        FoldingCase(
            testDescription: "the command of another person does not end the request",
            entries: [(0, .prompt()), (5, .command(by: "anna"))],
            acts: ["device.control abandoned 1", "device.control pending 1"]),
        FoldingCase(
            testDescription: "a command long after the request",
            entries: [(0, .prompt()), (301, .command())],
            acts: ["device.control abandoned 1", "device.control pending 1"]),
        FoldingCase(
            testDescription: "an act that needs a PIN for people",
            entries: [
                (0, .purposePrompt(.people)), (5, .rightPIN(.people)),
                (5.1, AuditEntry(.grantCreate, severity: .security, actor: "kim", client: ClientID("phone"))),
            ], acts: ["grant.create done 3"]),
        FoldingCase(
            testDescription: "the end of a lockdown, which needs a PIN for commands",
            entries: [
                (0, .purposePrompt(.commands)), (5, .rightPIN(.commands)), (5.1, .act(.lockdownOff)),
            ], acts: ["lockdown.off done 3"]),
        FoldingCase(
            testDescription: "a change of purpose, which needs a PIN for commands",
            entries: [
                (0, .purposePrompt(.commands)), (5, .rightPIN(.commands)),
                (5.1, .act(.settingsChange, metadata: ["act": "purpose"])),
            ], acts: ["settings.change done 3"]),
        FoldingCase(
            testDescription: "a PIN for commands does not belong to other changes of settings",
            entries: [(0, .rightPIN(.commands)), (1, .act(.settingsChange, metadata: ["act": "addRoom"]))],
            acts: ["auth.stepUp done 1", "settings.change done 1"]),
        FoldingCase(
            testDescription: "a PIN for commands does not belong to a change of people",
            entries: [
                (0, .rightPIN(.commands)),
                (1, AuditEntry(.grantCreate, severity: .security, actor: "kim", client: ClientID("phone"))),
            ], acts: ["auth.stepUp done 1", "grant.create done 1"]),
        FoldingCase(
            testDescription: "an act that failed afterwards",
            entries: [
                (0, AuditEntry(.deviceRename, severity: .security, actor: "kim", target: "lamp", requestID: "r")),
                (
                    0.1,
                    AuditEntry(
                        .deviceRename, severity: .security, actor: "kim", target: "lamp", success: false,
                        requestID: "r", metadata: ["failure": "notStored"])
                ),
            ], acts: ["device.rename failed 2"]),
        FoldingCase(
            testDescription: "a refusal and the count of its repetitions",
            entries: [(0, .refusal), (60, .refusal.counted(7))], acts: ["device.control refused 2"]),
        FoldingCase(
            testDescription: "an outcome without its command", entries: [(0, .outcome(.timedOut))],
            acts: ["device.outcome unknown 1"]),
        FoldingCase(
            testDescription: "an outcome that came after a restart, long after the command",
            entries: [(0, .command()), (4000, .outcome(.timedOut))],
            acts: ["device.control unknown 1", "device.outcome unknown 1"]),
        FoldingCase(
            testDescription: "a command that the device did not carry out",
            entries: [(0, .command()), (1, .outcome(.failed))], acts: ["device.control failed 2"]),
    ]
}

extension AuditEntry {
    fileprivate static let refusal = AuditEntry(
        .deviceControl, severity: .warning, actor: "kim", target: "front-door", success: false,
        metadata: ["capability": "lock", "outcome": "refused", "reason": "notPermitted"])

    fileprivate static func act(_ event: AuditEvent, metadata: [String: String] = [:]) -> Self {
        AuditEntry(event, severity: .security, actor: "kim", client: ClientID("phone"), metadata: metadata)
    }

    fileprivate func counted(_ count: Int) -> AuditEntry {
        AuditEntry(
            event, severity: severity, actor: actor, target: target, success: success, count: count, metadata: metadata)
    }
}

struct ActFoldingTests {
    @Test(arguments: FoldingCase.all) func entriesFoldToActs(_ example: FoldingCase) {
        let records = SampleRecords.records(example.entries)
        let last = SampleRecords.start + .seconds(Int64(example.entries.last?.0 ?? 0) + 1)
        // The log returns the newest entries first.
        let acts = ActFolding.acts(of: records.reversed())
        #expect(
            acts.map { "\($0.main.entry.event.rawValue) \($0.status(at: last).rawValue) \($0.records.count)" }
                == example.acts)
        #expect(acts.reduce(0) { $0 + $1.wrongPINs } == example.wrongPINs)
    }

    @Test(arguments: 0..<60) func foldingLosesAndInventsNoEntry(seed: UInt64) {
        let records = RandomRecords(seed: seed).records
        let acts = ActFolding.acts(of: records)
        #expect(acts.flatMap(\.records).count == records.count, "seed \(seed)")
        #expect(Set(acts.flatMap(\.records)) == Set(records), "seed \(seed)")
        for act in acts {
            #expect(act.records.contains(act.main), "seed \(seed)")
            let sent = act.records.filter { $0.entry.event == .deviceControl && $0.entry.success }
            #expect(sent.count <= 1, "seed \(seed)")
            // Only the steps of a sign-in that its person has no session for yet have another actor.
            let own = act.records.filter { ![.claim, .grant].contains($0.entry.signInStep) || $0 == act.main }
            #expect(Set(own.map { $0.entry.actor }).count == 1, "seed \(seed)")
            #expect(
                act.records.filter { $0.entry.isWrongPIN || $0.entry.event == .pairingFailure }.count == 0
                    || act.steps.isEmpty, "seed \(seed)")
            let spread = (act.records.map(\.time).max() ?? act.time) - (act.records.map(\.time).min() ?? act.time)
            #expect(spread <= ActFolding.reach + ActFolding.reach, "seed \(seed)")
        }
    }

    /// A page of the activity reads only the entries around it, so an act must not depend on entries far away.
    @Test(arguments: 0..<40) func actsDoNotDependOnDistantEntries(seed: UInt64) {
        let records = RandomRecords(seed: seed).records
        guard let first = records.first?.time, let last = records.last?.time else { return }
        let (from, to) = (first + (last - first) / 3, first + (last - first) / 3 * 2)
        let window = records.filter { $0.time >= from - ActFolding.reach && $0.time <= to + ActFolding.reach }
        let all = ActFolding.acts(of: records).filter { $0.time >= from && $0.time <= to }
        #expect(ActFolding.acts(of: window).filter { $0.time >= from && $0.time <= to } == all, "seed \(seed)")
    }
}

import HomeModel
import Testing

@testable import GatewayCore

/// A series of audit entries of sign-ins, and the acts to which it folds.
struct SignInCase: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let entries: [(Double, AuditEntry)]
    /// The event with its `act`, the status and the other steps of each act, oldest first.
    let acts: [String]

    static let invitation = ["invitation": "p1"]

    static let all = [
        SignInCase(
            testDescription: "the first owner claims the home and sets a PIN",
            entries: [(0, .claim()), (0.1, .paired(through: [:], requestID: "r1")), (40, .newPIN())],
            acts: ["pairing.success.paired done claim setPIN"]),
        SignInCase(
            testDescription: "a code that needs no approval, and no PIN",
            entries: [(0, .request("code")), (1, .paired())], acts: ["pairing.success.paired done code"]),
        SignInCase(
            testDescription: "a code that another person approves",
            entries: [(0, .request("code")), (20, .approval()), (22, .paired()), (50, .newPIN())],
            acts: ["pairing.success.approve done", "pairing.success.paired done code setPIN"]),
        SignInCase(
            testDescription: "an invitation with two grants and a comparison of digits",
            entries: [
                (0, .request("open")), (1, .request("code")), (30, .approval()), (31, .invitedGrant()),
                (31, .invitedGrant("g2")), (31.1, .paired(through: invitation)), (60, .newPIN()),
            ],
            acts: ["pairing.success.approve done", "pairing.success.paired done open code grant grant setPIN"]),
        SignInCase(
            testDescription: "an invitation that is approved the next day",
            entries: [
                (0, .request("open")), (1, .request("code")), (80_000, .invitedGrant()),
                (80_000.1, .paired(through: invitation)),
            ],
            acts: ["pairing.request.code done open", "pairing.success.paired done grant"]),
        SignInCase(
            testDescription: "an invitation that is opened and not completed", entries: [(0, .request("open"))],
            acts: ["pairing.request.open done"]),
        SignInCase(
            testDescription: "wrong codes and numbers before the right one",
            entries: [
                (0, .wrongCode), (5, .wrongNumber), (9, .request("open")), (9.2, .paired(through: invitation)),
            ],
            acts: [
                "pairing.failure refused", "pairing.failure.wrongNumber refused", "pairing.success.paired done open",
            ]),
        SignInCase(
            testDescription: "two phones of the same person at the same time",
            entries: [
                (0, .request("code")), (1, .request("code", of: "p2")), (2, .paired(client: "a")),
                (3, .paired(through: ["pairing": "p2"], client: "b")), (9, .newPIN(client: "a")),
            ],
            acts: ["pairing.success.paired done code setPIN", "pairing.success.paired done code"]),
        SignInCase(
            testDescription: "a session that an earlier version recorded without its pairing",
            entries: [(0, .request("code")), (1, .paired(through: [:]))], acts: ["pairing.success.paired done code"]),
        SignInCase(
            testDescription: "the session of another person",
            entries: [(0, .request("code")), (1, .paired(through: [:], by: "anna"))],
            acts: ["pairing.request.code done", "pairing.success.paired done"]),
        SignInCase(
            testDescription: "a PIN at another client, a second PIN, and a PIN much later",
            entries: [
                (0, .request("code")), (1, .paired()), (20, .newPIN(client: "phone")), (30, .newPIN()),
                (40, .newPIN()), (99, .request("code", of: "p2")),
                (100, .paired(through: ["pairing": "p2"], client: "b")),
                (701, .newPIN(client: "b")),
            ],
            acts: [
                "pairing.success.paired done code setPIN", "policy.change.setPIN done", "policy.change.setPIN done",
                "pairing.success.paired done code", "policy.change.setPIN done",
            ]),
        SignInCase(
            testDescription: "a refused first PIN",
            entries: [
                (0, .request("code")), (1, .paired()),
                (
                    20,
                    AuditEntry(
                        .policyChange, severity: .warning, actor: "kim", client: ClientID("tablet"),
                        concerned: PersonID("kim"), success: false, metadata: ["act": "firstPIN"])
                ),
            ],
            acts: ["pairing.success.paired done code", "policy.change.firstPIN refused"]),
        SignInCase(
            testDescription: "a PIN that could not be stored",
            entries: [(0, .request("code")), (1, .paired()), (20, .newPIN()), (20.1, AuditEntry.newPIN().failing())],
            acts: ["pairing.success.paired done code", "policy.change.setPIN failed"]),
        SignInCase(
            testDescription: "one of two grants that could not be stored",
            entries: [
                (0, .request("open")), (1, .invitedGrant()), (1.1, .invitedGrant("g2")),
                (1.2, AuditEntry.invitedGrant("g2").failing()),
            ],
            acts: ["pairing.request.open done grant", "grant.create failed"]),
        SignInCase(
            testDescription: "a session that could not be opened, and a second try",
            entries: [
                (0, .request("open")), (1, .paired(through: invitation)),
                (1.1, AuditEntry.paired(through: invitation).failing()), (5, .paired(through: invitation, client: "b")),
            ],
            acts: ["pairing.success.paired failed open", "pairing.success.paired done"]),
        SignInCase(
            testDescription: "a second client that opens the invitation too late",
            entries: [
                (0, .request("open", requestID: "a")), (0.1, .request("open", requestID: "b")),
                (0.2, AuditEntry.request("open", requestID: "b").failing("overtaken")), (3, .request("code")),
                (9, .paired(through: invitation)),
            ],
            acts: ["pairing.request.open failed", "pairing.success.paired done open code"]),
        SignInCase(
            testDescription: "a grant that a person gives",
            entries: [
                (0, .request("open")),
                (1, AuditEntry(.grantCreate, severity: .security, actor: "olga", concerned: PersonID("kim"))),
            ], acts: ["pairing.request.open done", "grant.create done"]),
    ]
}

struct SignInFoldingTests {
    @Test(arguments: SignInCase.all) func stepsOfASignInFoldToOneAct(_ example: SignInCase) {
        let records = SampleRecords.records(example.entries)
        let acts = ActFolding.acts(of: records.reversed())
        #expect(acts.map { Self.text($0, at: SampleRecords.start + .days(2)) } == example.acts)
        #expect(Set(acts.flatMap(\.records)) == Set(records))
    }

    private static func text(_ act: Act, at now: Timestamp) -> String {
        let entry = act.main.entry
        let event = [entry.event.rawValue, entry.metadata["act"]].compactMap(\.self).joined(separator: ".")
        return ([event, act.status(at: now).rawValue] + act.steps.map(\.rawValue)).joined(separator: " ")
    }
}

import AuditTrail
import HomeModel
import Testing

@testable import GatewayCore

/// A movement that a person stopped on its way is done: the activity neither shows it as failed nor lists it as such.
@Suite(.timeLimit(.minutes(10))) struct StoppedMovementsTests {
    /// A command to close a blind that ended after 20 s, and what else was sent to it.
    struct Example: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var outcome = CommandOutcome.failed
        var capability = "position"
        var others: [(Double, AuditEntry)] = []
        let status: Act.Status
    }

    @Test(
        arguments: [
            Example(
                testDescription: "a stop before the end", others: [(18, .stop()), (18.5, .outcome(of: "s1"))],
                status: .done),
            Example(testDescription: "a stop without an outcome yet", others: [(18, .stop())], status: .done),
            Example(
                testDescription: "a stop of the slats", capability: "tilt", others: [(18, .stop())], status: .done),
            Example(
                testDescription: "a stop that replaced the movement", outcome: .superseded, others: [(18, .stop())],
                status: .done),
            Example(testDescription: "no stop", status: .failed),
            Example(testDescription: "a stop after the end", others: [(21, .stop())], status: .failed),
            Example(testDescription: "a stop of another part", others: [(18, .stop(part: "other"))], status: .failed),
            Example(
                testDescription: "a stop of another device", others: [(18, .stop(device: "other"))], status: .failed),
            Example(
                testDescription: "a stop that failed", others: [(18, .stop()), (19, .outcome(.failed, of: "s1"))],
                status: .failed),
            Example(
                testDescription: "a stop of the command that came between",
                others: [(10, .move("100", id: "c2")), (18, .stop())], status: .failed),
            Example(
                testDescription: "a device that did not answer", outcome: .timedOut, others: [(18, .stop())],
                status: .unknown),
            Example(
                testDescription: "a command that moves nothing", capability: "switch", others: [(18, .stop())],
                status: .failed),
        ])
    func onlyAStopOnTheWayEndsAMovementWithoutFailure(_ example: Example) throws {
        let own = [
            (0.0, AuditEntry.move("0", id: "c1", capability: example.capability)),
            (20.0, .outcome(example.outcome, of: "c1", device: "blind")),
        ]
        let acts = StoppedMovements.mark(ActFolding.acts(of: SampleRecords.records(own + example.others)))
        let act = try #require(acts.first { $0.main.entry.command == "c1" })
        #expect(act.status(at: SampleRecords.start + .seconds(60)) == example.status)
    }

    @Test(
        arguments: [
            ("60", 60), ("59.5", 59.5), ("120", nil), ("nan", nil), ("open", nil), (nil, nil),
        ] as [(String?, Double?)])
    func positionOfTheStopIsThatOfTheReport(_ reported: String?, position: Double?) throws {
        let records = SampleRecords.records([
            (0, .move("0", id: "c1")), (18, .stop()),
            (20, .outcome(.failed, of: "c1", device: "blind", reported: reported)),
        ])
        let act = try #require(StoppedMovements.mark(ActFolding.acts(of: records)).first)
        #expect(act.isStopped && act.stoppedAt == position)
    }

    /// Columns: the outcome of the second of two parts, and the status of the group.
    @Test(
        arguments: [
            (CommandOutcome.confirmed, Act.Status.done), (.timedOut, .failed), (.unreachable, .failed),
        ])
    func groupFailsOnlyForPartsThatNobodyStopped(_ other: CommandOutcome, status: Act.Status) throws {
        let records = SampleRecords.records([
            (0, .group(.groupControl)), (0.1, .move("0", id: "c1", parent: "g1")),
            (0.1, .move("0", id: "c2", device: "other", parent: "g1")),
            (15, .outcome(other, of: "c2", device: "other")),
            (18, .stop()), (20, .outcome(.failed, of: "c1", device: "blind")),
            (20.1, .group(.groupOutcome, outcome: other == .confirmed ? .partial : .failed)),
        ])
        let acts = StoppedMovements.mark(ActFolding.acts(of: records))
        let group = try #require(acts.first { $0.main.entry.event == .groupControl })
        #expect(group.status(at: SampleRecords.start + .seconds(60)) == status)
    }

    @Test func filterForFailuresLeavesOutStoppedMovements() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            for entry in [
                AuditEntry.move("0", id: "c1"), .stop(), .outcome(.failed, of: "c1", device: "blind"),
                .move("0", id: "c2"), .outcome(.failed, of: "c2", device: "blind"),
            ] {
                home.time.advance(by: .seconds(10))
                _ = try await home.audit.append(entry)
            }
            let failed = try await home.activity.list(ActivityQuery(onlyFailed: true), as: console).entries
            #expect(failed.map(\.command) == ["c2"])
            let all = try await home.activity.list(ActivityQuery(category: .control), as: console).entries
            #expect(all.map(\.command) == ["c2", "s1", "c1"])
        }
    }
}

extension ActivityEntry {
    /// The id of the command of an act.
    fileprivate var command: String? {
        if case .act(let act, _) = content { act.main.entry.command } else { nil }
    }
}

extension AuditEntry {
    fileprivate static func move(
        _ value: String, id: String, device: String = "blind", part: String = "main", capability: String = "position",
        parent: String? = nil
    ) -> Self {
        var metadata = ["command": id, "part": part, "capability": capability, "value": value]
        metadata["parent"] = parent
        return AuditEntry(
            .deviceControl, actor: "kim", client: ClientID("phone"), target: device, metadata: metadata)
    }

    fileprivate static func stop(device: String = "blind", part: String = "main") -> Self {
        move("stopped", id: "s1", device: device, part: part, capability: "movement")
    }
}

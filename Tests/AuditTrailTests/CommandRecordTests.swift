import DeviceProtocols
import Foundation
import HomeModel
import Synchronization
import Testing

@testable import SegmentedLog
@testable import AuditTrail
import StorageFixtures

@Suite struct CommandRecordTests {
    private static let console = ConsolePeer(peerUserID: 0, gatewayUserID: 0).map(Identity.console)

    private func command(
        _ id: String, value: CapabilityValue = .boolean(true), key: String? = nil,
        capability: CapabilityKind = .switch
    ) throws -> ValidCommand {
        let parts = [
            Part(
                id: .main,
                capabilities: [
                    Capability(CapabilityName(.switch), isCommanded: true),
                    Capability(CapabilityName(.text), isCommanded: true),
                    Capability(CapabilityName(.brightness), isCommanded: true),
                    Capability(CapabilityName(.lock), isCommanded: true),
                    Capability(CapabilityName(.color), isCommanded: true),
                ], purpose: .light)
        ]
        let device = Device(
            id: try #require(DeviceID("lamp")), name: try DisplayName("Lamp"), room: nil,
            address: LinkAddress(kind: .homie5, foreignID: "lamp", root: "homie/5/lamp"),
            description: DeviceDescription(name: "Lamp", parts: parts), adoptedAt: AuditFixture.start)
        let request = CommandRequest(
            id: try #require(CommandID(id)), device: device.id, capability: CapabilityName(capability), value: value,
            idempotencyKey: key, receivedAt: AuditFixture.start)
        let identity = try #require(Self.console)
        let authorized = try AccessPolicy().authorize(
            request, by: identity, for: device,
            at: DecisionTime(wall: AuditFixture.start, isKnown: true))
        return try CommandValidator.validate(authorized, availability: .ready)
    }

    @Test func commandAndOutcomeAreTwoEntriesOfOneRequest() async throws {
        let log = try await AuditFixture().open()
        let audited = try await log.record(try command("c1", key: "secret key"), requestID: "r1")
        let outcome = try await log.close(audited, closing: CommandOutcomeEntry(.confirmed))
        #expect(audited.sequence == 1)
        #expect(audited.record.entry.event == .deviceControl && outcome.entry.event == .deviceOutcome)
        #expect(audited.record.entry.requestID == "r1" && outcome.entry.requestID == "r1")
        #expect(outcome.entry.metadata["command"] == "c1")
        #expect(outcome.entry.metadata["outcome"] == "confirmed" && outcome.entry.success)
        let metadata = audited.record.entry.metadata
        #expect(metadata["command"] == "c1" && metadata["part"] == "main" && metadata["capability"] == "switch")
        #expect(metadata["value"] == "on" && metadata["deadlineMilliseconds"] == "10000")
        #expect(metadata["idempotencyKey"]?.count == 64 && metadata["body"]?.count == 64)
        #expect(!metadata.values.contains { $0.contains("secret") })
    }

    @Test func recordingFailsIfTheEntryCannotBeWritten() async throws {
        let (disk, faults) = FaultyDisk.make()
        let log = try await AuditFixture().open(disk: disk)
        faults.fail(write: EIO)
        let valid = try command("c1")
        await #expect(throws: AuditError.disk(.write, code: EIO)) { try await log.record(valid) }
    }

    @Test func longestCommandTextFitsIntoAnEntry() async throws {
        let log = try await AuditFixture().open()
        for text in [String(repeating: "\u{1}", count: 1024), String(repeating: "\u{10FFFF}", count: 256)] {
            _ = try await log.record(try command("c1", value: .text(text), key: "k", capability: .text))
        }
        #expect(await log.problems == [])
    }

    @Test func openCommandsOfAnEarlierRunAreFoundAndClosed() async throws {
        let fixture = try AuditFixture()
        let log = try await fixture.open()
        for number in 1...30 {
            let audited = try await log.record(try command("c\(number)"))
            if number % 10 != 0 { try await log.close(audited, closing: CommandOutcomeEntry(.confirmed)) }
        }
        // A refusal is an entry of the same event, but not an open command.
        _ = try await log.append(
            AuditEntry(.deviceControl, actor: "anna", success: false, requestID: "c31", metadata: ["command": "c31"]))

        let reopened = try await fixture.crashed(log).open()
        let open = try await reopened.recentCommands(within: .hours(24), before: fixture.now).open
        #expect(open.map(\.id.rawValue) == ["c10", "c20", "c30"])
        for command in open { try await reopened.close(command) }
        #expect(try await reopened.recentCommands(within: .hours(24), before: fixture.now).open == [])
        let timedOut = try await reopened.records(AuditFilter(event: .deviceOutcome, limit: 3))
        #expect(timedOut.map { $0.entry.metadata["outcome"] } == ["timedOut", "timedOut", "timedOut"])
        #expect(timedOut.allSatisfy { !$0.entry.success && $0.entry.target == "lamp" })
    }

    @Test func idempotencyKeysAreReadAfterARestart() async throws {
        let fixture = try AuditFixture()
        let log = try await fixture.open()
        let first = try command("c1", key: "one")
        let second = try command("c2", value: .boolean(false), key: "two")
        try await log.close(try await log.record(first), closing: CommandOutcomeEntry(.confirmed))
        _ = try await log.record(second)
        await log.close()
        let reopened = try await fixture.open()
        let recent = try await reopened.recentCommands(within: .hours(24), before: fixture.now)
        let digests = try [first, second].map { try #require(IdempotencyDigest($0.request, by: $0.identity)) }
        #expect(recent.commands.map(\.record.id.rawValue) == ["c1", "c2"])
        #expect(recent.commands.map(\.digest) == digests)
        #expect(recent.commands.map(\.record.outcome) == [.confirmed, .timedOut])
        #expect(recent.commands.map(\.record.sender) == ["console", "console"])
        #expect(digests[0].body != digests[1].body)
    }

    /// The open command is found; its age shows that its idempotency key has expired.
    @Test func commandsBeforeALongPowerCutAreFoundWithTheirAge() async throws {
        let fixture = try AuditFixture()
        let log = try await fixture.open()
        _ = try await log.record(try command("c1", key: "one"))
        fixture.advance(by: .hours(25))
        let recent = try await log.recentCommands(within: .hours(24), before: fixture.now)
        #expect(recent.open.map(\.id.rawValue) == ["c1"])
        #expect(recent.commands.map(\.age) == [.hours(25)])
        await log.close()
        // In the next boot an unknown clock may be years off, so the time of the newest entry is used instead.
        let unclocked = try await fixture.open().recentCommands(within: .hours(24), before: nil)
        #expect(unclocked.commands.map(\.age) == [.zero])
    }

    /// After a start the gateway knows how long a device may still execute an ended command, and whether it accepted it.
    @Test(arguments: [(nil, nil), (Duration.zero, Duration.zero), (.seconds(30), .seconds(25))], [false, true])
    func outcomeEntryStoresHowLongTheCommandMayBeExecuted(
        written: (atClosing: Duration?, later: Duration?), isAccepted: Bool
    ) async throws {
        let fixture = try AuditFixture()
        let log = try await fixture.open()
        let ended = try await log.record(try command("c1"))
        try await log.close(
            ended, closing: CommandOutcomeEntry(.timedOut, executableFor: written.atClosing, isAccepted: isAccepted))
        fixture.advance(by: .seconds(5))
        let recent = try await log.recentCommands(within: .hours(24), before: fixture.now)
        let found = try #require(recent.commands.first)
        #expect(found.isAccepted == isAccepted && found.isSettled == (written.atClosing == .zero))
        guard let later = written.later, later > .zero else { return }
        // The duration is rounded up to milliseconds.
        #expect(found.executableFor.map { $0 >= later && $0 <= later + .milliseconds(1) } == true)
    }

    /// Commands are recorded before and after a step of the wall clock, and read in the same boot or the next one. Their age
    /// is measured by the uptime.
    @Test(arguments: [Duration.hours(60), .hours(-60), .hours(24 * 365)], [false, true])
    func wallClockStepsDoNotChangeTheAgeOfCommands(step: Duration, isNextBoot: Bool) async throws {
        let fixture = try AuditFixture()
        let log = try await fixture.open()
        _ = try await log.record(try command("open", key: "one"))
        let done = try await log.record(try command("done", key: "two"))
        try await log.close(done, closing: CommandOutcomeEntry(.confirmed))
        fixture.advance(by: .seconds(5))
        fixture.setWallClock(by: step)
        let last = try await log.record(try command("last", key: "three"))
        try await log.close(last, closing: CommandOutcomeEntry(.confirmed))
        fixture.advance(by: .seconds(5))
        var reader = log
        if isNextBoot {
            await log.close()
            reader = try await fixture.open()
        }
        let recent = try await reader.recentCommands(within: .hours(24), before: fixture.now)
        #expect(recent.open.map(\.id.rawValue) == ["open"])
        #expect(recent.commands.map(\.record.id.rawValue) == ["open", "done", "last"])
        #expect(recent.commands.map(\.age) == [.seconds(10), .seconds(10), .seconds(5)])
        #expect(recent.commands.allSatisfy { $0.digest != nil })
    }

    @Test func commandsToADeviceAreListedNewestFirst() async throws {
        let fixture = try AuditFixture()
        let log = try await fixture.open()
        let sent: [(CapabilityKind, CapabilityValue, CommandOutcome?)] = [
            (.switch, .boolean(false), .confirmed), (.brightness, .number(40.5), .failed),
            (.text, .text("good night"), .sent), (.lock, .text("locked"), .timedOut),
            (.color, .color(hue: 210.5, saturation: 80), .confirmed), (.switch, .boolean(true), nil),
        ]
        for (number, (kind, value, outcome)) in sent.enumerated() {
            fixture.advance(by: .seconds(1))
            let audited = try await log.record(try command("c\(number)", value: value, capability: kind))
            if let outcome { try await log.close(audited, closing: CommandOutcomeEntry(outcome)) }
        }
        let lamp: DeviceID = DeviceID("lamp")
        let reopened = try await fixture.crashed(log).open()
        let commands = try await reopened.commands(to: lamp, atMost: 50) { _ in true }
        #expect(commands.map(\.id.rawValue) == ["c5", "c4", "c3", "c2", "c1", "c0"])
        #expect(commands.map(\.value) == sent.reversed().map(\.1))
        #expect(commands.map(\.series.capability.kind) == sent.reversed().map(\.0))
        // The outcome of a command without an outcome entry is unknown; it is listed as timed out.
        #expect(commands.map(\.outcome) == sent.reversed().map { $0.2 ?? .timedOut })
        #expect(commands.first?.receivedAt == fixture.now && commands.first?.deadline == .seconds(10))
        let few = try await reopened.commands(to: lamp, atMost: 2) { $0.series.capability.kind == .switch }
        #expect(few.map(\.id.rawValue) == ["c5", "c0"])
        #expect(try await reopened.commands(to: DeviceID("lam"), atMost: 50) { _ in true }.isEmpty)
    }

    @Test func searchForCommandsEndsAfterManyOtherEntries() async throws {
        let log = try await AuditFixture().open()
        _ = try await log.record(try command("c1"))
        try await log.fill(200)
        #expect(try await log.commands(to: DeviceID("lamp"), atMost: 50) { _ in true }.isEmpty)
        _ = try await log.record(try command("c2"))
        #expect(try await log.commands(to: DeviceID("lamp"), atMost: 50) { _ in true }.map(\.id.rawValue) == ["c2"])
    }

    /// Otherwise many concurrent queries would take too much memory and processor time.
    @Test func queriesForCommandsRunOneAfterTheOther() async throws {
        let log = try await AuditFixture(limits: AuditLimits()).open()
        for number in 0..<200 { _ = try await log.record(try command("c\(number)")) }
        let visits = VisitRecorder()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for query in 0..<8 {
                group.addTask {
                    _ = try await log.commands(to: DeviceID("lamp"), atMost: 200) { _ in
                        visits.add(query)
                        return true
                    }
                }
            }
            try await group.waitForAll()
        }
        let queries = visits.queries
        #expect(queries.count == 8 * 200)
        #expect(zip(queries, queries.dropFirst()).count { $0 != $1 } == 7)
    }

    /// The gateway itself never writes such values.
    @Test(arguments: [
        ["value": "nan"], ["value": "inf"], ["value": ""], ["value": "°/ %"], ["value": "1°/2°/3 %"],
    ])
    func invalidStoredValueIsReadAsText(_ stored: [String: String]) async throws {
        let log = try await AuditFixture().open()
        for kind in [CapabilityKind.brightness, .color, .switch] {
            let metadata = [
                "command": "c1", "part": "main", "capability": "\(kind)", "deadlineMilliseconds": "10000",
                "outcome": "invalid",
            ].merging(stored) { $1 }
            _ = try await log.append(
                AuditEntry(.deviceControl, actor: "anna", target: "lamp", success: false, metadata: metadata))
        }
        let commands = try await log.commands(to: DeviceID("lamp"), atMost: 50) { _ in true }
        #expect(commands.map(\.value) == Array(repeating: .text(stored["value"] ?? ""), count: 3))
        #expect(commands.allSatisfy { $0.outcome == .invalid })
    }

    @Test(
        arguments: [
            ("refused", false), ("invalid", false), ("failed", false), ("unreachable", true), ("superseded", true),
        ])
    func passedChecksFollowsTheOutcomeOfAnUnsentCommand(_ outcome: String, passedChecks: Bool) async throws {
        let log = try await AuditFixture().open()
        _ = try await log.append(
            AuditEntry(
                .deviceControl, actor: "anna", target: "lamp", success: false,
                metadata: [
                    "command": "c1", "part": "main", "capability": "switch", "value": "on", "outcome": outcome,
                    "deadlineMilliseconds": "10000",
                ]))
        let commands = try await log.commands(to: DeviceID("lamp"), atMost: 50) { _ in true }
        #expect(commands.map(\.passedChecks) == [passedChecks] && commands.map(\.outcome?.rawValue) == [outcome])
    }

    @Test func entryWithoutACompleteCommandIsLeftOut() async throws {
        let log = try await AuditFixture().open()
        for stored in [[:], ["command": "c1"], ["command": "c1", "part": "main", "capability": "switch"]] {
            _ = try await log.append(AuditEntry(.deviceControl, actor: "anna", target: "lamp", metadata: stored))
        }
        #expect(try await log.commands(to: DeviceID("lamp"), atMost: 50) { _ in true }.isEmpty)
    }

    @Test func commandsOfAnErasedPersonAreNotListed() async throws {
        let log = try await AuditFixture().open()
        _ = try await log.append(
            AuditEntry(
                .deviceControl, actor: "anna", target: "lamp",
                metadata: [
                    "command": "c1", "part": "main", "capability": "switch", "value": "on",
                    "deadlineMilliseconds": "10000",
                ]))
        #expect(try await log.commands(to: DeviceID("lamp"), atMost: 50) { _ in true }.count == 1)
        try await log.destroyKey(of: PersonID("anna"))
        #expect(try await log.commands(to: DeviceID("lamp"), atMost: 50) { _ in true }.isEmpty)
    }
}

/// Records which query visited a record, in the order of the visits.
private final class VisitRecorder: Sendable {
    private let list = Mutex<[Int]>([])

    var queries: [Int] { list.withLock { $0 } }

    func add(_ query: Int) { list.withLock { $0.append(query) } }
}

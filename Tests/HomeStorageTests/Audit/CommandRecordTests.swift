import Foundation
import HomeModel
import Synchronization
import Testing

@testable import HomeStorage

@Suite struct CommandRecordTests {
    private static let console = ConsolePeer(peerUserID: 0, gatewayUserID: 0).map(Identity.console)

    private func command(
        _ id: String, _ value: CapabilityValue = .boolean(true), key: String? = nil,
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

    @Test func aCommandAndItsOutcomeAreTwoEntriesOfOneRequest() async throws {
        let log = try await AuditFixture().open()
        let audited = try await log.record(try command("c1", key: "secret key"), requestID: "r1")
        let outcome = try await log.close(audited, CommandClosing(.confirmed))
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

    @Test func aCommandWhoseEntryCannotBeWrittenIsNotMade() async throws {
        let (disk, faults) = FaultyDisk.make()
        let log = try await AuditFixture().open(disk: disk)
        faults.fail(write: EIO)
        let valid = try command("c1")
        await #expect(throws: AuditError.disk(.write, code: EIO)) { try await log.record(valid) }
    }

    @Test func anyTextThatADeviceTakesFitsIntoAnEntry() async throws {
        let log = try await AuditFixture().open()
        for text in [String(repeating: "\u{1}", count: 1024), String(repeating: "\u{10FFFF}", count: 256)] {
            _ = try await log.record(try command("c1", .text(text), key: "k", capability: .text))
        }
        #expect(await log.problems == [])
    }

    @Test func whatAnEarlierRunLeftOpenIsFoundAndClosed() async throws {
        let fixture = try AuditFixture()
        let log = try await fixture.open()
        for number in 1...30 {
            let audited = try await log.record(try command("c\(number)"))
            if number % 10 != 0 { try await log.close(audited, CommandClosing(.confirmed)) }
        }
        // A refusal is an entry of the same kind, but nothing that could be open.
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

    @Test func idempotencyKeysOutliveTheGatewayForADay() async throws {
        let fixture = try AuditFixture()
        let log = try await fixture.open()
        let first = try command("c1", key: "one")
        let second = try command("c2", .boolean(false), key: "two")
        try await log.close(try await log.record(first), CommandClosing(.confirmed))
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

    /// The open command of before is found; its age says that its key is forgotten.
    @Test func commandsFromBeforeALongPowerCutAreFoundWithTheirAge() async throws {
        let fixture = try AuditFixture()
        let log = try await fixture.open()
        _ = try await log.record(try command("c1", key: "one"))
        fixture.advance(by: .hours(25))
        let recent = try await log.recentCommands(within: .hours(24), before: fixture.now)
        #expect(recent.open.map(\.id.rawValue) == ["c1"])
        #expect(recent.commands.map(\.age) == [.hours(25)])
        await log.close()
        // In the next boot the clock may be years ahead or behind while it is not known: the newest entry stands for it.
        let unclocked = try await fixture.open().recentCommands(within: .hours(24), before: nil)
        #expect(unclocked.commands.map(\.age) == [.zero])
    }

    /// A start knows for how long each device may still execute a command that had ended, and whether it accepted it.
    @Test(arguments: [(nil, nil), (Duration.zero, Duration.zero), (.seconds(30), .seconds(25))], [false, true])
    func closingSaysForHowLongTheCommandMayBeExecuted(
        written: (atClosing: Duration?, later: Duration?), isAccepted: Bool
    ) async throws {
        let fixture = try AuditFixture()
        let log = try await fixture.open()
        let ended = try await log.record(try command("c1"))
        try await log.close(
            ended, CommandClosing(.timedOut, executableFor: written.atClosing, isAccepted: isAccepted))
        fixture.advance(by: .seconds(5))
        let recent = try await log.recentCommands(within: .hours(24), before: fixture.now)
        let found = try #require(recent.commands.first)
        #expect(found.isAccepted == isAccepted && found.isSettled == (written.atClosing == .zero))
        guard let later = written.later, later > .zero else { return }
        // Rounded up to milliseconds.
        #expect(found.executableFor.map { $0 >= later && $0 <= later + .milliseconds(1) } == true)
    }

    /// Commands before and after a step of the wall clock, and a start in the same boot or the next one: what counts is how
    /// long the machine was up.
    @Test(arguments: [Duration.hours(60), .hours(-60), .hours(24 * 365)], [false, true])
    func stepsOfTheWallClockMakeNoCommandOlder(step: Duration, isNextBoot: Bool) async throws {
        let fixture = try AuditFixture()
        let log = try await fixture.open()
        _ = try await log.record(try command("open", key: "one"))
        let done = try await log.record(try command("done", key: "two"))
        try await log.close(done, CommandClosing(.confirmed))
        fixture.advance(by: .seconds(5))
        fixture.setWallClock(by: step)
        let last = try await log.record(try command("last", key: "three"))
        try await log.close(last, CommandClosing(.confirmed))
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

    @Test func whatADeviceWasToldIsToldAgainNewestFirst() async throws {
        let fixture = try AuditFixture()
        let log = try await fixture.open()
        let told: [(CapabilityKind, CapabilityValue, CommandOutcome?)] = [
            (.switch, .boolean(false), .confirmed), (.brightness, .number(40.5), .failed),
            (.text, .text("good night"), .sent), (.lock, .text("locked"), .timedOut),
            (.color, .color(hue: 210.5, saturation: 80), .confirmed), (.switch, .boolean(true), nil),
        ]
        for (number, (kind, value, outcome)) in told.enumerated() {
            fixture.advance(by: .seconds(1))
            let audited = try await log.record(try command("c\(number)", value, capability: kind))
            if let outcome { try await log.close(audited, CommandClosing(outcome)) }
        }
        let lamp: DeviceID = DeviceID("lamp")
        let reopened = try await fixture.crashed(log).open()
        let commands = try await reopened.commands(to: lamp, atMost: 50) { _ in true }
        #expect(commands.map(\.id.rawValue) == ["c5", "c4", "c3", "c2", "c1", "c0"])
        #expect(commands.map(\.value) == told.reversed().map(\.1))
        #expect(commands.map(\.series.capability.kind) == told.reversed().map(\.0))
        // What a device did of which nothing is written is not known.
        #expect(commands.map(\.outcome) == told.reversed().map { $0.2 ?? .timedOut })
        #expect(commands.first?.receivedAt == fixture.now && commands.first?.deadline == .seconds(10))
        let few = try await reopened.commands(to: lamp, atMost: 2) { $0.series.capability.kind == .switch }
        #expect(few.map(\.id.rawValue) == ["c5", "c0"])
        #expect(try await reopened.commands(to: DeviceID("lam"), atMost: 50) { _ in true }.isEmpty)
    }

    @Test func whatLiesFarBackIsNotLookedFor() async throws {
        let log = try await AuditFixture().open()
        _ = try await log.record(try command("c1"))
        try await log.fill(200)
        #expect(try await log.commands(to: DeviceID("lamp"), atMost: 50) { _ in true }.isEmpty)
        _ = try await log.record(try command("c2"))
        #expect(try await log.commands(to: DeviceID("lamp"), atMost: 50) { _ in true }.map(\.id.rawValue) == ["c2"])
    }

    /// Else many who ask would take the memory and the processor from everybody.
    @Test func oneQuestionIsAnsweredAfterTheOther() async throws {
        let log = try await AuditFixture(limits: AuditLimits()).open()
        for number in 0..<200 { _ = try await log.record(try command("c\(number)")) }
        let visits = Visits()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for asker in 0..<8 {
                group.addTask {
                    _ = try await log.commands(to: DeviceID("lamp"), atMost: 200) { _ in
                        visits.add(asker)
                        return true
                    }
                }
            }
            try await group.waitForAll()
        }
        let askers = visits.askers
        #expect(askers.count == 8 * 200)
        #expect(zip(askers, askers.dropFirst()).count { $0 != $1 } == 7)
    }

    /// What no command of ours would write.
    @Test(arguments: [
        ["value": "nan"], ["value": "inf"], ["value": ""], ["value": "°/ %"], ["value": "1°/2°/3 %"],
    ])
    func whatIsNoValueOfItsKindStaysAText(_ facts: [String: String]) async throws {
        let log = try await AuditFixture().open()
        for kind in [CapabilityKind.brightness, .color, .switch] {
            let metadata = [
                "command": "c1", "part": "main", "capability": "\(kind)", "deadlineMilliseconds": "10000",
                "outcome": "invalid",
            ].merging(facts) { $1 }
            _ = try await log.append(
                AuditEntry(.deviceControl, actor: "anna", target: "lamp", success: false, metadata: metadata))
        }
        let commands = try await log.commands(to: DeviceID("lamp"), atMost: 50) { _ in true }
        #expect(commands.map(\.value) == Array(repeating: .text(facts["value"] ?? ""), count: 3))
        #expect(commands.allSatisfy { $0.outcome == .invalid })
    }

    @Test(
        arguments: [
            ("refused", false), ("invalid", false), ("failed", false), ("unreachable", true), ("superseded", true),
        ])
    func ofWhatWasNotSentOnlyWhatWasLookedAtIsInOrder(_ outcome: String, _ isInOrder: Bool) async throws {
        let log = try await AuditFixture().open()
        _ = try await log.append(
            AuditEntry(
                .deviceControl, actor: "anna", target: "lamp", success: false,
                metadata: [
                    "command": "c1", "part": "main", "capability": "switch", "value": "on", "outcome": outcome,
                    "deadlineMilliseconds": "10000",
                ]))
        let commands = try await log.commands(to: DeviceID("lamp"), atMost: 50) { _ in true }
        #expect(commands.map(\.isInOrder) == [isInOrder] && commands.map(\.outcome?.rawValue) == [outcome])
    }

    @Test func anEntryThatTellsNoWholeCommandIsLeftOut() async throws {
        let log = try await AuditFixture().open()
        for facts in [[:], ["command": "c1"], ["command": "c1", "part": "main", "capability": "switch"]] {
            _ = try await log.append(AuditEntry(.deviceControl, actor: "anna", target: "lamp", metadata: facts))
        }
        #expect(try await log.commands(to: DeviceID("lamp"), atMost: 50) { _ in true }.isEmpty)
    }

    @Test func whatAnErasedPersonToldDevicesIsGone() async throws {
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

/// Whose question looked at a record, one look after the other.
private final class Visits: Sendable {
    private let list = Mutex<[Int]>([])

    var askers: [Int] { list.withLock { $0 } }

    func add(_ asker: Int) { list.withLock { $0.append(asker) } }
}

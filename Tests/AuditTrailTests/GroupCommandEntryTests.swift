import DeviceProtocols
import Foundation
import HomeModel
import SeededRandom
import Testing

@testable import AuditTrail
@testable import SegmentedLog

/// The entries of group commands, and what the next start of the gateway reads from them.
@Suite struct GroupCommandEntryTests {
    private static let longestID = String(repeating: "d", count: 61)

    private func selection(_ devices: [Device], targets: GroupTargets = .home, key: String? = nil) throws
        -> (GroupCommandRequest, GroupSelection, Identity)
    {
        let console = try #require(ConsolePeer(peerUserID: 0, gatewayUserID: 0).map(Identity.console))
        let request = GroupCommandRequest(
            id: CommandID("group"), targets: targets, purposes: Set(Purpose.allCases),
            capability: CapabilityName(.switch, label: PartID(Self.longestID)), value: .boolean(false),
            idempotencyKey: key, receivedAt: AuditFixture.start)
        let selection = try AccessPolicy().select(
            request, by: console, among: devices, at: DecisionTime(wall: AuditFixture.start, isKnown: true))
        return (request, selection, console)
    }

    private func device(_ id: String, room: RoomID? = nil, purpose: Purpose = .light) throws -> Device {
        let name = CapabilityName(.switch, label: PartID(Self.longestID))
        let part = Part(
            id: try #require(PartID(Self.longestID)), capabilities: [Capability(name, isCommanded: true)],
            purpose: purpose)
        return Device(
            id: try #require(DeviceID(id)), name: DisplayName("Lamp" as StaticString), room: room,
            address: LinkAddress(kind: .homie5, foreignID: id, root: id),
            description: DeviceDescription(name: "Lamp", parts: [part]), adoptedAt: AuditFixture.start)
    }

    /// The longest ids, as many rooms and parts as one command can have, and a person whose data is encrypted twice.
    @Test func largestGroupCommandFitsIntoItsEntries() async throws {
        let fixture = try AuditFixture(limits: AuditLimits())
        let rooms = try (0..<GroupCommandRequest.maximumRooms).map { try #require(RoomID("\(Self.longestID)\($0)")) }
        let devices = try (0..<GroupCommandRequest.maximumParts).map {
            try device("\(Self.longestID)\($0)", room: rooms[$0 % rooms.count], purpose: $0 == 7 ? .other : .light)
        }
        let (request, selection, console) = try selection(devices, targets: .rooms(rooms), key: "k")
        #expect(selection.children.count == devices.count - 1 && selection.leftOut.map(\.code) == ["guarded"])
        let log = try await fixture.open()
        let peer = try #require(ConsolePeer(peerUserID: 0, gatewayUserID: 0))
        let person = Identity.console(peer, as: try #require(PersonID(Self.longestID)))
        _ = try await log.record(request, selection: selection, by: person, role: .owner, requestID: "r")
        var record = GroupCommandRecord(request, selection: selection, by: console)
        for index in record.children.indices {
            record.children[index].end(CommandOutcome.allCases[index % 8], code: "routineOnly", detail: nil)
        }
        let audited = try await log.record(request, selection: selection, by: person, role: .owner)
        try await log.close(audited, record: record)
        #expect(await log.problems == [])
        let found = try await log.recentCommands(within: .hours(24), before: fixture.now).groups
        #expect(found.last?.record.children.map(\.outcome) == record.children.map(\.outcome))
        #expect(found.last?.record.targets == .rooms(rooms) && found.last?.record.leftOut == selection.leftOut)
    }

    @Test func groupCommandIsReadAsItWasWritten() async throws {
        let fixture = try AuditFixture()
        let (request, selection, console) = try selection(
            [device("a"), device("b"), device("fridge", purpose: .other)], key: "secret")
        let log = try await fixture.open()
        let group = try await log.record(request, selection: selection, by: console, role: .owner, requestID: "r1")
        #expect(group.children == selection.children && group.children.allSatisfy { $0.parent == request.id })
        var record = GroupCommandRecord(request, selection: selection, by: console)
        record.children[0].end(.confirmed, code: nil, detail: nil)
        record.children[1].end(.refused, code: "usedUp", detail: nil)
        try await log.close(group, record: record)
        let entries = try await log.records()
        #expect(entries.map(\.entry.event) == [.groupOutcome, .groupControl])
        #expect(entries.allSatisfy { $0.entry.metadata["command"] == "group" && $0.entry.requestID == "r1" })
        #expect(entries[0].entry.metadata["outcome"] == "partial" && !entries[0].entry.success)
        #expect(entries[0].entry.metadata["outcomes"] == "confirmed:1 refused/usedUp:2")
        #expect(!entries.contains { $0.entry.metadata.values.contains { $0.contains("secret") } })
        let reopened = try await fixture.crashed(log).open()
        let recent = try await reopened.recentCommands(within: .hours(24), before: fixture.now)
        let found = try #require(recent.groups.first)
        #expect(found.record == record && found.unfinished == nil && recent.groups.count == 1)
        #expect(found.digest == IdempotencyDigest(request, by: console))
        #expect(recent.commands.isEmpty && recent.open.isEmpty)
    }

    /// The gateway died after the entry of the group: no child has an entry, so none was sent.
    @Test func childWithoutAnEntryWasNotSent() async throws {
        let fixture = try AuditFixture()
        let (request, selection, console) = try selection([device("a"), device("b")])
        let log = try await fixture.open()
        _ = try await log.record(request, selection: selection, by: console, role: .owner)
        let reopened = try await fixture.crashed(log).open()
        let found = try #require(
            try await reopened.recentCommands(within: .hours(24), before: fixture.now).groups.first)
        #expect(found.record.outcome == .failed && found.record.children.allSatisfy { $0.code == "notSent" })
        try await reopened.close(found)
        let again = try await reopened.recentCommands(within: .hours(24), before: fixture.now).groups
        #expect(again.count == 1 && again.first?.unfinished == nil && again.first?.record.outcome == .failed)
    }

    /// The gateway died while it wrote the list of parts: the command was not acknowledged, and does not exist.
    @Test func listWithoutItsCommandIsIgnored() async throws {
        let log = try await AuditFixture().open()
        _ = try await log.append(
            AuditEntry(.groupParts, actor: "anna", metadata: ["command": "g", "page": "1", "parts": "lamp/main"]))
        #expect(try await log.recentCommands(within: .hours(24), before: nil).groups.isEmpty)
    }

    /// The gateway itself never writes such entries.
    @Test(arguments: [
        ["pages": "x"], ["pages": "2"], ["parts": "lamp"], ["parts": "La mp/main"], ["capability": "nothing"],
        ["deadlineMilliseconds": "soon"], ["pages": "-1"], ["pages": "99999999999999999999"],
    ])
    func damagedEntryIsLeftOut(_ damage: [String: String]) async throws {
        let log = try await AuditFixture().open()
        let whole = [
            "command": "g", "capability": "switch", "value": "on", "deadlineMilliseconds": "10000", "targets": "home",
            "pages": "1", "parts": "lamp/main",
        ]
        _ = try await log.append(AuditEntry(.groupControl, actor: "anna", metadata: whole.merging(damage) { $1 }))
        #expect(try await log.recentCommands(within: .hours(24), before: nil).groups.isEmpty)
        _ = try await log.append(AuditEntry(.groupControl, actor: "anna", metadata: whole))
        #expect(try await log.recentCommands(within: .hours(24), before: nil).groups.count == 1)
    }

    @Test(arguments: 1...300 as ClosedRange<UInt64>) func outcomesAreReadAsTheyWereWritten(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let count = Int.random(in: 1...GroupCommandRequest.maximumParts, using: &random)
        var record = GroupCommandRecord(
            id: CommandID("g"), targets: .home, purposes: [], capability: CapabilityName(.switch),
            value: .boolean(true),
            receivedAt: AuditFixture.start, deadline: .seconds(1),
            children: (1...count).map {
                .init(
                    id: GroupCommandRequest.childID($0, of: CommandID("g")), device: DeviceID("lamp"), part: .main)
            }, leftOut: [], sender: nil)
        var expected: [Int: (CommandOutcome, String)] = [:]
        for index in record.children.indices where Int.random(in: 0..<10, using: &random) > 0 {
            let outcome = CommandOutcome.allCases[Int.random(in: 0..<8, using: &random)]
            let code =
                Bool.random(using: &random) ? outcome.rawValue : ["usedUp", "notSent"].randomElement(using: &random)
            record.children[index].end(outcome, code: code, detail: nil)
            expected[index + 1] = (outcome, code ?? outcome.rawValue)
        }
        let read = ChildOutcomes(ChildOutcomes(of: record).description).endings
        #expect(read.count == expected.count, "seed \(seed)")
        for (number, ending) in read {
            #expect(expected[number]?.0 == ending.outcome && expected[number]?.1 == ending.code, "seed \(seed)")
        }
    }

    @Test(arguments: [
        "", ":", "confirmed", "confirmed:", "confirmed:0", "confirmed:5-1", "confirmed:1-999999999", "done:1",
        "confirmed:-1", "confirmed:1-2-x", "confirmed:99999999999999999999",
    ])
    func damagedOutcomesAreLeftOut(_ text: String) {
        #expect(ChildOutcomes(text).endings.isEmpty)
    }
}

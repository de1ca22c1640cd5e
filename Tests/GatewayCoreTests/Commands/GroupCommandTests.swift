import AuditTrail
import HomeModel
import Testing

@testable import GatewayCore

/// A command to several parts: each part has its own outcome, and nothing is lost or hidden.
@Suite(.timeLimit(.minutes(10))) struct GroupCommandTests {
    private static let off: CapabilityValue = .boolean(false)

    /// Adds lamps with these names in one room, and returns the room.
    private func addLamps(_ names: [String], to home: CoreHome) async throws -> RoomID {
        let console = try #require(CoreHome.console)
        let room = try await home.rooms.add(name: "Kitchen", as: console).id
        for name in names { try await home.add(try #require(DeviceID(name)), capabilities: [.lamp], room: room) }
        return room
    }

    @Test func eachPartHasItsOwnOutcome() async throws {
        try await withVirtualCore { home in
            let console = try #require(CoreHome.console)
            let room = try await addLamps(["a", "b", "c", "d", "e"], to: home)
            try await home.add(DeviceID("fridge"), capabilities: [.lamp], purpose: .other, room: room)
            await home.link.behave(.silent, device: DeviceID("b"))
            await home.link.behave(.cannotReport, device: DeviceID("c"))
            await home.link.behave(.refuses("overheated"), device: DeviceID("d"))
            _ = await home.deviceStates.set(.lost, of: DeviceID("e"))
            let record = try await home.sendGroup(Self.off, to: .rooms([room]), as: console)
            #expect(record.outcomes == [.confirmed, .timedOut, .sent, .failed, .unreachable])
            #expect(record.outcome == .partial && record.stage == .ended)
            #expect(record.counts == [.confirmed: 1, .timedOut: 1, .sent: 1, .failed: 1, .unreachable: 1])
            #expect(record.leftOut == [LeftOutPart(device: DeviceID("fridge"), part: .main, reason: .guarded)])
            let entries = try await home.audit.records()
            let parent = try #require(entries.first { $0.entry.event == .groupControl })
            #expect(parent.entry.actor == "console" && parent.entry.metadata["rooms"] == room.rawValue)
            let children = entries.filter { $0.entry.event == .deviceControl || $0.entry.event == .deviceOutcome }
            #expect(children.allSatisfy { $0.entry.metadata["parent"] == record.id.rawValue })
            #expect(
                children.filter { $0.entry.severity == .informational }.allSatisfy { $0.sequence > parent.sequence })
            let ends = entries.filter { $0.entry.event == .groupOutcome }
            #expect(ends.map { $0.entry.metadata["outcome"] } == ["partial"])
            for child in record.children {
                let own = try #require(await home.tracker.record(child.id))
                #expect(own.outcome == child.outcome && own.parent == record.id)
            }
        }
    }

    @Test func valueThatOneDeviceCannotExpressIsInvalidForItAlone() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            let name = CapabilityName(.brightness)
            for (id, maximum) in [("a", 100.0), ("b", 50)] {
                try await home.add(
                    try #require(DeviceID(id)),
                    capabilities: [Capability(name, minimum: 0, maximum: maximum, isCommanded: true)])
            }
            let record = try await home.sendGroup(.number(80), kind: .brightness, to: .home, as: console)
            #expect(record.outcomes == [.confirmed, .invalid] && record.children[1].code == "outOfRange")
            #expect(await home.link.sent == [.number(80)])
        }
    }

    /// A person without a right to any of the named parts cannot fill the audit log.
    @Test func groupCommandWithoutARightIsCountedLikeOtherRefusals() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            _ = try await addLamps(["a", "b"], to: home)
            let kim = try await home.peopleService.add(name: "Kim", role: .guest, as: console).id
            let identity = try CoreHome.identity(kim)
            for number in 0..<50 {
                let devices = ["a", "nothing-\(number)"].compactMap { DeviceID($0) }
                await #expect(throws: GroupCommandRefusal.command(.notFound)) {
                    try await home.sendGroup(
                        Self.off, to: .parts(devices.map { PartTarget(device: $0) }), as: identity)
                }
            }
            let entries = try await home.audit.records().map(\.entry).filter { $0.event == .groupControl }
            // The refusal, and the number of its repetitions.
            #expect(Set(entries.map { $0.metadata["reason"] }) == ["notFound"] && entries.count <= 2)
            #expect(await home.audit.refusals[.groupControl] == 50)
        }
    }

    /// A person may use a grant twice, and the room has three lamps.
    @Test func childBeyondTheUsesOfAGrantIsRefused() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            let room = try await addLamps(["a", "b", "c"], to: home)
            let kim = try await home.peopleService.add(name: "Kim", role: .guest, as: console).id
            _ = try await home.grants.give(
                Grant(
                    id: GrantID("new"), person: kim, effect: .allow, permissions: [.controlDevices],
                    selector: AccessSelector(rooms: [room]), conditions: AccessConditions(maximumUses: 2)), as: console)
            let identity = try CoreHome.identity(kim)
            let record = try await home.sendGroup(Self.off, to: .home, as: identity)
            #expect(record.outcomes.count { $0 == .confirmed } == 2 && record.outcomes.count { $0 == .refused } == 1)
            #expect(await home.link.sent.count == 2)
            // The sender still gets the record, although the devices do not exist for them any more.
            #expect(try await home.groups.record(record.id, as: identity).counts == record.counts)
        }
    }

    @Test(arguments: [false, true]) func repeatedKeyReturnsTheSameGroup(isRestarted: Bool) async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            let room = try await addLamps(["a", "b"], to: home)
            let first = try await home.sendGroup(Self.off, to: .rooms([room]), as: console, key: "k")
            try await home.add(DeviceID("c"), capabilities: [.lamp], room: room)
            let groups = isRestarted ? home.groups(on: try await home.nextGroupTracker()) : home.groups
            let again = home.group(Self.off, to: .rooms([room]), key: "k")
            #expect(try await groups.submit(again, by: console) == first.id)
            #expect(try await groups.await(first.id, until: .ended) == first)
            let others = [
                home.group(.boolean(true), to: .rooms([room]), key: "k"), home.group(Self.off, to: .home, key: "k"),
                home.group(Self.off, to: .rooms([room]), purposes: [.light], key: "k"),
            ]
            for other in others {
                await #expect(throws: GroupCommandRefusal.command(.keyReused)) {
                    try await groups.submit(other, by: console)
                }
            }
            #expect(await home.link.sent.count == 2)
            // The keys of other people and of commands to one part are separate.
            let olle = try CoreHome.identity(
                try await home.peopleService.add(name: "Olle", role: .child, as: console).id)
            #expect(try await groups.submit(home.group(.boolean(true), to: .home, key: "k"), by: olle) != first.id)
            #expect(try await home.send(.boolean(true), to: DeviceID("a"), as: console, key: "k").parent == nil)
        }
    }

    @Test func equalRequestsAtOnceAreOneGroup() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            _ = try await addLamps(["a", "b", "c"], to: home)
            let records = try await withThrowingTaskGroup(of: GroupCommandRecord.self) { tasks in
                for _ in 0..<8 {
                    tasks.addTask { try await home.sendGroup(Self.off, to: .home, as: console, key: "k") }
                }
                return try await tasks.reduce(into: []) { $0.append($1) }
            }
            #expect(Set(records.map(\.id)).count == 1 && records.allSatisfy { $0.outcome == .confirmed })
            #expect(await home.link.sent.count == 3)
            #expect(try await home.audit.records(AuditFilter(event: .groupControl)).count == 1)
        }
    }

    /// Two people switch the same room at once. Each part ends in one of the states, and each child has a true outcome.
    @Test func oppositeGroupsAtOnceBothEnd() async throws {
        try await withVirtualCore { home in
            let console = try #require(CoreHome.console)
            _ = try await addLamps((0..<20).map { "lamp-\($0)" }, to: home)
            async let first = home.sendGroup(.boolean(true), to: .home, as: console)
            async let second = home.sendGroup(Self.off, to: .home, as: console)
            let records = try await [first, second]
            let outcomes = records.flatMap(\.outcomes)
            #expect(outcomes.count == 40 && outcomes.allSatisfy { $0 == .confirmed || $0 == .superseded })
            #expect(outcomes.count { $0 == .confirmed } >= 20)
            #expect(try await home.audit.records(AuditFilter(event: .groupOutcome)).count == 2)
        }
    }

    /// One of the lamps has not reported yet when a person dims it alone.
    @Test func partThatANewerCommandReplacesIsSuperseded() async throws {
        try await withVirtualCore { home in
            let console = try #require(CoreHome.console)
            let brightness = Capability(CapabilityName(.brightness), minimum: 0, maximum: 100, isCommanded: true)
            for id: DeviceID in [DeviceID("a"), DeviceID("b")] {
                try await home.add(id, capabilities: [brightness])
                let series = SeriesID(device: id, part: .main, capability: brightness.name)
                await home.pending.reported(.number(10), for: series)
            }
            await home.link.behave(.silent, device: DeviceID("b"))
            async let group = home.sendGroup(.number(80), kind: .brightness, to: .home, as: console)
            try await home.sent(2)
            await home.link.behave(.obeys, device: DeviceID("b"))
            let newer = try await home.send(.number(30), to: DeviceID("b"), kind: .brightness, as: console)
            #expect(newer.outcome == .confirmed)
            let record = try await group
            #expect(record.outcomes == [.confirmed, .superseded] && record.children[1].code == "superseded")
            #expect(record.outcome == .partial && record.counts == [.confirmed: 1, .superseded: 1])
            #expect(await home.tracker.record(record.children[1].id)?.outcome == .superseded)
            let ends = try await home.audit.records().map(\.entry).filter { $0.event == .groupOutcome }
            #expect(ends.map(\.metadata["outcome"]) == ["partial"])
        }
    }

    @Test func groupThatCannotBeAuditedSendsNothing() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            _ = try await addLamps(["a"], to: home)
            await home.audit.close()
            let group = home.group(Self.off, to: .home, key: "k")
            await #expect(throws: GroupCommandRefusal.command(.notAudited)) {
                try await home.groups.submit(group, by: console)
            }
            await #expect(throws: CommandRefusal.notAudited) { try await home.groups.await(group.id, until: .ended) }
            #expect(await home.link.sent.isEmpty)
            #expect(await home.core.groupTracker.record(group.id) == nil)
        }
    }

    /// A client that leaves before the response does not stop its command.
    @Test func cancelledRequestDoesNotStopItsGroup() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            _ = try await addLamps(["a", "b"], to: home)
            let group = home.group(Self.off, to: .home)
            let request = Task {
                let id = try await home.groups.submit(group, by: console)
                _ = try await home.groups.await(id, until: .ended)
            }
            request.cancel()
            _ = await request.result
            #expect(try await home.groups.await(group.id, until: .ended).outcome == .confirmed)
        }
    }

    @Test func othersSeeAGroupOnlyIfTheyMayReadTheAuditLog() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            _ = try await addLamps(["a"], to: home)
            func identity(_ name: String, role: Role) async throws -> Identity {
                try CoreHome.identity(try await home.peopleService.add(name: name, role: role, as: console).id)
            }
            let mia = try await identity("Mia", role: .member)
            let record = try await home.sendGroup(Self.off, to: .home, as: mia)
            for (role, isShown) in [(Role.admin, true), (.member, false), (.child, false), (.guest, false)] {
                let other = try await identity("\(role)", role: role)
                let found = try? await home.groups.record(record.id, as: other)
                #expect((found != nil) == isShown, "\(role)")
            }
            await #expect(throws: ActionRefusal.self) {
                try await home.groups.record(CommandID("nothing"), as: console)
            }
        }
    }

    @Test func onlyTheSenderGetsTheEventOfTheEnd() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            _ = try await addLamps(["a", "b"], to: home)
            let olle = try CoreHome.identity(
                try await home.peopleService.add(name: "Olle", role: .owner, as: console).id)
            var own = LiveEvents(of: await home.feed.subscribe(as: console))
            var other = LiveEvents(of: await home.feed.subscribe(as: olle))
            let record = try await home.sendGroup(Self.off, to: .home, as: console)
            var children: Set<CommandID> = []
            while let event = await own.next() {
                if case .command(let child) = event, child.parent == record.id, child.outcome != nil {
                    children.insert(child.id)
                }
                guard case .groupEnded(let ended) = event else { continue }
                #expect(ended == record)
                break
            }
            #expect(children == Set(record.children.map(\.id)), "the children end before the group")
            _ = try await home.send(.boolean(true), to: DeviceID("a"), as: console)
            while let event = await other.next() {
                if case .groupEnded = event { Issue.record("the event of the end is not for others") }
                if case .command(let command) = event, command.parent == nil, command.outcome != nil { break }
            }
        }
    }
}

/// The limit of 50 commands a second counts the children of a group.
@Suite(.timeLimit(.minutes(10))) struct GroupRateLimitTests {
    private func withLamps(
        count: Int, _ body: @Sendable (CoreHome, Identity) async throws -> Void
    ) async throws {
        try await withCore { home in
            for number in 0..<count {
                try await home.add(try #require(DeviceID("lamp-\(number)")), capabilities: [.lamp])
            }
            try await body(home, try await home.identity(home.pair("Kim", role: .member)))
        }
    }

    private func admitted(_ home: CoreHome, as identity: Identity, value: CapabilityValue) async throws -> Bool {
        do throws(GroupCommandRefusal) {
            let group = home.group(value, to: .home)
            _ = try await home.groups.submit(group, by: identity)
            return true
        } catch {
            #expect(error == .command(.tooFast))
            return false
        }
    }

    @Test func largeGroupIsNotRefusedForItsSize() async throws {
        try await withLamps(count: 150) { home, kim in
            let record = try await home.sendGroup(.boolean(true), to: .home, as: kim)
            #expect(record.children.count == 150 && record.outcome == .confirmed)
        }
    }

    /// For ten seconds a client sends groups of 20 as fast as it can. The clock of the test advances in steps, so that the
    /// number does not depend on the machine.
    @Test func groupsAreNoWayAroundTheLimit() async throws {
        try await withLamps(count: 20) { home, kim in
            var groups = 0
            for _ in 0..<100 {
                while try await admitted(home, as: kim, value: .boolean(true)) { groups += 1 }
                home.time.advance(by: .milliseconds(100))
            }
            // The burst, ten seconds at the rate, and the last group, for which an allowance of one is enough.
            #expect(20 * groups <= 100 + 10 * 50 + 20)
            #expect(20 * groups >= 100 + 9 * 50)
        }
    }

    /// All lights off is possible although the client has just used up its allowance.
    @Test func groupInASafeDirectionHasItsOwnAllowance() async throws {
        try await withLamps(count: 20) { home, kim in
            while try await admitted(home, as: kim, value: .boolean(true)) {}
            #expect(try await admitted(home, as: kim, value: .boolean(false)))
            #expect(try await !admitted(home, as: kim, value: .boolean(false)))
            #expect(try await !admitted(home, as: kim, value: .boolean(true)))
        }
    }
}

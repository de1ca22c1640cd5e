import HomeModel
import Testing

@testable import HomeStore
@testable import GatewayCore

/// The uses that a grant with a limited number of commands counts.
@Suite struct GrantUseTests {
    private let lamp: DeviceID = DeviceID("lamp")

    private func withGuest(
        uses: Int?..., body: @escaping @Sendable (CoreHome, Identity, [Grant]) async throws -> Void
    ) async throws {
        try await withVirtualCore { home in
            let console = try #require(CoreHome.console)
            try await home.add(lamp, capabilities: [.lamp])
            let kim = try await home.peopleService.add(name: "Kim", role: .guest, as: console).id
            var grants: [Grant] = []
            for limit in uses {
                grants.append(
                    try await home.grants.give(
                        Grant(
                            id: GrantID("new"), person: kim, effect: .allow, permissions: [.controlDevices],
                            selector: AccessSelector(devices: [lamp]),
                            conditions: AccessConditions(maximumUses: limit)), as: console))
            }
            try await body(home, try CoreHome.identity(kim), grants)
        }
    }

    @Test(arguments: [
        (FakeLink.Behaviour.notListening, true), (.unsendable, true), (.silent, false), (.refuses("jammed"), false),
    ])
    func useIsRefundedWhenNothingWasSent(_ behaviour: FakeLink.Behaviour, isRefunded: Bool) async throws {
        try await withGuest(uses: 1) { home, kim, _ in
            await home.link.behave(behaviour)
            _ = try await home.send(.boolean(true), to: lamp, as: kim, deadline: .milliseconds(100))
            await home.link.behave(.obeys)
            let second = try await home.send(.boolean(true), to: lamp, as: kim)
            #expect(second.outcome == (isRefunded ? .confirmed : .refused))
        }
    }

    /// The database fails to store the use and, at first, also its refund.
    @Test func useThatCannotBeStoredIsRefunded() async throws {
        try await withGuest(uses: 1) { home, kim, _ in
            let database = try await PausedDatabase(.grants, of: home)
            database.answer(false, false)
            let first = try await home.send(.boolean(true), to: lamp, as: kim)
            #expect(first.refusal == .notAudited)
            #expect(await home.link.sent.isEmpty)
            database.answer(true)
            #expect(try await home.send(.boolean(true), to: lamp, as: kim).outcome == .confirmed)
            #expect(try await home.database.people.load().grants.map(\.uses) == [1])
        }
    }

    @Test func grantWithoutALimitIsUsedFirst() async throws {
        try await withGuest(uses: 1, nil) { home, kim, grants in
            for _ in 0..<3 { #expect(try await home.send(.boolean(true), to: lamp, as: kim).outcome == .confirmed) }
            let unlimited = try #require(grants.last)
            try await home.grants.revoke(unlimited.id, effect: .allow, as: #require(CoreHome.console))
            #expect(try await home.send(.boolean(true), to: lamp, as: kim).outcome == .confirmed)
            #expect(try await home.send(.boolean(true), to: lamp, as: kim).outcome == .refused)
        }
    }

    /// The last use makes the device invisible to the guest, who still sees the outcome of their own command.
    @Test(arguments: [false, true]) func senderSeesTheOutcomeOfTheLastUse(isRestarted: Bool) async throws {
        try await withGuest(uses: 1) { home, kim, _ in
            let console = try #require(CoreHome.console)
            let sent = try await home.send(.boolean(true), to: lamp, as: kim)
            let commands = isRestarted ? home.commands(on: try await home.nextTracker()) : home.commands
            #expect(try await commands.record(sent.id, as: kim).outcome == .confirmed)
            #expect(try await commands.record(sent.id, as: console).outcome == .confirmed)
            await #expect { try await commands.list(of: lamp, atMost: 5, as: kim) } throws: {
                if case ActionRefusal.notFound = $0 { true } else { false }
            }
            let other = try await home.peopleService.add(name: "Gus", role: .guest, as: console).id
            await #expect { try await commands.record(sent.id, as: CoreHome.identity(other)) } throws: {
                if case ActionRefusal.notFound = $0 { true } else { false }
            }
        }
    }

    /// The use changes the rights of the sender, which ends their stream. The sender resumes it.
    @Test func resumedStreamShowsTheOutcomeOfTheLastUse() async throws {
        try await withGuest(uses: 1) { home, kim, _ in
            let first = await home.feed.subscribe(as: kim)
            let before = try #require(await home.feed.nextBatch(first.id)).start
            let sent = try await home.send(.boolean(true), to: lamp, as: kim)
            let second = await home.feed.subscribe(as: kim, after: before.description)
            let events = try #require(await home.feed.nextBatch(second.id)).events
            let outcomes = events.compactMap { shown -> CommandOutcome? in
                if case .command(let record) = shown.event, record.id == sent.id { record.outcome } else { nil }
            }
            #expect(outcomes == [.confirmed])
        }
    }

    /// After a restart every outcome can be read by its id, with its detail, by the sender and by others who see the
    /// device.
    @Test(arguments: [
        (FakeLink.Behaviour.obeys, CommandOutcome.confirmed), (.silent, .timedOut), (.notListening, .unreachable),
        (.cannotReport, .sent), (.refuses("overheated"), .failed), (.unsendable, .failed),
    ])
    func everyOutcomeIsFoundAfterARestart(_ behaviour: FakeLink.Behaviour, outcome: CommandOutcome) async throws {
        try await withGuest(uses: 2) { home, kim, _ in
            await home.link.behave(behaviour)
            let deadline: Duration = outcome == .timedOut ? .milliseconds(200) : .seconds(120)
            let sent = try await home.send(.boolean(true), to: lamp, as: kim, deadline: deadline)
            #expect(sent.outcome == outcome)
            try await expectSameRecord(sent, afterARestartOf: home, as: [kim, try #require(CoreHome.console)])
        }
    }

    /// Commands that a newer one replaced after they were sent, and commands that were never sent.
    @Test func supersededCommandKeepsItsOutcomeAfterARestart() async throws {
        try await withVirtualCore { home in
            let console = try #require(CoreHome.console)
            let lock: DeviceID = DeviceID("lock")
            try await home.add(lamp, capabilities: [Capability(CapabilityName(.switch), isCommanded: true)])
            try await home.add(lock, capabilities: [Capability(CapabilityName(.lock), isCommanded: true)])
            await home.link.behave(.silent)
            async let on = home.send(.boolean(true), to: lamp, as: console)
            try await home.sent(1)
            async let off = home.send(.boolean(false), to: lamp, as: console)
            try await home.sent(2)
            let series = SeriesID(device: lamp, part: .main, capability: CapabilityName(.switch))
            for value in [true, false] { await home.pending.reported(.boolean(value), for: series) }
            let (replaced, done) = try await (on, off)
            #expect(done.outcome == .confirmed)
            async let unlocked = home.send(
                .text("unlocked"), to: lock, kind: .lock, as: console, deadline: .milliseconds(500))
            try await home.sent(3)
            let late = try await home.send(
                .text("unlocked"), to: lock, kind: .lock, as: console, deadline: .milliseconds(50))
            #expect(late.code == CommandRefusal.notSent.code && late.detail != nil)
            for record in [replaced, done, late, try await unlocked] {
                try await expectSameRecord(record, afterARestartOf: home, as: [console])
            }
        }
    }

    private func expectSameRecord(
        _ expected: CommandRecord, afterARestartOf home: CoreHome, as askers: [Identity]
    ) async throws {
        let commands = home.commands(on: try await home.nextTracker())
        for asker in askers {
            let record = try await commands.record(expected.id, as: asker)
            #expect(record.series == expected.series && record.value == expected.value)
            #expect(record.outcome == expected.outcome && record.code == expected.code)
            #expect(record.detail == expected.detail && record.reported == expected.reported)
        }
    }
}

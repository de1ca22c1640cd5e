import HomeModel
import AuditTrail
import Testing

@testable import GatewayCore

@Suite struct CommandJourneyTests {
    private let lamp: DeviceID = DeviceID("lamp")

    @Test(arguments: [
        (FakeLink.Behaviour.obeys, CommandOutcome.confirmed), (.acknowledges(.boolean(false)), .failed),
        (.silent, .timedOut), (.notListening, .unreachable), (.cannotReport, .sent), (.answersWhenQueried, .confirmed),
        (.assumes(shows: .boolean(true)), .confirmed), (.assumes(shows: .boolean(false)), .sent),
        (.assumes(shows: nil), .sent), (.assumesLate, .sent), (.refuses("overheated"), .failed),
        (.reportsError("no route"), .failed),
    ])
    func outcomeMatchesTheBehaviourOfTheDevice(behaviour: FakeLink.Behaviour, outcome: CommandOutcome) async throws {
        try await withVirtualCore { home in
            let console = try #require(CoreHome.console)
            try await home.add(lamp, capabilities: [.lamp])
            await home.link.behave(behaviour)
            let record = try await home.send(.boolean(true), to: lamp, as: console)
            #expect(record.outcome == outcome)
            let entries = try await home.audit.records(AuditFilter(target: "lamp"))
            #expect(
                entries.map(\.entry.event).sorted { $0.rawValue < $1.rawValue } == [.deviceControl, .deviceOutcome])
            #expect(entries.contains { $0.entry.metadata["outcome"] == outcome.rawValue })
        }
    }

    @Test func bridgeIsQueriedOnceAfterAnAssumedReport() async throws {
        try await withVirtualCore { home in
            let console = try #require(CoreHome.console)
            try await home.add(lamp, capabilities: [.lamp])
            await home.link.behave(.assumes(shows: nil))
            let record = try await home.send(.boolean(true), to: lamp, as: console)
            #expect(await home.link.queryCount == 1)
            #expect(record.detail?.contains("bridge") == true)
        }
    }

    /// The broker may acknowledge the query after the device has answered it.
    @Test func answerBeforeTheQueryIsAcknowledgedCausesASecondQuery() async throws {
        try await withVirtualCore { home in
            let console = try #require(CoreHome.console)
            try await home.add(lamp, capabilities: [.lamp])
            let clock = home.clock
            await home.link.behave(.answersWhileSending { await clock.sleep(for: .milliseconds(100)) })
            #expect(try await home.send(.boolean(true), to: lamp, as: console).outcome == .confirmed)
            #expect(await home.link.queryCount == 2)
        }
    }

    @Test func commandThatCannotBeAuditedIsNotSent() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            try await home.add(lamp, capabilities: [.lamp])
            await home.audit.close()
            let record = try await home.send(.boolean(true), to: lamp, as: console)
            #expect(record.refusal == .notAudited)
            #expect(await home.link.sent.isEmpty)
        }
    }

    @Test(arguments: [Role.owner, .admin, .member, .child, .guest])
    func everyRoleExceptGuestMaySendARoutineCommand(role: Role) async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            try await home.add(lamp, capabilities: [.lamp])
            let person = try await home.peopleService.add(name: "Kim", role: role, as: console)
            let record = try await home.send(.boolean(true), to: lamp, as: CoreHome.identity(person.id))
            let may = role != .guest
            #expect(record.outcome == (may ? .confirmed : .refused))
            #expect(await home.link.sent.count == (may ? 1 : 0))
            if !may { #expect(record.refusal == .notFound, "a guest must not learn that the device exists") }
        }
    }

    @Test func childCannotSendSensitiveCommands() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            let valve = DeviceID("valve" as StaticString)
            try await home.add(lamp, capabilities: [.lamp], purpose: .heater)
            try await home.add(valve, capabilities: [.lamp], purpose: .valve)
            let child = try await home.peopleService.add(name: "Bo", role: .child, as: console)
            let identity = try CoreHome.identity(child.id)
            // The child may not switch the heater on, and not off, because it could not switch it on again. It may always
            // close the water.
            for (device, isOn) in [(lamp, true), (lamp, false), (valve, true)] {
                #expect(
                    try await home.send(.boolean(isOn), to: device, as: identity).refusal
                        == .denied(.routineOnly(.child)))
            }
            #expect(try await home.send(.boolean(false), to: valve, as: identity).outcome == .confirmed)
        }
    }

    @Test func repeatedIdempotencyKeyReturnsTheSameCommand() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            try await home.add(lamp, capabilities: [.lamp])
            let first = try await home.send(.boolean(true), to: lamp, as: console, key: "k1")
            let second = try await home.send(.boolean(true), to: lamp, as: console, key: "k1")
            #expect(first.id == second.id)
            #expect(await home.link.sent.count == 1)
            await #expect(throws: CommandRefusal.keyReused) {
                try await home.send(.boolean(false), to: lamp, as: console, key: "k1")
            }
            home.time.advance(by: .hours(25))
            let later = try await home.send(.boolean(false), to: lamp, as: console, key: "k1")
            #expect(later.id != first.id)
        }
    }

    @Test func repeatedIdempotencyKeyReturnsTheSameCommandAfterARestart() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            try await home.add(lamp, capabilities: [.lamp])
            let first = try await home.send(.boolean(true), to: lamp, as: console, key: "k1")
            let tracker = try await home.nextTracker()
            let again = CommandRequest(
                id: CommandID("again"), device: lamp, capability: CapabilityName(.switch), value: .boolean(true),
                idempotencyKey: "k1", receivedAt: home.clock.now())
            #expect(try await tracker.open(again, by: console) == first.id)
            #expect(await tracker.record(first.id)?.outcome == .confirmed)
        }
    }
}

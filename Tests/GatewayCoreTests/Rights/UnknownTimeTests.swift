import Foundation
import HomeModel
import AuditTrail
import Testing

@testable import HomeStore
@testable import GatewayCore

/// Rights with a time limit while the gateway does not know the time.
@Suite struct UnknownTimeTests {
    private let lamp = DeviceID("lamp" as StaticString)

    /// A guest with a grant that ended an hour ago.
    private func ended(_ home: CoreHome) async throws -> Identity {
        try await home.add(lamp, capabilities: [.lamp])
        let console = try #require(CoreHome.console)
        let kim = try await home.peopleService.add(name: "Kim", role: .guest, as: console).id
        _ = try await home.grants.give(
            Grant(
                id: GrantID("new"), person: kim, effect: .allow, permissions: [.controlDevices],
                conditions: AccessConditions(notAfter: home.clock.now() + .hours(1))), as: console)
        home.time.advance(by: .hours(2))
        return try CoreHome.identity(kim)
    }

    private func outcome(_ home: CoreHome, guest: Identity) async throws -> CommandRefusal? {
        try await home.send(.boolean(true), to: lamp, as: guest).refusal
    }

    /// The clock of the next start of the gateway, which reads the audit log and the saved bound.
    private func nextStart(_ home: CoreHome, savedBound: Bool) async throws -> HomeClock {
        if savedBound { await home.clocks.saveUnsaved() }
        let clock = home.time.clock
        let actions = AuthorizedActions(
            people: home.people, audit: home.audit, restrictions: home.restrictions, clock: clock)
        try await ClockService(store: home.database.registry, audit: home.audit, actions: actions)
            .begin(trust: ClockTrust(newestOfDevices: [], lastKnown: nil))
        return clock
    }

    @Test(arguments: [true, false]) func endedGrantStaysEndedWhenTheClockIsSetBack(
        _ isSynchronised: Bool
    ) async throws {
        try await withCore { home in
            let guest = try await ended(home)
            #expect(try await outcome(home, guest: guest) == .notFound)
            home.time.set(to: home.clock.now() - .seconds(5400), isSynchronised: isSynchronised)
            guard case .denied(.clockUnknown)? = try await outcome(home, guest: guest) else {
                Issue.record("the ended grant was not refused for the clock")
                return
            }
            #expect(await home.link.sent.isEmpty)
        }
    }

    /// The next start finds the latest time in the audit log alone, or in the saved bound.
    @Test(arguments: [true, false]) func endedGrantStaysEndedAfterARestart(_ savedBound: Bool) async throws {
        try await withCore { home in
            let guest = try await ended(home)
            _ = try await outcome(home, guest: guest)
            home.time.set(to: home.clock.now() - .seconds(5400), isSynchronised: false)
            let clock = try await nextStart(home, savedBound: savedBound)
            let (now, policy) = (clock.decisionTime(), await home.people.policy)
            #expect(!now.isKnown)
            #expect(
                !policy.decide(guest, permission: .controlDevices, on: AccessTarget(device: lamp, room: nil), at: now)
                    .isAllowed)
            // The clock was only behind: once it passes the latest recorded time, it is known, as for readings.
            home.time.advance(by: .hours(2))
            #expect(clock.decisionTime().isKnown)
        }
    }

    /// A home without internet admits its cleaner on Tuesday: ten minutes of uptime are enough, as for readings.
    @Test func weeklyGrantHoldsWithoutATimeServer() async throws {
        try await withCore(isSynchronised: false) { home in
            try await home.add(lamp, capabilities: [.lamp])
            let console = try #require(CoreHome.console)
            let kim = try await home.peopleService.add(name: "Kim", role: .guest, as: console).id
            _ = try await home.grants.give(
                Grant(
                    id: GrantID("new"), person: kim, effect: .allow, permissions: [.controlDevices],
                    conditions: AccessConditions(windows: [
                        WeeklyWindow(weekdays: Set(1...7), fromMinute: 0, toMinute: 1440)
                    ])), as: console)
            #expect(try await outcome(home, guest: CoreHome.identity(kim)) == nil)
        }
    }

    @Test func confirmedTimeIsKnownUntilTheClockIsSet() async throws {
        try await withCore { home in
            let guest = try await ended(home)
            _ = try await outcome(home, guest: guest)
            let (console, late) = (try #require(CoreHome.console), home.clock.now())
            home.time.set(to: late - .seconds(5400), isSynchronised: false)
            await #expect(throws: ActionRefusal.self) { try await home.clocks.confirm(late, as: console) }
            #expect(!home.clock.decisionTime().isKnown)
            try await home.clocks.confirm(home.clock.now(), as: console)
            #expect(home.clock.decisionTime().isKnown)
            // The later time was the wrong one.
            #expect(try await outcome(home, guest: guest) == nil)
            home.time.advance(by: .days(30))
            #expect(home.clock.decisionTime().isKnown)
            // A restart of the gateway, not of the machine, changes nothing.
            #expect(try await nextStart(home, savedBound: true).decisionTime().isKnown)
            home.time.set(to: home.clock.now() - .hours(1), isSynchronised: false)
            #expect(!home.clock.decisionTime().isKnown)
            let entries = try await home.audit.records(AuditFilter(event: .settingsChange)).map(\.entry)
            #expect(entries.contains { $0.metadata["act"] == "confirmClock" && $0.actor == "console" })
        }
    }

    @Test func onlyAnOwnerWithAPINConfirmsTheTime() async throws {
        try await withCore { home in
            let now = home.clock.now()
            for (name, role, key) in [("Ada", Role.admin, "a"), ("Mo", .member, "m")] as [(String, Role, Character)] {
                let identity = try await home.identity(home.pair(name, role: role, key: key))
                await #expect(throws: ActionRefusal.self) { try await home.clocks.confirm(now, as: identity) }
            }
            let owner = try await home.identity(home.pair("Olga", role: .owner, key: "o"))
            await #expect {
                try await home.clocks.confirm(now, as: owner)
            } throws: { error in
                guard case .denied(.stepUpNeeded(.people))? = error as? ActionRefusal else { return false }
                return true
            }
        }
    }

    /// After a confirmation the times of older audit entries are ignored, also after a restart of the machine.
    @Test func auditEntriesFromTheFutureAreIgnoredAfterAConfirmation() async throws {
        try await withCore { home in
            let (console, right) = (try #require(CoreHome.console), home.clock.now())
            home.time.set(to: right + .days(3650), isSynchronised: false)
            _ = try await home.peopleService.add(name: "Kim", role: .guest, as: console)
            home.time.set(to: right, isSynchronised: true)
            #expect(try await !nextStart(home, savedBound: false).decisionTime().isKnown)
            try await home.clocks.confirm(right, as: console)
            let stored = try #require(try await home.database.registry.clockBound())
            #expect(await home.audit.newestTime(after: stored.disregarded) == nil)
            let clock = home.time.clock(inBoot: UUID())
            let actions = AuthorizedActions(
                people: home.people, audit: home.audit, restrictions: home.restrictions, clock: clock)
            let next = ClockService(store: home.database.registry, audit: home.audit, actions: actions)
            try await next.begin(trust: ClockTrust(newestOfDevices: [], lastKnown: nil))
            #expect(next.time.isKnown)
        }
    }
}

import Foundation
import HomeCertificates
import HomeModel
import HomeStorage
import Testing

@testable import GatewayCore

/// What takes rights away and holds in spite of the disk holds also in the gateway's next run, and the answer and the audit
/// log say whether it does.
@Suite(.timeLimit(.minutes(3))) struct HeldRestrictionTests {
    /// Runs an act that the disk does not take.
    private func isHeld(_ act: () async throws -> Void) async throws -> Bool {
        do {
            try await act()
            throw CoreHome.Missing()
        } catch ActRefusal.held(_, let outlivesRestart) {
            return outlivesRestart
        }
    }

    private func change(_ set: (inout GrantChange) -> Void) -> GrantChange {
        var change = GrantChange()
        set(&change)
        return change
    }

    @Test func everyRestrictionHoldsInTheNextRun() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            let (kim, bo) = (
                try await home.pair("Kim", .admin).client, try await home.pair("Bo", .member, key: "b").client
            )
            let eve = try await home.pair("Eve", .member, key: "e").client
            try await home.pins.set("482915", current: nil, of: eve.person, as: console)
            let scraper = try await home.peopleService.add(name: "Scraper", role: .service, as: console).id
            let token = try await home.tokens.create(
                for: scraper, name: "script", scope: [.viewMetrics], days: 9, key: nil, as: console
            ).token
            let grant = { (effect: Grant.Effect, permissions: Set<Permission>) in
                Grant(id: GrantID("new"), person: kim.person, effect: effect, permissions: permissions)
            }
            let allow = try await home.grants.give(grant(.allow, [.viewEnergy]), as: console)
            let wide = try await home.grants.give(grant(.allow, [.viewEnergy, .viewEnvironment]), as: console)
            let deny = try await home.grants.give(grant(.deny, [.viewEnergy]), as: console)
            let narrower = change { $0.permissions = [.viewEnergy] }
            let wider = change { $0.permissions = [.exportData, .viewEnergy] }
            let acts: [() async throws -> Void] = [
                { try await home.lockdown.set(true, as: console) },
                { _ = try await home.grants.give(grant(.deny, [.controlDevices]), as: console) },
                { try await home.grants.revoke(allow.id, .allow, as: console) },
                { _ = try await home.grants.change(wide.id, .allow, by: narrower, as: console) },
                { _ = try await home.grants.change(deny.id, .deny, by: wider, as: console) },
                { _ = try await home.peopleService.change(kim.person, role: .guest, as: console) },
                { try await home.peopleService.remove(bo.person, as: console) },
                { try await home.clients.revoke(kim.id, as: console) },
                { try await home.clients.lock(eve.id, as: console) },
                { try await home.tokens.revoke(token.id, as: console) },
                { try await home.pins.clear(eve.person, as: console) },
            ]
            try await home.whileDatabaseIsLocked {
                for (number, act) in acts.enumerated() {
                    #expect(try await isHeld(act), "act \(number)")
                }
                // As after a kill, first while the disk still takes nothing.
                try await expectSame(home)
            }
            let (people, sessions, pins, recorder) = try await home.nextRegisters()
            for register in [people, home.people] { await register.settle() }
            for register in [sessions, home.sessions] { await register.settle() }
            for register in [pins, home.pinRegister] { await register.settle() }
            #expect(await people.unsettled + sessions.unsettled + pins.unsettled == 0)
            #expect(try await home.database.sessions.load().pins.isEmpty)
            await recorder.record()
            try await expectSame(home)
            let plain = try await PeopleRegister(loading: home.database.people, timeZone: .gmt)
            #expect(await Set(plain.grants) == Set(home.people.grants))
            #expect(await plain.policy.isLockedDown)
            #expect(await plain.person(bo.person) == nil)
            #expect(await plain.person(kim.person)?.role == .guest)
        }
    }

    /// The next run has what this one has.
    private func expectSame(_ home: CoreHome) async throws {
        let (people, sessions, pins, _) = try await home.nextRegisters()
        let everyone = await people.everyone.map(\.id)
        #expect(await pins.missing(among: everyone) == home.pinRegister.missing(among: everyone))
        #expect(await people.everyone == home.people.everyone)
        #expect(await Set(people.grants) == Set(home.people.grants))
        #expect(await people.policy.isLockedDown == home.people.policy.isLockedDown)
        #expect(await people.lockdownSince == home.people.lockdownSince)
        #expect(await sessions.everyClient.map(\.id) == home.sessions.everyClient.map(\.id))
        #expect(await sessions.everyClient.map(\.isLocked) == home.sessions.everyClient.map(\.isLocked))
        #expect(await sessions.tokens.count == home.sessions.tokens.count)
        #expect(await sessions.sessionCount == home.sessions.sessionCount)
    }

    /// Both denies hold while one moves, in the next run too.
    @Test func aDenyThatMovesHoldsInBothPlacesInTheNextRun() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            let kim = try await home.peopleService.add(name: "Kim", role: .member, as: console).id
            let (lamp, plug): (DeviceID, DeviceID) = (DeviceID("lamp"), DeviceID("plug"))
            for id in [lamp, plug] { try await home.add(id, [.lamp]) }
            let deny = try await home.grants.give(
                Grant(
                    id: GrantID("no"), person: kim, effect: .deny, permissions: [.controlDevices],
                    selector: AccessSelector(devices: [lamp])), as: console)
            try await home.whileDatabaseIsLocked {
                let move = change { $0.devices = [plug] }
                await #expect(throws: ActRefusal.self) {
                    _ = try await home.grants.change(deny.id, .deny, by: move, as: console)
                }
            }
            let (people, _, _, _) = try await home.nextRegisters()
            #expect(Set(await people.grants.map(\.selector.devices)) == [[lamp], [plug]])
        }
    }

    /// Once it was answered that something is lifted, no restart brings it back.
    @Test func whatWasLiftedIsNotBackInTheNextRun() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            let kim = try await home.pair("Kim", .admin).client
            let deny = Grant(id: GrantID("no"), person: kim.person, effect: .deny, permissions: [.controlDevices])
            let acts: [() async throws -> Void] = [
                { try await home.lockdown.set(true, as: console) },
                { _ = try await home.grants.give(deny, as: console) },
                { _ = try await home.peopleService.change(kim.person, role: .guest, as: console) },
                { try await home.clients.lock(kim.id, as: console) },
                { try await home.pins.clear(kim.person, as: console) },
            ]
            try await home.pins.set("482915", current: nil, of: kim.person, as: console)
            try await home.whileDatabaseIsLocked {
                for act in acts {
                    let outlivesRestart = try await isHeld(act)
                    #expect(outlivesRestart)
                }
            }
            try await home.lockdown.set(false, as: console)
            let given = try #require(await home.people.grants.first)
            try await home.grants.revoke(given.id, .deny, as: console)
            _ = try await home.peopleService.change(kim.person, role: .member, as: console)
            try await home.pins.unlock(kim.id, as: console)
            try await home.pins.set("918273", current: nil, of: kim.person, as: console)
            try await expectSame(home)
            let (people, sessions, pins, _) = try await home.nextRegisters()
            #expect(await people.unsettled + sessions.unsettled + pins.unsettled == 0)
            #expect(await pins.has(kim.person))
        }
    }

    /// The journal has no room either: the answer and the log say that a restart lifts it.
    @Test func aRestrictionThatTheJournalDoesNotTakeIsSaidToEndWithTheGateway() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            let isKept = await home.restrictions.record(revoking: Set((0..<20_000).map { "plug-\($0)" }))
            #expect(!isKept)
            try await home.whileDatabaseIsLocked {
                let outlivesRestart = try await isHeld { try await home.lockdown.set(true, as: console) }
                #expect(!outlivesRestart)
            }
            let entries = try await home.audit.records(AuditFilter(event: .lockdownOn)).map(\.entry)
            #expect(entries.map(\.success) == [false, true])
            #expect(entries.first?.metadata["failure"] == "notKept")
            let (people, _, _, _) = try await home.nextRegisters()
            #expect(await !people.policy.isLockedDown)
        }
    }
}

extension CoreHome {
    /// What the gateway's next start makes of the database and the journal, when this one was killed.
    fileprivate func nextRegisters() async throws
        -> (PeopleRegister, SessionRegister, PINRegister, RestrictionRecorder)
    {
        let journal = await RestrictionJournal.open(folder: folder, name: "restrictions.journal", keys: auditKeys)
        let people = try await PeopleRegister(
            loading: database.people, timeZone: .gmt, holding: journal.found.people)
        let kept = try await database.sessions.load().without(journal.found.people.removedPeople)
        let sessions = SessionRegister(
            kept, holding: journal.found.sessions, in: database.sessions, people: people, clock: clock)
        let secrets = try SecretStore.open(folder: "\(folder)/secrets", credentials: nil)
        let pins = PINRegister(
            kept.pins, clearing: journal.found.pins, hasher: try .quick(secrets), store: database.sessions,
            sessions: sessions)
        let recorder = RestrictionRecorder(people: people, sessions: sessions, pins: pins, journal: journal)
        return (people, sessions, pins, recorder)
    }
}

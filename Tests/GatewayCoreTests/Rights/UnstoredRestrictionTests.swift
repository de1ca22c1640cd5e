import Foundation
import HomeCertificates
import HomeModel
import AuditTrail
import HomeStore
import Testing

@testable import GatewayCore

/// A restriction that could not be stored also holds in the next run of the gateway, and the error and the audit log say
/// whether it does.
@Suite(.timeLimit(.minutes(10))) struct UnstoredRestrictionTests {
    /// Performs an action that cannot be stored. Returns whether its effect outlives a restart.
    private func performUnstored(_ act: () async throws -> Void) async throws -> Bool {
        do {
            try await act()
            throw CoreHome.Missing()
        } catch ActionRefusal.held(_, let outlivesRestart) {
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
                try await home.pair("Kim", role: .admin).client,
                try await home.pair("Bo", role: .member, key: "b").client
            )
            let eve = try await home.pair("Eve", role: .member, key: "e").client
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
            let actions: [() async throws -> Void] = [
                { try await home.lockdown.set(true, as: console) },
                { _ = try await home.grants.give(grant(.deny, [.controlDevices]), as: console) },
                { try await home.grants.revoke(allow.id, effect: .allow, as: console) },
                { _ = try await home.grants.change(wide.id, effect: .allow, by: narrower, as: console) },
                { _ = try await home.grants.change(deny.id, effect: .deny, by: wider, as: console) },
                { _ = try await home.peopleService.change(kim.person, role: .guest, as: console) },
                { try await home.peopleService.remove(bo.person, as: console) },
                { try await home.clients.revoke(kim.id, as: console) },
                { try await home.clients.lock(eve.id, as: console) },
                { try await home.tokens.revoke(token.id, as: console) },
                { try await home.pins.clear(eve.person, as: console) },
            ]
            try await home.whileDatabaseIsLocked {
                for (number, act) in actions.enumerated() {
                    #expect(try await performUnstored(act), "act \(number)")
                }
                // The state after a kill, first while the database is still locked.
                try await expectSame(home)
            }
            let (people, sessions, pins, recorder) = try await home.nextRegistries()
            for registry in [people, home.people] { await registry.saveUnsaved() }
            for registry in [sessions, home.sessions] { await registry.saveUnsaved() }
            for registry in [pins, home.pinRegistry] { await registry.saveUnsaved() }
            #expect(await people.unsavedCount + sessions.unsavedCount + pins.unsavedCount == 0)
            #expect(try await home.database.sessions.load().pins.isEmpty)
            await recorder.record()
            try await expectSame(home)
            let plain = try await PeopleRegistry(loading: home.database.people, timeZone: .gmt, hasher: .ephemeral())
            #expect(await Set(plain.grants) == Set(home.people.grants))
            #expect(await plain.policy.isLockedDown)
            #expect(await plain.person(bo.person) == nil)
            #expect(await plain.person(kim.person)?.role == .guest)
        }
    }

    /// Expects the same state in the next run as in this one.
    private func expectSame(_ home: CoreHome) async throws {
        let (people, sessions, pins, _) = try await home.nextRegistries()
        let allPeople = await people.allPeople.map(\.id)
        #expect(await pins.missing(among: allPeople) == home.pinRegistry.missing(among: allPeople))
        #expect(await people.allPeople == home.people.allPeople)
        #expect(await Set(people.grants) == Set(home.people.grants))
        #expect(await people.policy.isLockedDown == home.people.policy.isLockedDown)
        #expect(await people.lockdownSince == home.people.lockdownSince)
        #expect(await sessions.allClients.map(\.id) == home.sessions.allClients.map(\.id))
        #expect(await sessions.allClients.map(\.isLocked) == home.sessions.allClients.map(\.isLocked))
        #expect(await sessions.tokens.count == home.sessions.tokens.count)
        #expect(await sessions.sessionCount == home.sessions.sessionCount)
    }

    /// The old and the new deny both hold until the move is stored, in the next run too.
    @Test func movedDenyHoldsForBothDevicesInTheNextRun() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            let kim = try await home.peopleService.add(name: "Kim", role: .member, as: console).id
            let (lamp, plug): (DeviceID, DeviceID) = (DeviceID("lamp"), DeviceID("plug"))
            for id in [lamp, plug] { try await home.add(id, capabilities: [.lamp]) }
            let deny = try await home.grants.give(
                Grant(
                    id: GrantID("no"), person: kim, effect: .deny, permissions: [.controlDevices],
                    selector: AccessSelector(devices: [lamp])), as: console)
            try await home.whileDatabaseIsLocked {
                let move = change { $0.devices = [plug] }
                await #expect(throws: ActionRefusal.self) {
                    _ = try await home.grants.change(deny.id, effect: .deny, by: move, as: console)
                }
            }
            let (people, _, _, _) = try await home.nextRegistries()
            #expect(Set(await people.grants.map(\.selector.devices)) == [[lamp], [plug]])
        }
    }

    /// No restart brings back a restriction that was lifted successfully.
    @Test func liftedRestrictionDoesNotReturnInTheNextRun() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            let kim = try await home.pair("Kim", role: .admin).client
            let deny = Grant(id: GrantID("no"), person: kim.person, effect: .deny, permissions: [.controlDevices])
            let actions: [() async throws -> Void] = [
                { try await home.lockdown.set(true, as: console) },
                { _ = try await home.grants.give(deny, as: console) },
                { _ = try await home.peopleService.change(kim.person, role: .guest, as: console) },
                { try await home.clients.lock(kim.id, as: console) },
                { try await home.pins.clear(kim.person, as: console) },
            ]
            try await home.pins.set("482915", current: nil, of: kim.person, as: console)
            try await home.whileDatabaseIsLocked {
                for act in actions {
                    let outlivesRestart = try await performUnstored(act)
                    #expect(outlivesRestart)
                }
            }
            try await home.lockdown.set(false, as: console)
            let given = try #require(await home.people.grants.first)
            try await home.grants.revoke(given.id, effect: .deny, as: console)
            _ = try await home.peopleService.change(kim.person, role: .member, as: console)
            try await home.pins.unlock(kim.id, as: console)
            try await home.pins.set("918273", current: nil, of: kim.person, as: console)
            try await expectSame(home)
            let (people, sessions, pins, _) = try await home.nextRegistries()
            #expect(await people.unsavedCount + sessions.unsavedCount + pins.unsavedCount == 0)
            #expect(await pins.has(kim.person))
        }
    }

    /// The journal is full too: the error and the log say that a restart lifts the restriction.
    @Test func restrictionThatTheJournalCannotKeepEndsWithTheRun() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            let isKept = await home.restrictions.record(revoking: Set((0..<20_000).map { "plug-\($0)" }))
            #expect(!isKept)
            try await home.whileDatabaseIsLocked {
                let outlivesRestart = try await performUnstored { try await home.lockdown.set(true, as: console) }
                #expect(!outlivesRestart)
            }
            let entries = try await home.audit.records(AuditFilter(event: .lockdownOn)).map(\.entry)
            #expect(entries.map(\.success) == [false, true])
            #expect(entries.first?.metadata["failure"] == "notKept")
            let (people, _, _, _) = try await home.nextRegistries()
            #expect(await !people.policy.isLockedDown)
        }
    }
}

extension CoreHome {
    /// The registries that the next start of the gateway loads from the database and the journal, after a kill.
    fileprivate func nextRegistries() async throws
        -> (PeopleRegistry, SessionRegistry, PINRegistry, RestrictionRecorder)
    {
        let journal = await RestrictionJournal.open(
            folder: folder, name: "restrictions.journal", key: auditKeys.sealing)
        let people = try await PeopleRegistry(
            loading: database.people, timeZone: .gmt, hasher: .ephemeral(), holding: journal.found.people)
        let kept = try await database.sessions.load().without(journal.found.people.removedPeople)
        let sessions = SessionRegistry(
            kept, holding: journal.found.sessions, in: database.sessions, people: people, clock: clock)
        let secrets = try SecretStore.open(folder: "\(folder)/secrets", credentials: nil)
        let pins = PINRegistry(
            kept.pins, clearing: journal.found.pins, hasher: try .quick(secrets), store: database.sessions,
            sessions: sessions)
        let recorder = RestrictionRecorder(
            people: people, sessions: sessions, pins: pins,
            invitations: InvitationRegistry([], removing: [], in: database.invitations, clock: clock), journal: journal)
        return (people, sessions, pins, recorder)
    }
}

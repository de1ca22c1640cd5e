import Foundation
import HomeCertificates
import HomeModel
import SQLiteDatabase
import Testing

@testable import HomeStore
@testable import GatewayCore

/// A restriction holds also when it cannot be stored. It is stored as soon as that is possible, and survives a restart.
@Suite(.timeLimit(.minutes(10))) struct LockedDatabaseTests {
    @Test func restrictionsSurviveALockedDatabaseAndARestart() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            let tokens = try await home.pair("Kim", role: .member)
            let kim = tokens.client.person
            let deny = Grant(id: GrantID("no"), person: kim, effect: .deny, permissions: [.controlDevices])
            try await home.whileDatabaseIsLocked {
                await #expect(throws: ActionRefusal.self) { try await home.lockdown.set(true, as: console) }
                await #expect(throws: ActionRefusal.self) { _ = try await home.grants.give(deny, as: console) }
                await #expect(throws: ActionRefusal.self) { try await home.clients.lock(tokens.client.id, as: console) }
                #expect(await home.people.policy.isLockedDown)
                #expect(await home.people.grants.count == 1)
                #expect(await home.sessions.clients[tokens.client.id]?.isLocked == true)
                // The database is still locked, so that the restrictions still count as unsaved.
                await home.people.saveUnsaved()
                await home.sessions.saveUnsaved()
                #expect(await home.people.unsavedCount == 2)
                #expect(await home.sessions.unsavedCount == 1)
            }
            await home.people.saveUnsaved()
            await home.sessions.saveUnsaved()
            #expect(await home.people.unsavedCount + home.sessions.unsavedCount == 0)
            // The state after a kill, without a regular end of the run.
            let people = try await PeopleRegistry(loading: home.database.people, timeZone: .gmt, hasher: .ephemeral())
            #expect(await people.policy.isLockedDown)
            #expect(await people.grants.map(\.effect) == [.deny])
            #expect(try await home.database.sessions.load().clients.map(\.isLocked) == [true])
        }
    }

    @Test func restrictionThatWasLiftedMeanwhileIsNotStored() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            let kim = try await home.peopleService.add(name: "Kim", role: .member, as: console).id
            let deny = Grant(id: GrantID("no"), person: kim, effect: .deny, permissions: [.controlDevices])
            try await home.whileDatabaseIsLocked {
                await #expect(throws: ActionRefusal.self) { try await home.lockdown.set(true, as: console) }
                await #expect(throws: ActionRefusal.self) { _ = try await home.grants.give(deny, as: console) }
            }
            try await home.lockdown.set(false, as: console)
            let given = try #require(await home.people.grants.first)
            try await home.grants.revoke(given.id, effect: .deny, as: console)
            await home.people.saveUnsaved()
            #expect(await home.people.unsavedCount == 0)
            let people = try await PeopleRegistry(loading: home.database.people, timeZone: .gmt, hasher: .ephemeral())
            #expect(await !people.policy.isLockedDown)
            #expect(await people.grants.isEmpty)
        }
    }

    /// Neither the deny nor its revocation was stored: the deny holds, and is stored later.
    @Test func denyWhoseRevocationFailedIsStored() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            let kim = try await home.peopleService.add(name: "Kim", role: .member, as: console).id
            let deny = Grant(id: GrantID("no"), person: kim, effect: .deny, permissions: [.controlDevices])
            try await home.whileDatabaseIsLocked {
                await #expect(throws: ActionRefusal.self) { _ = try await home.grants.give(deny, as: console) }
                let held = try #require(await home.people.grants.first)
                // A second attempt fails as the first one does.
                for _ in 0..<2 {
                    await #expect(throws: ActionRefusal.self) {
                        try await home.grants.revoke(held.id, effect: .deny, as: console)
                    }
                }
                #expect(await home.people.grants.map(\.effect) == [.deny])
                #expect(await home.people.unsavedCount == 1)
            }
            await home.people.saveUnsaved()
            #expect(await home.people.unsavedCount == 0)
            #expect(try await home.database.people.load().grants.map(\.effect) == [.deny])
        }
    }

    /// A stored deny was widened, and then could not be revoked: the wide deny holds, and is stored later.
    @Test func widenedDenyWhoseRevocationFailedIsStored() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            let kim = try await home.peopleService.add(name: "Kim", role: .member, as: console).id
            let narrow = try await home.grants.give(
                Grant(id: GrantID("no"), person: kim, effect: .deny, permissions: [.viewEnergy]), as: console)
            let wide = Grant(
                id: narrow.id, person: kim, effect: .deny, permissions: [.viewEnergy, .controlDevices],
                selector: narrow.selector, conditions: narrow.conditions)
            try await home.whileDatabaseIsLocked {
                await #expect(throws: StorageError.self) { _ = try await home.people.change(narrow, to: wide) }
                await #expect(throws: StorageError.self) { try await home.people.revoke(narrow.id) }
            }
            let held = await home.people.grants
            #expect(held.contains { $0.permissions == wide.permissions })
            await home.people.saveUnsaved()
            #expect(await home.people.unsavedCount == 0)
            let stored = try await home.database.people.load().grants
            #expect(stored.map(\.permissions) == [wide.permissions])
        }
    }

    /// The database has as many uses as memory, whatever the order of the writes.
    @Test func storedUsesMatchTheUsesInMemory() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            let kim = try await home.peopleService.add(name: "Kim", role: .guest, as: console).id
            let grant = try await home.grants.give(
                Grant(
                    id: GrantID("new"), person: kim, effect: .allow, permissions: [.controlDevices],
                    conditions: AccessConditions(maximumUses: 40)), as: console)
            try await home.whileDatabaseIsLocked {
                await #expect(throws: StorageError.self) { try await home.people.use(grant.id) }
            }
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<50 { group.addTask { _ = try? await home.people.use(grant.id) } }
            }
            await home.people.saveUnsaved()
            #expect(await home.people.unsavedCount == 0)
            #expect(try await home.database.people.load().grants.map(\.uses) == [40])
        }
    }
}

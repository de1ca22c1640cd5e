import Foundation
import HomeModel
import HomeStorage
import Testing

@testable import GatewayCore

/// What takes rights away holds also when the disk does not take it, is tried again until it does, and is not over after a
/// restart.
@Suite(.timeLimit(.minutes(2))) struct LockedDiskTests {
    @Test func lockdownDenyAndLockedClientOutliveALockedDatabaseAndARestart() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            let tokens = try await home.pair("Kim", .member)
            let kim = tokens.client.person
            let deny = Grant(id: GrantID("no"), person: kim, effect: .deny, permissions: [.controlDevices])
            try await home.whileDatabaseIsLocked {
                await #expect(throws: ActRefusal.self) { try await home.lockdown.set(true, as: console) }
                await #expect(throws: ActRefusal.self) { _ = try await home.grants.give(deny, as: console) }
                await #expect(throws: ActRefusal.self) { try await home.clients.lock(tokens.client.id, as: console) }
                #expect(await home.people.policy.isLockedDown)
                #expect(await home.people.grants.count == 1)
                #expect(await home.sessions.clients[tokens.client.id]?.isLocked == true)
                // Still not: what it holds back is still told as such.
                await home.people.settle()
                await home.sessions.settle()
                #expect(await home.people.unsettled == 2)
                #expect(await home.sessions.unsettled == 1)
            }
            await home.people.settle()
            await home.sessions.settle()
            #expect(await home.people.unsettled + home.sessions.unsettled == 0)
            // As after a kill: nothing is put away.
            let people = try await PeopleRegister(loading: home.database.people, timeZone: .gmt)
            #expect(await people.policy.isLockedDown)
            #expect(await people.grants.map(\.effect) == [.deny])
            #expect(try await home.database.sessions.load().clients.map(\.isLocked) == [true])
        }
    }

    @Test func whatIsLiftedMeanwhileIsNotToldAgain() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            let kim = try await home.peopleService.add(name: "Kim", role: .member, as: console).id
            let deny = Grant(id: GrantID("no"), person: kim, effect: .deny, permissions: [.controlDevices])
            try await home.whileDatabaseIsLocked {
                await #expect(throws: ActRefusal.self) { try await home.lockdown.set(true, as: console) }
                await #expect(throws: ActRefusal.self) { _ = try await home.grants.give(deny, as: console) }
            }
            try await home.lockdown.set(false, as: console)
            let given = try #require(await home.people.grants.first)
            try await home.grants.revoke(given.id, .deny, as: console)
            await home.people.settle()
            #expect(await home.people.unsettled == 0)
            let people = try await PeopleRegister(loading: home.database.people, timeZone: .gmt)
            #expect(await !people.policy.isLockedDown)
            #expect(await people.grants.isEmpty)
        }
    }

    /// Neither the deny nor its revocation reached the disk: the deny holds, and is stored later.
    @Test func denyThatCouldNotBeRevokedIsStillStored() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            let kim = try await home.peopleService.add(name: "Kim", role: .member, as: console).id
            let deny = Grant(id: GrantID("no"), person: kim, effect: .deny, permissions: [.controlDevices])
            try await home.whileDatabaseIsLocked {
                await #expect(throws: ActRefusal.self) { _ = try await home.grants.give(deny, as: console) }
                let held = try #require(await home.people.grants.first)
                // A second attempt fails as the first one does.
                for _ in 0..<2 {
                    await #expect(throws: ActRefusal.self) {
                        try await home.grants.revoke(held.id, .deny, as: console)
                    }
                }
                #expect(await home.people.grants.map(\.effect) == [.deny])
                #expect(await home.people.unsettled == 1)
            }
            await home.people.settle()
            #expect(await home.people.unsettled == 0)
            #expect(try await home.database.people.load().grants.map(\.effect) == [.deny])
        }
    }

    /// A stored deny was widened, and then could not be revoked: it holds widened, and is stored so.
    @Test func wideningThatCouldNotBeRevokedIsStillStored() async throws {
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
            await home.people.settle()
            #expect(await home.people.unsettled == 0)
            let stored = try await home.database.people.load().grants
            #expect(stored.map(\.permissions) == [wide.permissions])
        }
    }

    /// The disk holds as many uses as memory counted, in whatever order the writes came.
    @Test func usesOnTheDiskAreThoseOfMemory() async throws {
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
            await home.people.settle()
            #expect(await home.people.unsettled == 0)
            #expect(try await home.database.people.load().grants.map(\.uses) == [40])
        }
    }
}

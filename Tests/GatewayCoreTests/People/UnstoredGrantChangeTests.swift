import GRDB
import HomeCertificates
import HomeModel
import SQLiteDatabase
import Testing

@testable import HomeStore
@testable import GatewayCore

/// Changes of grants and denies that the database does not store.
@Suite(.timeLimit(.minutes(10))) struct UnstoredGrantChangeTests {
    private func give(_ home: CoreHome, until hours: Int) async throws -> Grant {
        let console = try #require(CoreHome.console)
        let kim = try await home.peopleService.add(name: "Kim", role: .guest, as: console).id
        return try await home.grants.give(
            Grant(
                id: GrantID("new"), person: kim, effect: .allow, permissions: [.controlDevices],
                conditions: AccessConditions(notAfter: home.clock.now() + .hours(hours))), as: console)
    }

    private func end(_ home: CoreHome, grant: Grant, after hours: Int) async throws {
        var change = GrantChange()
        change.notAfter = home.clock.now() + .hours(hours)
        _ = try await home.grants.change(grant.id, effect: .allow, by: change, as: #require(CoreHome.console))
    }

    @Test func unstoredRestrictionHoldsAndIsStoredLater() async throws {
        try await withCore { home in
            let grant = try await give(home, until: 3)
            let failure = try FailingGrantUpdates(home)
            await #expect(throws: ActionRefusal.self) { try await end(home, grant: grant, after: 1) }
            let known = try #require(await home.people.grants.first)
            #expect(known.conditions.notAfter == home.clock.now() + .hours(1))
            #expect(await home.people.unsavedCount == 1)
            // A change that is not stored cannot be changed further.
            await #expect(throws: ActionRefusal.self) { try await end(home, grant: grant, after: 9) }
            try failure.end()
            await home.people.saveUnsaved()
            #expect(await home.people.unsavedCount == 0)
            #expect(try await home.database.people.load().grants == [known])
            try await end(home, grant: grant, after: 2)
        }
    }

    @Test func unstoredExtensionDoesNotHold() async throws {
        try await withCore { home in
            let grant = try await give(home, until: 1)
            let failure = try FailingGrantUpdates(home)
            await #expect(throws: ActionRefusal.self) { try await end(home, grant: grant, after: 3) }
            #expect(await home.people.grants == [grant])
            #expect(await home.people.unsavedCount == 0)
            try failure.end()
            try await end(home, grant: grant, after: 3)
            #expect(await home.people.grants != [grant])
        }
    }

    /// The caller got an error, so that the new rights must not appear later.
    @Test func unstoredMoveOfAGrantOnlyRemovesRights() async throws {
        try await withCore { home in
            let grant = try await give(home, until: 3)
            let failure = try FailingGrantUpdates(home)
            let moved = move(grant)
            await #expect(throws: StorageError.self) { try await home.people.change(grant, to: moved) }
            #expect(await home.people.grants.map(\.permissions) == [[]])
            #expect(await home.people.unsavedCount == 1)
            try failure.end()
            await home.people.saveUnsaved()
            #expect(await home.people.unsavedCount == 0)
            let left = try #require(await home.people.grants.first)
            #expect(left.permissions.isEmpty && left.conditions.notAfter == grant.conditions.notAfter)
            #expect(try await home.database.people.load().grants == [left])
            #expect(try await home.people.change(left, to: moved))
            #expect(try await home.database.people.load().grants == [moved])
        }
    }

    @Test func unstoredMoveOfADenyKeepsBothDenies() async throws {
        try await withCore { home in
            let person = try await give(home, until: 3).person
            let deny = Grant(
                id: GrantID("no"), person: person, effect: .deny, permissions: [.controlDevices],
                selector: AccessSelector(capabilities: [.switch]))
            try await home.people.add(deny)
            let failure = try FailingGrantUpdates(home)
            let moved = move(deny)
            await #expect(throws: StorageError.self) { try await home.people.change(deny, to: moved) }
            try failure.end()
            await home.people.saveUnsaved()
            #expect(await home.people.grants.filter { $0.effect == .deny } == [deny, moved])
            #expect(await home.people.unsavedCount == 1)
            #expect(try await home.database.people.load().grants.contains(deny))
            #expect(try await home.people.change(deny, to: moved))
            #expect(await home.people.unsavedCount == 0)
            #expect(await home.people.grants.filter { $0.effect == .deny } == [moved])
        }
    }

    @Test func unstoredWiderDenyHoldsAndIsStoredLater() async throws {
        try await withCore { home in
            let person = try await give(home, until: 3).person
            let deny = Grant(id: GrantID("no"), person: person, effect: .deny, permissions: [.controlDevices])
            let wider = Grant(
                id: deny.id, person: person, effect: .deny, permissions: [.controlDevices, .viewEnergy])
            try await home.people.add(deny)
            let failure = try FailingGrantUpdates(home)
            await #expect(throws: StorageError.self) { try await home.people.change(deny, to: wider) }
            #expect(await home.people.grants.contains(wider))
            #expect(await home.people.unsavedCount == 1)
            try failure.end()
            await home.people.saveUnsaved()
            #expect(await home.people.unsavedCount == 0)
            #expect(await home.people.grants.filter { $0.effect == .deny } == [wider])
            #expect(try await home.database.people.load().grants.contains(wider))
        }
    }

    /// The grant with other permissions and other capabilities.
    private func move(_ grant: Grant) -> Grant {
        var change = GrantChange()
        change.permissions = [.viewEnergy]
        change.capabilities = [.power]
        return change.applied(to: grant)
    }

    @Test func revocationDiscardsAnUnstoredChange() async throws {
        try await withCore { home in
            let grant = try await give(home, until: 3)
            let failure = try FailingGrantUpdates(home)
            await #expect(throws: ActionRefusal.self) { try await end(home, grant: grant, after: 1) }
            try await home.grants.revoke(grant.id, effect: .allow, as: #require(CoreHome.console))
            try failure.end()
            await home.people.saveUnsaved()
            #expect(await home.people.grants.isEmpty)
            #expect(await home.people.unsavedCount == 0)
            #expect(try await home.database.people.load().grants.isEmpty)
        }
    }
}

/// Makes every change of a stored grant fail until `end`.
private struct FailingGrantUpdates {
    private let database: DatabaseQueue

    init(_ home: CoreHome) throws {
        database = try DatabaseQueue(path: "\(home.folder)/home.sqlite")
        try database.write {
            try $0.execute(
                sql: """
                    CREATE TRIGGER stuck BEFORE UPDATE ON access_grant BEGIN SELECT RAISE(ABORT, 'stuck'); END
                    """)
        }
    }

    func end() throws { try database.write { try $0.execute(sql: "DROP TRIGGER stuck") } }
}

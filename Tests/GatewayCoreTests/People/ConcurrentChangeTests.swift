import HomeModel
import TestSupport
import Testing

@testable import HomeStore
@testable import GatewayCore

/// Changes that come while the database stores another one: memory and database agree in the end, and no change restores a
/// right that another change took away.
@Suite(.timeLimit(.minutes(10))) struct ConcurrentChangeTests {
    private func role(_ home: CoreHome, id: PersonID) async throws -> (memory: Role?, database: Role?) {
        let stored = try await home.database.people.load().people.first { $0.id == id }
        return (await home.people.person(id)?.role, stored?.role)
    }

    @Test(arguments: [true, false]) func demotionDuringTheStoringOfAPromotionIsNotLost(_ isAccepted: Bool) async throws
    {
        try await withCore { home in
            let kim = try await home.peopleService.add(name: "Kim", role: .guest, as: #require(CoreHome.console)).id
            let database = try await PausedDatabase(.people, of: home)
            // Also when an expectation fails: a change that is not answered would wait forever.
            defer { database.answer(true, true, true) }
            async let promotion = home.people.change(kim, name: nil, role: .admin)
            try await database.waitForChanges(1)
            async let demotion = home.people.change(kim, name: nil, role: .guest)
            try await eventually("the changes are unsaved") { await home.people.unsavedCount == 1 }
            database.answer(true)
            let isPromoted = try await promotion
            #expect(isPromoted)
            try await database.waitForChanges(2)
            #expect(await home.people.person(kim)?.role == .guest)
            database.answer(isAccepted)
            let isDemoted = try? await demotion
            #expect(isDemoted == (isAccepted ? true : nil))
            #expect(await home.people.unsavedCount == (isAccepted ? 0 : 1))
            database.answer(true)
            await home.people.saveUnsaved()
            #expect(await home.people.unsavedCount == 0)
            #expect(try await role(home, id: kim) == (.guest, .guest))
        }
    }

    @Test func lastOfTwoPromotionsHolds() async throws {
        try await withCore { home in
            let kim = try await home.peopleService.add(name: "Kim", role: .guest, as: #require(CoreHome.console)).id
            let database = try await PausedDatabase(.people, of: home)
            defer { database.answer(true, true) }
            async let first = home.people.change(kim, name: nil, role: .admin)
            try await database.waitForChanges(1)
            async let second = home.people.change(kim, name: nil, role: .member)
            #expect(await home.people.unsavedCount == 0)
            database.answer(true, true)
            let done = [try await first, try await second]
            #expect(done == [true, true])
            #expect(try await role(home, id: kim) == (.member, .member))
        }
    }

    private func ending(_ grant: Grant, after hours: Int, home: CoreHome) -> Grant {
        var change = GrantChange()
        change.notAfter = home.clock.now() + .hours(hours)
        return change.applied(to: grant)
    }

    private func give(_ home: CoreHome, name: String) async throws -> Grant {
        let console = try #require(CoreHome.console)
        let person = try await home.peopleService.add(name: name, role: .guest, as: console).id
        return try await home.grants.give(
            Grant(
                id: GrantID("new"), person: person, effect: .allow, permissions: [.controlDevices],
                conditions: AccessConditions(notAfter: home.clock.now() + .hours(5))), as: console)
    }

    @Test func rejectedExtensionIsNotStoredLater() async throws {
        try await withCore { home in
            let narrowed = try await ["Ada", "Bo", "Cy", "Di"].asyncMap { try await give(home, name: $0) }
            let widened = try await give(home, name: "Kim")
            let database = try await PausedDatabase(.grants, of: home)
            defer { database.answer(true, true, true, true, true, true) }
            database.answer(false, false, false, false)
            for grant in narrowed {
                #expect((try? await home.people.change(grant, to: ending(grant, after: 1, home: home))) == nil)
            }
            #expect(await home.people.unsavedCount == 4)
            async let widening = home.people.change(widened, to: ending(widened, after: 9, home: home))
            try await database.waitForChanges(5)
            // The widening takes no right away, so that it is not kept for later.
            #expect(await home.people.unsavedCount == 4)
            async let saving: Void = home.people.saveUnsaved()
            for _ in 0..<200 { _ = await home.people.unsavedCount }
            database.answer(false)
            let isWidened = try? await widening
            #expect(isWidened == nil)
            database.answer(true, true, true, true, true)
            await saving
            #expect(await home.people.unsavedCount == 0)
            #expect(await home.people.grants.contains(widened))
            #expect(try await Set(home.database.people.load().grants) == Set(home.people.grants))
        }
    }

    @Test func changeThatFailsDuringASaveIsStoredLater() async throws {
        try await withCore { home in
            let (grant, other) = (try await give(home, name: "Kim"), try await give(home, name: "Bo"))
            let database = try await PausedDatabase(.grants, of: home)
            defer { database.answer(true, true, true) }
            database.answer(false)
            let shorter = ending(grant, after: 1, home: home)
            #expect((try? await home.people.change(grant, to: shorter)) == nil)
            async let saving: Void = home.people.saveUnsaved()
            try await database.waitForChanges(2)
            // A change that is being saved cannot be changed further: the newer change would be lost.
            #expect(try await !home.people.change(shorter, to: ending(grant, after: 3, home: home)))
            async let change = home.people.change(other, to: ending(other, after: 2, home: home))
            try await eventually("the changes are unsaved") { await home.people.unsavedCount == 2 }
            database.answer(true, false)
            let isChanged = try? await change
            #expect(isChanged == nil)
            await saving
            #expect(await home.people.unsavedCount == 1)
            database.answer(true)
            await home.people.saveUnsaved()
            let stored = try await home.database.people.load().grants
            #expect(Set(stored) == [shorter, ending(other, after: 2, home: home)])
            #expect(await Set(home.people.grants) == Set(stored))
        }
    }
}

extension Array {
    fileprivate func asyncMap<Value>(_ transform: (Element) async throws -> Value) async throws -> [Value] {
        var values: [Value] = []
        for element in self { values.append(try await transform(element)) }
        return values
    }
}

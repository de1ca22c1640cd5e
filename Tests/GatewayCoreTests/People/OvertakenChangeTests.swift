import HomeModel
import HomeStorage
import TestSupport
import Testing

@testable import GatewayCore

/// Changes that meet while the disk is busy with one of them: memory and disk agree in the end, and nobody is given what
/// somebody else took away.
@Suite(.timeLimit(.minutes(2))) struct OvertakenChangeTests {
    private func role(_ home: CoreHome, _ id: PersonID) async throws -> (memory: Role?, disk: Role?) {
        let stored = try await home.database.people.load().people.first { $0.id == id }
        return (await home.people.person(id)?.role, stored?.role)
    }

    @Test(arguments: [true, false]) func aDemotionIsNotLostToAPromotionThatIsStillStored(_ isTaken: Bool) async throws {
        try await withCore { home in
            let kim = try await home.peopleService.add(name: "Kim", role: .guest, as: #require(CoreHome.console)).id
            let disk = try await HeldDisk(.people, of: home)
            // Also when something fails: who waits would wait for ever.
            defer { disk.answer(true, true, true) }
            async let promotion = home.people.change(kim, name: nil, role: .admin)
            try await disk.isAsked(1)
            async let demotion = home.people.change(kim, name: nil, role: .guest)
            try await eventually("the changes are held") { await home.people.unsettled == 1 }
            disk.answer(true)
            let isPromoted = try await promotion
            #expect(isPromoted)
            try await disk.isAsked(2)
            #expect(await home.people.person(kim)?.role == .guest)
            disk.answer(isTaken)
            let isDemoted = try? await demotion
            #expect(isDemoted == (isTaken ? true : nil))
            #expect(await home.people.unsettled == (isTaken ? 0 : 1))
            disk.answer(true)
            await home.people.settle()
            #expect(await home.people.unsettled == 0)
            #expect(try await role(home, kim) == (.guest, .guest))
        }
    }

    @Test func ofTwoPromotionsTheLastHolds() async throws {
        try await withCore { home in
            let kim = try await home.peopleService.add(name: "Kim", role: .guest, as: #require(CoreHome.console)).id
            let disk = try await HeldDisk(.people, of: home)
            defer { disk.answer(true, true) }
            async let first = home.people.change(kim, name: nil, role: .admin)
            try await disk.isAsked(1)
            async let second = home.people.change(kim, name: nil, role: .member)
            #expect(await home.people.unsettled == 0)
            disk.answer(true, true)
            let done = [try await first, try await second]
            #expect(done == [true, true])
            #expect(try await role(home, kim) == (.member, .member))
        }
    }

    private func ending(_ grant: Grant, after hours: Int, _ home: CoreHome) -> Grant {
        var change = GrantChange()
        change.notAfter = home.clock.now() + .hours(hours)
        return change.applied(to: grant)
    }

    private func give(_ home: CoreHome, _ name: String) async throws -> Grant {
        let console = try #require(CoreHome.console)
        let person = try await home.peopleService.add(name: name, role: .guest, as: console).id
        return try await home.grants.give(
            Grant(
                id: GrantID("new"), person: person, effect: .allow, permissions: [.controlDevices],
                conditions: AccessConditions(notAfter: home.clock.now() + .hours(5))), as: console)
    }

    @Test func whatWasRefusedMeanwhileIsNotToldToTheDiskAgain() async throws {
        try await withCore { home in
            let narrowed = try await ["Ada", "Bo", "Cy", "Di"].asyncMap { try await give(home, $0) }
            let widened = try await give(home, "Kim")
            let disk = try await HeldDisk(.grants, of: home)
            defer { disk.answer(true, true, true, true, true, true) }
            disk.answer(false, false, false, false)
            for grant in narrowed {
                #expect((try? await home.people.change(grant, to: ending(grant, after: 1, home))) == nil)
            }
            #expect(await home.people.unsettled == 4)
            async let widening = home.people.change(widened, to: ending(widened, after: 9, home))
            try await disk.isAsked(5)
            // Nothing was taken away.
            #expect(await home.people.unsettled == 4)
            async let settling: Void = home.people.settle()
            for _ in 0..<200 { _ = await home.people.unsettled }
            disk.answer(false)
            let isWidened = try? await widening
            #expect(isWidened == nil)
            disk.answer(true, true, true, true, true)
            await settling
            #expect(await home.people.unsettled == 0)
            #expect(await home.people.grants.contains(widened))
            #expect(try await Set(home.database.people.load().grants) == Set(home.people.grants))
        }
    }

    @Test func aChangeThatFindsTheDiskBusyIsDoneOnceItIsStored() async throws {
        try await withCore { home in
            let (grant, other) = (try await give(home, "Kim"), try await give(home, "Bo"))
            let disk = try await HeldDisk(.grants, of: home)
            defer { disk.answer(true, true, true) }
            disk.answer(false)
            let shorter = ending(grant, after: 1, home)
            #expect((try? await home.people.change(grant, to: shorter)) == nil)
            async let settling: Void = home.people.settle()
            try await disk.isAsked(2)
            // Nobody builds on what is being told again; it would be lost.
            #expect(try await !home.people.change(shorter, to: ending(grant, after: 3, home)))
            async let change = home.people.change(other, to: ending(other, after: 2, home))
            try await eventually("the changes are held") { await home.people.unsettled == 2 }
            disk.answer(true, false)
            let isChanged = try? await change
            #expect(isChanged == nil)
            await settling
            #expect(await home.people.unsettled == 1)
            disk.answer(true)
            await home.people.settle()
            let stored = try await home.database.people.load().grants
            #expect(Set(stored) == [shorter, ending(other, after: 2, home)])
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

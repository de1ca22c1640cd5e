import HomeModel
import HomeStorage
import Testing

@testable import GatewayCore

@Suite struct PeopleServiceTests {
    @Test(arguments: [
        (Role.owner, Role.owner, true), (.admin, .member, true), (.admin, .owner, false), (.member, .guest, false),
    ])
    func whoMayMakeWhom(actor: Role, new: Role, isAllowed: Bool) async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            let person = try await home.peopleService.add(name: "Actor", role: actor, as: console)
            let identity = try CoreHome.identity(person.id)
            let made = try? await home.peopleService.add(name: "New", role: new, as: identity)
            #expect((made != nil) == isAllowed)
            #expect(await home.people.everyone.count == (isAllowed ? 2 : 1))
        }
    }

    @Test func anAdminCannotTouchAnOwner() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            let owner = try await home.peopleService.add(name: "Owner", role: .owner, as: console)
            let admin = try await home.peopleService.add(name: "Admin", role: .admin, as: console)
            let identity = try CoreHome.identity(admin.id)
            await #expect(throws: ActRefusal.self) { try await home.peopleService.remove(owner.id, as: identity) }
            await #expect(throws: ActRefusal.self) {
                try await home.peopleService.setRole(.guest, of: owner.id, as: identity)
            }
            #expect(await home.people.person(owner.id)?.role == .owner)
        }
    }

    @Test func aChangeIsOnDiskAndRaisesTheEpoch() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            let before = await home.people.policy.revision
            let person = try await home.peopleService.add(name: "Kim", role: .member, as: console)
            #expect(await home.people.policy.revision > before)
            #expect(try await home.database.people.load().people == [person])
        }
    }
}

import HomeModel
import AuditTrail
import Testing

@testable import HomeStore
@testable import GatewayCore

@Suite struct PeopleServiceTests {
    @Test(arguments: [
        (Role.owner, Role.owner, true), (.admin, .member, true), (.admin, .owner, false), (.member, .guest, false),
    ])
    func rightToAddAPersonDependsOnBothRoles(actor: Role, new: Role, isAllowed: Bool) async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            let person = try await home.peopleService.add(name: "Actor", role: actor, as: console)
            let identity = try CoreHome.identity(person.id)
            let made = try? await home.peopleService.add(name: "New", role: new, as: identity)
            #expect((made != nil) == isAllowed)
            #expect(await home.people.allPeople.count == (isAllowed ? 2 : 1))
        }
    }

    @Test func adminCannotChangeOrRemoveAnOwner() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            let owner = try await home.peopleService.add(name: "Owner", role: .owner, as: console)
            let admin = try await home.peopleService.add(name: "Admin", role: .admin, as: console)
            let identity = try CoreHome.identity(admin.id)
            await #expect(throws: ActionRefusal.self) { try await home.peopleService.remove(owner.id, as: identity) }
            await #expect(throws: ActionRefusal.self) {
                try await home.peopleService.change(owner.id, role: .guest, as: identity)
            }
            #expect(await home.people.person(owner.id)?.role == .owner)
        }
    }

    @Test func auditEntryNamesTheAddedPerson() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            let owner = try await home.pairing.claim(
                try #require(await home.pairing.newClaimCode()).exposed, name: "Anna", key: .filled("a"),
                clientName: "Phone", from: "home")
            let kim = try await home.peopleService.add(name: "Kim", role: .member, as: console)
            let entries = try await home.audit.records(AuditFilter(event: .policyChange)).reversed().map(\.entry)
            #expect(entries.map { $0.metadata["act"] } == ["claim", "add"])
            #expect(entries.map(\.target) == [owner.client.person.rawValue, kim.id.rawValue])
            #expect(entries.map(\.concerned) == entries.map(\.target))
        }
    }

    @Test func peopleOfTheSameNameGetDifferentIDs() async throws {
        try await withCore { home in
            let ids = try await withThrowingTaskGroup(of: PersonID.self) { group in
                for number in 0..<8 {
                    group.addTask {
                        try await home.people.add(name: DisplayName("Kim \(number % 2 == 0 ? "" : "-")"), role: .guest)
                        {
                            _ in await Task.yield()
                        }.id
                    }
                }
                return try await group.reduce(into: [PersonID]()) { $0.append($1) }
            }
            #expect(Set(ids).count == 8)
        }
    }

    @Test func newNameKeepsIDAndRole() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            let kim = try await home.peopleService.add(name: "Kim", role: .member, as: console)
            let renamed = try await home.peopleService.change(kim.id, name: " Kim B ", as: console)
            #expect(renamed == Person(id: kim.id, name: try DisplayName("Kim B"), role: .member))
            #expect(await home.people.allPeople == [renamed])
            #expect(try await home.database.people.load().people == [renamed])
            // The current name of the person does not count as taken.
            let both = try await home.peopleService.change(kim.id, name: "Kim B", role: .admin, as: console)
            #expect(both.role == .admin)
            #expect(try await home.database.people.load().people == [both])
            let actions = try await home.audit.records(AuditFilter(target: kim.id.rawValue)).map(
                \.entry.metadata["act"])
            #expect(actions.sorted { $0 ?? "" < $1 ?? "" } == ["add", "rename", "rename", "role"])
        }
    }

    @Test func takenOrInvalidNameIsRefused() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            let kim = try await home.peopleService.add(name: "Kim", role: .member, as: console)
            _ = try await home.peopleService.add(name: "Bo", role: .member, as: console)
            for name in ["Bo", "", "<b>", String(repeating: "x", count: 101)] {
                await #expect(throws: ActionRefusal.self) {
                    try await home.peopleService.change(kim.id, name: name, role: .guest, as: console)
                }
            }
            #expect(await home.people.person(kim.id) == kim)
        }
    }

    @Test(arguments: [(Role.admin, Role.owner, false), (.admin, .admin, true), (.member, .guest, false)])
    func rightToRenameAPersonDependsOnBothRoles(actor: Role, other: Role, isAllowed: Bool) async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            let asker = try await home.peopleService.add(name: "Asker", role: actor, as: console).id
            let named = try await home.peopleService.add(name: "Named", role: other, as: console).id
            let renamed = try? await home.peopleService.change(named, name: "New", as: CoreHome.identity(asker))
            #expect((renamed != nil) == isAllowed)
            #expect(await home.people.person(named)?.name.text == (isAllowed ? "New" : "Named"))
        }
    }

    /// A change of the name that runs at the same time as a demotion does not restore the old role.
    @Test func concurrentChangesOfNameAndRoleBothHold() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            let kim = try await home.peopleService.add(name: "Kim", role: .admin, as: console).id
            try await withThrowingTaskGroup(of: Person.self) { group in
                group.addTask { try await home.peopleService.change(kim, name: "New", as: console) }
                group.addTask { try await home.peopleService.change(kim, role: .guest, as: console) }
                try await group.waitForAll()
            }
            let kept = Person(id: kim, name: try DisplayName("New"), role: .guest)
            #expect(await home.people.person(kim) == kept)
            #expect(try await home.database.people.load().people == [kept])
        }
    }

    @Test func addedPersonIsStoredAndRaisesTheRevision() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            let before = await home.people.policy.revision
            let person = try await home.peopleService.add(name: "Kim", role: .member, as: console)
            #expect(await home.people.policy.revision > before)
            #expect(try await home.database.people.load().people == [person])
        }
    }
}

import HomeCertificates
import HomeModel
import AuditTrail
import Testing

@testable import HomeStore
@testable import GatewayCore

/// A change of a grant or deny affects the very next decision.
@Suite(.timeLimit(.minutes(10))) struct GrantChangeTests {
    private let lamp = DeviceID("lamp" as StaticString)
    private let other = DeviceID("other" as StaticString)

    private func give(
        _ home: CoreHome, role: Role = .guest, effect: Grant.Effect = .allow, devices: Set<DeviceID>? = nil,
        conditions: AccessConditions = AccessConditions()
    ) async throws -> (grant: Grant, console: Identity) {
        let console = try #require(CoreHome.console)
        for id in [lamp, other] { try await home.add(id, capabilities: [.lamp]) }
        let kim = try await home.peopleService.add(name: "Kim", role: role, as: console).id
        let draft = Grant(
            id: GrantID("new"), person: kim, effect: effect, permissions: [.controlDevices],
            selector: AccessSelector(devices: devices ?? [lamp]), conditions: conditions)
        return (try await home.grants.give(draft, as: console), console)
    }

    private func change(_ fill: (inout GrantChange) -> Void) -> GrantChange {
        var change = GrantChange()
        fill(&change)
        return change
    }

    private func switches(_ home: CoreHome, device: DeviceID, person: PersonID) async throws -> Bool {
        try await home.send(.boolean(true), to: device, as: CoreHome.identity(person)).outcome == .confirmed
    }

    @Test func changedDevicesOfAGrantApplyAtOnce() async throws {
        try await withCore { home in
            let (grant, console) = try await give(home)
            let changed = try await home.grants.change(
                grant.id, effect: .allow, by: change { $0.devices = [other] }, as: console)
            #expect(changed.id == grant.id && changed.selector.devices == [other])
            #expect(try await !switches(home, device: lamp, person: grant.person))
            #expect(try await switches(home, device: other, person: grant.person))
            #expect(try await home.database.people.load().grants == [changed])
            let entry = try await home.audit.records(AuditFilter(target: grant.person.rawValue)).map(\.entry)
                .first { $0.event == .grantChange }
            #expect(entry?.success == true && entry?.metadata["changed"] == "devices")
        }
    }

    @Test func changedDevicesOfADenyApplyAtOnce() async throws {
        try await withCore { home in
            let (deny, console) = try await give(home, role: .member, effect: .deny)
            #expect(try await switches(home, device: other, person: deny.person))
            _ = try await home.grants.change(
                deny.id, effect: .deny, by: change { $0.devices = [lamp, other] }, as: console)
            #expect(try await !switches(home, device: other, person: deny.person))
            _ = try await home.grants.change(deny.id, effect: .deny, by: change { $0.devices = [other] }, as: console)
            #expect(try await switches(home, device: lamp, person: deny.person))
            #expect(await home.people.grants.count == 1)
        }
    }

    @Test func changedLimitKeepsTheCountedUses() async throws {
        try await withCore { home in
            let (grant, console) = try await give(home, conditions: AccessConditions(maximumUses: 3))
            for _ in 1...2 { #expect(try await switches(home, device: lamp, person: grant.person)) }
            let less = try await home.grants.change(
                grant.id, effect: .allow, by: change { $0.maximumUses = 2 }, as: console)
            #expect(less.conditions.maximumUses == 2)
            #expect(try await !switches(home, device: lamp, person: grant.person))
            _ = try await home.grants.change(grant.id, effect: .allow, by: change { $0.maximumUses = 3 }, as: console)
            #expect(try await switches(home, device: lamp, person: grant.person))
            #expect(try await !switches(home, device: lamp, person: grant.person))
            #expect(try await home.database.people.load().grants.map(\.uses) == [3])
        }
    }

    @Test func guestSessionEndsWithTheShortenedGrant() async throws {
        try await withCore { home in
            let tokens = try await home.pair("Gus", role: .guest)
            let console = try #require(CoreHome.console)
            let grant = try await home.grants.give(
                Grant(
                    id: GrantID("new"), person: tokens.client.person, effect: .allow, permissions: [.viewEnergy],
                    conditions: AccessConditions(notAfter: home.clock.now() + .seconds(1800))), as: console)
            let soon = home.clock.now() + .seconds(60)
            _ = try await home.grants.change(grant.id, effect: .allow, by: change { $0.notAfter = soon }, as: console)
            #expect(try await home.identity(tokens).person == tokens.client.person)
            home.time.advance(by: .seconds(60))
            #expect(await home.sessions.identity(access: tokens.access.exposedText, key: .filled("k")) == nil)
        }
    }

    @Test(arguments: [(Role.admin, Role.member, true), (.admin, .owner, false), (.member, .guest, false)])
    func rightToChangeAGrantDependsOnBothRoles(actor: Role, person: Role, isAllowed: Bool) async throws {
        try await withCore { home in
            let (grant, console) = try await give(home, role: person)
            let asker = try await home.peopleService.add(name: "Asker", role: actor, as: console).id
            let changed = try? await home.grants.change(
                grant.id, effect: .allow, by: change { $0.devices = [other] }, as: CoreHome.identity(asker))
            #expect((changed != nil) == isAllowed)
            #expect((await home.people.grants.first == grant) != isAllowed)
        }
    }

    @Test func personCannotChangeTheirOwnDeny() async throws {
        try await withCore { home in
            let (deny, _) = try await give(home, role: .admin, effect: .deny)
            await #expect(throws: ActionRefusal.self) {
                try await home.grants.change(
                    deny.id, effect: .deny, by: change { $0.devices = [other] }, as: CoreHome.identity(deny.person))
            }
            #expect(await home.people.grants == [deny])
        }
    }

    /// Otherwise the PIN that a change of a deny requires could be bypassed.
    @Test func denyCannotBeChangedAsAGrant() async throws {
        try await withCore { home in
            let (deny, console) = try await give(home, role: .member, effect: .deny)
            await #expect(throws: ActionRefusal.self) {
                try await home.grants.revoke(deny.id, effect: .allow, as: console)
            }
            await #expect(throws: ActionRefusal.self) {
                try await home.grants.change(deny.id, effect: .allow, by: change { $0.devices = [] }, as: console)
            }
            #expect(await home.people.grants == [deny])
        }
    }

    @Test func invalidChangeIsRefusedWithItsField() async throws {
        try await withCore { home in
            let (grant, console) = try await give(home)
            let now = home.clock.now()
            let changes: [(GrantChange, String)] = [
                (change { $0.permissions = [.controlDevices, .managePeople] }, "permissions"),
                (change { $0.permissions = [] }, "permissions"), (change { $0.notAfter = now }, "notAfter"),
                (change { $0.devices = [lamp, DeviceID("gone")] }, "devices"),
                (change { $0.rooms = [RoomID("x")] }, "rooms"),
                (change { $0.maximumUses = 0 }, "maximumUses"),
            ]
            for (change, expected) in changes {
                await #expect {
                    _ = try await home.grants.change(grant.id, effect: .allow, by: change, as: console)
                } throws: { error in
                    guard case .invalid(let field, _, _)? = error as? ActionRefusal else { return false }
                    return field == expected
                }
            }
            #expect(await home.people.grants == [grant])
        }
    }

    @Test func changedGrantOmitsARemovedDevice() async throws {
        try await withCore { home in
            let (grant, console) = try await give(home, devices: [lamp, other])
            try await home.devices.remove(other, as: console)
            let changed = try await home.grants.change(
                grant.id, effect: .allow, by: change { $0.maximumUses = 1 }, as: console)
            #expect(changed.selector.devices == [lamp])
        }
    }

    @Test func concurrentChangesOfAGrantAreNotLost() async throws {
        try await withCore { home in
            let (grant, console) = try await give(home)
            let changes = [
                change { $0.maximumUses = 5 },
                change { $0.windows = [WeeklyWindow("daily 08:00-20:00")].compactMap(\.self) },
            ]
            let done = await withTaskGroup(of: [String].self) { group in
                for change in changes {
                    group.addTask {
                        let isDone =
                            (try? await home.grants.change(grant.id, effect: .allow, by: change, as: console)) != nil
                        return isDone ? change.fields : []
                    }
                }
                return await group.reduce(into: Set<String>()) { $0.formUnion($1) }
            }
            let conditions = try #require(await home.people.grants.first).conditions
            #expect(!done.isEmpty)
            #expect(done.contains("maximumUses") == (conditions.maximumUses != nil))
            #expect(done.contains("windows") == !conditions.windows.isEmpty)
            #expect(try await home.database.people.load().grants == home.people.grants)
        }
    }
}

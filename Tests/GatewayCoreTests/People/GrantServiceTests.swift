import HomeModel
import AuditTrail
import Testing

@testable import HomeStore
@testable import GatewayCore

@Suite struct GrantServiceTests {
    private let lamp: DeviceID = DeviceID("lamp")

    private func draft(
        _ person: PersonID, effect: Grant.Effect = .allow, permissions: Set<Permission> = [.controlDevices],
        devices: Set<DeviceID> = [], conditions: AccessConditions = AccessConditions()
    ) -> Grant {
        Grant(
            id: GrantID("new"), person: person, effect: effect, permissions: permissions,
            selector: AccessSelector(devices: devices), conditions: conditions)
    }

    @Test func grantPermitsItsDevicesUntilItIsRevoked() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            try await home.add(lamp, capabilities: [.lamp])
            try await home.add(DeviceID("other"), capabilities: [.lamp])
            let kim = try await home.peopleService.add(name: "Kim", role: .guest, as: console).id
            let grant = try await home.grants.give(draft(kim, devices: [lamp]), as: console)
            #expect(try await home.send(.boolean(true), to: lamp, as: CoreHome.identity(kim)).outcome == .confirmed)
            let other = try await home.send(.boolean(true), to: DeviceID("other"), as: CoreHome.identity(kim))
            #expect(other.refusal == .notFound)
            try await home.grants.revoke(grant.id, effect: .allow, as: console)
            #expect(try await home.send(.boolean(false), to: lamp, as: CoreHome.identity(kim)).refusal == .notFound)
            let events = try await home.audit.records(AuditFilter(target: kim.rawValue)).map(\.entry.event)
            #expect(events.contains(.grantCreate) && events.contains(.grantRevoke))
        }
    }

    @Test func auditEntryOfAGrantListsItsConditions() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            let kitchen = try await home.rooms.add(name: "Kitchen", as: console)
            let lamps = try (1...60).map { try #require(DeviceID("lamp-with-a-long-id-\($0)")) }
            for lamp in lamps { try await home.add(lamp, capabilities: [.lamp]) }
            let kim = try await home.peopleService.add(name: "Kim", role: .guest, as: console).id
            let (begin, end) = (home.clock.now() + .days(1), home.clock.now() + .days(2))
            _ = try await home.grants.give(
                Grant(
                    id: GrantID("new"), person: kim, effect: .allow, permissions: [.controlDevices],
                    selector: AccessSelector(rooms: [kitchen.id], devices: Set(lamps), capabilities: [.switch]),
                    conditions: AccessConditions(
                        notBefore: begin, notAfter: end, windows: [try #require(WeeklyWindow("tue 09:00-12:00"))],
                        maximumUses: 3)), as: console)
            let entry = try #require(try await home.audit.records(AuditFilter(event: .grantCreate)).first).entry
            let details = entry.metadata
            #expect(details["rooms"] == "kitchen" && details["capabilities"] == "switch")
            #expect(details["windows"] == "tue 09:00-12:00" && details["maximumUses"] == "3")
            #expect(details["notBefore"] == begin.rfc3339 && details["notAfter"] == end.rfc3339)
            let devices = try #require(details["devices"])
            #expect(devices.hasPrefix("lamp-with-a-long-id-1 ") && devices.count < 210)
            // The entry counts the omitted devices.
            let words = devices.split(separator: " ")
            #expect(words.last == "+\(60 - (words.count - 1))")
        }
    }

    @Test func auditEntryOfAnUnlimitedGrantHasNoConditions() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            let kim = try await home.peopleService.add(name: "Kim", role: .guest, as: console).id
            _ = try await home.grants.give(draft(kim), as: console)
            let entry = try #require(try await home.audit.records(AuditFilter(event: .grantCreate)).first).entry
            #expect(Set(entry.metadata.keys) == ["grant", "effect", "permissions"])
        }
    }

    @Test func denyOverridesTheRole() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            try await home.add(lamp, capabilities: [.lamp])
            let kim = try await home.peopleService.add(name: "Kim", role: .member, as: console).id
            let deny = try await home.grants.give(draft(kim, effect: .deny, devices: [lamp]), as: console)
            let record = try await home.send(.boolean(true), to: lamp, as: CoreHome.identity(kim))
            #expect(record.refusal == .denied(.denied(by: deny.id)))
            #expect(await home.link.sent.isEmpty)
        }
    }

    /// The commands come at the same time, and the uses are stored.
    @Test func grantOfTwoUsesPermitsTwoCommands() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            for number in 1...6 { try await home.add(DeviceID("lamp-\(number)") ?? lamp, capabilities: [.lamp]) }
            let kim = try await home.peopleService.add(name: "Kim", role: .guest, as: console).id
            let grant = try await home.grants.give(
                draft(kim, conditions: AccessConditions(maximumUses: 2)), as: console)
            let outcomes = try await withThrowingTaskGroup(of: CommandOutcome?.self) { group in
                for number in 1...6 {
                    group.addTask {
                        try await home.send(
                            .boolean(true), to: DeviceID("lamp-\(number)") ?? lamp, as: CoreHome.identity(kim)
                        ).outcome
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(outcomes.count { $0 == .confirmed } == 2 && outcomes.count { $0 == .refused } == 4)
            #expect(await home.link.sent.count == 2)
            #expect(try await home.database.people.load().grants.map(\.uses) == [2])
            #expect(await home.people.grants.first?.id == grant.id)
        }
    }

    @Test(arguments: [
        (Role.admin, Role.member, true), (.admin, .owner, false), (.owner, .admin, true), (.member, .guest, false),
        (.guest, .guest, false),
    ])
    func rightToGrantDependsOnBothRoles(actor: Role, person: Role, isAllowed: Bool) async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            let giver = try await home.peopleService.add(name: "Giver", role: actor, as: console).id
            let taker = try await home.peopleService.add(name: "Taker", role: person, as: console).id
            let given = try? await home.grants.give(draft(taker), as: CoreHome.identity(giver))
            #expect((given != nil) == isAllowed)
            #expect(await home.people.grants.count == (isAllowed ? 1 : 0))
        }
    }

    @Test func invalidGrantIsRefusedWithItsField() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            let kim = try await home.peopleService.add(name: "Kim", role: .guest, as: console).id
            let now = home.clock.now()
            let drafts: [(Grant, String)] = [
                (draft(kim, effect: .allow, permissions: [.managePeople]), "permissions"),
                (draft(kim, devices: [lamp]), "devices"),
                (draft(kim, conditions: AccessConditions(notAfter: now)), "notAfter"),
                (
                    draft(kim, conditions: AccessConditions(notBefore: now + .hours(2), notAfter: now + .hours(1))),
                    "notAfter"
                ),
                (draft(kim, conditions: AccessConditions(maximumUses: 0)), "maximumUses"),
            ]
            for (draft, expected) in drafts {
                await #expect {
                    _ = try await home.grants.give(draft, as: console)
                } throws: { error in
                    guard case .invalid(let field, _, _)? = error as? ActionRefusal else { return false }
                    return field == expected
                }
            }
            #expect(await home.people.grants.isEmpty)
        }
    }

    @Test func removedPersonLosesTheirGrants() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            let kim = try await home.peopleService.add(name: "Kim", role: .guest, as: console).id
            _ = try await home.grants.give(draft(kim), as: console)
            try await home.peopleService.remove(kim, as: console)
            #expect(try await home.grants.list(.allow, as: console).isEmpty)
            #expect(try await home.database.people.load().grants.isEmpty)
        }
    }
}

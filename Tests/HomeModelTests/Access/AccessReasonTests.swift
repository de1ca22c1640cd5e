import HomeModel
import Testing

/// The reasons of decisions by code, with the grants that they name.
struct AccessReasonTests {
    private let target: AccessTarget? = AccessTarget(device: plug, room: hall, capability: .switch)
    private static let selector = AccessSelector(devices: [plug])

    private func reason(
        of role: Role = .guest, for permission: Permission = .controlDevices, on target: AccessTarget? = nil,
        _ grants: Grant...
    ) -> AccessReason {
        let people = Role.allCases.map { Person(id: .any($0), name: DisplayName("Ada" as StaticString), role: $0) }
        let policy = AccessPolicy(people: people, grants: grants)
        let (person, now) = (PersonID.any(role), DecisionTime.known(noon))
        let decision = policy.decide(person, permission: permission, on: target, at: now)
        let conditional = policy.conditionalGrants(of: person, for: permission, on: [target], at: now)
        return AccessReason(decision, of: person, by: policy, conditional: conditional)
    }

    @Test func roleIsNamed() {
        let allowed = reason(of: .member, on: target)
        #expect((allowed.code, allowed.role, allowed.grant) == ("role", .member, nil))
        let refused = reason(on: target)
        #expect((refused.code, refused.role, refused.conditional) == ("notPermitted", .guest, []))
        let owners = reason(of: .member, for: .managePeople)
        #expect((owners.code, owners.roles) == ("onlyRoles", [.owner, .admin]))
    }

    @Test func grantOrDenyThatDecidesIsNamed() {
        let grant = Grant.allow([.controlDevices], for: Self.selector)
        let allowed = reason(on: target, grant)
        #expect((allowed.code, allowed.grant) == ("grant", grant))
        let deny = Grant.deny([.controlDevices], to: .any(.guest), for: Self.selector)
        let denied = reason(on: target, grant, deny)
        #expect((denied.code, denied.grant) == ("denied", deny))
    }

    /// Now is Tuesday, noon.
    @Test(
        arguments: [
            (AccessConditions(windows: [WeeklyWindow("sun 08:00-18:00")].compactMap(\.self)), 0, noon + .hours(116)),
            (AccessConditions(notBefore: noon + .days(1)), 0, noon + .days(1)),
            (AccessConditions(notAfter: noon), 0, nil), (AccessConditions(maximumUses: 1), 1, nil),
        ] as [(AccessConditions, Int, Timestamp?)])
    func grantThatIsNotInEffectIsNamedWithItsNextStart(
        _ conditions: AccessConditions, uses: Int, nextStart: Timestamp?
    ) throws {
        let grant = Grant.allow([.controlDevices], for: Self.selector, when: conditions, uses: uses)
        let found = reason(on: target, grant)
        #expect(found.code == "grantNotInEffect" && found.conditional.map(\.grant) == [grant])
        let conditional = try #require(found.conditional.first)
        #expect(conditional.cause != nil && conditional.nextStart == nextStart)
    }

    @Test func questionAboutTheWholeHomeNamesGrantsForAPartOfIt() {
        let window = AccessConditions(windows: [WeeklyWindow("sun 08:00-18:00")].compactMap(\.self))
        let (now, later) = (
            Grant.allow([.controlDevices], for: Self.selector),
            Grant.allow([.controlDevices], for: Self.selector, when: window)
        )
        #expect(reason(now).code == "partOfHome" && reason(now).conditional.map(\.cause) == [nil])
        #expect(reason(later).code == "grantNotInEffect" && reason(later).conditional.map(\.grant) == [later])
        let over = Grant.allow([.controlDevices], for: Self.selector, when: AccessConditions(notAfter: noon))
        #expect(reason(over).code == "notPermitted")
        #expect(reason(for: .viewEnergy, now).code == "notPermitted")
    }

    @Test func sentenceNamesTheWindowTheTimeAndTheNextStart() throws {
        let window = AccessConditions(windows: [try #require(WeeklyWindow("sun 08:00-18:00"))])
        let policy = AccessPolicy.household(.allow([.controlDevices], for: Self.selector, when: window))
        let conditional = policy.conditionalGrants(
            of: .any(.guest), for: .controlDevices, on: [target], at: .known(noon))
        #expect(
            conditional.map { policy.sentence(about: $0, at: .known(noon)) } == [
                "The grant allowed permits it only sun 08:00-18:00; now it is Tue 2026-03-10 12:00. It applies next on Sun "
                    + "2026-03-15 08:00."
            ])
    }
}

import HomeModel
import Testing

struct VisibilityTests {
    private let meteredPlug = Device.sample(.switch, .power, .temperature)

    @Test(arguments: CapabilityKind.allCases)
    func energyCapabilitiesNeedTheEnergyPermission(_ kind: CapabilityKind) {
        let energy: Set<CapabilityKind> = [
            .power, .energy, .voltage, .current, .gas, .water, .apparentPower, .reactivePower, .reactiveEnergy,
            .powerFactor, .frequency,
        ]
        #expect(kind.viewPermission == (energy.contains(kind) ? .viewEnergy : .viewEnvironment))
    }

    /// Columns: switch (a state), temperature (environment), power (energy), the device itself.
    @Test(
        arguments: [
            (.owner, "yes yes yes yes"), (.admin, "yes yes yes yes"), (.member, "yes yes yes yes"),
            (.child, "yes yes no yes"), (.guest, "no no no no"), (.service, "no no no no"),
        ] as [(Role, String)])
    func roleSeesOnlyPermittedCapabilities(_ role: Role, expected: String) {
        #expect(seen(by: .any(role), AccessPolicy.household()) == expected)
    }

    /// Columns: switch (a state), temperature (environment), power (energy).
    @Test(
        arguments: [
            (.owner, "yes yes yes"), (.member, "yes yes yes"), (.child, "yes yes no"), (.guest, "no no no"),
            (.service, "no no no"),
        ] as [(Role, String)])
    func roleReadsTheHistoryOfWhatItMayView(_ role: Role, expected: String) {
        #expect(history(for: .any(role), AccessPolicy.household()) == expected)
    }

    /// A right to control shows no history, and a guest reads no past states.
    @Test(
        arguments: [
            ([.controlDevices], "no no no"), ([.viewEnvironment], "no yes no"), ([.viewEnergy], "no no yes"),
            ([.controlDevices, .viewEnvironment, .viewEnergy], "no yes yes"),
        ] as [(Set<Permission>, String)])
    func guestReadsNoHistoryOfStates(_ permissions: Set<Permission>, expected: String) {
        #expect(history(for: .any(.guest), .household(.allow(permissions))) == expected)
    }

    @Test func consoleAndPanelsReadTheHistoryWithinTheirScope() {
        #expect(history(for: .console, AccessPolicy()) == "yes yes yes")
        let panel = Identity.person(.any(.owner), scope: [.controlDevices, .viewEnvironment])
        #expect(history(for: panel, .household()) == "yes yes no")
        #expect(history(for: .person(.any(.owner), scope: [.controlDevices]), .household()) == "no no no")
    }

    @Test(
        arguments: [
            ([.viewEnergy], "no no yes yes"), ([.viewEnvironment], "yes yes no yes"),
            ([.controlDevices], "yes no no yes"),
            ([.controlDevices, .viewEnergy], "yes no yes yes"), ([], "no no no no"),
        ] as [(Set<Permission>, String)])
    func guestSeesOnlyGrantedCapabilities(_ permissions: Set<Permission>, expected: String) {
        #expect(seen(by: .any(.guest), .household(.allow(permissions))) == expected)
    }

    @Test(
        arguments: [
            ([.viewEnvironment], "no no yes yes"), ([.viewEnergy], "yes yes no yes"),
            ([.controlDevices], "yes yes yes yes"),
            ([.viewEnvironment, .viewEnergy], "no no no no"),
        ] as [(Set<Permission>, String)])
    func denyHidesCapabilitiesFromAMemberWhoMayControl(_ permissions: Set<Permission>, expected: String) {
        #expect(seen(by: .any(.member), .household(.deny(permissions, to: .any(.member)))) == expected)
    }

    @Test func selectorShowsOnlyItsCapability() {
        let selector = AccessSelector(devices: [plug], capabilities: [.temperature])
        #expect(seen(by: .any(.guest), .household(.allow([.viewEnvironment], for: selector))) == "no yes no yes")
    }

    @Test func deviceWithoutCapabilitiesIsInvisible() {
        #expect(!AccessPolicy.household().maySee(.any(.owner), device: .sample(parts: []), at: noon))
    }

    @Test func consoleSeesEverything() {
        #expect(seen(by: .console, AccessPolicy()) == "yes yes yes yes")
    }

    /// Columns: a lamp's switch, a lock, a garage door, a thermometer.
    @Test(
        arguments: [
            (.owner, "yes yes yes no"), (.admin, "yes yes yes no"), (.member, "yes yes yes no"),
            // A child may lock and stop, but neither unlock nor open.
            (.child, "yes yes yes no"), (.guest, "no no no no"), (.service, "no no no no"),
        ] as [(Role, String)])
    func roleMayCommandCapabilitiesWithAPermittedValue(_ role: Role, expected: String) {
        #expect(commanded(by: .any(role), AccessPolicy.household()) == expected)
        #expect(commanded(by: .any(role, isSteppedUp: true), AccessPolicy.household()) == expected)
    }

    @Test(
        arguments: [
            (.allow([.controlDevices], to: .any(.guest)), "yes yes yes no"),
            (.allow([.viewEnvironment], to: .any(.guest)), "no no no no"),
            (
                .allow([.controlDevices], to: .any(.guest), for: AccessSelector(capabilities: [.lock])),
                "no yes no no"
            ),
            (.deny([.controlDevices], to: .any(.guest)), "no no no no"),
        ] as [(Grant, String)])
    func guestMayCommandOnlyGrantedCapabilities(_ grant: Grant, expected: String) {
        #expect(commanded(by: .any(.guest), .household(grant)) == expected)
    }

    @Test func commandRightsFollowTheScopeAndIgnoreALockdown() {
        let panel = Identity.person(.any(.owner), scope: [.viewEnvironment])
        #expect(commanded(by: panel, AccessPolicy.household()) == "no no no no")
        // This panel locks and stops, and cannot step up to more.
        let hallPanel = Identity.person(.any(.owner), scope: [.controlDevices])
        #expect(commanded(by: hallPanel, AccessPolicy.household()) == "yes yes yes no")
        let locked = AccessPolicy(people: AccessPolicy.household().people.values.map(\.self), isLockedDown: true)
        #expect(commanded(by: .any(.owner), locked) == "yes yes yes no")
        #expect(commanded(by: .console, AccessPolicy()) == "yes yes yes no")
    }

    /// `mayCommand` is true exactly if at least one value of the capability is authorized, with a step-up wherever the
    /// identity can have one.
    @Test(arguments: Role.allCases, [nil, [.controlDevices], [.viewEnvironment], Set(Permission.allCases)])
    func mayCommandAgreesWithTheAuthorizationOfCommands(_ role: Role, scope: Set<Permission>?) throws {
        let policy = AccessPolicy.household(
            .allow([.controlDevices], to: .any(.guest), for: AccessSelector(capabilities: [.lock])))
        let part = house.description.parts[0]
        let identity = Identity.person(.any(role), isSteppedUp: scope == nil, scope: scope)
        let rights = policy.rights(of: identity, to: house, at: noon)
        for capability in part.capabilities {
            let values: [CapabilityValue] =
                [true, false].map(CapabilityValue.boolean) + capability.options.map(CapabilityValue.text)
            let isAuthorized = values.contains { value in
                capability.isCommanded && value.has(capability.valueType)
                    && (try? policy.authorize(
                        .sample(capability.name, value: value), by: identity, for: house, at: noon))
                        != nil
            }
            #expect(rights.mayCommand(capability, of: part) == isAuthorized, "\(capability.name) by \(role)")
        }
    }

    private let house = Device.sample(parts: [
        .sample(
            [CapabilityKind.switch, .lock, .garageDoor].map { Capability(CapabilityName($0), isCommanded: true) }
                + [Capability(CapabilityName(.temperature))],
            purpose: .light)
    ])

    private func commanded(by identity: Identity, _ policy: AccessPolicy) -> String {
        let rights = policy.rights(of: identity, to: house, at: noon)
        return house.description.parts[0].capabilities
            .map { rights.mayCommand($0, of: house.description.parts[0]) ? "yes" : "no" }.joined(separator: " ")
    }

    private func history(for identity: Identity, _ policy: AccessPolicy) -> String {
        let rights = policy.rights(of: identity, to: meteredPlug, at: noon)
        return [CapabilityKind.switch, .temperature, .power].map { rights.historical.contains($0) ? "yes" : "no" }
            .joined(separator: " ")
    }

    private func seen(by identity: Identity, _ policy: AccessPolicy) -> String {
        let kinds: [CapabilityKind] = [.switch, .temperature, .power]
        let values = kinds.map { policy.maySee(identity, kind: $0, of: meteredPlug, at: noon) }
        let all = values + [policy.maySee(identity, device: meteredPlug, at: noon)]
        return all.map { $0 ? "yes" : "no" }.joined(separator: " ")
    }
}

struct AuditVisibilityTests {
    @Test(
        arguments: [
            (.owner, .all), (.admin, .all), (.member, .actionsOf(.any(.member))),
            (.child, .nothing(.onlyRoles([.owner, .admin]))), (.guest, .nothing(.onlyRoles([.owner, .admin]))),
            (.service, .nothing(.onlyRoles([.owner, .admin]))),
        ] as [(Role, AuditVisibility)])
    func roleDecidesWhichAuditEntriesAreVisible(role: Role, visibility: AuditVisibility) {
        #expect(AccessPolicy.household().auditVisibility(of: .any(role), at: noon) == visibility)
    }

    @Test func consoleReadsAllEntries() {
        #expect(AccessPolicy().auditVisibility(of: .console, at: noon) == .all)
    }

    @Test func unknownPersonReadsNoEntries() {
        let stranger = Identity.person(PersonID("stranger-1"))
        #expect(AccessPolicy.household().auditVisibility(of: stranger, at: noon) == .nothing(.unknownPerson))
    }
}

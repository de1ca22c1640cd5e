import HomeModel
import Testing

/// The table of roles and permissions, row by row.
struct RoleTests {
    private static let permitted: [Permission: Set<Role>] = [
        .controlDevices: [.owner, .admin, .member, .child],
        .viewEnergy: [.owner, .admin, .member],
        .viewEnvironment: [.owner, .admin, .member, .child],
        .modifySettings: [.owner, .admin],
        .manageMaintenance: [.owner, .admin],
        .addDevices: [.owner, .admin],
        .managePeople: [.owner, .admin],
        .viewAudit: [.owner, .admin],
        .exportData: [.owner, .admin],
        .viewMetrics: [.owner, .admin],
        .ownHome: [.owner],
    ]

    @Test(arguments: Permission.allCases, Role.allCases)
    func roleHasExactlyItsPermissions(_ permission: Permission, role: Role) throws {
        let isPermitted = try #require(Self.permitted[permission]).contains(role)
        let isGrantable = Permission.grantable.contains(permission)
        let denial: AccessDecision.Denial =
            isGrantable ? .notPermitted(role) : .onlyRoles(permission == .ownHome ? [.owner] : [.owner, .admin])
        let expected: AccessDecision = isPermitted ? .allow(.role(role)) : .deny(denial)
        let policy = AccessPolicy.household()
        let target = AccessTarget(device: plug, room: hall, capability: .switch)
        #expect(policy.decide(.any(role), permission: permission, at: noon) == expected)
        #expect(policy.decide(.any(role), permission: permission, on: target, at: noon) == expected)
        #expect(policy.decide(.any(role, isSteppedUp: true), permission: permission, on: target, at: noon) == expected)
    }

    @Test(arguments: Role.allCases, Role.allCases)
    func ownersManageAllRolesAndAdminsAllButOwners(_ manager: Role, managed: Role) {
        let expected = manager == .owner || manager == .admin && managed != .owner
        #expect(manager.mayManage(managed) == expected)
    }

    @Test(arguments: Role.allCases, [SafetyClass.routine, .sensitive])
    func sensitiveCommandsNeedAnAdultWithAStepUp(_ role: Role, safety: SafetyClass) {
        // Every role may control here, so that the safety class alone decides.
        let policy = AccessPolicy.household(
            .allow([.controlDevices], to: .any(.guest)), .allow([.controlDevices], to: .any(.service)))
        let target = AccessTarget(device: plug, room: hall, capability: .lock)
        let plain = policy.decideCommand(.any(role), on: target, safety: safety, at: noon)
        let steppedUp = policy.decideCommand(.any(role, isSteppedUp: true), on: target, safety: safety, at: noon)
        switch (role, safety) {
        case (_, .routine): #expect(plain.isAllowed && steppedUp.isAllowed)
        case (.child, _), (.service, _):
            #expect(plain == .deny(.routineOnly(role)) && steppedUp == .deny(.routineOnly(role)))
        default: #expect(plain == .deny(.stepUpNeeded(.commands)) && steppedUp.isAllowed)
        }
    }

    @Test func missingPermissionIsReportedBeforeTheSafetyClass() {
        let target = AccessTarget(device: plug, room: hall, capability: .lock)
        let decision = AccessPolicy.household().decideCommand(.any(.guest), on: target, safety: .sensitive, at: noon)
        #expect(decision == .deny(.notPermitted(.guest)))
    }

    @Test(arguments: Permission.allCases)
    func consoleMayDoEverythingAndUnknownPeopleNothing(_ permission: Permission) {
        let policy = AccessPolicy.household()
        #expect(policy.decide(.console, permission: permission, at: noon) == .allow(.console))
        #expect(AccessPolicy().decide(.console, permission: permission, at: noon) == .allow(.console))
        #expect(policy.decide(.person(PersonID("stranger")), permission: permission, at: noon) == .deny(.unknownPerson))
    }

    @Test func onlyTheGatewayUserAndRootGetTheConsole() throws {
        #expect(ConsolePeer(peerUserID: 1001, gatewayUserID: 1000) == nil)
        #expect(ConsolePeer(peerUserID: 0, gatewayUserID: 1000) != nil)
        let console = Identity.console(try #require(ConsolePeer(peerUserID: 1000, gatewayUserID: 1000)))
        #expect(console.person == nil)
        #expect(console.stepUps == Set(StepUp.allCases))
        #expect(console.description == "console")
    }

    @Test func consoleAsAPersonHasTheRightsOfThatPerson() throws {
        let proof = try #require(ConsolePeer(peerUserID: 0, gatewayUserID: 0))
        let guest = Identity.console(proof, as: .any(.guest))
        #expect(guest.description == "console as guest")
        #expect(guest.isAtConsole && guest.stepUps == Set(StepUp.allCases))
        #expect(
            AccessPolicy.household().decide(guest, permission: .viewEnvironment, at: noon)
                == .deny(.notPermitted(.guest)))
    }

    @Test(
        arguments: [
            (.unknownPerson, "tomte people list"), (.denied(by: GrantID("g-1")), "A deny (g-1) forbids it"),
            (.notPermitted(.guest), "A guest may not do this without a grant"),
            (.onlyRoles([.owner, .admin]), "Only an owner or admin may do this."),
            (.onlyRoles([.owner]), "Only an owner may do this."),
            (.routineOnly(.child), "Only an adult may do this"),
            (.stepUpNeeded(.commands), "fresh step-up"),
        ] as [(AccessDecision.Denial, String)])
    func denialTextsNameTheirReason(_ denial: AccessDecision.Denial, words: String) {
        #expect(CommandRefusal.denied(denial).description.contains(words))
    }
}

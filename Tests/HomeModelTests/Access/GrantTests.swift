import HomeModel
import Testing

struct GrantTests {
    private let hallSwitch = AccessTarget(device: plug, room: hall, capability: .switch)

    @Test(arguments: Permission.allCases)
    func grantAddsOnlyGrantablePermissions(_ permission: Permission) {
        let policy = AccessPolicy.household(.allow(Set(Permission.allCases)))
        let isGrantable = [.controlDevices, .viewEnergy, .viewEnvironment].contains(permission)
        #expect(
            policy.decide(.any(.guest), permission: permission, on: hallSwitch, at: noon)
                == (isGrantable
                    ? .allow(.grant(GrantID("allowed")))
                    : .deny(.onlyRoles(permission == .ownHome ? [.owner] : [.owner, .admin]))))
    }

    @Test func grantAppliesToItsPersonOnly() {
        let policy = AccessPolicy.household(.allow([.viewEnergy], to: .any(.child)))
        #expect(policy.decide(.any(.child), permission: .viewEnergy, on: hallSwitch, at: noon).isAllowed)
        #expect(!policy.decide(.any(.guest), permission: .viewEnergy, on: hallSwitch, at: noon).isAllowed)
        #expect(!policy.decide(.any(.child), permission: .modifySettings, on: hallSwitch, at: noon).isAllowed)
    }

    @Test(arguments: [
        (AccessSelector(), true), (AccessSelector(rooms: [hall]), true), (AccessSelector(rooms: [cellar]), false),
        (AccessSelector(devices: [plug]), true), (AccessSelector(devices: [DeviceID("plug2")]), false),
        (AccessSelector(capabilities: [.switch]), true), (AccessSelector(capabilities: [.lock]), false),
        (AccessSelector(rooms: [cellar], devices: [plug]), true),
        (AccessSelector(rooms: [hall], devices: [DeviceID("lamp")]), true),
        (AccessSelector(rooms: [hall], capabilities: [.lock]), false),
        (AccessSelector(rooms: [cellar], capabilities: [.switch]), false),
        (AccessSelector(rooms: [hall], capabilities: [.lock, .switch]), true),
    ])
    func selectorChoosesRoomsDevicesAndCapabilities(_ selector: AccessSelector, isCovered: Bool) {
        let allow = AccessPolicy.household(.allow([.controlDevices], for: selector))
        let deny = AccessPolicy.household(.deny([.controlDevices], to: .any(.owner), for: selector))
        #expect(
            allow.decide(.any(.guest), permission: .controlDevices, on: hallSwitch, at: noon).isAllowed == isCovered)
        #expect(deny.decide(.any(.owner), permission: .controlDevices, on: hallSwitch, at: noon).isAllowed != isCovered)
    }

    @Test func roomSelectorDoesNotCoverADeviceWithoutARoom() {
        let policy = AccessPolicy.household(.allow([.controlDevices], for: AccessSelector(rooms: [hall])))
        let target = AccessTarget(device: plug, room: nil, capability: .switch)
        #expect(!policy.decide(.any(.guest), permission: .controlDevices, on: target, at: noon).isAllowed)
    }

    @Test func grantForACapabilityDoesNotCoverTheWholeDevice() {
        let policy = AccessPolicy.household(.allow([.viewEnergy], for: AccessSelector(capabilities: [.power])))
        #expect(!policy.decide(.any(.guest), permission: .viewEnergy, at: noon).isAllowed)
        let wholeDevice = AccessTarget(device: plug, room: hall)
        #expect(!policy.decide(.any(.guest), permission: .viewEnergy, on: wholeDevice, at: noon).isAllowed)
    }

    @Test(arguments: [Role.owner, .admin, .member])
    func denyOverridesTheRole(_ role: Role) {
        let policy = AccessPolicy.household(.deny([.controlDevices], to: .any(role)))
        #expect(
            policy.decide(.any(role), permission: .controlDevices, on: hallSwitch, at: noon)
                == .deny(.denied(by: GrantID("denied"))))
        #expect(policy.decide(.any(role), permission: .viewEnergy, on: hallSwitch, at: noon) == .allow(.role(role)))
    }

    @Test(arguments: [false, true])
    func denyOverridesEveryGrantInAnyOrder(_ denyFirst: Bool) {
        let allow = Grant.allow([.controlDevices], for: AccessSelector(devices: [plug]))
        let deny = Grant.deny([.controlDevices], to: .any(.guest), for: AccessSelector(rooms: [hall]))
        let policy = denyFirst ? AccessPolicy.household(deny, allow) : .household(allow, deny)
        #expect(
            policy.decide(.any(.guest), permission: .controlDevices, on: hallSwitch, at: noon)
                == .deny(.denied(by: GrantID("denied"))))
    }

    @Test func denyCanRemoveAPermissionThatNoGrantCanGive() {
        let policy = AccessPolicy.household(.deny([.addDevices], to: .any(.admin)))
        #expect(
            policy.decide(.any(.admin), permission: .addDevices, at: noon) == .deny(.denied(by: GrantID("denied"))))
    }

    @Test func expiredDenyHasNoEffect() {
        let expired = AccessConditions(notAfter: noon)
        let policy = AccessPolicy.household(.deny([.controlDevices], to: .any(.member), when: expired))
        #expect(policy.decide(.any(.member), permission: .controlDevices, on: hallSwitch, at: noon).isAllowed)
    }

    @Test func roleIsNamedAsTheReasonBeforeAGrant() {
        let policy = AccessPolicy.household(.allow([.controlDevices], to: .any(.member)))
        #expect(
            policy.decide(.any(.member), permission: .controlDevices, on: hallSwitch, at: noon)
                == .allow(.role(.member)))
    }
}

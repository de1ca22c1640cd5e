import Testing

@testable import HomeModel

/// While the gateway does not know the time, grants with a time limit do not allow, and every deny denies.
@Suite struct UnknownClockTests {
    private static let bounds: [(name: String, conditions: AccessConditions, isTimed: Bool)] = [
        ("none", AccessConditions(), false),
        ("uses", AccessConditions(maximumUses: 3), false),
        ("begin", AccessConditions(notBefore: noon - .hours(1)), true),
        ("end", AccessConditions(notAfter: noon + .hours(1)), true),
        ("ended", AccessConditions(notAfter: noon - .hours(1)), true),
        ("window", AccessConditions(windows: [WeeklyWindow(weekdays: [3], fromMinute: 600, toMinute: 900)]), true),
        ("uses with an end", AccessConditions(notAfter: noon + .hours(1), maximumUses: 3), true),
    ]

    private func policy(_ effect: Grant.Effect, conditions: AccessConditions, uses: Int = 0) -> AccessPolicy {
        let grant = Grant(
            id: GrantID("timed"), person: .any(.guest), effect: effect, permissions: [.controlDevices],
            conditions: conditions, uses: uses)
        let always = Grant(
            id: GrantID("always"), person: .any(.guest), effect: .allow, permissions: [.controlDevices])
        return effect == .deny ? AccessPolicy.household(grant, always) : AccessPolicy.household(grant)
    }

    @Test(arguments: bounds.indices) func onlyUntimedGrantsAllowWhileTheClockIsUnknown(_ index: Int) {
        let bound = Self.bounds[index]
        let target = AccessTarget(device: plug, room: hall, capability: .switch)
        let decision = policy(.allow, conditions: bound.conditions)
            .decide(.any(.guest), permission: .controlDevices, on: target, at: .unknown(noon))
        #expect(
            decision
                == (bound.isTimed
                    ? .deny(.clockUnknown(GrantID("timed"))) : .allow(.grant(GrantID("timed")))),
            "\(bound.name)")
    }

    @Test(arguments: bounds.indices) func everyDenyDeniesWhileTheClockIsUnknown(_ index: Int) {
        let bound = Self.bounds[index]
        let target = AccessTarget(device: plug, room: hall, capability: .switch)
        let decision = policy(.deny, conditions: bound.conditions)
            .decide(.any(.guest), permission: .controlDevices, on: target, at: .unknown(noon))
        #expect(decision == .deny(.denied(by: GrantID("timed"))), "\(bound.name)")
    }

    @Test func usedUpGrantIsNotReportedAsWaitingForTheClock() {
        let target = AccessTarget(device: plug, room: hall, capability: .switch)
        let usedUp = policy(.allow, conditions: AccessConditions(notAfter: noon + .hours(1), maximumUses: 1), uses: 1)
        #expect(
            usedUp.decide(.any(.guest), permission: .controlDevices, on: target, at: .unknown(noon))
                == .deny(.notPermitted(.guest)))
    }

    @Test func refusalNamesTheUnknownClockEvenForAnInvisibleDevice() {
        let lamp = Device.sample(.switch)
        let policy = policy(.allow, conditions: AccessConditions(notAfter: noon + .hours(1)))
        let on = CommandRequest.sample(CapabilityName(.switch), value: .boolean(true))
        #expect(throws: CommandRefusal.denied(.clockUnknown(GrantID("timed")))) {
            try policy.authorize(on, by: .any(.guest), for: lamp, at: .unknown(noon))
        }
        #expect(throws: CommandRefusal.notFound) {
            try AccessPolicy.household().authorize(on, by: .any(.guest), for: lamp, at: .unknown(noon))
        }
    }

    @Test func expiredGrantKeepsAGuestSignedInWhileTheClockIsUnknown() {
        let ended = policy(.allow, conditions: AccessConditions(notAfter: noon - .hours(1)))
        #expect(!ended.mayStaySignedIn(.any(.guest), at: .known(noon)))
        #expect(ended.mayStaySignedIn(.any(.guest), at: .unknown(noon)))
        #expect(ended.nextChange(for: .any(.guest), after: .unknown(noon - .hours(2))) == nil)
    }
}

import HomeModel
import Testing

/// Whether a person will need a PIN is decided at sign-in, before any time window of their grants begins.
struct PINRequirementTests {
    private let door = Device.sample(parts: [
        .sample([Capability(CapabilityName(.lock), options: ["locked", "unlocked"], isCommanded: true)])
    ])
    private let lamp = Device.sample(parts: [
        .sample([Capability(CapabilityName(.switch), isCommanded: true)], purpose: .light)
    ])

    /// Columns: whether a PIN is needed in a home with a door that can be unlocked, and in a home with a lamp.
    @Test(
        arguments: [
            (.owner, "yes yes"), (.admin, "yes yes"), (.member, "yes no"), (.child, "no no"), (.guest, "no no"),
            (.service, "no no"),
        ] as [(Role, String)])
    func roleDecidesWhetherAPINIsNeeded(_ role: Role, expected: String) {
        let policy = AccessPolicy.household()
        #expect(pinNeeds(policy, person: .any(role)) == expected)
    }

    @Test(
        arguments: [
            (.allow([.controlDevices]), "yes no"), (.allow([.viewEnvironment]), "no no"),
            (.allow([.controlDevices], for: AccessSelector(rooms: [hall])), "yes no"),
            (.allow([.controlDevices], for: AccessSelector(rooms: [cellar])), "no no"),
            (.allow([.controlDevices], for: AccessSelector(capabilities: [.lock])), "yes no"),
            (.allow([.controlDevices], for: AccessSelector(capabilities: [.switch])), "no no"),
            // The grant begins later, or applies at another hour.
            (.allow([.controlDevices], when: AccessConditions(notBefore: noon + .days(3))), "yes no"),
            (
                .allow(
                    [.controlDevices],
                    when: AccessConditions(windows: [WeeklyWindow(weekdays: [1], fromMinute: 0, toMinute: 60)])),
                "yes no"
            ),
            // The grant has ended.
            (.allow([.controlDevices], when: AccessConditions(notAfter: noon)), "no no"),
            (.allow([.controlDevices], when: AccessConditions(maximumUses: 2), uses: 2), "no no"),
        ] as [(Grant, String)])
    func grantThatHasNotEndedMayNeedAPIN(_ grant: Grant, expected: String) {
        #expect(pinNeeds(AccessPolicy.household(grant), person: .any(.guest)) == expected)
    }

    @Test func onlyAnUnconditionalDenyRemovesTheNeedForAPIN() {
        let always = Grant.deny([.controlDevices], to: .any(.member))
        let atTimes = Grant.deny(
            [.controlDevices], to: .any(.member), when: AccessConditions(notAfter: noon + .days(1)))
        #expect(pinNeeds(AccessPolicy.household(always), person: .any(.member)) == "no no")
        #expect(pinNeeds(AccessPolicy.household(atTimes), person: .any(.member)) == "yes no")
    }

    @Test func unknownClockEndsNoGrant() {
        let policy = AccessPolicy.household(
            .allow([.controlDevices], when: AccessConditions(notAfter: noon - .days(1))))
        #expect(policy.needsPIN(.any(.guest), for: [door], at: .unknown(noon)))
        #expect(!policy.needsPIN(.any(.guest), for: [door], at: .known(noon)))
    }

    private func pinNeeds(_ policy: AccessPolicy, person: PersonID) -> String {
        [door, lamp].map { policy.needsPIN(person, for: [$0], at: .known(noon)) ? "yes" : "no" }
            .joined(separator: " ")
    }
}

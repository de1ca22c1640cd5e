import HomeModel
import Testing

/// Whether a person will need a PIN is known when they come in, before any of their hours begin.
struct NeededPINTests {
    private let door = Device.sample(parts: [
        .sample([Capability(CapabilityName(.lock), options: ["locked", "unlocked"], isCommanded: true)])
    ])
    private let lamp = Device.sample(parts: [
        .sample([Capability(CapabilityName(.switch), isCommanded: true)], purpose: .light)
    ])

    /// Columns: beside a door that can be unlocked, beside a lamp.
    @Test(
        arguments: [
            (.owner, "yes yes"), (.admin, "yes yes"), (.member, "yes no"), (.child, "no no"), (.guest, "no no"),
            (.service, "no no"),
        ] as [(Role, String)])
    func roleDecides(_ role: Role, _ expected: String) {
        let policy = AccessPolicy.household()
        #expect(answer(policy, .any(role)) == expected)
    }

    @Test(
        arguments: [
            (.allow([.controlDevices]), "yes no"), (.allow([.viewEnvironment]), "no no"),
            (.allow([.controlDevices], for: AccessSelector(rooms: [hall])), "yes no"),
            (.allow([.controlDevices], for: AccessSelector(rooms: [cellar])), "no no"),
            (.allow([.controlDevices], for: AccessSelector(capabilities: [.lock])), "yes no"),
            (.allow([.controlDevices], for: AccessSelector(capabilities: [.switch])), "no no"),
            // It begins later, or holds at another hour.
            (.allow([.controlDevices], when: AccessConditions(notBefore: noon + .days(3))), "yes no"),
            (
                .allow(
                    [.controlDevices],
                    when: AccessConditions(windows: [WeeklyWindow(weekdays: [1], fromMinute: 0, toMinute: 60)])),
                "yes no"
            ),
            // It is over.
            (.allow([.controlDevices], when: AccessConditions(notAfter: noon)), "no no"),
            (.allow([.controlDevices], when: AccessConditions(maximumUses: 2), uses: 2), "no no"),
        ] as [(Grant, String)])
    func aGrantThatIsNotOverCounts(_ grant: Grant, _ expected: String) {
        #expect(answer(AccessPolicy.household(grant), .any(.guest)) == expected)
    }

    @Test func onlyADenyWithoutConditionsTakesTheNeedAway() {
        let always = Grant.deny([.controlDevices], to: .any(.member))
        let atTimes = Grant.deny(
            [.controlDevices], to: .any(.member), when: AccessConditions(notAfter: noon + .days(1)))
        #expect(answer(AccessPolicy.household(always), .any(.member)) == "no no")
        #expect(answer(AccessPolicy.household(atTimes), .any(.member)) == "yes no")
    }

    @Test func aClockThatIsNotKnownEndsNoGrant() {
        let policy = AccessPolicy.household(
            .allow([.controlDevices], when: AccessConditions(notAfter: noon - .days(1))))
        #expect(policy.needsPIN(.any(.guest), for: [door], at: .unknown(noon)))
        #expect(!policy.needsPIN(.any(.guest), for: [door], at: .known(noon)))
    }

    private func answer(_ policy: AccessPolicy, _ person: PersonID) -> String {
        [door, lamp].map { policy.needsPIN(person, for: [$0], at: .known(noon)) ? "yes" : "no" }
            .joined(separator: " ")
    }
}

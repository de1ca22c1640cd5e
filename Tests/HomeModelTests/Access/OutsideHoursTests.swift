import HomeModel
import Testing

/// The refusals for a person with a grant for a device at other times, and for a person without a grant.
@Suite struct OutsideHoursTests {
    private static let window = AccessConditions(windows: [WeeklyWindow("wed 09:00-12:00")].compactMap(\.self))
    private static let tomorrow = AccessConditions(notBefore: noon + .days(1))
    private static let usedUp = AccessConditions(maximumUses: 1)
    private static let ended = AccessConditions(notAfter: noon - .hours(1))

    private func refusal(
        of capability: CapabilityKind = .switch, becoming value: CapabilityValue = .boolean(true),
        as identity: Identity = .any(.guest), _ grants: Grant...
    ) -> CommandRefusal? {
        let people = Role.allCases.map { Person(id: .any($0), name: DisplayName("Ada" as StaticString), role: $0) }
        let policy = AccessPolicy(revision: 7, people: people, grants: grants)
        do throws(CommandRefusal) {
            _ = try policy.authorize(
                .sample(CapabilityName(capability), value: value), by: identity,
                for: .sample(.switch, .position, .movement, .lock), at: .known(noon))
            return nil
        } catch {
            return error
        }
    }

    /// Now is Tuesday, 12:00. The grant names the device, its room, or neither.
    @Test(arguments: [AccessSelector(devices: [plug]), AccessSelector(rooms: [hall]), AccessSelector()])
    func refusalNamesTheTimesOfAGrant(_ selector: AccessSelector) {
        func timedRefusal(_ conditions: AccessConditions, uses: Int = 0) -> CommandRefusal? {
            refusal(.allow([.controlDevices], for: selector, when: conditions, uses: uses))
        }
        #expect(timedRefusal(Self.window) == .denied(.outsideHours("wed 09:00-12:00")))
        #expect(timedRefusal(Self.window)?.description == "Your permission applies at other times: wed 09:00-12:00.")
        #expect(timedRefusal(Self.window)?.code == "outsideHours")
        #expect(timedRefusal(Self.tomorrow) == .denied(.outsideHours("from 2026-03-11 12:00 on")))
        #expect(timedRefusal(Self.usedUp, uses: 1) == .denied(.usedUp(GrantID("allowed"))))
    }

    /// A person without a grant for a device, or with an ended one, does not learn whether the device exists.
    @Test func refusalIsNotFoundWithoutAGrantForOtherTimes() {
        #expect(refusal() == .notFound)
        let grants: [Grant] = [
            .allow([.controlDevices], when: Self.ended), .allow([.viewEnergy], when: Self.window),
            .allow([.controlDevices], when: AccessConditions(notAfter: noon, maximumUses: 1), uses: 1),
            .allow([.controlDevices], for: AccessSelector(rooms: [cellar]), when: Self.window),
            .allow([.controlDevices], for: AccessSelector(devices: [plug], capabilities: [.lock]), when: Self.window),
            .allow([.controlDevices], to: .any(.service), when: Self.window),
        ]
        for grant in grants { #expect(refusal(grant) == .notFound, "\(grant)") }
        let grant = Grant.allow([.controlDevices], when: Self.window)
        #expect(refusal(grant, .deny([.controlDevices], to: .any(.guest))) == .notFound)
        #expect(refusal(as: .person(.any(.guest), scope: [.viewEnergy]), grant) == .notFound)
    }

    /// A grant for the position of a cover also permits stopping its movement.
    @Test func refusalOfAStopNamesTheTimesOfThePositionGrant() {
        let selector = AccessSelector(devices: [plug], capabilities: [.position])
        #expect(
            refusal(
                of: .movement, becoming: .text("stopped"), .allow([.controlDevices], for: selector, when: Self.window))
                == .denied(.outsideHours("wed 09:00-12:00")))
    }

    /// A person who sees the device gets the times too, instead of a refusal that names the role.
    @Test func refusalNamesTheTimesToAPersonWhoSeesTheDevice() {
        let seen = Grant(
            id: GrantID("seen"), person: .any(.guest), effect: .allow,
            permissions: [.viewEnergy, .viewEnvironment])
        #expect(refusal(seen) == .denied(.notPermitted(.guest)))
        #expect(
            refusal(seen, .allow([.controlDevices], when: Self.window)) == .denied(.outsideHours("wed 09:00-12:00")))
    }
}

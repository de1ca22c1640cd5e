import HomeModel
import Testing

/// What a person is told who holds a grant for a device at other times, and what one is told who holds none.
@Suite struct OutsideHoursTests {
    private static let window = AccessConditions(windows: [WeeklyWindow("wed 09:00-12:00")].compactMap(\.self))
    private static let tomorrow = AccessConditions(notBefore: noon + .days(1))
    private static let spent = AccessConditions(maximumUses: 1)
    private static let over = AccessConditions(notAfter: noon - .hours(1))

    private func refusal(
        of capability: CapabilityKind = .switch, becoming value: CapabilityValue = .boolean(true),
        as identity: Identity = .any(.guest), _ grants: Grant...
    ) -> CommandRefusal? {
        let people = Role.allCases.map { Person(id: .any($0), name: DisplayName("Somebody" as StaticString), role: $0) }
        let policy = AccessPolicy(revision: 7, people: people, grants: grants)
        do throws(CommandRefusal) {
            _ = try policy.authorize(
                .sample(CapabilityName(capability), value), by: identity,
                for: .sample(.switch, .position, .movement, .lock), at: .known(noon))
            return nil
        } catch {
            return error
        }
    }

    /// Now is Tuesday, 12:00. The grant names the device, its room, or no place at all.
    @Test(arguments: [AccessSelector(devices: [plug]), AccessSelector(rooms: [hall]), AccessSelector()])
    func aGrantForOtherTimesIsSaid(_ selector: AccessSelector) {
        func said(_ conditions: AccessConditions, uses: Int = 0) -> CommandRefusal? {
            refusal(.allow([.controlDevices], for: selector, when: conditions, uses: uses))
        }
        #expect(said(Self.window) == .denied(.outsideHours("wed 09:00-12:00")))
        #expect(said(Self.window)?.description == "Your permission holds at other times: wed 09:00-12:00.")
        #expect(said(Self.window)?.code == "outsideHours")
        #expect(said(Self.tomorrow) == .denied(.outsideHours("from 2026-03-11 12:00 on")))
        #expect(said(Self.spent, uses: 1) == .denied(.usedUp(GrantID("allowed"))))
    }

    /// Nothing is learnt of a device for which no grant is held, or only one that has ended.
    @Test func everythingElseIsNotFound() {
        #expect(refusal() == .notFound)
        let grants: [Grant] = [
            .allow([.controlDevices], when: Self.over), .allow([.viewEnergy], when: Self.window),
            .allow([.controlDevices], when: AccessConditions(notAfter: noon, maximumUses: 1), uses: 1),
            .allow([.controlDevices], for: AccessSelector(rooms: [cellar]), when: Self.window),
            .allow([.controlDevices], for: AccessSelector(devices: [plug], capabilities: [.lock]), when: Self.window),
            .allow([.controlDevices], to: .any(.service), when: Self.window),
        ]
        for grant in grants { #expect(refusal(grant) == .notFound, "\(grant)") }
        let held = Grant.allow([.controlDevices], when: Self.window)
        #expect(refusal(held, .deny([.controlDevices], to: .any(.guest))) == .notFound)
        #expect(refusal(as: .person(.any(.guest), scope: [.viewEnergy]), held) == .notFound)
    }

    /// A grant that names only what travels permits its stop.
    @Test func theStopOfWhatIsGrantedIsSaidAlike() {
        let selector = AccessSelector(devices: [plug], capabilities: [.position])
        #expect(
            refusal(
                of: .movement, becoming: .text("stopped"), .allow([.controlDevices], for: selector, when: Self.window))
                == .denied(.outsideHours("wed 09:00-12:00")))
    }

    /// Also to those who see the device: their role is not what stands against it.
    @Test func aPersonWhoSeesTheDeviceIsToldTheTimes() {
        let seen = Grant(
            id: GrantID("seen"), person: .any(.guest), effect: .allow,
            permissions: [.viewEnergy, .viewEnvironment])
        #expect(refusal(seen) == .denied(.notPermitted(.guest)))
        #expect(
            refusal(seen, .allow([.controlDevices], when: Self.window)) == .denied(.outsideHours("wed 09:00-12:00")))
    }
}

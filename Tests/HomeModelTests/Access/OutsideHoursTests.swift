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

@Suite struct WeeklyWindowTextTests {
    @Test(
        arguments: [
            ("sat,sun 08:00-20:00", [1, 7], 480, 1200, "sun,sat 08:00-20:00"),
            ("mon-fri 22:00-06:00", [2, 3, 4, 5, 6], 1320, 360, "mon,tue,wed,thu,fri 22:00-06:00"),
            ("fri-mon 00:00-24:00", [6, 7, 1, 2], 0, 1440, "sun,mon,fri,sat 00:00-24:00"),
            ("Daily 07:30-07:31", [1, 2, 3, 4, 5, 6, 7], 450, 451, "daily 07:30-07:31"),
            ("mon,tue-wed 12:00-13:00", [2, 3, 4], 720, 780, "mon,tue,wed 12:00-13:00"),
        ] as [(String, Set<Int>, Int, Int, String)])
    func windowsAreParsedAndFormatted(
        _ text: String, weekdays: Set<Int>, from: Int, to: Int, written: String
    ) throws {
        let window = try #require(WeeklyWindow(text))
        #expect(window == WeeklyWindow(weekdays: weekdays, fromMinute: from, toMinute: to))
        #expect(window.description == written)
        #expect(WeeklyWindow(written) == window)
    }

    @Test(arguments: [
        "", "sat", "sat 08:00", "08:00-20:00", "sat 8:00-20:00", "sat 08:00-08:00", "sat 08:00-24:01",
        "sat 24:00-01:00",
        "sat 08:60-09:00", "sat, 08:00-09:00", "sat-sun-mon 08:00-09:00", "someday 08:00-09:00",
        "sat 08:00-09:00-10:00",
        "sat 08:00-09:00 x", "sat -1:00-09:00", "sat ０８:00-09:00", "-sat 08:00-09:00",
    ])
    func invalidWindowTextIsRefused(_ text: String) { #expect(WeeklyWindow(text) == nil) }
}

import Foundation
import HomeModel
import Testing

/// The sentences that explain why a grant does not apply now.
struct InactiveGrantTests {
    private let target = AccessTarget(device: plug, room: hall, capability: .lock)

    private func sentences(_ grants: Grant..., isKnown: Bool = true) throws -> [String] {
        let person = Person(id: .any(.guest), name: DisplayName("Ada" as StaticString), role: .guest)
        let zone = try #require(TimeZone(secondsFromGMT: 3600))
        let policy = AccessPolicy(people: [person], grants: grants, timeZone: zone)
        let now = DecisionTime(wall: noon, isKnown: isKnown)
        return policy.inactiveGrants(of: .any(.guest), for: .controlDevices, on: [target], at: now)
            .map { policy.sentence(about: $0, at: now) }
    }

    /// Now is Tuesday, 13:00 in the home.
    @Test(
        arguments: [
            (
                AccessConditions(windows: [WeeklyWindow("wed 09:00-12:00")].compactMap(\.self)), 0,
                "only wed 09:00-12:00; now it is Tue 2026-03-10 13:00."
            ),
            (
                AccessConditions(
                    windows: [WeeklyWindow("mon 09:00-12:00"), WeeklyWindow("sat,sun 08:00-20:00")].compactMap(\.self)),
                0, "only mon 09:00-12:00 and sun,sat 08:00-20:00; now it is Tue 2026-03-10 13:00."
            ),
            (AccessConditions(notBefore: noon + .days(1)), 0, "only from 2026-03-11 13:00 on."),
            (AccessConditions(notAfter: noon), 0, "only until 2026-03-10 13:00."),
            (AccessConditions(maximumUses: 1), 1, "used up: it permitted 1 command."),
            (AccessConditions(notAfter: noon - .days(1), maximumUses: 3), 3, "used up: it permitted 3 commands."),
        ] as [(AccessConditions, Int, String)])
    func sentenceNamesTheConditionThatIsNotMet(_ conditions: AccessConditions, uses: Int, expected: String) throws {
        let found = try sentences(.allow([.controlDevices], when: conditions, uses: uses))
        #expect(
            found.count == 1 && found[0].hasPrefix("The grant allowed ") && found[0].hasSuffix(expected), "\(found)")
    }

    @Test func onlyGrantsForTheActionAreNamed() throws {
        let ended = AccessConditions(notAfter: noon)
        #expect(try sentences(.allow([.viewEnergy], when: ended)).isEmpty)
        #expect(try sentences(.allow([.controlDevices], for: AccessSelector(rooms: [cellar]), when: ended)).isEmpty)
        #expect(try sentences(.deny([.controlDevices], to: .any(.guest), when: ended)).isEmpty)
        #expect(try sentences(.allow([.controlDevices])).isEmpty)
        // While the clock is unknown, the grant cannot be reported as ended.
        #expect(try sentences(.allow([.controlDevices], when: ended), isKnown: false).isEmpty)
    }
}

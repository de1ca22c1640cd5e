import Foundation
import HomeModel
import Testing

/// A grant that does not hold now says why.
struct IdleGrantTests {
    private let target = AccessTarget(device: plug, room: hall, capability: .lock)

    private func sentences(_ grants: Grant..., isKnown: Bool = true) throws -> [String] {
        let person = Person(id: .any(.guest), name: DisplayName("Somebody" as StaticString), role: .guest)
        let zone = try #require(TimeZone(secondsFromGMT: 3600))
        let policy = AccessPolicy(people: [person], grants: grants, timeZone: zone)
        let now = DecisionTime(wall: noon, isKnown: isKnown)
        return policy.idleGrants(of: .any(.guest), for: .controlDevices, on: [target], at: now)
            .map { policy.sentence(about: $0) }
    }

    /// Now is Tuesday, 13:00 in the home.
    @Test(
        arguments: [
            (
                AccessConditions(windows: [WeeklyWindow("wed 09:00-12:00")].compactMap(\.self)), 0,
                "only wed 09:00-12:00."
            ),
            (
                AccessConditions(
                    windows: [WeeklyWindow("mon 09:00-12:00"), WeeklyWindow("sat,sun 08:00-20:00")].compactMap(\.self)),
                0, "only mon 09:00-12:00 and sun,sat 08:00-20:00."
            ),
            (AccessConditions(notBefore: noon + .days(1)), 0, "only from 2026-03-11 13:00 on."),
            (AccessConditions(notAfter: noon), 0, "only until 2026-03-10 13:00."),
            (AccessConditions(maximumUses: 1), 1, "used up: it was good for 1 command."),
            (AccessConditions(notAfter: noon - .days(1), maximumUses: 3), 3, "used up: it was good for 3 commands."),
        ] as [(AccessConditions, Int, String)])
    func theCauseIsNamed(_ conditions: AccessConditions, _ uses: Int, _ expected: String) throws {
        let said = try sentences(.allow([.controlDevices], when: conditions, uses: uses))
        #expect(said.count == 1 && said[0].hasPrefix("The grant allowed ") && said[0].hasSuffix(expected), "\(said)")
    }

    @Test func onlyWhatWouldPermitItIsNamed() throws {
        let over = AccessConditions(notAfter: noon)
        #expect(try sentences(.allow([.viewEnergy], when: over)).isEmpty)
        #expect(try sentences(.allow([.controlDevices], for: AccessSelector(rooms: [cellar]), when: over)).isEmpty)
        #expect(try sentences(.deny([.controlDevices], to: .any(.guest), when: over)).isEmpty)
        #expect(try sentences(.allow([.controlDevices])).isEmpty)
        // Without a known time nobody can say that it is over.
        #expect(try sentences(.allow([.controlDevices], when: over), isKnown: false).isEmpty)
    }
}

import Foundation
import Testing

@testable import HomeModel

/// The time between now and the nearest time at which a grant allows the action.
struct AccessDistanceTests {
    private let target = AccessTarget(device: plug, room: hall)

    private func distance(_ grants: Grant..., role: Role = .guest, on target: AccessTarget? = nil) -> Duration? {
        let person = Person(id: .any(.guest), name: DisplayName("Ada" as StaticString), role: role)
        return AccessPolicy(people: [person], grants: grants)
            .distance(of: .any(.guest), to: .controlDevices, on: target ?? self.target, at: noon)
    }

    @Test(
        arguments: [
            // Now is Tuesday, noon.
            ("tue 13:00-17:00", 60), ("tue 08:00-11:00", 60), ("mon 22:00-06:00", 360), ("sat,sun 08:00-20:00", 2400),
            ("tue 11:00-12:00", 0), ("wed 00:00-24:00", 720),
        ] as [(String, Int64)])
    func distanceIsMeasuredToTheNearestEndOfAWindow(_ window: String, minutes: Int64) throws {
        let conditions = AccessConditions(windows: [try #require(WeeklyWindow(window))])
        #expect(distance(.allow([.controlDevices], when: conditions)) == .seconds(minutes * 60))
    }

    @Test func distanceIsMeasuredToTheNearestTermAheadOrBehind() throws {
        let later = AccessConditions(notBefore: noon + .days(3))
        let ended = AccessConditions(notAfter: noon - .hours(7))
        #expect(distance(.allow([.controlDevices], when: later)) == .days(3))
        #expect(distance(.allow([.controlDevices], when: ended)) == .hours(7))
        #expect(distance(.allow([.controlDevices], when: later), .allow([.controlDevices], when: ended)) == .hours(7))
        let endedWithWindow = AccessConditions(
            notAfter: noon - .days(30), windows: [try #require(WeeklyWindow("daily 08:00-09:00"))])
        #expect(distance(.allow([.controlDevices], when: endedWithWindow)) == .days(30) + .hours(3))
    }

    @Test func distanceIsNilUnlessOnlyTheTimeForbidsTheAction() {
        let later = AccessConditions(notBefore: noon + .days(3))
        #expect(distance() == nil)
        #expect(distance(.allow([.viewEnergy], when: later)) == nil)
        #expect(distance(.allow([.controlDevices], for: AccessSelector(rooms: [cellar]), when: later)) == nil)
        #expect(distance(.allow([.controlDevices], when: later), .deny([.controlDevices], to: .any(.guest))) == nil)
        #expect(distance(.allow([.controlDevices], when: AccessConditions(maximumUses: 1)), role: .guest) == nil)
        #expect(
            distance(.allow([.controlDevices], when: AccessConditions(notAfter: noon, maximumUses: 1), uses: 1)) == nil)
        #expect(distance(.allow([.controlDevices], when: later), role: .member) == nil)
    }
}

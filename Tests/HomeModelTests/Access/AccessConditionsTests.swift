import Foundation
import HomeModel
import Testing

struct AccessConditionsTests {
    @Test func grantIsValidFromItsStartUntilItsEnd() {
        let conditions = AccessConditions(notBefore: noon, notAfter: noon + .seconds(60))
        #expect(!areMet(conditions, time: noon - .milliseconds(1)))
        #expect(areMet(conditions, time: noon))
        #expect(areMet(conditions, time: noon + .milliseconds(59_999)))
        #expect(!areMet(conditions, time: noon + .seconds(60)))
    }

    @Test(
        arguments: [(nil, 1000, true), (3, 0, true), (3, 2, true), (3, 3, false), (0, 0, false)] as [(Int?, Int, Bool)])
    func grantIsValidUntilItIsUsedUp(_ maximum: Int?, uses: Int, expected: Bool) {
        #expect(AccessConditions(maximumUses: maximum).areMet(at: noon, uses: uses, in: .gmt) == expected)
        let policy = AccessPolicy.household(
            .allow([.viewEnergy], when: AccessConditions(maximumUses: maximum), uses: uses))
        #expect(policy.decide(.any(.guest), permission: .viewEnergy, at: noon).isAllowed == expected)
    }

    /// 2026-03-10 is a Tuesday.
    @Test(arguments: [
        ("2026-03-10T08:59:59.999Z", false), ("2026-03-10T09:00:00Z", true), ("2026-03-10T16:59:59.999Z", true),
        ("2026-03-10T17:00:00Z", false), ("2026-03-11T12:00:00Z", false), ("2026-03-17T12:00:00Z", true),
    ])
    func weeklyWindowOpensOnItsDays(_ text: String, expected: Bool) throws {
        let window = WeeklyWindow(weekdays: [3], fromMinute: 9 * 60, toMinute: 17 * 60)
        #expect(try contains(window, text: text, zone: .gmt) == expected)
    }

    @Test(arguments: [
        ("2026-03-13T21:59:59Z", false), ("2026-03-13T22:00:00Z", true), ("2026-03-14T00:00:00Z", true),
        ("2026-03-14T01:59:59Z", true), ("2026-03-14T02:00:00Z", false), ("2026-03-13T01:00:00Z", false),
        ("2026-03-14T22:30:00Z", true), ("2026-03-15T01:00:00Z", true), ("2026-03-15T22:30:00Z", false),
    ])
    func windowPastMidnightBelongsToTheDayOnWhichItOpens(_ text: String, expected: Bool) throws {
        let fridayAndSaturday = WeeklyWindow(weekdays: [6, 7], fromMinute: 22 * 60, toMinute: 2 * 60)
        #expect(try contains(fridayAndSaturday, text: text, zone: .gmt) == expected)
    }

    /// In Stockholm, 02:00–03:00 did not happen on 29 March 2026 and happens twice on 25 October.
    @Test(arguments: [
        ("2026-03-29T00:29:59Z", 90, 210, false), ("2026-03-29T00:30:00Z", 90, 210, true),
        ("2026-03-29T01:00:00Z", 90, 210, true), ("2026-03-29T01:29:59Z", 90, 210, true),
        ("2026-03-29T01:30:00Z", 90, 210, false), ("2026-03-29T00:59:59Z", 120, 180, false),
        ("2026-03-29T01:00:00Z", 120, 180, false), ("2026-10-24T23:59:59Z", 120, 180, false),
        ("2026-10-25T00:00:00Z", 120, 180, true), ("2026-10-25T01:59:59Z", 120, 180, true),
        ("2026-10-25T02:00:00Z", 120, 180, false),
    ])
    func windowFollowsLocalTimeAcrossDaylightSaving(_ text: String, from: Int, to: Int, expected: Bool) throws {
        let sunday = WeeklyWindow(weekdays: [1], fromMinute: from, toMinute: to)
        #expect(try contains(sunday, text: text, zone: #require(TimeZone(identifier: "Europe/Stockholm"))) == expected)
    }

    @Test func timeZoneDecidesTheWeekday() throws {
        let tuesday = WeeklyWindow(weekdays: [3], fromMinute: 0, toMinute: 24 * 60)
        let text = "2026-03-10T23:30:00Z"
        #expect(try contains(tuesday, text: text, zone: .gmt))
        #expect(try !contains(tuesday, text: text, zone: #require(TimeZone(identifier: "Europe/Stockholm"))))
    }

    @Test(arguments: [
        WeeklyWindow(weekdays: [], fromMinute: 0, toMinute: 1440),
        WeeklyWindow(weekdays: [3], fromMinute: 720, toMinute: 720),
        WeeklyWindow(weekdays: [0, 8, .max], fromMinute: 0, toMinute: .max),
        WeeklyWindow(weekdays: [3], fromMinute: .max, toMinute: .min),
    ])
    func invalidWindowNeverOpens(_ window: WeeklyWindow) {
        #expect(!window.contains(noon, in: .gmt))
    }

    @Test func anyOpenWindowOfSeveralSuffices() {
        let morning = WeeklyWindow(weekdays: [3], fromMinute: 0, toMinute: 60)
        let midday = WeeklyWindow(weekdays: [3], fromMinute: 700, toMinute: 740)
        #expect(!areMet(AccessConditions(windows: [morning]), time: noon))
        #expect(areMet(AccessConditions(windows: [morning, midday]), time: noon))
    }

    @Test func policyEvaluatesWindowsInTheTimeZoneOfTheHome() throws {
        let window = WeeklyWindow(weekdays: [3], fromMinute: 21 * 60, toMinute: 22 * 60)
        let grant = Grant.allow([.viewEnergy], when: AccessConditions(windows: [window]))
        let guest = Person(id: .any(.guest), name: DisplayName("Ada" as StaticString), role: .guest)
        let zone = try #require(TimeZone(identifier: "Asia/Tokyo"))
        let inTokyo = AccessPolicy(people: [guest], grants: [grant], timeZone: zone)
        #expect(inTokyo.decide(.any(.guest), permission: .viewEnergy, at: noon).isAllowed)
        #expect(
            !AccessPolicy(people: [guest], grants: [grant]).decide(.any(.guest), permission: .viewEnergy, at: noon)
                .isAllowed)
    }

    private func areMet(_ conditions: AccessConditions, time: Timestamp) -> Bool {
        conditions.areMet(at: time, uses: 0, in: .gmt)
    }

    private func contains(_ window: WeeklyWindow, text: String, zone: TimeZone) throws -> Bool {
        window.contains(try #require(Timestamp(rfc3339: text)), in: zone)
    }
}

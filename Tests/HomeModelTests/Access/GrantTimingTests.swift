import Foundation
import SeededRandom
import Testing

@testable import HomeModel

/// When a grant applies, until when, and when it applies next.
struct GrantTimingTests {
    /// Unless the test gives another time, now is noon in London on Tuesday, 10 March 2026.
    private func timing(
        _ conditions: AccessConditions, at now: DecisionTime = .known(noon), in zone: String = "GMT", uses: Int = 0,
        denies: [Grant] = []
    ) throws -> GrantTiming {
        let grant = Grant.allow(
            [.controlDevices], for: AccessSelector(devices: [plug]), when: conditions, uses: uses)
        let policy = AccessPolicy(
            people: [Person(id: .any(.guest), name: DisplayName("Ada" as StaticString), role: .guest)],
            grants: [grant] + denies, timeZone: try #require(TimeZone(identifier: zone)))
        return policy.timing(of: grant, rooms: [plug: hall], at: now)
    }

    private func time(_ text: String) throws -> Timestamp { try #require(Timestamp(rfc3339: text)) }

    private func windows(_ texts: String...) throws -> AccessConditions {
        AccessConditions(windows: try texts.map { try #require(WeeklyWindow($0)) })
    }

    @Test(
        arguments: [
            ("tue 08:00-18:00", true, "2026-03-10T18:00:00.000Z", nil),
            ("sun 08:00-18:00", false, nil, "2026-03-15T08:00:00.000Z"),
            ("tue 08:00-12:00", false, nil, "2026-03-17T08:00:00.000Z"),
            ("mon 22:00-13:00", true, "2026-03-10T13:00:00.000Z", nil),
            ("daily 00:00-24:00", true, nil, nil),
        ] as [(String, Bool, String?, String?)])
    func windowDecidesTheNextStartAndEnd(_ window: String, applies: Bool, end: String?, nextStart: String?) throws {
        let found = try timing(windows(window))
        #expect((found.appliesNow, found.end?.rfc3339, found.nextStart?.rfc3339) == (applies, end, nextStart))
    }

    @Test func termDecidesTheNextStartAndEnd() throws {
        let later = try timing(AccessConditions(notBefore: noon + .days(30), notAfter: noon + .days(31)))
        #expect(later == GrantTiming(appliesNow: false, end: nil, nextStart: noon + .days(30)))
        let now = try timing(AccessConditions(notAfter: noon + .days(31)))
        #expect(now == GrantTiming(appliesNow: true, end: noon + .days(31), nextStart: nil))
        let never = GrantTiming(appliesNow: false, end: nil, nextStart: nil)
        #expect(try timing(AccessConditions(notAfter: noon)) == never)
        #expect(try timing(AccessConditions(maximumUses: 2), uses: 2) == never)
        #expect(try timing(AccessConditions()) == GrantTiming(appliesNow: true, end: nil, nextStart: nil))
    }

    /// No window opens before the grant ends.
    @Test func grantThatEndsBeforeItsWindowNeverApplies() throws {
        let conditions = AccessConditions(
            notAfter: noon + .days(2), windows: [try #require(WeeklyWindow("sun 08:00-18:00"))])
        #expect(try timing(conditions) == GrantTiming(appliesNow: false, end: nil, nextStart: nil))
    }

    @Test func grantWithATimeLimitHasNoTimesWhileTheClockIsUnknown() throws {
        let timed = try timing(windows("tue 08:00-18:00"), at: .unknown(noon))
        #expect(timed == GrantTiming(appliesNow: false, end: nil, nextStart: nil))
        #expect(try timing(AccessConditions(), at: .unknown(noon)).appliesNow)
    }

    /// In Stockholm, 02:00–03:00 did not happen on 29 March 2026 and happens twice on 25 October.
    @Test(
        arguments: [
            ("sun 02:00-03:00", "2026-03-28T12:00:00Z", "2026-04-05T00:00:00.000Z"),
            ("sun 02:30-04:00", "2026-03-28T12:00:00Z", "2026-03-29T01:00:00.000Z"),
            ("tue 08:00-18:00", "2026-03-27T12:00:00Z", "2026-03-31T06:00:00.000Z"),
            ("tue 08:00-18:00", "2026-10-24T12:00:00Z", "2026-10-27T07:00:00.000Z"),
            ("sun 02:00-02:30", "2026-10-25T00:45:00Z", "2026-10-25T01:00:00.000Z"),
        ])
    func nextStartFollowsLocalTimeAcrossDaylightSaving(_ window: String, now: String, expected: String) throws {
        let found = try timing(windows(window), at: .known(time(now)), in: "Europe/Stockholm")
        #expect(found.nextStart?.rfc3339 == expected)
    }

    /// Columns: the deny, whether the grant applies, its next start.
    @Test(
        arguments: [
            (AccessSelector(), nil, false, nil), (AccessSelector(rooms: [hall]), nil, false, nil),
            (AccessSelector(devices: [plug]), "tue 10:00-14:00", false, "2026-03-10T14:00:00.000Z"),
            (AccessSelector(rooms: [cellar]), nil, true, nil), (AccessSelector(capabilities: [.lock]), nil, true, nil),
        ] as [(AccessSelector, String?, Bool, String?)])
    func denyOfAllOfTheGrantKeepsItFromApplying(
        _ selector: AccessSelector, window: String?, applies: Bool, nextStart: String?
    ) throws {
        let conditions = try window.map { try windows($0) } ?? AccessConditions()
        let found = try timing(
            AccessConditions(),
            denies: [.deny([.controlDevices], to: .any(.guest), for: selector, when: conditions)])
        #expect((found.appliesNow, found.nextStart?.rfc3339) == (applies, nextStart))
    }

    @Test func onlyGrantsThatCanStillApplyAreListed() throws {
        func listed(_ grant: Grant, at now: DecisionTime = .known(noon)) -> Bool {
            !AccessPolicy.household(grant).grantTimings(of: .any(.guest), rooms: [:], at: now).isEmpty
        }
        #expect(listed(.allow([.controlDevices])))
        #expect(try listed(.allow([.controlDevices], when: windows("sun 08:00-09:00"))))
        #expect(try listed(.allow([.controlDevices], when: windows("sun 08:00-09:00")), at: .unknown(noon)))
        #expect(!listed(.allow([.controlDevices], when: AccessConditions(notAfter: noon))))
        #expect(!listed(.allow([.controlDevices], when: AccessConditions(maximumUses: 1), uses: 1)))
        #expect(!listed(.deny([.controlDevices], to: .any(.guest))))
        #expect(!listed(.allow([.controlDevices], to: .any(.member))))
    }

    /// Compares with a search minute by minute, which asks the calendar of the system for the local time, around changes
    /// of daylight saving time.
    @Test(arguments: ["Europe/Stockholm", "Australia/Lord_Howe", "America/New_York", "Asia/Kolkata", "Africa/Cairo"])
    func timesEqualThoseOfTheCalendar(_ name: String) throws {
        let seed = UInt64.random(in: .min ... .max)
        var random = SeededGenerator(seed: seed)
        let zone = try #require(TimeZone(identifier: name))
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        let starts = try ["2026-03-22T00:00:00Z", "2026-10-20T00:00:00Z", "2026-04-01T00:00:00Z"].map(time)
        for round in 0..<6 {
            let start =
                try #require(starts.randomElement(using: &random))
                + .seconds(Int64(Int.random(in: 0...2880, using: &random)) * 60)
            let windows = (0..<Int.random(in: 1...2, using: &random)).map { _ in Self.window(&random) }
            let isOpen = { (minute: Int) in
                windows.contains { Self.isOpen($0, at: start + .seconds(Int64(minute) * 60), in: calendar) }
            }
            let opensNow = isOpen(0)
            let change = (1...14 * 1440).first { isOpen($0) != opensNow }.map { start + .seconds(Int64($0) * 60) }
            let found = try timing(AccessConditions(windows: windows), at: .known(start), in: name)
            let expected = GrantTiming(
                appliesNow: opensNow, end: opensNow ? change : nil, nextStart: opensNow ? nil : change)
            #expect(found == expected, "seed \(seed), round \(round), \(windows) at \(start)")
        }
    }

    private static func window(_ random: inout SeededGenerator) -> WeeklyWindow {
        let weekdays = Set((1...7).filter { _ in Int.random(in: 0..<3, using: &random) == 0 })
        let from = Int.random(in: 0..<1440, using: &random)
        let length = Int.random(in: 1..<1440, using: &random)
        return WeeklyWindow(weekdays: weekdays, fromMinute: from, toMinute: (from + length) % 1440)
    }

    /// Whether a window is open, decided by the components of the calendar.
    private static func isOpen(_ window: WeeklyWindow, at time: Timestamp, in calendar: Calendar) -> Bool {
        let local = calendar.dateComponents([.weekday, .hour, .minute], from: time.date)
        guard let weekday = local.weekday, let hour = local.hour, let minute = local.minute else { return false }
        let now = hour * 60 + minute
        let opened = weekday == 1 ? 7 : weekday - 1
        if window.fromMinute < window.toMinute {
            return window.weekdays.contains(weekday) && (window.fromMinute..<window.toMinute).contains(now)
        }
        return window.weekdays.contains(weekday) && now >= window.fromMinute
            || window.weekdays.contains(opened) && now < window.toMinute
    }
}

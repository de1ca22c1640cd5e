import SeededRandom
import Foundation
import Testing

@testable import HomeModel

/// The next time at which the rights of a person change by the clock alone.
struct RightsChangeTests {
    /// Unless the test gives another time, now is noon in London on Tuesday, 10 March 2026.
    private func next(
        _ conditions: AccessConditions, after text: String = "2026-03-10T12:00:00Z", in zone: String = "GMT"
    ) throws -> String? {
        let policy = AccessPolicy(
            people: [Person(id: .any(.guest), name: DisplayName("Ada" as StaticString), role: .guest)],
            grants: [.allow([.viewEnergy], when: conditions)], timeZone: try #require(TimeZone(identifier: zone)))
        return try policy.nextChange(for: .any(.guest), after: time(text))?.rfc3339
    }

    private func time(_ text: String) throws -> Timestamp { try #require(Timestamp(rfc3339: text)) }

    @Test func rightsWithoutTimeConditionsNeverChange() throws {
        #expect(try next(AccessConditions()) == nil)
        #expect(try next(AccessConditions(maximumUses: 3)) == nil)
        #expect(AccessPolicy().nextChange(for: .any(.guest), after: noon) == nil)
    }

    @Test func rightsChangeAtTheBeginAndEndOfATerm() throws {
        let conditions = AccessConditions(
            notBefore: try time("2026-03-10T12:00:00.001Z"), notAfter: try time("2031-01-01T00:00:00.5Z"))
        #expect(try next(conditions) == "2026-03-10T12:00:00.001Z")
        #expect(try next(conditions, after: "2026-03-10T12:00:00.001Z") == "2031-01-01T00:00:00.500Z")
        #expect(try next(conditions, after: "2031-01-01T00:00:00.500Z") == nil)
    }

    @Test func termThatEndsBeforeItBeginsCausesNoChange() throws {
        let conditions = AccessConditions(
            notBefore: try time("2026-04-01T00:00:00Z"), notAfter: try time("2026-03-20T00:00:00Z"))
        #expect(try next(conditions) == nil)
    }

    @Test func usedUpGrantCausesNoChange() throws {
        let policy = AccessPolicy.household(
            .allow([.viewEnergy], when: AccessConditions(notAfter: noon + .hours(1), maximumUses: 1), uses: 1))
        #expect(policy.nextChange(for: .any(.guest), after: noon) == nil)
    }

    @Test(
        arguments: [
            ("tue 09:00-17:00", "2026-03-10T17:00:00.000Z"), ("tue 13:00-17:00", "2026-03-10T13:00:00.000Z"),
            ("tue 09:00-12:00", "2026-03-17T09:00:00.000Z"), ("daily 22:00-06:00", "2026-03-10T22:00:00.000Z"),
            ("mon 22:00-13:00", "2026-03-10T13:00:00.000Z"), ("tue 00:00-24:00", "2026-03-11T00:00:00.000Z"),
            ("daily 00:00-24:00", nil), ("sat,sun 08:00-20:00", "2026-03-14T08:00:00.000Z"),
        ] as [(String, String?)])
    func rightsChangeWhenAWindowOpensOrCloses(_ window: String, expected: String?) throws {
        #expect(try next(AccessConditions(windows: [#require(WeeklyWindow(window))])) == expected)
    }

    @Test func adjacentWindowsCountAsOne() throws {
        let windows = try ["tue 09:00-13:00", "tue 13:00-15:00", "tue 14:00-18:00"].map {
            try #require(WeeklyWindow($0))
        }
        #expect(try next(AccessConditions(windows: windows)) == "2026-03-10T18:00:00.000Z")
    }

    @Test func windowCountsOnlyWithinItsTerm() throws {
        let window = try #require(WeeklyWindow("tue 09:00-17:00"))
        let later = AccessConditions(notBefore: try time("2027-06-01T00:00:00Z"), windows: [window])
        // 1 June 2027 is a Tuesday.
        #expect(try next(later) == "2027-06-01T09:00:00.000Z")
        let sooner = AccessConditions(notAfter: try time("2026-03-10T16:00:00Z"), windows: [window])
        #expect(try next(sooner) == "2026-03-10T16:00:00.000Z")
    }

    /// In Stockholm, 02:00–03:00 did not happen on 29 March 2026 and happens twice on 25 October.
    @Test(
        arguments: [
            ("sun 01:30-03:30", "2026-03-28T12:00:00Z", "2026-03-29T00:30:00.000Z"),
            ("sun 01:30-03:30", "2026-03-29T00:30:00Z", "2026-03-29T01:30:00.000Z"),
            ("sun 01:30-02:30", "2026-03-29T00:30:00Z", "2026-03-29T01:00:00.000Z"),
            ("sun 02:00-03:00", "2026-03-28T12:00:00Z", "2026-04-05T00:00:00.000Z"),
            ("sun 02:00-02:30", "2026-10-25T00:00:00Z", "2026-10-25T00:30:00.000Z"),
            ("sun 02:00-02:30", "2026-10-25T00:30:00Z", "2026-10-25T01:00:00.000Z"),
            ("sun 02:00-02:30", "2026-10-25T01:00:00Z", "2026-10-25T01:30:00.000Z"),
        ])
    func windowFollowsLocalTimeAcrossDaylightSaving(_ window: String, at now: String, expected: String) throws {
        let conditions = AccessConditions(windows: [try #require(WeeklyWindow(window))])
        #expect(try next(conditions, after: now, in: "Europe/Stockholm") == expected)
    }

    @Test(arguments: [Timestamp(milliseconds: .min), Timestamp(milliseconds: .max), Timestamp(milliseconds: 0)])
    func extremeTimesDoNotTrap(_ time: Timestamp) {
        let windows = [
            WeeklyWindow(weekdays: [1], fromMinute: 0, toMinute: 60),
            WeeklyWindow(weekdays: [3], fromMinute: .max, toMinute: .min),
        ]
        let conditions = AccessConditions(notBefore: time, notAfter: time + .days(1), windows: windows)
        let policy = AccessPolicy.household(.allow([.viewEnergy], when: conditions))
        _ = policy.nextChange(for: .any(.guest), after: time)
    }

    /// Compares with a search minute by minute over two weeks around the changes of daylight saving time.
    @Test(arguments: ["Europe/Stockholm", "Australia/Lord_Howe", "America/New_York", "Asia/Kolkata", "Africa/Cairo"])
    func nextChangeIsTheFirstMinuteWithOtherRights(_ name: String) throws {
        let seed = UInt64.random(in: .min ... .max)
        var random = SeededGenerator(seed: seed)
        let zone = try #require(TimeZone(identifier: name))
        let starts = try ["2026-03-22T00:00:00Z", "2026-10-20T00:00:00Z", "2026-04-01T00:00:00Z"].map(time)
        for round in 0..<12 {
            let start =
                try #require(starts.randomElement(using: &random)) + .minutes(Int.random(in: 0...2880, using: &random))
            let grants = (0..<Int.random(in: 1...3, using: &random)).map { _ in grant(near: start, &random) }
            let policy = AccessPolicy(
                people: [Person(id: .any(.guest), name: DisplayName("Ada" as StaticString), role: .guest)],
                grants: grants, timeZone: zone)
            let holding = { (now: Timestamp) in grants.map { $0.conditions.areMet(at: now, uses: 0, in: zone) } }
            let before = holding(start)
            let stepped = (1...14 * 1440).lazy.map { start + .minutes($0) }.first { holding($0) != before }
            let found = policy.nextChange(for: .any(.guest), after: start)
            #expect(found.flatMap { $0 <= start + .days(14) ? $0 : nil } == stepped, "seed \(seed), round \(round)")
        }
    }

    private func grant(near start: Timestamp, _ random: inout SeededGenerator) -> Grant {
        func term() -> Timestamp? {
            Bool.random(using: &random) ? nil : start + .minutes(Int.random(in: -10_000...10_000, using: &random))
        }
        let windows = (0..<Int.random(in: 0...3, using: &random)).map { _ in
            WeeklyWindow(
                weekdays: Set((1...7).filter { _ in Bool.random(using: &random) }),
                fromMinute: Int.random(in: 0...1440, using: &random), toMinute: Int.random(in: 0...1440, using: &random)
            )
        }
        return .allow([.viewEnergy], when: AccessConditions(notBefore: term(), notAfter: term(), windows: windows))
    }
}

extension Duration {
    fileprivate static func minutes(_ count: Int) -> Duration { .seconds(Int64(count) * 60) }
}

import Foundation
import HomeModel
import Testing

@testable import TomteCommands

@Suite struct RelativeTimeTests {
    private static let now = Timestamp(milliseconds: 1_800_000_000_000)

    @Test(
        arguments: [
            (0, "now"), (999, "now"), (-999, "now"), (1000, "1 s ago"), (12_000, "12 s ago"), (59_999, "59 s ago"),
            (60_000, "1 min ago"), (3_599_999, "59 min ago"), (3_600_000, "1 h ago"), (86_399_999, "23 h ago"),
            (86_400_000, "1 d ago"), (59 * 86_400_000, "59 d ago"), (-5000, "in 5 s"), (-7_200_000, "in 2 h"),
        ] as [(Int64, String)])
    func ageIsShownInItsLargestUnit(milliseconds: Int64, text: String) {
        #expect(RelativeTime.text(Self.now - .milliseconds(milliseconds), now: Self.now) == text)
    }

    @Test func oldTimeIsShownAsADate() throws {
        let old = try #require(Timestamp(rfc3339: "2020-02-03T12:00:00Z"))
        #expect(RelativeTime.text(old, now: Self.now) == "2020-02-03")
    }

    @Test(arguments: [Int64.min, .max])
    func extremeTimesDoNotTrap(milliseconds: Int64) {
        #expect(!RelativeTime.text(Timestamp(milliseconds: milliseconds), now: Self.now).isEmpty)
    }

    @Test func localTimeIsInTheTimeZone() throws {
        let time = try #require(Timestamp(rfc3339: "2026-01-31T23:30:05Z"))
        let zone = try #require(TimeZone(secondsFromGMT: 3600))
        #expect(LocalTime.full(time, in: zone) == "2026-02-01 00:30:05")
    }
}

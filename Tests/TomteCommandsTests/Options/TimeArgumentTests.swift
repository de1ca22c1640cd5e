import HomeModel
import Testing
@testable import TomteCommands

@Suite struct TimeArgumentTests {
    @Test func timeIsADurationOrATimestamp() throws {
        let now = Timestamp(milliseconds: 1_800_000_000_000)
        #expect(TimeArgument(argument: "1h")?.timestamp(before: now) == now - .hours(1))
        #expect(TimeArgument(argument: "1h")?.timestamp(after: now) == now + .hours(1))
        let time = try #require(Timestamp(rfc3339: "2026-01-31T00:00:00Z"))
        #expect(TimeArgument(argument: "2026-01-31T00:00:00Z")?.timestamp(before: now) == time)
        #expect(TimeArgument(argument: "yesterday") == nil)
    }
}

@Suite struct DurationArgumentTests {
    @Test(
        arguments: [
            ("90s", 90), ("15m", 900), ("15min", 900), ("1h", 3600), ("7d", 604_800), ("2w", 1_209_600),
            ("1h30m", 5400),
            ("3650d", 315_360_000),
        ] as [(String, Int64)])
    func durationsAreParsed(text: String, seconds: Int64) {
        #expect(DurationArgument(argument: text)?.duration == .seconds(seconds))
    }

    @Test(arguments: ["", "1", "h", "-1h", "1y", "1.5h", "0s", "1h ", "١h", "99999999999999999999d", "3651d", "1h1"])
    func invalidDurationsAreRefused(text: String) { #expect(DurationArgument(argument: text) == nil) }
}

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

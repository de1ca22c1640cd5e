import HomeModel
import Testing

@testable import TomteCommands

@Suite struct TimeSpanTests {
    @Test(
        arguments: [
            ("90s", 90), ("15m", 900), ("15min", 900), ("1h", 3600), ("7d", 604_800), ("2w", 1_209_600),
            ("1h30m", 5400),
            ("3650d", 315_360_000),
        ] as [(String, Int64)])
    func durationsAreRead(text: String, seconds: Int64) {
        #expect(TimeSpan(argument: text)?.duration == .seconds(seconds))
    }

    @Test(arguments: ["", "1", "h", "-1h", "1y", "1.5h", "0s", "1h ", "١h", "99999999999999999999d", "3651d", "1h1"])
    func otherTextsAreNot(text: String) { #expect(TimeSpan(argument: text) == nil) }

    @Test func aMomentIsAgoOrATime() throws {
        let now = Timestamp(milliseconds: 1_800_000_000_000)
        #expect(Moment(argument: "1h")?.timestamp(before: now) == now - .hours(1))
        #expect(Moment(argument: "1h")?.timestamp(after: now) == now + .hours(1))
        let time = try #require(Timestamp(rfc3339: "2026-01-31T00:00:00Z"))
        #expect(Moment(argument: "2026-01-31T00:00:00Z")?.timestamp(before: now) == time)
        #expect(Moment(argument: "yesterday") == nil)
    }
}

@Suite struct DeviceAddressTests {
    @Test func thePartFollowsTheSlash() {
        #expect(DeviceAddress(argument: "plug-2/relay-1")?.part == PartID("relay-1" as String))
        #expect(DeviceAddress(argument: "Hall lamp")?.device == "Hall lamp")
        #expect(DeviceAddress(argument: "Hall lamp")?.part == nil)
    }

    @Test(arguments: ["", "/main", "a/", "a//b", "a/B", "a/b/c"])
    func brokenAddressesAreRefused(text: String) { #expect(DeviceAddress(argument: text) == nil) }
}

@Suite struct PurposeAnswerTests {
    private let one = PartID("relay-1" as StaticString)
    private let two = PartID("relay-2" as StaticString)

    @Test func anAnswerWithoutPartIsForAllThatAsk() throws {
        let light = try #require(PurposeAnswer(argument: "light"))
        let pump = try #require(PurposeAnswer(argument: "relay-2=pump"))
        #expect(PurposeAnswer.byPart([pump, light], asking: [one, two]) == [one: .light, two: .pump])
        #expect(PurposeAnswer.byPart([light], asking: []) == [.main: .light])
        #expect(PurposeAnswer.byPart([], asking: [one]).isEmpty)
    }

    @Test(arguments: ["", "lamp", "=light", "Relay=light", "a=b=light"])
    func brokenAnswersAreRefused(text: String) { #expect(PurposeAnswer(argument: text) == nil) }
}

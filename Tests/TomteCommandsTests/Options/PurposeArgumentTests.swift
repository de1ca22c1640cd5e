import HomeModel
import Testing

@testable import TomteCommands

@Suite struct PurposeArgumentTests {
    private let one = PartID("relay-1" as StaticString)
    private let two = PartID("relay-2" as StaticString)

    @Test func purposeWithoutAPartIsForAllParts() throws {
        let light = try #require(PurposeArgument(argument: "light"))
        let pump = try #require(PurposeArgument(argument: "relay-2=pump"))
        #expect(PurposeArgument.byPart([pump, light], asking: [one, two]) == [one: .light, two: .pump])
        #expect(PurposeArgument.byPart([light], asking: []) == [.main: .light])
        #expect(PurposeArgument.byPart([], asking: [one]).isEmpty)
    }

    @Test(arguments: ["", "lamp", "=light", "Relay=light", "a=b=light"])
    func invalidPurposesAreRefused(text: String) { #expect(PurposeArgument(argument: text) == nil) }
}

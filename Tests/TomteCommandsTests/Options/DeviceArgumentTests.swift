import HomeModel
import Testing

@testable import TomteCommands

@Suite struct DeviceArgumentTests {
    @Test func partFollowsTheSlash() {
        #expect(DeviceArgument(argument: "plug-2/relay-1")?.part == PartID("relay-1" as String))
        #expect(DeviceArgument(argument: "Hall lamp")?.device == "Hall lamp")
        #expect(DeviceArgument(argument: "Hall lamp")?.part == nil)
    }

    @Test(arguments: ["", "/main", "a/", "a//b", "a/B", "a/b/c"])
    func invalidAddressesAreRefused(text: String) { #expect(DeviceArgument(argument: text) == nil) }
}

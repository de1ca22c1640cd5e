import HomeModel
import Testing

@Suite struct MACAddressTests {
    @Test(arguments: ["a4:cf:12:00:1b:2c", "A4-CF-12-00-1B-2C", "a4cf12001b2c"])
    func everySpellingGivesTheSameAddress(text: String) {
        #expect(MACAddress(text)?.digits == "A4CF12001B2C")
        #expect(MACAddress(text)?.description == "A4:CF:12:00:1B:2C")
    }

    @Test(arguments: [
        "", "a4:cf:12:00:1b", "a4:cf:12:00:1b:2c:3d", "a4:cf:12:00:1b:2g", "00:00:00:00:00:00", "ff:ff:ff:ff:ff:ff",
        "a4cf12001b2c/#", "a4:cf:12:00:1b:2c\n", "Ａ4cf12001b2c", "+", "#",
    ])
    func invalidAddressesAreRefused(text: String) { #expect(MACAddress(text) == nil) }
}

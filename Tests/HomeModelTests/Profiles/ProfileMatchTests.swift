import HomeModel
import Testing

@Suite struct ProfileMatchTests {
    @Test(arguments: [
        ("TS011F", "ts011f", true), ("TS011F", "TS011F_plug_1", false), ("TS011F*", "TS011F_plug_1", true),
        ("*plug*", "TS011F_plug_1", true), ("*plug", "TS011F_plug_1", false), ("TS*_*_1", "TS011F_plug_1", true),
        ("TS*_*_1", "TS_1", false), ("a*a", "a", false), ("a*a", "aa", true), ("a*b*c", "a-c-b", false),
        ("a**c", "abc", true), ("Größe*", "GRÖSSE", false), ("größe*", "GRÖßE 2", true), ("x", "", false),
        ("SWV*", "SWV", true),
    ])
    func starMatchesAnyText(pattern: String, text: String, isCovered: Bool) throws {
        #expect(try #require(TextPattern(pattern)).covers(text) == isCovered)
    }

    @Test(arguments: ["", "*", " ", "* *", String(repeating: "x", count: 201)])
    func invalidPatternsAreRefused(text: String) { #expect(TextPattern(text) == nil) }

    @Test func patternWithManyStarsIsMatchedQuickly() throws {
        let pattern = try #require(TextPattern(String(repeating: "a*", count: 99) + "b"))
        let clock = ContinuousClock()
        let time = clock.measure { for _ in 0..<100 { _ = pattern.covers(String(repeating: "a", count: 200)) } }
        #expect(time < .seconds(2))
    }

    @Test func veryLongTextDoesNotMatch() throws {
        #expect(try !#require(TextPattern("a*")).covers(String(repeating: "a", count: 100_000)))
    }

    @Test func matchNeedsEveryNamedField() throws {
        let match = try #require(
            ProfileMatch(dialect: .zigbee2mqtt, manufacturer: TextPattern("Tuya"), model: TextPattern("X")))
        func description(_ manufacturer: String?, _ model: String?) -> DeviceDescription {
            DeviceDescription(name: "d", manufacturer: manufacturer, model: model, parts: [])
        }
        #expect(match.covers(.zigbee2mqtt, description("TUYA", "x")))
        #expect(!match.covers(.tasmota, description("Tuya", "X")))
        #expect(!match.covers(.zigbee2mqtt, description(nil, "X")))
        #expect(!match.covers(.zigbee2mqtt, description("Tuya", nil)))
        #expect(ProfileMatch(dialect: .shelly, manufacturer: nil, model: nil) == nil)
    }

    @Test func preciseProfilesWinAndOwnProfilesComeFirst() throws {
        func profile(_ family: String, _ model: String, _ dialect: LinkKind? = nil) throws -> DeviceProfile {
            let match = try #require(ProfileMatch(dialect: dialect, manufacturer: nil, model: TextPattern(model)))
            return DeviceProfile(family: family, matches: [match])
        }
        let shipped = [
            try profile("any", "T*"), try profile("plug", "TS011F*"), try profile("exact", "TS011F"),
            try profile("spoken", "TS011F", .zigbee2mqtt),
        ]
        func family(_ profiles: DeviceProfiles, _ model: String, _ kind: LinkKind = .shelly) -> String? {
            profiles.profile(for: kind, DeviceDescription(name: "d", model: model, parts: []))?.family
        }
        let shippedProfiles = DeviceProfiles(shipped: shipped)
        #expect(
            family(shippedProfiles, "TS011F") == "exact" && family(shippedProfiles, "TS011F", .zigbee2mqtt) == "spoken")
        #expect(
            family(shippedProfiles, "TS011F_2") == "plug" && family(shippedProfiles, "TRV") == "any"
                && family(shippedProfiles, "X") == nil)
        let withOwnProfile = DeviceProfiles(own: [try profile("mine", "T*")], shipped: shipped)
        #expect(family(withOwnProfile, "TS011F", .zigbee2mqtt) == "mine")
    }
}

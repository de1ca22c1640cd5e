import DeviceProtocols
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
        func description(_ manufacturer: String?, model: String?) -> DeviceDescription {
            DeviceDescription(name: "d", manufacturer: manufacturer, model: model, parts: [])
        }
        #expect(match.covers(.zigbee2mqtt, description: description("TUYA", model: "x")))
        #expect(!match.covers(.tasmota, description: description("Tuya", model: "X")))
        #expect(!match.covers(.zigbee2mqtt, description: description(nil, model: "X")))
        #expect(!match.covers(.zigbee2mqtt, description: description("Tuya", model: nil)))
        #expect(ProfileMatch(dialect: .shelly, manufacturer: nil, model: nil) == nil)
    }

    @Test func preciseProfilesWinAndOwnProfilesComeFirst() throws {
        func profile(_ family: String, model: String, dialect: LinkKind? = nil) throws -> DeviceProfile {
            let match = try #require(ProfileMatch(dialect: dialect, manufacturer: nil, model: TextPattern(model)))
            return DeviceProfile(family: family, matches: [match])
        }
        let shipped = [
            try profile("any", model: "T*"), try profile("plug", model: "TS011F*"),
            try profile("exact", model: "TS011F"),
            try profile("spoken", model: "TS011F", dialect: .zigbee2mqtt),
        ]
        func family(_ profiles: DeviceProfiles, model: String, kind: LinkKind = .shelly) -> String? {
            profiles.profile(for: kind, DeviceDescription(name: "d", model: model, parts: []))?.family
        }
        let shippedProfiles = DeviceProfiles(shipped: shipped)
        #expect(
            family(shippedProfiles, model: "TS011F") == "exact"
                && family(shippedProfiles, model: "TS011F", kind: .zigbee2mqtt) == "spoken")
        #expect(
            family(shippedProfiles, model: "TS011F_2") == "plug" && family(shippedProfiles, model: "TRV") == "any"
                && family(shippedProfiles, model: "X") == nil)
        let withOwnProfile = DeviceProfiles(own: [try profile("mine", model: "T*")], shipped: shipped)
        #expect(family(withOwnProfile, model: "TS011F", kind: .zigbee2mqtt) == "mine")
    }
}
